"""Between which lines of a listing a sheet of paper may end: between two statements."""

from collections.abc import Iterator

from mha_book.site.code_units import OPENING, brackets, letters, units_of


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
        depth += sum(1 if sign in OPENING else -1 for sign in brackets(units_of(line)))
        was_empty = is_empty
