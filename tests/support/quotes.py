"""Whether a text holds more of the news than a line."""

import functools
import re
from itertools import pairwise

from mha.data.news import load_news

RUN = 12  # words: about a line
WORD = re.compile(r"[^\W\d_]+")  # drawings are numbers above all


def copied(text: str) -> list[str]:
    """Runs of twelve words of the news that stand in a text; 23 cannot be missed."""
    words = WORD.findall(text)
    begins = beginnings()
    places = [i for i, two in enumerate(pairwise(words)) if two in begins]
    runs = {" ".join(words[i : i + RUN]) for i in places}
    return sorted(runs & pieces())


@functools.cache
def pieces() -> frozenset[str]:
    """Every article, cut into runs of twelve words."""
    texts = [text for part in load_news().values() for text in part["text"]]
    articles = [WORD.findall(text) for text in texts]
    return frozenset(
        " ".join(words[i : i + RUN])
        for words in articles
        for i in range(0, len(words) - RUN + 1, RUN)
    )


@functools.cache
def beginnings() -> frozenset[tuple[str, str]]:
    """The first two words of each piece: few places of a page begin so."""
    return frozenset(tuple(piece.split(" ", 2)[:2]) for piece in pieces())
