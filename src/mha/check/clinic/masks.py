"""Forms of masks: which shape, and whether True means that one may look."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

Make = Callable[[Tensor], Tensor]


def _added(allowed: Tensor) -> Tensor:
    return torch.zeros(allowed.shape).masked_fill(~allowed, -math.inf)


KINDS: dict[str, tuple[str, Make]] = {
    "keep": ("boolean, True = may look", lambda allowed: allowed),
    "hide": ("boolean, True = is hidden", lambda allowed: ~allowed),
    "added": ("added to the scores: 0, or minus infinity", _added),
    "ones": ("1 = may look, 0 = is hidden", lambda allowed: allowed.long()),
    "floats": ("1.0 = may look, 0.0 = is hidden", lambda allowed: allowed.float()),
    "zeros": ("0 = may look, 1 = is hidden", lambda allowed: (~allowed).long()),
}
# From (B, T, T), and the number of heads; the last three have only keys.
SHAPES: dict[str, Callable[[Tensor, int], Tensor]] = {
    "(T, T)": lambda allowed, heads: allowed[0],
    "(B, T, T)": lambda allowed, heads: allowed,
    "(B, 1, T, T)": lambda allowed, heads: allowed[:, None],
    "(B, H, T, T)": lambda allowed, heads: allowed[:, None].expand(-1, heads, -1, -1),
    "(B·H, T, T)": lambda allowed, heads: allowed.repeat_interleave(heads, 0),
    "(B, T)": lambda allowed, heads: allowed[:, 0],
    "(B, 1, T)": lambda allowed, heads: allowed[:, :1],
    "(B, 1, 1, T)": lambda allowed, heads: allowed[:, None, :1],
}
OF_KEYS = ("(B, T)", "(B, 1, T)", "(B, 1, 1, T)")


@dataclass(frozen=True)
class MaskForm:
    """How a mask is handed over.

    Attributes:
        name: the argument.
        shape: one of SHAPES.
        kind: one of KINDS.
    """

    name: str
    shape: str
    kind: str

    @property
    def of_keys(self) -> bool:
        """Whether it hides the same keys from all queries."""
        return self.shape in OF_KEYS

    @property
    def sort(self) -> str:
        """Whether it hides by text, by query, or the same from everybody."""
        if self.of_keys:
            return "keys"
        return "one table" if self.shape == "(T, T)" else "a table each"

    def allowed(self, batch: int, words: int) -> Tensor:
        """Give a mask to try, (B, T, T), True = may look."""
        if self.of_keys:
            return keys_hidden(batch, words)
        allowed = some_hidden(batch, words)
        return allowed[:1].expand_as(allowed) if self.shape == "(T, T)" else allowed

    def make(self, allowed: Tensor, heads: int) -> Tensor:
        """Make of (B, T, T), True = may look, what the layer wants."""
        return KINDS[self.kind][1](SHAPES[self.shape](allowed, heads)).contiguous()

    def __str__(self) -> str:
        return f"`{self.name}`, {self.shape}, {KINDS[self.kind][0]}"


def mask_forms(name: str, heads: int) -> Iterator[MaskForm]:
    """Give the forms to try for an argument, those of queries and keys first."""
    padding = "padding" in name or "pad_" in name or name == "key_mask"
    shapes = OF_KEYS if padding else tuple(SHAPES)
    for shape in shapes:
        if heads > 1 or "H" not in shape:
            for kind in KINDS:
                yield MaskForm(name, shape, kind)


def some_hidden(batch: int, words: int) -> Tensor:
    """Hide different keys from different queries, and none from itself: (B, T, T)."""
    text = torch.arange(batch)[:, None, None]
    row, column = torch.arange(words)[:, None], torch.arange(words)
    shown = (row * 2 + column * 3 + row * column + text) % 5 > 1
    return shown | (row == column)


def keys_hidden(batch: int, words: int) -> Tensor:
    """Hide a few keys from all queries, other ones in each text: (B, T, T)."""
    allowed = torch.ones(batch, words, dtype=torch.bool)
    allowed[0, [1, words - 1]] = False
    allowed[1:, 2] = False
    return allowed[:, None].expand(-1, words, -1)
