"""Whether a text holds more of the news than a line."""

import functools
import re

from mha.data.news import load_news

RUN = 12  # words: about a line


def copied(text: str) -> list[str]:
    """Runs of twelve words of the news that stand in a text; 23 cannot be missed."""
    words = re.findall(r"\w+", text)
    runs = {" ".join(words[i : i + RUN]) for i in range(len(words) - RUN + 1)}
    return sorted(runs & pieces())


@functools.cache
def pieces() -> frozenset[str]:
    """Every article, cut into runs of twelve words."""
    texts = [text for part in load_news().values() for text in part["text"]]
    articles = [re.findall(r"\w+", text) for text in texts]
    return frozenset(
        " ".join(words[i : i + RUN])
        for words in articles
        for i in range(0, len(words) - RUN + 1, RUN)
    )
