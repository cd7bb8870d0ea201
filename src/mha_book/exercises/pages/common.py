"""What the exercises of several pages share: sentences, and tensors."""

from collections.abc import Sequence

import torch
from torch import Tensor

from mha.check.fault import listing

ATTEND = listing("attend", "attend")
IN_ORDER = (
    "Put the lines of `{}` in order. Three of the lines below hold a mistake: leave "
    "them where they are."
)
SENTENCES = (
    ("the", "cat", "sat", "down"),
    ("how", "are", "you", "today"),
    ("we", "walk", "to", "town"),
    ("birds", "sing", "at", "dawn"),
)


def real(values: Sequence) -> Tensor:
    """Make a tensor of real numbers."""
    return torch.tensor(values, dtype=torch.float32)
