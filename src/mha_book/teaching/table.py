"""A table of words and code, as HTML and as text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mha_book.display.marked import marked
from mha_book.display.show import wrap

# Code may go on below: on paper, and on a phone, there is little room beside words.
STYLE = (
    "table.mha-glance :is(th, td) { vertical-align: top; }"
    "table.mha-glance tbody th { font-weight: 400; min-width: 7.5rem; }"
    "table.mha-glance td:has(> code:first-child) { min-width: 8rem; }"
    "table.mha-glance code span { white-space: nowrap; }"
    "table.mha-glance td code { white-space: pre-wrap; overflow-wrap: break-word; }"
    ".mha-shown table.mha-glance td.mha-brief { white-space: nowrap; }"
    "@media print { table.mha-glance tbody th { white-space: normal; }"
    "table.mha-glance td code { overflow-wrap: anywhere; } }"
    # Brief code, a shape or a name, stays in one piece wherever there is room.
    "@media screen and (min-width: 700px) {"
    "table.mha-glance td code.mha-whole { white-space: nowrap; overflow-wrap: normal; }"
    "}"
    # Long code has a phone's whole width, below its row's name and what is brief.
    "@media screen and (max-width: 900px) {"
    ".mha-stacks thead { position: absolute; clip-path: inset(50%); }"
    ".mha-stacks tbody tr { display: grid; grid-template-columns: 1fr auto;"
    " gap: 0.2rem 1rem; padding-block: 0.55rem; }"
    "table.mha-stacks.mha-glance tbody tr > * { grid-column: 1 / -1; border: 0;"
    " min-width: 0; padding: 0; white-space: normal; }"
    "table.mha-stacks.mha-glance tbody tr > th { grid-area: 1 / 1; font-weight: 600; }"
    "table.mha-stacks.mha-glance tbody tr > .mha-brief { grid-area: 1 / 2; }"
    # What goes on below is further in, as in a listing.
    ".mha-stacks td > code:not(.mha-whole) { display: inline-block;"
    " padding-left: 4ch; text-indent: -4ch; }"
    "}"
)
LONG, BRIEF = 24, 14  # letters of code, and of what has room beside a row's name
WHOLE = re.compile(rf"<code>(?=[^<]{{1,{LONG}}}</code>)")


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
            f'<th scope="col" role="columnheader" class="mha-words">{marked(name)}</th>'
            for name in self.columns
        )
        body = "".join(f'<tr role="row">{_row(*row)}</tr>' for row in self.rows)
        stacks = " mha-stacks" * self._has_long_code()
        # Named as what they are: a row that is laid out as a grid is else no row.
        table = (
            f'<table role="table" class="mha-table mha-glance{stacks}">'
            f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>'
            f'<tbody role="rowgroup">{body}</tbody></table>'
        )
        return wrap(f"<style>{STYLE}</style>{table}")

    def _has_long_code(self) -> bool:
        lines = [line for row in self.rows for cell in row for line in cell.split("\n")]
        return any(line.startswith("`") and len(line) > LONG for line in lines)


def _row(name: str, *cells: str) -> str:
    head = f'<th scope="row" role="rowheader" class="mha-words">{_lines(name)}</th>'
    return head + "".join(map(_cell, cells))


def _cell(text: str) -> str:
    brief = " mha-brief" * (len(text) <= BRIEF and "`" not in text)
    return f'<td role="cell" class="mha-words{brief}">{_lines(text)}</td>'


def _lines(text: str) -> str:
    lines = "<br>".join(map(_together, map(marked, text.splitlines())))
    return re.sub(r"\[([^]]+)\]\(([^)]+)\)", r'<a href="\2">\1</a>', lines)


def _together(text: str) -> str:
    """Keep brief code whole, and a minus with what follows it, at a line's end."""
    text = WHOLE.sub('<code class="mha-whole">', text)
    return re.sub(r"(?<![\w\s<])-[\w.]+|(?<= )-[\w.]+", r"<span>\g<0></span>", text)
