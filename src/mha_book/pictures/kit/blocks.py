"""Tensors as blocks of cells: what a shape looks like."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import product
from typing import cast

from mha_book.pictures.kit.markup import Node, node
from mha_book.pictures.kit.numbers import format_shape
from mha_book.pictures.kit.shapes import Point

SIZES = {"B": 2, "H": 3, "D": 4, "Tq": 5, "Tk": 6}  # no two axes look alike
SIZES |= {"T": SIZES["Tq"], "E": SIZES["H"] * SIZES["D"]}
GAP = 5  # px between grids that stand side by side
OFF = "mha-off"  # the look of a cell that a mask hides
STYLE = """
.mha-diagram .mha-sheet path {
  fill: color-mix(in srgb, var(--part, var(--faint)) 10%, var(--ground));
  stroke: light-dark(
    var(--part, var(--faint)),
    color-mix(in srgb, var(--part, var(--rule)) 50%, var(--ink))
  );
  stroke-width: 0.8;
}
.mha-diagram .mha-sheet .mha-of-1 {
  fill: color-mix(in srgb, var(--part, var(--faint)) 36%, var(--ground));
}
.mha-diagram .mha-sheet .mha-of-2 {
  fill: color-mix(in srgb, var(--part, var(--faint)) 70%, var(--ground));
}
.mha-diagram .mha-sheet .mha-off { fill: var(--ground); stroke: var(--faint); }
"""


def block(
    shape: Sequence[int],
    side: float,
    look: Callable[..., str] = lambda *at: "",
    *,
    behind: Point = (6, -5),
    role: str = "",
) -> Node:
    """A tensor at 0, 0: sheets behind each other, each of grids side by side.

    Args:
        shape: how many sheets, grids in a sheet, rows in a grid, cells in a row.
        side: px, of a cell.
        look: (sheet, grid, row, column) of a cell -> its class or its colour, which is
            the weight scale's.
        behind: from a sheet to the next one, in px.
        role: "query", "key", "value" or "weights".
    """
    sheets: list[dict[str, str]] = [defaultdict(str) for _ in range(shape[0])]
    for sheet, n, i, j in product(*map(range, shape)):
        kind = look(sheet, n, i, j)
        x = n * (shape[3] * side + GAP) + j * side
        sheets[sheet][kind] += f"M{x:g},{i * side:g}h{side}v{side}h-{side}z"
        if kind == OFF:  # struck through
            sheets[sheet][kind] += f"m0,{side}l{side},-{side}"
    made = [
        node(
            "g",
            *(_path(kind, cells) for kind, cells in drawn.items()),
            class_="mha-sheet",
            transform=f"translate({k * behind[0]},{k * behind[1]})",
        )
        for k, drawn in enumerate(sheets)
    ]
    kind = f"mha-block{role and f' mha-{role}'}"
    return node("g", *reversed(made), class_=kind)  # the first in front


def _path(look: str, cells: str) -> Node:
    """The cells of one look."""
    if look.startswith("light-dark"):
        return node("path", d=cells, style=f"fill: {look}")
    return node("path", d=cells, class_=look)


def width_of(shape: Sequence[int], side: float) -> float:
    """Of a block's first sheet, in px."""
    _, grids, _, columns = shape
    return grids * columns * side + (grids - 1) * GAP


def format_axes(letters: str, shape: Sequence[int]) -> str:
    """A shape as letters, given with spaces between them, and as numbers."""
    # What `format_shape` joins are single letters elsewhere: B, T, E.
    return format_shape(cast("str", letters.split()), shape)
