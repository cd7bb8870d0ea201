"""A line of highlighted code as a row of units: a name, a sign, a whole string."""

import re
from html import unescape

MARKUP = re.compile(r"<[^>]*>")
# The elements of a line, each with its letters, and what stands between them.
UNIT = re.compile(r"<span[^>]*>[^<]*</span>|<[^>]*>|\s+|[^<\s]+")
KIND = re.compile(r'<span class="(\w+)">')
STRING = {"s", "s1", "s2", "sa", "sb", "se", "si"}
PREFIX = re.compile(r'<span class="sa">[^<]*</span>')  # the f of f"…"
OPENING, CLOSING = "([{", ")]}"
QUOTE = re.compile(r"\"{3}|'{3}|[\"']")


def letters(code: str) -> str:
    """What is seen of a piece of code."""
    return unescape(MARKUP.sub("", code))


def kind(unit: str) -> str:
    """What Pygments calls a unit: "n", "o", "p"; "" between its elements."""
    found = KIND.match(unit)
    return found[1] if found else ""


def brackets(units: list[str]) -> str:
    """The brackets that units open and close, and none of a string."""
    signs = "".join(letters(unit) for unit in units if kind(unit) == "p")
    return "".join(sign for sign in signs if sign in OPENING + CLOSING)


def units_of(line: str) -> list[str]:
    """The units of a line, each string in one piece, also one with names in it."""
    units: list[str] = []
    quote = ""
    for unit in UNIT.findall(line):
        if quote or (units and PREFIX.fullmatch(units[-1])):
            units[-1] += unit
        else:
            units.append(unit)
        text = letters(unit)
        if quote:
            quote = "" if closes(unit, text, quote) else quote
        elif kind(unit) in STRING and (found := QUOTE.match(text)):
            alone = len(text) < 2 * len(found[0])
            quote = found[0] if alone or not text.endswith(found[0]) else ""
    return units


def closes(unit: str, text: str, quote: str) -> bool:
    """Whether a unit ends the string that a quotation mark began."""
    return kind(unit) in STRING and kind(unit) != "se" and text.endswith(quote)
