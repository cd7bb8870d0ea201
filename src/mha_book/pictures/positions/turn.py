"""An arrow that turns: its part to the right and its part upwards, and their sum."""

import math

from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Node, node
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import Point, digits, line, text, tip

UNIT = 46  # px for a length of 1
Part = tuple[str, float, float]  # what it is called, and where it leads


@picture
def turned_arrow(right: float = 2, up: float = 1, degrees: float = 90) -> Diagram:
    """An arrow and its two parts, before a turn and after it.

    Args:
        right, up: where the arrow points, at most 2 each.
        degrees: how far it turns, counter-clockwise.
    """
    parts: list[Part] = [("right part", right, 0), ("up part", 0, up)]
    turned = [(name, *_turn(x, y, degrees)) for name, x, y in parts]
    before, after = (
        panel((2.6 * UNIT, 3.2 * UNIT), (5.2 * UNIT, 3.7 * UNIT), _face(face, title))
        for face, title in ((parts, "before"), (turned, f"turned by {degrees:g}°"))
    )
    names = [
        f"the {name} ({_pair(x, y)}) becomes ({_pair(*there)})"
        for (name, x, y), (_, *there) in zip(parts, turned, strict=True)
    ]
    alt = (
        f"The arrow ({_pair(right, up)}) turns by {degrees:g} degrees: "
        f"{' and '.join(names)}, so the arrow becomes ({_pair(*_sum(turned))})."
    )
    return Diagram(alt, row([before, after], 24), column([before, after], 8))


def _turn(x: float, y: float, degrees: float) -> Point:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return round(x * cos - y * sin, 9) + 0.0, round(x * sin + y * cos, 9) + 0.0


def _sum(parts: list[Part]) -> Point:
    return sum(x for _, x, _ in parts), sum(y for *_, y in parts)


def _pair(x: float, y: float) -> str:
    return f"{digits(x, 0)}, {digits(y, 0)}"


def _face(parts: list[Part], title: str) -> list[Node]:
    """The parts end to end, and the arrow that they make; its two numbers."""
    at, drawn = (0.0, 0.0), []
    for _, x, y in parts:
        there = at[0] + x, at[1] + y
        drawn.append(line(_at(at), _at(there)))
        at = there
    end = _at(at)
    arrow = node("g", line((0, 0), end), tip((0, 0), end), class_="mha-query")
    axes = [
        line((-2.2 * UNIT, 0), (2.2 * UNIT, 0), class_="mha-axis"),
        line((0, 0.3 * UNIT), (0, -2.2 * UNIT), class_="mha-axis"),
    ]
    return [
        text(0, -2.9 * UNIT, title, "mha-name"),
        *axes,
        *drawn,
        arrow,
        text(end[0], end[1] - 14, f"({_pair(*at)})", "mha-name"),
    ]


def _at(place: Point) -> Point:
    return UNIT * place[0] + 0.0, -UNIT * place[1] + 0.0
