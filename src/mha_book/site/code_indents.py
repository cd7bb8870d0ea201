"""How far in each line of a listing begins on a phone.

Lines that stand below what their bracket opened with, as far in as that is, would have
little room there, and stand alone once what is above them goes on below. On a phone
they hang: further in by four letters than the line that opened the bracket.
"""

import re

from mha_book.site.code_units import (
    CLOSING,
    OPENING,
    brackets,
    kind,
    letters,
    units_of,
)

HANG = 4  # letters
BLOCK = re.compile("(def|class|if|elif|for|while|with) ")  # its body is as far in


def indents(lines: list[str]) -> list[tuple[int, int]]:
    """Of each line, how far in it begins as it is written, and on a phone."""
    pairs: list[int] = []  # of each that is open, how far in lines begin inside
    return [indent(line, pairs) for line in lines]


def indent(line: str, pairs: list[int]) -> tuple[int, int]:
    """The same of one line; what it opens and closes is written down in `pairs`."""
    whole, units = letters(line).rstrip("\n"), units_of(line)
    text = whole.lstrip(" ")
    spaces = len(whole) - len(text)
    first = next((unit for unit in units if letters(unit)), "")
    stays = not pairs or kind(first)[:1] == "s"  # a quoted line begins where it does
    hung = spaces if stays else min(spaces, hanging(text, pairs))
    known = len(pairs)
    inside = hung + HANG * (2 if BLOCK.match(text) else 1)
    for sign in brackets(units):
        if sign in OPENING:
            pairs.append(pairs[-1] + HANG if len(pairs) > known else inside)
        elif pairs:
            pairs.pop()
            known = min(known, len(pairs))
    return spaces, hung


def hanging(text: str, pairs: list[int]) -> int:
    """How far in a line hangs; what closes a pair is as far in as what opened it."""
    closed = min(len(text) - len(text.lstrip(CLOSING)), len(pairs))
    return pairs[-closed] - HANG if closed else pairs[-1]
