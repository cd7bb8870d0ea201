"""Where a line of code goes on below, as somebody would break it by hand.

Behind a comma or what opens a bracket; else before a sign, the loosest first; else
before a dot. A short pair of brackets stays together as long as anything else will do,
and neither a name nor a string is parted, but for a string longer than a line.
"""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from mha_book.site.code_units import kind, letters, units_of

SHORT_PAIR = 24  # letters of a pair of brackets, with them
SHORT_NAME = 5  # `F`, `nn`, `self`, `torch` say nothing at the end of a line
CRUMB = 10  # letters, fewer than which do not stand on a line if they need not
COMMA, DOT, SPACE, IN_PAIR = 0, 6, 7, 8  # the order in which one breaks
SIGNS = {"for": 1, "if": 1, "else": 1, "as": 1, "and": 2, "or": 2}
SIGNS |= dict.fromkeys(("==", "!=", "<=", ">=", "<", ">", "in", "is", "->"), 3)
SIGNS |= dict.fromkeys("+-|&^", 4) | dict.fromkeys(("*", "/", "@", "%", "//", "**"), 5)
ONE_WORD = re.compile(r"[\w.()\[\]=*\"':]*,?")  # no browser parts it
WHOLE = '<span class="mha-whole">{}</span>'
CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Pair:
    """A pair of brackets: whether it is short, and names that are about to be bound."""

    is_short: bool = False
    binds: bool = False


@dataclass
class Breaks:
    """Walks along a line and notes where it may be broken, how gladly, how deep."""

    units: list[str]
    pairs: list[Pair] = field(default_factory=lambda: [Pair()])
    found: dict[int, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.texts = [letters(unit) for unit in self.units]
        assigned = [k for k, text in enumerate(self.texts) if text == "="]
        # `a, b = …`; what is set in a call has no spaces around its sign.
        spaced = [k for k in assigned if self.texts[k - 1 : k] == [" "]]
        self.last_set = spaced[-1] if spaced else 0
        before = 0
        for place, text in enumerate(self.texts):
            if not text.strip():
                continue
            if place:
                self._note(before, place)
            self._enter(place)
            before = place

    def _enter(self, place: int) -> None:
        text, of = self.texts[place], self.pairs
        if text in ("for", "lambda"):
            of[-1].binds = True
        elif text in ("in", ":"):
            of[-1].binds = False
        for at, sign in enumerate(text if kind(self.units[place]) == "p" else ""):
            if sign in CLOSING:
                of.append(Pair(self._length(place, at) <= SHORT_PAIR))
            elif sign in CLOSING.values() and len(of) > 1:
                of.pop()

    def _length(self, place: int, at: int) -> int:
        """Letters of the pair that opens in a unit."""
        depth = 0
        size = 0
        for k in range(place, len(self.units)):
            is_sign = kind(self.units[k]) == "p"
            for sign in self.texts[k][at if k == place else 0 :]:
                size += 1
                depth += is_sign * ((sign in CLOSING) - (sign in CLOSING.values()))
                if depth == 0:
                    return size
        return SHORT_PAIR + 1

    def _note(self, before: int, place: int) -> None:
        rank = self._rank(before, place)
        if rank is not None:
            rank = IN_PAIR if self.pairs[-1].is_short else rank
            self.found[place] = (rank, len(self.pairs))

    def _rank(self, before: int, place: int) -> int | None:
        last, text = self.texts[before], self.texts[place]
        is_sign = kind(self.units[before]) == "p"
        if is_sign and last[-1] in CLOSING and text[0] not in CLOSING.values():
            return SPACE if self._is_index(before) else COMMA
        is_target = self.pairs[-1].binds or (
            place < self.last_set and len(self.pairs) == 1
        )
        if is_sign and last[-1] == "," and place > before + 1:
            return IN_PAIR if is_target else COMMA
        if text == "." and (is_sign or len(last) > SHORT_NAME):
            return DOT
        return self._rank_of_space(before, place)

    def _is_index(self, place: int) -> bool:
        """Whether a unit opens what stands behind a name, or a pair: `name[`."""
        names = place and (kind(self.units[place - 1])[:1] == "n")
        return self.texts[place][-2:] in ("][", ")[") or bool(
            names and self.texts[place] == "["
        )

    def _rank_of_space(self, before: int, place: int) -> int | None:
        if place == before + 1 or self.texts[place] == "=":
            return None
        is_word = kind(self.units[place])[:1] in ("k", "o")
        goes_on = self.texts[place + 1 : place + 2] == [" "]
        if is_word and goes_on and self.texts[place] in SIGNS:
            return SIGNS[self.texts[place]]
        # A sign is not parted from what it is applied to.
        is_sign = kind(self.units[before]) in ("o", "ow") and self.texts[before] != "="
        return None if is_sign else SPACE


def parted(code: str, room: int) -> str:
    """A line, with places where it may go on below and pieces that stay whole."""
    units = units_of(code)
    breaks = Breaks(units).found
    pieces = pieces_at(places(units, breaks, room), units)
    return "<wbr>".join(kept(piece, room) for piece in pieces)


def places(units: list[str], breaks: dict, room: int) -> list[int]:
    """The places where to part a line; no crumb stands below if others will do."""
    found = cuts(units, breaks, 0, len(units), room)
    if not found or size(units[found[-1] :]) >= CRUMB:
        return found
    fewer = {place: how for place, how in breaks.items() if place < found[-1]}
    others = places(units, fewer, room)
    fits = all(size(piece) <= room for piece in pieces_at(others, units))
    return others if fits else found


def pieces_at(ends: list[int], units: list[str]) -> list[list[str]]:
    """The pieces that a line has between some places."""
    return [units[a:b] for a, b in pairwise([0, *ends, len(units)])]


def size(units: list[str]) -> int:
    """How many letters they have, without the spaces around them."""
    return len(letters("".join(units)).strip())


def cuts(units: list[str], breaks: dict, start: int, end: int, room: int) -> list[int]:
    """The places from one unit to another at which a line is to be parted."""
    inside = {k: breaks[k] for k in range(start + 1, end) if k in breaks}
    if not inside or size(units[start:end]) <= room:
        return []
    best = min(inside.values())
    at = [start, *(k for k, found in inside.items() if found == best), end]
    found = list(at[1:-1])
    for first, last in pairwise(at):
        found += cuts(units, breaks, first, last, room)
    return sorted(found)


def kept(piece: list[str], room: int) -> str:
    """A piece that stays whole, where a line has room for it; the space behind."""
    code = "".join(piece)
    bare = code.rstrip(" ")
    text = letters(bare).strip()
    parts = len(text) <= room and not ONE_WORD.fullmatch(text)
    return (WHOLE.format(bare) if parts else bare) + code[len(bare) :]
