"""Softmax under a mask: what becomes of a row that may attend to nothing."""

import math

import torch
from torch import Tensor

from mha.attention.checks import check_mask


def masked_softmax(
    scores: Tensor, mask: Tensor | None = None, *, dim: int = -1
) -> Tensor:
    """Softmax over the allowed keys: the book's one rule for hidden scores.

    Args:
        scores: floating point, any shape.
        mask: boolean, broadcasts to the scores; True = may attend.
        dim: the axis of the keys.

    Returns:
        Weights shaped like the scores. Hidden keys get exactly 0; where nothing is
        allowed, every weight is 0, with a gradient of 0.

    Raises:
        ValueError: the mask is not boolean or does not broadcast.

    Source: Vaswani et al. 2017, section 3.2.3; the empty row is this book's choice.
    """
    if mask is None:
        return scores.softmax(dim)
    check_mask(mask, scores.shape)
    # Missing leading axes become axes of 1, so that `dim` means the same axis in both.
    mask = mask[(None,) * (scores.dim() - mask.dim())]
    empty = ~mask.any(dim, keepdim=True)
    # −inf alone would make an empty row 0/0 = NaN on the way to its gradient. So its
    # scores become 0 first, and its (uniform) weights are cleared afterwards.
    hidden = torch.zeros_like(empty, dtype=scores.dtype).masked_fill(~empty, -math.inf)
    return scores.where(mask, hidden).softmax(dim).masked_fill(empty, 0.0)
