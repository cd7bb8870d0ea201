"""Inputs whose numbers are distinct, the same on every machine and in every run."""

import torch
from torch import Tensor


def distinct(*shape: int, start: int = 1, size: float = 1.0) -> Tensor:
    """Give numbers that all differ, between −size and size, without order.

    Args:
        shape: the shape of the result.
        start: another number gives other numbers.
        size: the largest that a number can be.
    """
    count = torch.arange(start, start + torch.Size(shape).numel(), dtype=torch.float64)
    # The golden ratio's multiples never repeat, and fill the line evenly.
    fractions = (count * 0.6180339887498949 + start * 0.137) % 1
    return ((2 * fractions - 1) * size).float().view(shape)
