"""The page of questions as its tests read it, and the places to which it leads."""

import re
from dataclasses import dataclass
from functools import cache

from myst_parser.mdit_to_docutils.base import default_slugify

from project import PROJECT, notebook_of

PAGE = PROJECT / "book" / "questions.md"
# [](page.md#section), with or without words of its own
LINK = re.compile(r"\[[^\]]*\]\(([\w-]+)\.md(?:#([^)]+))?\)")
LINKS_AT_THE_END = re.compile(rf"\s*(?:{LINK.pattern}[, ]*)+$")


@dataclass
class Entry:
    """A question: its group, its words, and the lines of its answer."""

    group: str
    asked: str
    answer: str

    @property
    def links(self) -> list[tuple[str, str]]:
        """The pages to which it leads, each with a section or ""."""
        return LINK.findall(self.answer)

    @property
    def sentences(self) -> list[str]:
        """What it says, without the links that stand behind it."""
        words = re.sub(r"`[^`]*`", "code", self.answer)
        words = LINKS_AT_THE_END.sub("", words)
        return [part for part in re.split(r"(?<=[.?!])\s+", words) if part]


def entries(text: str) -> list[Entry]:
    """The questions of the page in their order."""
    found = []
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        group, *asked = re.split(r"^### ", part, flags=re.MULTILINE)
        for one in asked:
            words, answer = one.split("\n", 1)
            found.append(Entry(group.strip(), words.strip(), answer.strip()))
    return found


@cache
def sections(page: str) -> set[str]:
    """The anchors of a page's sections, from its source; Sphinx makes them so too."""
    cells = notebook_of(PROJECT / "book" / f"{page}.md").cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    text = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#{2,3} (.+)$", text, re.MULTILINE)
    return {default_slugify(heading) for heading in headings}
