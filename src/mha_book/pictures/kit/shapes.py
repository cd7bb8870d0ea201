"""What diagrams are made of: words and numbers, lines and arrows, lanes, clocks."""

import math
import re
from collections.abc import Iterable, Sequence

from mha_book.pictures.kit.markup import Node, node

Point = tuple[float, float]


def digits(number: float, decimals: int = 2) -> str:
    """A number as a cell shows it: a true minus sign, and −∞ where nothing may go."""
    if number == -math.inf:
        return "−∞"
    return f"{number:z.{decimals}f}".replace("-", "−")


def short_digits(number: float) -> str:
    """A given number: no more digits than it needs, and no more than two decimals."""
    return digits(number).rstrip("0").rstrip(".")


def list_weights(words: Sequence[str], row: Iterable[float]) -> str:
    """What a row of attention weights gives to each word, said."""
    pairs = zip(words, row, strict=True)
    return ", ".join(f"{digits(weight)} to {word}" for word, weight in pairs)


# A letter after a capital and an underscore; a number, or a bracket, after a caret.
SHIFTED = re.compile(r"(?<=[A-Z])_(.)|\^(\([^)]*\)|−?[\d.]+)")


def text(x: float, y: float, words: str, class_: str = "") -> Node:
    """Words centred on a point; the classes mha-start and mha-end align them.

    A letter after a capital and an underscore stands low, W_q; a number after a caret,
    or what a bracket after one holds, stands high: e^0.5, e^(1 − 2).
    """
    plain, *rest = SHIFTED.split(words)
    parts = list[Node]()
    for low, high, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        dy, kind = (4, "mha-low") if low else (-4, "mha-high")
        parts.append(node("tspan", low or high.strip("()"), dy=dy, class_=kind))
        parts.append(node("tspan", after, dy=-dy))
    return node("text", plain, *parts, x=x, y=y, class_=class_)


def move(x: float, y: float, *nodes: Node) -> Node:
    """Nodes drawn around 0, 0, moved to x, y."""
    return node("g", *nodes, transform=f"translate({x},{y})")


def line(*points: Point, class_: str = "mha-line") -> Node:
    """Straight strokes from point to point."""
    path = "M" + " L".join(f"{x},{y}" for x, y in points)
    return node("path", d=path, class_=class_)


def level_curve(start: Point, end: Point, short: float = 0) -> str:
    """A path's data: it leaves and arrives level, a little short of its end if told."""
    (ax, ay), (bx, by) = start, end
    middle = (ax + bx) / 2
    return f"M{ax},{ay} C{middle},{ay} {middle},{by} {bx - short},{by}"


def arch_curve(start: Point, end: Point, rise: float) -> str:
    """A path's data: it leaves and arrives upright, by way of a height above both."""
    (ax, ay), (bx, by) = start, end
    return f"M{ax},{ay} C{ax},{ay - rise} {bx},{ay - rise} {bx},{by}"


def strand(path: str, thick: float, seen: float) -> Node:
    """A path for an attention weight, as thick in px and as opaque as it is told."""
    style = f"stroke-width: {thick:.2f}; opacity: {seen:.2f}"
    return node("path", d=path, class_="mha-strand", style=style)


def arrow(*points: Point, role: str = "", words: str = "", class_: str = "") -> Node:
    """A line through points to a tip at the last; words stand at the middle of it.

    Two points at different heights are joined by a curve that leaves and arrives level.
    """
    (ax, ay), (bx, by) = points[0], points[-1]
    kind = f"mha-arrow {class_}".strip()
    if len(points) == 2 and ax != bx and ay != by:
        tip_width = math.copysign(6, bx - ax)  # the tip covers the rest
        path = level_curve((ax, ay), (bx, by), tip_width)
        shaft, before = node("path", d=path, class_=kind), ((ax + bx) / 2, by)
    else:
        shaft, before = line(*points, class_=kind), points[-2]
    parts = [shaft, tip(before, points[-1])]
    if words:
        parts.append(text((ax + bx) / 2, (ay + by) / 2 - 10, words, "mha-small"))
    return node("g", *parts, class_=role and f"mha-{role}")


def tip(before: Point, at: Point) -> Node:
    """An arrowhead at a point, turned away from the one before it."""
    (ax, ay), (bx, by) = before, at
    angle = math.degrees(math.atan2(by - ay, bx - ax))
    place = f"translate({bx},{by}) rotate({angle:.1f})"
    return node("path", d="M0,0 L-9,-4.5 V4.5 Z", transform=place, class_="mha-tip")


def frame(x: float, y: float, width: float, height: float, round_: float = 8) -> Node:
    """A box with round corners: a step, or a part."""
    at = {"x": x, "y": y, "width": width, "height": height}
    return node("rect", **at, rx=round_, class_="mha-box")


def lane(
    x: float,
    y: float,
    width: float,
    height: float,
    title: str = "",
    middle: float | None = None,
) -> Node:
    """A frame around what belongs to one head; its title in the corner, or midway."""
    frame = node("rect", x=x, y=y, width=width, height=height, rx=10)
    corner = (x + 12, y + 15, title, "mha-name mha-start")
    place = corner if middle is None else (middle, y + 17, title, "mha-name")
    name = [text(*place)] if title else []
    return node("g", frame, *name, class_="mha-lane")


def on_circle(middle: Point, radius: float, angle: float) -> Point:
    """A point of a circle, by its angle: radians from the right, counter-clockwise.

    The book has no other start and no other direction.
    """
    x, y = middle
    return (
        round(x + radius * math.cos(angle), 2),
        round(y - radius * math.sin(angle), 2),
    )


def arc(middle: Point, radius: float, start: float, end: float) -> list[Point]:
    """Points of a circle from angle to angle, one for each two degrees or less."""
    steps = max(math.ceil(abs(math.degrees(end - start)) / 2), 1)
    angles = (start + (end - start) * k / steps for k in range(steps + 1))
    return [on_circle(middle, radius, angle) for angle in angles]


def clock(
    x: float,
    y: float,
    radius: float,
    hands: Sequence[tuple[float, str]],
    title: str = "",
    letters: str = "",
) -> Node:
    """A circle around x, y with hands, each (radians from the right, role).

    Letters, one for each hand, stand beyond their tips.
    """
    parts = [
        node(
            "circle",
            cx=x,
            cy=y,
            r=radius,
            class_="mha-line",
            style="stroke: var(--rule)",
        )
    ]
    for angle, role in hands:
        end = on_circle((x, y), radius, angle)
        hand = line((x, y), end)
        parts.append(node("g", hand, tip((x, y), end), class_=role and f"mha-{role}"))
    for letter, (angle, role) in zip(letters, hands, strict=bool(letters)):
        place = on_circle((x, y), radius + 11, angle)
        parts.append(text(*place, letter, f"mha-name {role and f'mha-{role}'}"))
    if title:
        parts.append(text(x, y + radius + 14, title, "mha-small"))
    return node("g", *parts, class_="mha-clock")
