"""Short pairs of brackets, and signs with what they belong to, which no line parts."""

import re
from html import unescape

MARKUP = re.compile(r"<[^>]*>")
# The elements of a line, each with its letters, and what stands between them.
UNIT = re.compile(r"<span[^>]*>[^<]*</span>|<[^>]*>|[^<]+")
BRACKETS = re.compile(r'<span class="p">([^<]*)</span>')
LONGEST = 24  # letters in brackets that stay together
WHOLE = '<span class="mha-whole">{}</span>'
# A browser may break after any "-"; a sign belongs to its number or name.
SIGN = re.compile(r'<span class="o">-</span><span[^>]*>[^<]*</span>')


def letters(code: str) -> str:
    """What is seen of a piece of code."""
    return unescape(MARKUP.sub("", code))


def keep_pairs(code: str) -> str:
    """A line of code as the style sheet keeps it: each short pair in one piece."""
    units, parts, start, loose = UNIT.findall(code), [], 0, 0
    while start < len(units):
        end = pair_end(units, start)
        if end > start:
            parts.append(keep_signs("".join(units[loose:start])))
            parts.append(WHOLE.format("".join(units[start:end])))
            loose = end
        start = max(end, start + 1)
    return "".join(parts) + keep_signs("".join(units[loose:]))


def keep_signs(code: str) -> str:
    """Each minus with its number."""
    return SIGN.sub(lambda found: WHOLE.format(found[0]), code)


def pair_end(units: list[str], start: int) -> int:
    """Where the longest short pair ends that begins in a unit; 0 if none does."""
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
