"""A matrix is laid into a reader's parameter, in whichever shape that one has."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from mha.check.guard import Stumble
from mha.check.layouts import Layout
from mha.check.roles import Owned

# What goes into heads has the axes in, head, width, and what comes out of them head,
# width, out. A parameter may have them in another order; (in, out) comes first.
INTO = ((1, 0, 2), (0, 1, 2), (1, 2, 0))
OUT_OF = ((0, 1, 2), (2, 0, 1), (0, 2, 1))


def placed(
    one: Owned, roles: Sequence[str], pieces: list[Tensor], layout: Layout, heads: int
) -> Tensor:
    """Give the numbers that a parameter gets.

    Args:
        one: the parameter.
        roles: which matrices belong into it.
        pieces: these matrices, (in, out).
        layout: how the layer holds them.
        heads: H.

    Raises:
        Stumble: it has a shape into which they do not go.
    """
    shape, turned = tuple(one.parameter.shape), one.linear or not layout.in_out
    place = _Place(one.names[0], roles, heads, turned, shape)
    stacked = len(shape) > 2 and shape[0] == len(pieces) > 1
    if stacked and not (layout.by_head and shape[0] == heads):
        return torch.stack([place.fitted(each, shape[1:]) for each in pieces])
    return place.fitted(_joined(pieces, heads if layout.by_head else 1), shape)


def _joined(pieces: list[Tensor], parts: int) -> Tensor:
    """Fused ones side by side: cut into so many parts, and dealt out in turn."""
    cut = [one.chunk(parts, dim=-1) for one in pieces]
    return torch.cat([piece for turn in zip(*cut, strict=True) for piece in turn], -1)


@dataclass(frozen=True)
class _Place:
    """A parameter that gets numbers."""

    name: str
    roles: Sequence[str]
    heads: int
    turned: bool
    whole: tuple[int, ...]

    def fitted(self, matrix: Tensor, shape: tuple[int, ...]) -> Tensor:
        """A matrix (in, out) in this shape."""
        found = self._ways(matrix) if len(shape) == 3 else self._flat(matrix, shape)
        for way in found:
            if way.shape == shape:
                return way
        shapes = f"{self.whole}; expected {tuple(self._seen(matrix).shape)}"
        raise Stumble(
            f"Its {self.name} has shape {shapes}.",
            f"{self.name} {self.whole}",
            misfit=True,
        )

    def _seen(self, matrix: Tensor) -> Tensor:
        return matrix.t() if self.turned else matrix

    def _ways(self, matrix: Tensor) -> list[Tensor]:
        """With an axis for the heads."""
        out = self.roles == ["o"]
        rows, columns = matrix.shape
        cut = (self.heads, -1, columns) if out else (rows, self.heads, -1)
        if (rows if out else columns) % self.heads:
            return []
        orders = OUT_OF if out else INTO
        ways = [matrix.reshape(cut).permute(axes) for axes in orders]
        return ways[::-1] if self.turned else ways

    def _flat(self, matrix: Tensor, shape: tuple[int, ...]) -> list[Tensor]:
        """The matrix, or one head's columns of it."""
        first = self._seen(matrix)
        other = first.t()  # of one axis it is the same
        if shape in (first.shape, other.shape):
            return [first, other]  # turned only where oblong
        head = self._head()
        rows = slice(head * shape[0], (head + 1) * shape[0])
        return [first[rows], other[rows]]

    def _head(self) -> int:
        """Which head it belongs to, by the last number in its name."""
        alone = [part for part in self.name.split(".") if part.isdigit()]
        return int((alone or re.findall(r"\d+", self.name) or ["0"])[-1])
