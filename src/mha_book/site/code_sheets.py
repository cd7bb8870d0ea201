"""Between which lines of a listing a sheet of paper may end: between two statements."""

from collections.abc import Iterator

from mha_book.site.code_indents import CLOSING, OPENING
from mha_book.site.code_units import kind, letters, units_of


def tied(lines: list[str]) -> Iterator[bool]:
    """Of each line, whether it stays with the one before it.

    It does inside a bracket and where it is empty; and what is further in does, but
    below an empty line: there a method begins.
    """
    depth, was_empty = 0, False
    for line in lines:
        text = letters(line)
        is_empty = not text.strip()
        yield depth > 0 or is_empty or (text[0] == " " and not was_empty)
        signs = "".join(letters(u) for u in units_of(line) if kind(u) == "p")
        depth += sum((sign in OPENING) - (sign in CLOSING) for sign in signs)
        was_empty = is_empty
