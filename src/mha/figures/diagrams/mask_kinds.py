"""Five masks of six positions: a rule for each pair of a query and a key."""

import torch
from torch import Tensor

from mha.attention.masks import causal_mask, padding_mask, sliding_window_mask
from mha.figures.diagrams import numbers
from mha.figures.diagrams.markup import Diagram, Node, node
from mha.figures.diagrams.shapes import cell, moved, text

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
    rows = mask.int().tolist()
    parts = [text(SIDE / 2, -34, name, "mha-name")]
    for j in range(LENGTH):
        parts.append(text((j + 0.5) * SMALL, -12, str(j), "mha-small"))
    if len(rows) > 1:
        for i in range(LENGTH):
            parts.append(text(-5, (i + 0.5) * SMALL, str(i), "mha-small mha-end"))
        shape, below = numbers.sized("TT", mask.shape), SIDE + 16
    else:
        parts.append(text(SIDE / 2, SMALL + 18, "for every query", "mha-small"))
        shape, below = numbers.sized("BT", mask.shape), SMALL + 38
    parts.append(text(SIDE / 2, below, shape, "mha-small"))
    return [*parts, _cells(rows)]


def _cells(rows: list[list[int]]) -> Node:
    """1 on a tint, and a hatch under each 0: hidden is not small."""
    made = [
        cell(
            *(j * SMALL, i * SMALL, str(seen)),
            class_="" if seen else "mha-hidden",
            width=SMALL,
            height=SMALL,
        )
        for i, row in enumerate(rows)
        for j, seen in enumerate(row)
    ]
    notch = node("path", d="M0,6 V0 H6 Z", class_="mha-tip")
    return node("g", *made, notch, class_="mha-tile mha-weights")


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
