"""Masks of three shapes, each stretched over the scores."""

import torch
from torch import Tensor

from mha.attention.masks import causal_mask, padding_mask, sliding_window_mask
from mha_book.pictures.kit.blocks import OFF, SIZES, STYLE, block, format_axes
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.shapes import arrow, move, text

SIDE, APART = 8, 22  # px: a cell, and from one sentence's sheet to the next
SCORES = "B H Tq Tk"
SQUARE = SIZES | {"Tq": SIZES["Tk"]}  # a text that reads itself
LENGTHS = (6, 4)  # of the two sentences whose keys are asked
WINDOWS = (3, 4, 5)  # how many keys each head reads; less would empty a row


def masks() -> list[tuple[str, str, Tensor]]:
    """What each mask says, the letters of its axes, and the mask; True = may attend."""
    tq, tk = SQUARE["Tq"], SQUARE["Tk"]
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
        move(4, 212 * k, *_panel(*mask, across=True)) for k, mask in enumerate(made)
    ]
    alt = _masks_in_words()
    return Diagram(alt, Drawing(wide, 676, 378), Drawing(tall, 358, 626), css=STYLE)


def _panel(
    words: str, letters: str, mask: Tensor, *, across: bool = False
) -> list[Node]:
    """A mask at 0, 0, and below or right of it the same over all scores."""
    whole = (1,) * (4 - mask.dim()) + mask.shape
    along = [axis for axis, n in zip(SCORES.split(), whole, strict=True) if n == 1]
    repeated = f"repeated along {', '.join(along)}" if along else "repeated nowhere"
    start, end = ((158, 98), (186, 98)) if across else ((24, 202), (24, 228))
    return [
        text(0, 10, words, "mha-name mha-start"),
        text(0, 27, format_axes(letters, mask.shape), "mha-small mha-start"),
        text(0, 44, repeated, "mha-small mha-start"),
        move(0, 78, *_sheets(mask.view(whole))),
        arrow(start, end),
        move(
            *((196, 78) if across else (0, 254)),
            *_sheets(mask.expand([SQUARE[axis] for axis in SCORES.split()])),
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
    size = [SQUARE[axis] for axis in SCORES.split()]
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
