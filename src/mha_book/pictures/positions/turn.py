"""An arrow that turns: its part to the right and its part upwards, and their sum."""

import math

from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import Point, digits, line, short_digits, text, tip

UNIT = 46  # px for a length of 1
UP, HIGH = 3 * UNIT, 3.6 * UNIT  # px above 0, and in all
ROOM = (0.5, 3.2), (2.9, 1.1), (1.2, 2.5)  # each step's, left and right of 0
# How far a turned part leads to the right and upwards, as `rotate` writes it.
CODE = ("a * cos", "a * sin"), ("-b * sin", "b * cos")


@picture
def turned_arrow(right: float = 2, up: float = 1, degrees: float = 30) -> Diagram:
    """Turn an arrow in three steps: its two parts, each by itself, and their sum.

    Args:
        right, up: where the arrow points, at most 2 each.
        degrees: how far it turns, counter-clockwise, less than a quarter turn.
    """
    parts: list[Point] = [(right, 0), (0, up)]
    turned = [_turn(*part, degrees) for part in parts]
    names = [f"a = {right:g} to the right", f"b = {up:g} upwards"]
    steps = [
        _step(name, [*_legs(there, code), _thin((0, 0), part)], there, room)
        for name, code, part, there, room in zip(
            names, CODE, parts, turned, ROOM[:2], strict=True
        )
    ]
    end = (turned[0][0] + turned[1][0], turned[0][1] + turned[1][1])
    chain = [_thin((0, 0), turned[0]), _thin(turned[0], end)]
    steps.append(_step("both, added", chain, end, ROOM[-1]))
    alt = (
        f"The arrow ({short_digits(right)}, {short_digits(up)}) turns by {degrees:g} "
        "degrees in three steps: its part to the right becomes "
        f"{_pair(turned[0])}, its part upwards becomes {_pair(turned[1])}, "
        f"and their sum is {_pair(end)}."
    )
    return Diagram(alt, row(steps, 16), column(steps, 8))


def _turn(x: float, y: float, degrees: float) -> Point:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return round(x * cos - y * sin, 9) + 0.0, round(x * sin + y * cos, 9) + 0.0


def _pair(place: Point) -> str:
    return f"({digits(place[0])}, {digits(place[1])})"


def _step(name: str, shapes: list[Node], end: Point, room: Point) -> Drawing:
    """What a step begins from, and the arrow that it ends with."""
    left, right = UNIT * room[0], UNIT * room[1]
    axes = [
        line((-min(left, 1.2 * UNIT), 0), (right - 0.3 * UNIT, 0), class_="mha-axis"),
        line((0, 0.3 * UNIT), (0, -2.2 * UNIT), class_="mha-axis"),
    ]
    at = _at(end)
    arrow = node("g", line((0, 0), at), tip((0, 0), at), class_="mha-query")
    aside = "mha-end" if end[0] < 0 else ""  # beside the axis, not across it
    place = text(at[0], at[1] - 14, _pair(end), f"mha-name {aside}".strip())
    title = text((right - left) / 2, -2.7 * UNIT, name, "mha-name")
    drawn = [title, *axes, *shapes, arrow, place]
    return panel((left, UP), (left + right, HIGH), drawn)


def _legs(end: Point, code: tuple[str, str]) -> list[Node]:
    """How far an arrow leads to the right and upwards, and the code of both."""
    (x, y), (across, upwards) = _at(end), code
    beside = (x + 6, "mha-start") if x > 0 else (x - 6, "mha-end")
    return [
        line((0, 0), (x, 0), class_="mha-line mha-thin mha-dashed"),
        line((x, 0), (x, y), class_="mha-line mha-thin mha-dashed"),
        text(x / 2, 18, across, "mha-code"),
        text(beside[0], y / 2 + 4, upwards, f"mha-code {beside[1]}"),
    ]


def _thin(start: Point, end: Point) -> Node:
    return line(_at(start), _at(end), class_="mha-line mha-thin")


def _at(place: Point) -> Point:
    return UNIT * place[0] + 0.0, -UNIT * place[1] + 0.0
