"""Cards from the glossary: a word in front, what it means on the back."""

import re
from pathlib import Path

from mha_book.teaching.cards.card import Card
from mha_book.your_file.contents import PROJECT

PAGE = "glossary"
READS = ("book/glossary.md",)
FENCE = re.compile(r"^```\{glossary\}\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[\]\(([\w-]+)\.md\)")
# The last sentence of an entry, which leads to pages and other entries.
SEE = re.compile(r"\s*See (?:\{term\}|\[\]\().*$", re.DOTALL)


def entries(text: str) -> dict[str, str]:
    """Read the page: what each word means, its lines joined."""
    found: dict[str, str] = {}
    for block in FENCE.findall(text):
        for part in block.split("\n\n"):
            terms = [line for line in part.splitlines() if line[:1].strip()]
            lines = [line.strip() for line in part.splitlines() if line[:1] == " "]
            found |= dict.fromkeys(terms, " ".join(lines))
    return found


def plain(meaning: str) -> str:
    """Leave `code` and *other names* of what MyST marks, and no links."""
    meaning = SEE.sub("", meaning)
    meaning = re.sub(r"\{index\}`!([^`]*)`", r"\1", meaning)
    meaning = re.sub(r"\{term\}`([^`<]*?)(?: <[^>]*>)?`", r"\1", meaning)
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", meaning)


def card(term: str, project: Path = PROJECT) -> Card:
    """Make a card of an entry.

    Raises:
        KeyError: the glossary has no such word.
    """
    text = (project / "book" / f"{PAGE}.md").read_text(encoding="utf-8")
    meaning = entries(text)[term]
    page = LINK.findall(meaning)[0]
    return Card("word", term, f"What is meant by *{term}*?", plain(meaning), page)
