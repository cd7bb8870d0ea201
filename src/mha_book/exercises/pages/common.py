"""What the exercises of several pages share: sentences, and tensors."""

from collections.abc import Sequence
from importlib.resources import files

import torch
from torch import Tensor

from mha.check.fault import Listing, listing

OWN = files("mha_book.exercises") / "catalogue"
ATTEND = listing("attend", "attend")
IN_ORDER = (
    "Put the lines of `{}` in order. Some of the lines below hold a mistake: leave "
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


def own(name: str) -> Listing:
    """Read a listing that the exercises have beside those of the reader's file."""
    return listing(name, name, OWN)
