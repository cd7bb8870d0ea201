"""Short pairs of brackets, and signs with what follows them, which no line parts."""

import re
from html import unescape

MARKUP = re.compile(r"<[^>]*>")
# The elements of a line, each with its letters, and what stands between them.
UNIT = re.compile(r"<span[^>]*>[^<]*</span>|<[^>]*>|[^<]+")
BRACKETS = re.compile(r'<span class="p">([^<]*)</span>')
LONGEST = 24  # letters in brackets that stay together
WHOLE = '<span class="mha-whole">{}</span>'
# A line is parted before these, as one would by hand, and not behind.
SIGN = re.compile(r'<span class="(?:o|ow)">([^<]*)</span>')
LEADING = {"and", "or", "not", "in", "is", *"+-*/@%<>&|^"}
LEADING |= {"==", "!=", "<=", ">=", "//", "**", "<<", ">>", "->"}
STRING = re.compile(r'<span class="s\w*">[^<]*</span>')
COLON = '<span class="p">:</span>'


def letters(code: str) -> str:
    """What is seen of a piece of code."""
    return unescape(MARKUP.sub("", code))


def keep_pairs(code: str) -> str:
    """A line of code as the style sheet keeps it: each short pair in one piece."""
    units, parts, start, loose = UNIT.findall(code), [], 0, 0
    while start < len(units):
        end = piece_end(units, start)
        if end > start:
            parts.append("".join(units[loose:start]))
            parts.append(WHOLE.format("".join(units[start:end])))
            loose = end
        start = max(end, start + 1)
    return "".join(parts) + "".join(units[loose:])


def piece_end(units: list[str], start: int) -> int:
    """Where what begins in a unit, and is to stay together, ends; 0 if nothing does."""
    if not leads(units, start):
        return pair_end(units, start)
    follower = start + 1
    while follower < len(units) and not letters(units[follower]).strip():
        follower += 1
    end = max(pair_end(units, follower), follower + 1)
    fits = end <= len(units) and len(letters("".join(units[start:end]))) <= LONGEST
    return end if fits else 0


def leads(units: list[str], place: int) -> bool:
    """Whether a unit is a sign that begins what follows it, or a key's colon."""
    sign = SIGN.fullmatch(units[place])
    is_key = units[place] == COLON and place and STRING.fullmatch(units[place - 1])
    # A line may end at a space, and behind any "-".
    ends = letters("".join(units[place + 1 : place + 2]))[:1] == " "
    leading = sign and unescape(sign[1]) in LEADING and (ends or sign[1] == "-")
    return bool(is_key or leading)


def pair_end(units: list[str], start: int) -> int:
    """Where the longest short pair ends that begins in a unit; 0 if none does."""
    if start >= len(units):
        return 0
    end, depth = 0, depths(units[start])[1]
    inner, size = depth, len(letters(units[start]))
    for place in range(start + 1, len(units)):
        size += len(letters(units[place]))
        if inner == 0 or size > LONGEST:
            break
        depth += depths(units[place])[0]
        if depth < inner:
            end, inner = place + 1, depth
    return end


def depths(unit: str) -> tuple[int, int]:
    """By how many brackets a unit goes deeper, and how many it leaves open itself."""
    level = open_here = 0
    found = BRACKETS.fullmatch(unit)
    for sign in found[1] if found else "":
        step = (sign in "([{") - (sign in ")]}")
        level, open_here = level + step, max(0, open_here + step)
    return level, open_here
