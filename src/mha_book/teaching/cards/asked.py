"""Cards from the page of questions: its short answers, word by word."""

import re
from pathlib import Path

from mha_book.teaching.cards.card import Card
from mha_book.your_file.contents import PROJECT, title_of

PAGE = "questions"
READS = ("book/questions.md", "titles")
LINK = r"\[([^\]]*)\]\(([\w-]+)\.md(?:#([^)]+))?\)"
AT_THE_END = re.compile(rf"\s*(?:{LINK}[, ]*)+$")


def answers(text: str) -> dict[str, str]:
    """Read the page: each question's answer, with the links behind it."""
    alone = re.sub(r"^## .*$", "", text, flags=re.MULTILINE)
    parts = re.split(r"^### ", alone, flags=re.MULTILINE)
    pairs = (part.split("\n", 1) for part in parts[1:])
    return {asked.strip(): " ".join(answer.split()) for asked, answer in pairs}


def card(question: str, project: Path = PROJECT) -> Card:
    """Make a card of a question.

    Raises:
        KeyError: nobody asks so on the page.
    """
    text = (project / "book" / f"{PAGE}.md").read_text(encoding="utf-8")
    answer = answers(text)[question]
    found = re.search(LINK, (AT_THE_END.search(answer) or [answer])[0])
    assert found, question
    page, section = found[2], found[3] or ""
    if section and "--" not in section:  # else the site calls it by another name
        page = f"{page}#{section}"

    def named(link: re.Match) -> str:
        return link[1] or f"*{title_of(link[2], project)}*"

    back = re.sub(LINK, named, AT_THE_END.sub("", answer))
    return Card("question", question, question, back, page)
