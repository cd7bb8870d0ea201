"""What is drawn, as lines to be read: each mark's look, place and words, in order.

In a group that is moved, places count from its own 0, 0. Marks that follow each other
and look alike share a line, and a group that is drawn again is told by its number.
"""

import math
import re
from itertools import groupby, pairwise

from drawn import SVG, number
from mha_book.pictures.kit.markup import serialise
from mha_book.scales import on_weight_scale

NUMBER = re.compile(r"(-?\d+(?:\.\d+)?(?:e-?\d+)?)")
SHADES = {on_weight_scale(k / 255)[0]: k / 255 for k in range(256)}
# Of a name, which is written otherwise once any module has registered its space.
SPACE = re.compile(r' xmlns(:\w+)?="[^"]*"|\bns\d+:')
LONG = 16  # numbers of a path
LARGE = 250  # letters of a group's markup, from which on it has a number
PLACES = ("x", "y", "cx", "cy", "d", "transform")


def marks(*drawings):
    """The lines of a picture's drawings, read back."""
    known = {}
    return [
        line
        for drawing in drawings
        for line in (
            f"room {drawing.get('viewBox')}, {drawing.get('style')}",
            *_inside(drawing, known),
        )
    ]


def _inside(part, known, indent=""):
    for head, run in groupby(map(_mark, part), lambda mark: mark[0]):
        places = [mark[1:] for mark in run]
        if places[0][1] is None or len(places[0][1]) == 0:
            yield f"{indent}{head}: " + "; ".join(place for place, _ in places)
            continue
        for place, group in places:
            title = f"{indent}{head} {place}".rstrip()
            raw = SPACE.sub("", "".join(serialise(child) for child in group))
            if raw in known:
                yield f"{title} again no. {known[raw]}"
                continue
            if len(raw) > LARGE:
                known[raw] = len(known) + 1
                title = f"{title} no. {known[raw]}"
            yield from _together(title, [*_inside(group, known, indent + " ")])


def _together(title, inner):
    """On one line, where there is little in a group."""
    if sum(map(len, inner)) < 90:
        return [f"{title} {{ {' | '.join(line.strip() for line in inner)} }}"]
    return [title, *inner]


def _mark(part):
    """A part's look, its place and its words, and itself if it is a group of others."""
    if part.tag in (f"{SVG}g", f"{SVG}a"):
        return _cell(part) or (_look(part), _rounded(part.get("transform", "")), part)
    places = [part.get(name, "") for name in PLACES]
    place = " ".join(_path(each) for each in places if each)
    return _look(part), f"{place}{_words(part)}", None


def _cell(part):
    """A box with words in its middle, hatched or not, as one mark."""
    tags = [child.tag.removeprefix(SVG) for child in part]
    if tags not in (["rect", "text"], ["rect", "path", "text"]):
        return None
    box, *hatch, words = part
    x, y, wide, high = (float(box.get(n, 0)) for n in ("x", "y", "width", "height"))
    middle = float(words.get("x")) - x, float(words.get("y")) - y
    if math.dist(middle, (wide / 2, high / 2)) > 0.02:
        return None
    strokes = [_look(each) + _rounded(_from(x, y, each.get("d"))) for each in hatch]
    look = [_look(part), f"{wide} × {high}", _shade(box, words), *strokes]
    place = _rounded(f"{x} {y}") + _words(words)
    return _rounded(" ".join(filter(None, look))), place, None


def _from(x, y, data):
    """A path's points, counted from another one."""
    pairs = re.findall(r"([ML])([-\d.]+),([-\d.]+)", data)
    return "".join(f" {kind}{float(a) - x},{float(b) - y}" for kind, a, b in pairs)


def _shade(box, words):
    """A cell's colours, if it has any: whether they are those of the weight it says."""
    style, ink = box.get("style", ""), words.get("style", "")
    ground = style.removeprefix("fill: ")
    if ground not in SHADES or ink != f"fill: {on_weight_scale(SHADES[ground])[1]}":
        return f"{style} {ink}".strip()
    says = abs(number(words.text) - SHADES[ground]) < 0.011
    return "shaded as it says" if says else f"shade {SHADES[ground]:.2f}"


def _look(part):
    """What a part is, and all that is not its place: class, size, colour."""
    tag = part.tag.removeprefix(SVG)
    given = {name: part.get(name) for name in part.attrib if name not in PLACES}
    classes = given.pop("class", "").replace("mha-", "").split()
    style = given.pop("style", "")
    for colour in re.findall(r"light-dark\([^)]*\)", style):
        style = style.replace(colour, f"shade {SHADES[colour]:.2f}")
    more = [f"{name} {_rounded(value)}" for name, value in given.items()]
    return " ".join([".".join([tag, *classes]), *more, *([style] if style else [])])


def _words(part):
    said = "".join(
        each if part is text else _shifted(each, text.get("class"))
        for text in part.iter()
        for each in [text.text or ""]
    )
    return f" “{said}”" if said else ""


def _shifted(words, kind):
    """A part of a line that does not look as the line does; a power behind a caret."""
    if kind == "mha-high":
        return f"^({words})" if " " in words else f"^{words}"
    return f"_{words}" if kind else words


def _path(data):
    """Its numbers; of many their count, the first and the last two, box and length."""
    numbers = [*map(float, NUMBER.findall(data))]
    if len(numbers) <= LONG:
        return _rounded(data)
    pairs = [*zip(numbers[::2], numbers[1::2], strict=False)]
    low, high = ([*map(f, zip(*pairs, strict=True))] for f in (min, max))
    length = sum(math.dist(*pair) for pair in pairwise(pairs))
    kinds = "".join(dict.fromkeys(re.findall("[A-Za-z]", data)))
    found = [*pairs[0], *pairs[-1], *low, *high, length]
    return _rounded(f"{len(numbers)}{kinds} " + " ".join(map(str, found)))


def _rounded(places):
    """To a tenth of a pixel."""
    return NUMBER.sub(
        lambda found: f"{float(found[1]):z.1f}".removesuffix(".0"), places
    )
