"""Softmax under a mask: what becomes of a row that may attend to nothing."""

import math

import torch
from torch import Tensor

from mha.attention.check_types import check_floating, check_whole
from mha.attention.checks import check_mask


def masked_softmax(
    scores: Tensor, mask: Tensor | None = None, *, dim: int = -1
) -> Tensor:
    """Softmax over the allowed keys: the book's one rule for hidden scores.

    Args:
        scores: floating point, at least one axis.
        mask: boolean, broadcasts to the scores; True = may attend.
        dim: the axis of the keys; −1 is the last.

    Returns:
        Weights shaped like the scores. Hidden keys get exactly 0; where nothing is
        allowed, every weight is 0, with a gradient of 0.

    Raises:
        ValueError: the scores are of another dtype or have no such axis; the mask is
            not boolean, does not broadcast, or stands on another device.

    Source: Vaswani et al. 2017, section 3.2.3; the empty row is this book's choice.
    """
    check_floating("scores", scores)
    _check_axis(dim, scores)
    if mask is None:
        return scores.softmax(dim)
    check_mask(mask, scores.shape, scores.device)
    # Missing leading axes become axes of 1, so that `dim` means the same axis in both.
    mask = mask[(None,) * (scores.dim() - mask.dim())]
    empty = ~mask.any(dim, keepdim=True)
    # −inf alone would make an empty row 0/0 = NaN on the way to its gradient. So its
    # scores become 0 first, and its (uniform) weights are cleared afterwards.
    hidden = torch.zeros_like(empty, dtype=scores.dtype).masked_fill(~empty, -math.inf)
    return scores.where(mask, hidden).softmax(dim).masked_fill(empty, 0.0)


def _check_axis(dim: int, scores: Tensor) -> None:
    check_whole("dim", dim)
    axes = scores.dim()
    if not -axes <= dim < axes:
        raise ValueError(
            f"dim {dim} is no axis of scores of shape {tuple(scores.shape)}"
        )
