"""A tensor of four axes, each of them named."""

import torch
from torch import Tensor

from mha_book.pictures.kit.blocks import SIZES, STYLE, block, format_axes, width_of
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.shapes import Point, line, move, text
from mha_book.pictures.kit.tiles import ROW

CELL_SIDE, BEHIND = 18, (16, -13)  # px: a cell, and from one sheet to the next
AXES = ("B", "H", "T", "D")
INDEX = (0, 1, 2)  # sentence, head, token
TAKEN = ("all", "a sentence", "a head of it", "a token there")
SHARES = (0, 30, 60, 95)  # %, of the colour: as far as a cell is in INDEX
LOOKS = tuple(f"mha-in-{k}" for k in range(len(SHARES)))
AXES_STYLE = STYLE + "".join(
    f".mha-diagram .mha-sheet .{look} "
    f"{{ fill: color-mix(in srgb, var(--part) {share}%, var(--ground)); }}\n"
    for look, share in zip(LOOKS, SHARES, strict=True)
)


def queries() -> Tensor:
    """(B, H, T, D)."""
    return torch.zeros([SIZES[axis] for axis in AXES])


@picture
def tensor_axes() -> Diagram:
    """Queries as sheets, grids, rows and columns, each named; and four indices."""
    wide = (move(76, 60, *_queries()), move(420, 52, *_indices()))
    tall = (move(76, 60, *_queries()), move(76, 252, *_indices()))
    alt = _axes_in_words()
    return Diagram(
        alt, Drawing(wide, 640, 246), Drawing(tall, 358, 428), css=AXES_STYLE
    )


def _look(*at: int) -> str:
    """By how many indices a cell agrees with INDEX, from the first on."""
    same = [here == index for here, index in zip(at, INDEX, strict=False)]
    return LOOKS[[*same, False].index(False)]


def _queries() -> list[Node]:
    """The block, and a bracket along each axis."""
    shape, (right, up) = queries().shape, BEHIND
    across, down = width_of(shape, CELL_SIDE), SIZES["T"] * CELL_SIDE
    grid = SIZES["D"] * CELL_SIDE
    return [
        block(shape, CELL_SIDE, _look, behind=BEHIND, role="query"),
        _bracket((-6, 0), (-6, down), (-5, 0)),
        *_named("T", "tokens", -18, down / 2, "mha-end"),
        _bracket((0, down + 6), (grid, down + 6), (0, 5)),
        *_named("D", "head’s width", grid / 2, down + 31),
        _bracket((0, down + 54), (across, down + 54), (0, 5)),
        *_named("H", "heads", across / 2, down + 79),
        line((across + 6, 0), (across + 6 + right, up), class_="mha-axis"),
        *_named("B", "sentences", across + right - 20, up - 22),
    ]


def _bracket(start: Point, end: Point, out: Point) -> Node:
    (ax, ay), (bx, by), (x, y) = start, end, out
    return line(start, (ax + x, ay + y), (bx + x, by + y), end, class_="mha-axis")


def _named(axis: str, words: str, x: float, y: float, align: str = "") -> list[Node]:
    """An axis: its letter and its length, and what it counts."""
    return [
        text(x, y - 8, f"{axis} = {SIZES[axis]}", f"mha-name {align}".strip()),
        text(x, y + 8, words, f"mha-small {align}".strip()),
    ]


def _indices() -> list[Node]:
    """What is left after no index, one, two and three, each with its shape."""
    q, parts = queries(), []
    for k, (words, look) in enumerate(zip(TAKEN, LOOKS, strict=True)):
        y, code = 42 * k, f"q{list(INDEX[:k])}" if k else "q"
        swatch = block((1, 1, 1, 1), 14, lambda *at, look=look: look, role="query")
        parts += [
            move(0, y + 2, swatch),
            text(24, y + 9, code, "mha-code mha-start"),
            text(112, y + 9, words, "mha-small mha-start"),
            text(
                24,
                y + ROW,
                format_axes(" ".join(AXES[k:]), q[INDEX[:k]].shape),
                "mha-start",
            ),
        ]
    return parts


def _axes_in_words() -> str:
    said = ", ".join(f"{axis} = {SIZES[axis]}" for axis in AXES)
    return (
        f"A tensor of queries with four axes, {said}. Its sentences are sheets, one "
        "behind the other; in a sheet its heads stand side by side; each head has a "
        "row for each token, and a row as many numbers as a head is wide. The first "
        "index takes a sheet, the second a head, the third a row of "
        f"{SIZES['D']} numbers."
    )
