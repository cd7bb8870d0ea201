"""LayerNorm by hand: each word's features minus their mean, divided by a deviation."""

import torch
from torch import Tensor

from mha.attention.positions import sinusoidal
from mha_book.pictures import numbers
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.numbers import TOKENS
from mha_book.pictures.shapes import ROW, arrow, moved, text, tile, written

LIT = 1  # the word whose arithmetic is written out
CELL = 42  # px, a cell's width
WIDE, HIGH = 4 * CELL, 3 * ROW  # px, a tile
LEFT, PITCH = 34, WIDE + 4 + CELL + 26  # px: the first tile, and to the next


def layer_norm_strip() -> Diagram:
    """Four features for each word: the embedding's, and its position's waves."""
    x = torch.cat([numbers.embeddings(), sinusoidal(3, 2).double()], dim=1)
    lines = [text(0, 20 * k, said, "mha-start") for k, said in enumerate(_sums(x))]
    parts = [*_panels(x)]
    wide = (
        *(moved(LEFT + k * PITCH, 36, *panel) for k, panel in enumerate(parts)),
        *(
            arrow(
                (LEFT + (k + 1) * PITCH - 24, 36 + HIGH / 2),
                (LEFT + (k + 1) * PITCH - 4, 36 + HIGH / 2),
            )
            for k in range(2)
        ),
        moved(LEFT, 176, *lines),
    )
    tall = (
        *(moved(50, 36 + 148 * k, *panel) for k, panel in enumerate(parts)),
        *(
            arrow(
                (50 + WIDE / 2, 36 + HIGH + 38 + 148 * k),
                (50 + WIDE / 2, 36 + 148 * (k + 1) - 6),
            )
            for k in range(2)
        ),
        moved(4, 474, *lines),
    )
    alt = _in_words(x)
    return Diagram(wide, 688, 250, alt, narrow=Diagram(tall, 358, 546, alt))


def normed(x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Means (T, 1), what is left (T, E), its deviations (T, 1), and the quotient."""
    mean = x.mean(dim=-1, keepdim=True)
    deviation = x.var(dim=-1, keepdim=True, unbiased=False).sqrt()
    return mean, x - mean, deviation, (x - mean) / deviation


def _panels(x: Tensor) -> list[list[Node]]:
    """Each (T, E) tile, and beside it what is taken from its rows, or divides them."""
    mean, centred, deviation, result = normed(x)
    return [
        [_tile(x, "x", "embedding, position"), _beside(mean, "mean")],
        [_tile(centred, "x − mean", "each row sums to 0"), _beside(deviation, "dev.")],
        [_tile(result, "LayerNorm", "deviation 1")],
    ]


def _tile(rows: Tensor, title: str, note: str) -> Node:
    return tile(
        *(0, 0, rows.tolist()),
        title=title,
        note=note,
        below=True,
        row_names=TOKENS if title == "x" else (),
        lit=[(LIT, j) for j in range(rows.shape[1])],
        width=CELL,
    )


def _beside(column: Tensor, title: str) -> Node:
    at = (WIDE + 4, 0)
    return tile(*at, column.tolist(), title=title, lit=[(LIT, 0)], width=CELL)


def _sums(x: Tensor) -> list[str]:
    """The lit word's arithmetic."""
    mean, centred, deviation, result = (t[LIT].tolist() for t in normed(x))
    first, middle, far = x[LIT, 0].item(), mean[0], deviation[0]
    added = " + ".join(map(written, x[LIT].tolist()))
    return [
        f"mean of {TOKENS[LIT]}: ({added}) / {x.shape[1]} = {written(middle)}",
        f"first feature: {written(first)} − {written(middle)} = {written(centred[0])}",
        f"deviation, the root of the squares' mean: {written(far)}",
        f"divided by it: {written(centred[0])} / {written(far)} = {written(result[0])}",
    ]


def _in_words(x: Tensor) -> str:
    mean, _, deviation, result = normed(x)
    row = ", ".join(map(written, result[LIT].tolist()))
    return (
        f"LayerNorm of three words with four features each, in two steps. From each "
        f"word's features their mean is taken away, {written(mean[LIT].item())} for "
        f"{TOKENS[LIT]}; what is left is divided by its standard deviation, "
        f"{written(deviation[LIT].item())}. The word {TOKENS[LIT]} becomes {row}. "
        f"Rows do not mix."
    )
