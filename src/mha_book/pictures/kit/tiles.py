"""Matrices as cells: tiles of numbers, grids of masks, rows of memory."""

from collections.abc import Iterable, Sequence

from torch import Tensor

from mha_book.pictures.kit.markup import Node, node
from mha_book.pictures.kit.shapes import Point, digits, move, text
from mha_book.scales import on_weight_scale

CELL, ROW = 44, 26  # px: a number of four characters, and a line of text


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
            value if isinstance(value, str) else digits(value, decimals),
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
    placed = [move(x + k * dx, y - k * dy, sheet) for k, sheet in enumerate(sheets)]
    return node("g", *reversed(placed), class_="mha-stack")


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


def mask_grid(
    words: Sequence[Sequence[str]],
    hidden: Tensor,
    size: tuple[float, float],
    row_names: Sequence[str],
    column_names: Sequence[str],
) -> list[Node]:
    """A mask at 0, 0: what it says in each cell, on a hatch where it hides.

    Args:
        words: (rows, columns).
        hidden: of the same shape; hidden is not small, so it is no colour.
        size: px, of a cell.
        row_names, column_names: what stands left of each row, above each column.
    """
    wide, high = size
    columns = [
        text((j + 0.5) * wide, -12, name, "mha-small")
        for j, name in enumerate(column_names)
    ]
    rows = [
        text(-6, (i + 0.5) * high, name, "mha-small mha-end")
        for i, name in enumerate(row_names)
    ]
    cells = [
        cell(
            *(j * wide, i * high, said),
            class_="mha-hidden" if hidden[i, j] else "",
            width=wide,
            height=high,
        )
        for i, row in enumerate(words)
        for j, said in enumerate(row)
    ]
    notch = node("path", d="M0,6 V0 H6 Z", class_="mha-tip")
    return [
        *columns,
        *rows,
        node("g", *cells, notch, class_="mha-tile mha-weights"),
    ]
