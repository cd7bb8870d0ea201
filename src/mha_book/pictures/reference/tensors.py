"""Tensors of four axes: each axis named, and masks stretched over scores."""

import torch
from torch import Tensor

from mha.attention.masks import causal_mask, padding_mask, sliding_window_mask
from mha_book.pictures.kit.blocks import OFF, SIZES, STYLE, block, format_axes, width_of
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.shapes import Point, arrow, line, move, text
from mha_book.pictures.kit.tiles import ROW

CELL_SIDE, BEHIND = 18, (16, -13)  # px: a cell, and from one sheet to the next
AXES = ("B", "H", "T", "D")
INDEX = (0, 1, 2)  # sentence, head, token
TAKEN = ("all", "a sentence", "a head of it", "a token there")
LOOKS = ("mha-bare", "", "mha-of-1", "mha-of-2")  # a cell's: how far it is in INDEX
AXES_STYLE = STYLE + ".mha-diagram .mha-sheet .mha-bare { fill: var(--ground); }"


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


SIDE, APART = 8, 22  # px: a cell, and from one sentence's sheet to the next
SCORES = "B H Tq Tk"
LENGTHS = (6, 4)  # of the two sentences whose keys are asked
WINDOWS = (3, 4, 5)  # how many keys each head reads; less would empty a row


def masks() -> list[tuple[str, str, Tensor]]:
    """What each mask says, the letters of its axes, and the mask; True = may attend."""
    tq, tk = SIZES["Tq"], SIZES["Tk"]
    real = padding_mask(LENGTHS, tk)  # (B, 1, 1, Tk)
    windows = [sliding_window_mask(tq, tk, window=window) for window in WINDOWS]
    return [
        ("causal", "Tq Tk", causal_mask(tq, tk)),
        ("padding", "B 1 1 Tk", real),
        ("a window for each head", SCORES, real & torch.stack(windows)),
    ]


@picture
def mask_broadcasting() -> Diagram:
    """Each mask as it is kept, and then stretched over the scores."""
    made = masks()
    wide = [move(16 + 230 * k, 0, *_panel(*mask)) for k, mask in enumerate(made)]
    tall = [
        move(4, 196 * k, *_panel(*mask, across=True)) for k, mask in enumerate(made)
    ]
    alt = _masks_in_words()
    return Diagram(alt, Drawing(wide, 676, 346), Drawing(tall, 358, 578), css=STYLE)


def _panel(
    words: str, letters: str, mask: Tensor, *, across: bool = False
) -> list[Node]:
    """A mask at 0, 0, and below or right of it the same over all scores."""
    whole = (1,) * (4 - mask.dim()) + mask.shape
    along = [axis for axis, n in zip(SCORES.split(), whole, strict=True) if n == 1]
    repeated = f"repeated along {', '.join(along)}" if along else "repeated nowhere"
    start, end = ((158, 98), (186, 98)) if across else ((24, 186), (24, 212))
    return [
        text(0, 10, words, "mha-name mha-start"),
        text(0, 27, format_axes(letters, mask.shape), "mha-small mha-start"),
        text(0, 44, repeated, "mha-small mha-start"),
        move(0, 78, *_sheets(mask.view(whole))),
        arrow(start, end),
        move(
            *((196, 78) if across else (0, 238)),
            *_sheets(mask.expand([SIZES[axis] for axis in SCORES.split()])),
        ),
    ]


def _sheets(mask: Tensor) -> list[Node]:
    """(sheets, grids, rows, columns), each sentence's sheet pulled out below the last.

    Struck through is what may not be attended to.
    """
    step = mask.shape[2] * SIDE + APART
    drawn = block(
        mask.shape,
        SIDE,
        lambda *at: "mha-of-1" if mask[at] else OFF,
        behind=(0, step),
        role="weights",
    )
    names = [
        text(0, b * step - 10, f"sentence {b}", "mha-small mha-start")
        for b in range(len(mask))
        if len(mask) > 1
    ]
    return [drawn, *names]


def _masks_in_words() -> str:
    size = [SIZES[axis] for axis in SCORES.split()]
    (*_, past), (*_, real), (*_, each) = masks()
    hidden = [int((~mask.expand(size)).sum()) for mask in (past, real, each)]
    return (
        f"Three masks stretched over scores {format_axes(SCORES, size)}. A causal mask "
        f"{format_axes('Tq Tk', past.shape)} is repeated for each sentence and head: "
        "the same triangle six times. A padding mask "
        f"{format_axes('B 1 1 Tk', real.shape)} is repeated for each head and query: "
        f"whole columns, the last {LENGTHS[0] - LENGTHS[1]} of sentence 1. The "
        "third has the scores’ own shape: each head reads back over another number of "
        f"keys. They hide {hidden[0]}, {hidden[1]} and {hidden[2]} scores."
    )
