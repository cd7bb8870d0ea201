"""Five masks of six positions: a rule for each pair of a query and a key."""

import torch
from torch import Tensor

from mha.attention.masks import causal_mask, padding_mask, sliding_window_mask
from mha_book.pictures import numbers
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.masks import mask_grid
from mha_book.pictures.shapes import moved, text

LENGTH, SMALL = 6, 19  # positions, and px: a cell of one digit
SIDE = LENGTH * SMALL


def kinds() -> dict[str, Tensor]:
    """Each mask by name, (T, T); padding says the same to every query, (B, T)."""
    causal = causal_mask(LENGTH)
    text_of = torch.arange(LENGTH) // 3  # which text a position is from
    return {
        "causal": causal,
        "window of 3": sliding_window_mask(LENGTH, window=3),
        "prefix of 3": causal | (torch.arange(LENGTH) < 3),
        "two packed texts": causal & (text_of[:, None] == text_of),
        "padding: 4 of 6": padding_mask([4], LENGTH)[:, 0, 0],
    }


def mask_kinds() -> Diagram:
    """Each mask as a grid of 1 and 0, a row for each query."""
    grids = [_grid(name, mask) for name, mask in kinds().items()]
    wide = [moved(34 + k * (SIDE + 18), 62, *grid) for k, grid in enumerate(grids)]
    tall = [
        moved(50 + (k % 2) * 170, 62 + (k // 2) * 196, *grid)
        for k, grid in enumerate(grids)
    ]
    alt = _in_words()
    narrow = Diagram(tuple(tall), 358, 560, alt)
    return Diagram(tuple(wide), 688, 204, alt, narrow=narrow)


def _grid(name: str, mask: Tensor) -> list[Node]:
    """A mask at 0, 0, with its name, its positions, and its shape."""
    square = len(mask) > 1
    below = len(mask) * SMALL + 16
    parts = [text(SIDE / 2, -34, name, "mha-name")]
    if not square:
        parts.append(text(SIDE / 2, below + 2, "for every query", "mha-small"))
        below += 22
    shape = numbers.sized("TT" if square else "BT", mask.shape)
    parts.append(text(SIDE / 2, below, shape, "mha-small"))
    words = [[str(seen) for seen in row] for row in mask.int().tolist()]
    positions = [str(position) for position in range(LENGTH)]
    rows = positions if square else ()
    return [*parts, *mask_grid(words, ~mask, (SMALL, SMALL), rows, positions)]


def _in_words() -> str:
    said = {
        name: " ".join("".join(map(str, row)) for row in mask.int().tolist())
        for name, mask in kinds().items()
    }
    return (
        "Five masks of six positions, a row for each query, 1 where it may attend to "
        f"the key. Causal {said['causal']}: the lower triangle. A window of 3 "
        f"{said['window of 3']}: a band. A prefix of 3 {said['prefix of 3']}: the "
        "triangle and the first three columns. Two packed texts "
        f"{said['two packed texts']}: a triangle for each. Padding "
        f"{said['padding: 4 of 6']}: the same row for every query."
    )
