"""Between which lines of a listing a sheet of paper may end: between two statements."""

from collections.abc import Iterator

from mha_book.site.code_indents import CLOSING, OPENING
from mha_book.site.code_units import kind, letters, units_of


def tied(lines: list[str]) -> Iterator[bool]:
    """Of each line, whether it stays with the one before it.

    It does inside a bracket, below what ends in a colon, and where it is empty.
    """
    depth, is_led = 0, False
    for line in lines:
        yield depth > 0 or is_led or not letters(line).strip()
        units = [unit for unit in units_of(line) if kind(unit) != "c1"]
        signs = "".join(letters(unit) for unit in units if kind(unit) == "p")
        depth += sum((sign in OPENING) - (sign in CLOSING) for sign in signs)
        is_led = letters("".join(units)).rstrip().endswith(":")
