"""A gradient goes through one row of the softmax: its Jacobian, whole or in part."""

import torch
from torch import Tensor

from mha_book.pictures.gradients import worked_back
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.numbers import TOKENS
from mha_book.pictures.shapes import ROW, moved, text, tile, written

WIDTH, GAP = 40, 10  # px: a cell, and between a product and its factors


def softmax_gradient(asking: int = 0) -> Diagram:
    """One row's gradient at the weights, made into that at the scores, in two ways.

    Args:
        asking: the row of the worked example's head 0.
    """
    steps = worked_back()
    p, above = steps["P"][0][asking], steps["P"][1][asking : asking + 1]
    whole = torch.diag(p) - torch.outer(p, p)
    ways = {"the whole Jacobian": whole, "its diagonal alone": torch.diag(whole.diag())}
    panels = [_panel(name, above, way) for name, way in ways.items()]
    rows = [(above @ way)[0].tolist() for way in ways.values()]
    said = [", ".join(map(written, row)) for row in rows]
    alt = (
        f"The gradient at the attention weights of {TOKENS[asking]} times the Jacobian "
        f"of the softmax gives {said[0]} at its scores, which sum to "
        f"{written(sum(rows[0]))}. The diagonal alone gives {said[1]}, "
        f"which sum to {written(sum(rows[1]))}."
    )
    wide = tuple(moved(14 + 340 * k, 56, *panel) for k, panel in enumerate(panels))
    tall = tuple(moved(40, 56 + 236 * k, *panel) for k, panel in enumerate(panels))
    return Diagram(wide, 640, 222, alt, narrow=Diagram(tall, 350, 458, alt))


def _panel(title: str, above: Tensor, way: Tensor) -> list[Node]:
    """The row at the left, the Jacobian above, the product where they meet."""
    count = len(TOKENS)
    right, low = count * WIDTH + GAP, count * ROW + GAP
    made = above @ way
    shown = [[written(x) if x else "0" for x in row] for row in way.tolist()]
    total = written(made.sum().item())
    return [
        text(right + count * WIDTH / 2, -43, title, "mha-name"),
        text(right + count * WIDTH / 2, -26, "columns: a score grows", "mha-small"),
        text(right - 8, -9, "weight of", "mha-small mha-end"),
        tile(
            *(right, 0, shown),
            row_names=TOKENS,
            column_names=TOKENS,
            lit=[(k, k) for k in range(count)],
            width=WIDTH,
        ),
        tile(0, low, above.tolist(), title="gradient at P", below=True, width=WIDTH),
        tile(right, low, made.tolist(), title="gradient at S", below=True, width=WIDTH),
        text(right + count * WIDTH / 2, low + ROW + 33, f"sum {total}", "mha-small"),
    ]
