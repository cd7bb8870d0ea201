"""A card: what is asked, and what stands on its back."""

import hashlib
from dataclasses import dataclass
from html import escape

from mha_book.display.marked import marked

KINDS = {"word": "words", "question": "questions", "mistake": "mistakes"}


@dataclass(frozen=True)
class Card:
    """One card.

    Attributes:
        kind: a key of `KINDS`.
        name: of the entry, question or mistake that it was drawn from.
        front: what is asked; `code` and *words* stand out.
        back: the answer, the same way.
        page: the page that explains it, perhaps with a section.
    """

    kind: str
    name: str
    front: str
    back: str
    page: str

    @property
    def key(self) -> str:
        """What it is called wherever it is kept: it outlives a change of its words."""
        return hashlib.sha256(f"{self.kind}: {self.name}".encode()).hexdigest()[:10]

    def face(self) -> str:
        """Write the front as HTML."""
        return marked(self.front)

    def answer(self) -> str:
        """Write the back as HTML."""
        return f"<p>{marked(self.back)}</p>"

    def link(self) -> str:
        """Write a link to its page, from a neighbour of it."""
        page, _, section = self.page.partition("#")
        address = f"{page}.html{'#' * bool(section)}{section}"
        return f'<p><a href="{escape(address)}">The page that explains it</a>.</p>'
