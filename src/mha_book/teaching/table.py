"""A table of words and code, as HTML and as text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mha_book.display.marked import marked
from mha_book.display.show import wrap

# Code may go on below: on paper, and on a phone, there is little room beside words.
STYLE = (
    "table.mha-glance tbody th { font-weight: 400; min-width: 7.5rem; }"
    "table.mha-glance td:has(> code:first-child) { min-width: 8rem; }"
    "table.mha-glance code span { white-space: nowrap; }"
    "table.mha-glance td code { white-space: pre-wrap; overflow-wrap: anywhere; }"
)


@dataclass(frozen=True)
class MarkedTable:
    """Rows of texts in which `code` and *words* stand out, and [words](page.html) lead.

    Attributes:
        columns: the heads.
        rows: as many texts in each; the first is the row's name.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __repr__(self) -> str:
        """Give the rows as lines, their parts between bars."""
        return "\n".join(" | ".join(row) for row in (self.columns, *self.rows))

    def _repr_html_(self) -> str:
        head = "".join(
            f'<th scope="col" class="mha-words">{marked(name)}</th>'
            for name in self.columns
        )
        body = "".join(f"<tr>{_row(*row)}</tr>" for row in self.rows)
        table = (
            f'<table class="mha-table mha-glance"><thead><tr>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table>"
        )
        return wrap(f"<style>{STYLE}</style>{table}")


def _row(name: str, *cells: str) -> str:
    rest = "".join(f'<td class="mha-words">{_lines(cell)}</td>' for cell in cells)
    return f'<th scope="row" class="mha-words">{_lines(name)}</th>{rest}'


def _lines(text: str) -> str:
    lines = "<br>".join(map(_together, map(marked, text.splitlines())))
    return re.sub(r"\[([^]]+)\]\(([^)]+)\)", r'<a href="\2">\1</a>', lines)


def _together(text: str) -> str:
    """Keep a minus with what follows it: a line may not end between them."""
    return re.sub(r"(?<![\w\s<])-[\w.]+|(?<= )-[\w.]+", r"<span>\g<0></span>", text)
