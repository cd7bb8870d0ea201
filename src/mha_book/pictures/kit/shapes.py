"""What diagrams are made of: tiles, arrows, lanes, bricks, clocks, graphs."""

import math
import re
from collections.abc import Iterable, Sequence

from mha_book.pictures.kit.markup import Node, node
from mha_book.scales import on_weight_scale

CELL, ROW = 44, 26  # px: a number of four characters, and a line of text
Point = tuple[float, float]


def written(number: float, decimals: int = 2) -> str:
    """A number as a cell shows it: a true minus sign, and −∞ where nothing may go."""
    if number == -math.inf:
        return "−∞"
    return f"{number:z.{decimals}f}".replace("-", "−")


def brief(number: float) -> str:
    """A given number: no more digits than it needs, and no more than two decimals."""
    return written(number).rstrip("0").rstrip(".")


def given(words: Sequence[str], row: Iterable[float]) -> str:
    """What a row of attention weights gives to each word, said."""
    pairs = zip(words, row, strict=True)
    return ", ".join(f"{written(weight)} to {word}" for word, weight in pairs)


def text(x: float, y: float, words: str, class_: str = "") -> Node:
    """Words centred on a point; the classes mha-start and mha-end align them.

    A letter after a capital and an underscore stands low: W_q.
    """
    plain, *marked = re.split(r"(?<=[A-Z])_", words)
    parts = [node("tspan", m[0], dy=4, class_="mha-low") for m in marked]
    after = [node("tspan", m[1:], dy=-4) for m in marked]
    pairs = [part for pair in zip(parts, after, strict=True) for part in pair]
    return node("text", plain, *pairs, x=x, y=y, class_=class_)


def cell(
    x: float,
    y: float,
    words: str,
    *,
    class_: str = "",
    fill: str = "",
    ink: str = "",
    width: float = CELL,
    height: float = ROW,
) -> Node:
    """A box with words in its middle; its upper left corner stands at x, y."""
    style = fill and f"fill: {fill}"
    box = node("rect", x=x, y=y, width=width, height=height, style=style)
    label = text(x + width / 2, y + height / 2, words)
    if ink:
        label.set("style", f"fill: {ink}")
    hatch = _hatch(x, y, width, height) if "mha-hidden" in class_ else []
    return node("g", box, *hatch, label, class_=f"mha-cell {class_}".strip())


def _hatch(x: float, y: float, width: float, height: float) -> list[Node]:
    """Strokes across a box: hidden is not small."""
    lines = [
        f"M{x + k},{y + height} L{min(x + k + height, x + width)},"
        f"{max(y, y + height - (width - k))}"
        for k in range(0, int(width), 9)
    ]
    return [node("path", d=" ".join(lines), class_="mha-hatch")]


def tile(
    x: float,
    y: float,
    rows: Sequence[Sequence[float | str]],
    *,
    title: str = "",
    note: str = "",
    below: bool = False,
    row_names: Sequence[str] = (),
    column_names: Sequence[str] = (),
    role: str = "",
    parameter: bool = False,
    lit: Iterable[tuple[int, int]] = (),
    stripe: Iterable[tuple[int, int]] = (),
    width: float = CELL,
    decimals: int = 2,
) -> Node:
    """A matrix as cells, its first row and column marked by a notch.

    Args:
        x, y: the upper left corner of its first cell.
        rows: what each cell says; −inf is drawn as hidden.
        title, note: its name, and its shape.
        below: whether these stand below it, where a factor stands above.
        row_names, column_names: what stands left of each row, above each column.
        role: "query", "key", "value" or "weights"; weights take the scale's colours.
        parameter: whether training changes it; then it is drawn as an outline.
        lit: (row, column) of cells to emphasise.
        stripe: (row, column) of cells that belong to a second head.
        width: of a cell.
        decimals: digits after the point.
    """
    middle = x + len(rows[0]) * width / 2
    kinds = {"mha-lit": set(lit), "mha-stripe": set(stripe)}
    parts = [
        _number(
            (x + j * width, y + i * ROW),
            value if isinstance(value, str) else written(value, decimals),
            [kind for kind, cells in kinds.items() if (i, j) in cells],
            value if role == "weights" else None,
            width,
        )
        for i, row in enumerate(rows)
        for j, value in enumerate(row)
    ]
    parts.append(node("path", d=f"M{x},{y + 7} V{y} H{x + 7} Z", class_="mha-tip"))
    for i, name in enumerate(row_names):
        parts.append(text(x - 7, y + (i + 0.5) * ROW, name, "mha-label mha-end"))
    for j, name in enumerate(column_names):
        parts.append(text(x + (j + 0.5) * width, y - 10, name, "mha-label"))
    parts += _heading(
        middle,
        y + len(rows) * ROW if below else y - 16 * bool(column_names),
        title,
        note,
        below,
    )
    kind = " mha-parameter" if parameter else ""
    return node("g", *parts, class_=f"mha-tile{kind}{role and f' mha-{role}'}")


def _heading(x: float, y: float, title: str, note: str, below: bool) -> list[Node]:
    """A name and a note, above or below a tile whose edge is at y."""
    first, second = (15, 31) if below else (-26 if note else -11, -10)
    parts = [text(x, y + first, title, "mha-name")] if title else []
    return [*parts, text(x, y + second, note, "mha-small")] if note else parts


def moved(x: float, y: float, *nodes: Node) -> Node:
    """Nodes drawn around 0, 0, moved to x, y."""
    return node("g", *nodes, transform=f"translate({x},{y})")


def line(*points: Point, class_: str = "mha-line") -> Node:
    """Straight strokes from point to point."""
    path = "M" + " L".join(f"{x},{y}" for x, y in points)
    return node("path", d=path, class_=class_)


def _number(
    at: Point, words: str, kinds: list[str], weight: float | str | None, width: float
) -> Node:
    if words == "−∞":
        kinds = ["mha-hidden", *kinds]
    fill, ink = on_weight_scale(weight) if isinstance(weight, float) else ("", "")
    return cell(*at, words, class_=" ".join(kinds), fill=fill, ink=ink, width=width)


def stack(
    x: float, y: float, sheets: Sequence[Node], *, dx: float = 8, dy: float = 6
) -> Node:
    """Tiles drawn at 0, 0, one behind the other: the first in front."""
    placed = [moved(x + k * dx, y - k * dy, sheet) for k, sheet in enumerate(sheets)]
    return node("g", *reversed(placed), class_="mha-stack")


def arrow(*points: Point, role: str = "", words: str = "", class_: str = "") -> Node:
    """A line through points to a tip at the last; words stand at the middle of it.

    Two points at different heights are joined by a curve that leaves and arrives level.
    """
    (ax, ay), (bx, by) = points[0], points[-1]
    kind = f"mha-arrow {class_}".strip()
    if len(points) == 2 and ax != bx and ay != by:
        middle = (ax + bx) / 2
        short = bx - math.copysign(6, bx - ax)  # the tip covers the rest
        path = f"M{ax},{ay} C{middle},{ay} {middle},{by} {short},{by}"
        shaft, before = node("path", d=path, class_=kind), (middle, by)
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


def lane(x: float, y: float, width: float, height: float, title: str = "") -> Node:
    """A frame around what belongs to one head."""
    frame = node("rect", x=x, y=y, width=width, height=height, rx=10)
    name = [text(x + 12, y + 15, title, "mha-name mha-start")] if title else []
    return node("g", frame, *name, class_="mha-lane")


def bricks(
    x: float, y: float, numbers: Sequence[tuple[str, str]], *, width: float = CELL
) -> Node:
    """A row of memory: (words, role) for each place, its address beneath."""
    parts = []
    for k, (words, role) in enumerate(numbers):
        parts.append(
            cell(x + k * width, y, words, class_=role and f"mha-{role}", width=width)
        )
        parts.append(text(x + (k + 0.5) * width, y + ROW + 10, str(k), "mha-small"))
    return node("g", *parts, class_="mha-bricks")


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
        end = (x + radius * math.cos(angle), y - radius * math.sin(angle))
        hand = node("path", d=f"M{x},{y} L{end[0]:.2f},{end[1]:.2f}", class_="mha-line")
        parts.append(node("g", hand, tip((x, y), end), class_=role and f"mha-{role}"))
    for letter, (angle, role) in zip(letters, hands, strict=bool(letters)):
        far = radius + 11
        place = (x + far * math.cos(angle), y - far * math.sin(angle))
        parts.append(text(*place, letter, f"mha-name {role and f'mha-{role}'}"))
    if title:
        parts.append(text(x, y + radius + 14, title, "mha-small"))
    return node("g", *parts, class_="mha-clock")


def graph(
    places: dict[str, Point],
    edges: Iterable[tuple[str, str]],
    words: dict[str, str] | None = None,
    *,
    radius: float = 22,
) -> Node:
    """Named circles, and an arrow for each (from, to) pair."""
    parts = []
    for start, end in edges:
        (ax, ay), (bx, by) = places[start], places[end]
        length = math.hypot(bx - ax, by - ay)
        ux, uy = radius * (bx - ax) / length, radius * (by - ay) / length
        a, b = (ax + ux, ay + uy), (bx - ux, by - uy)
        path = f"M{a[0]:.2f},{a[1]:.2f} L{b[0]:.2f},{b[1]:.2f}"
        parts += [node("path", d=path, class_="mha-arrow"), tip(a, b)]
    for name, (x, y) in places.items():
        circle = node("circle", cx=x, cy=y, r=radius)
        parts.append(
            node(
                "g",
                circle,
                text(x, y, (words or {}).get(name, name)),
                class_="mha-node",
            )
        )
    return node("g", *parts, class_="mha-graph")
