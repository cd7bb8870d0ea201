"""Relative positions: what changes the scores by how far apart two tokens stand.

Every design takes what makes one as `relative`, and calls it once, with queries and
keys. A further one is a class here, a name in `mha/__init__.pyi`, and, for `mha-train`,
a word in `mha.training.options`.
"""

import functools
from collections.abc import Callable
from typing import Protocol

import torch
from torch import Tensor, nn

from mha.attention.check_types import check_number
from mha.attention.checks import check_lengths, check_sizes
from mha.attention.functional import scaled
from mha.attention.positions import (
    alibi_bias,
    check_even,
    relative_positions,
    rotate,
    speeds_of,
    turn,
    turns,
)
from mha.attention.rope_scaling import RopeScaling

# Queries and keys, and what is added to their scores once these are scaled, or None.
Placed = tuple[Tensor, Tensor, Tensor | None]


class RelativePositions(Protocol):
    """What changes queries, keys and scores by where the tokens stand."""

    @property
    def keys_stay(self) -> bool:
        """Whether a key stays as it was placed when the text grows.

        A cache then keeps it placed. Otherwise it keeps it as it was projected, and
        all keys are placed again at each call.
        """
        ...

    def __call__(self, query: Tensor, key: Tensor, past: int = 0) -> Placed:
        """Place queries and keys, and say what is added to their scaled scores.

        Args:
            query: (..., H, Tq, D). The last one stands where the last key does.
            key: (..., G, Tk, D), which stand at ``past`` and after it.
            past: tokens before the first key; their keys were placed by earlier calls.

        Returns:
            query and key, each shaped as it was, and a bias that broadcasts to
            (..., H, Tq, past + Tk), or None.
        """
        ...


class ShawPositions(nn.Module):
    """A trained key for each distance: score(i, j) = q_i · (k_j + r_(j − i)) / √D.

    Distances beyond max_distance are taken as max_distance, so any length works.

    Args:
        head_dim: D; all heads share the keys.
        max_distance: the farthest distance with a key of its own, at least 1.

    Raises:
        ValueError: head_dim or max_distance is below 1.

    Source: Shaw et al. 2018, "Self-Attention with Relative Position
    Representations", equation 4.

    Example:
        >>> from functools import partial
        >>> from mha import MultiHeadAttention
        >>> keys = partial(ShawPositions, head_dim=4, max_distance=8)
        >>> attention = MultiHeadAttention(12, 3, relative=keys)
        >>> attention(torch.randn(2, 5, 12))[0].shape
        torch.Size([2, 5, 12])
    """

    keys_stay = True  # they are not changed at all

    def __init__(self, head_dim: int, *, max_distance: int) -> None:
        super().__init__()
        check_sizes(head_dim=head_dim, max_distance=max_distance)
        self.max_distance = max_distance
        self.distance = nn.Embedding(2 * max_distance + 1, head_dim)

    def forward(self, query: Tensor, key: Tensor, past: int = 0) -> Placed:
        """Add each query's product with the distances: (..., H, Tq, past + Tk)."""
        lengths = (query.shape[-2], past + key.shape[-2])
        positions = relative_positions(*lengths, device=query.device)
        farthest = self.max_distance
        keys = self.distance(positions.clamp(-farthest, farthest) + farthest)
        return query, key, torch.einsum("...id,ijd->...ij", scaled(query), keys)


class RotaryPositions(nn.Module):
    """Turn queries and keys by their positions; nothing is added.

    Args:
        base: as in `rotate`.
        scaling: slows the turning on texts longer than those of training, as
            `LinearScaling` does. It may be set and changed later, too.

    Raises:
        ValueError: base is not above 0; when called, D is odd.

    Source: Su et al. 2021, "RoFormer", section 3.2.2.

    Example:
        >>> from mha import MultiHeadAttention
        >>> attention = MultiHeadAttention(12, 3, relative=RotaryPositions)
        >>> attention(torch.randn(2, 5, 12))[0].shape
        torch.Size([2, 5, 12])
    """

    def __init__(
        self, *, base: float = 10000.0, scaling: RopeScaling | None = None
    ) -> None:
        super().__init__()
        check_number("base", base, above=0)
        self.base, self.scaling = base, scaling

    @property
    def keys_stay(self) -> bool:
        """Whether a key's turn hangs on its own place alone, and not on the length."""
        if self.scaling is None:
            return True
        return not getattr(self.scaling, "follows_length", True)  # who does not say it

    def forward(self, query: Tensor, key: Tensor, past: int = 0) -> Placed:
        """Turn each by its position, counted from the first token of the text."""
        new, end = query.shape[-2], past + key.shape[-2]
        check_lengths(new, end)
        if new != key.shape[-2] or query.shape[:-3] != key.shape[:-3]:
            return self.turned(query, end - new), self.turned(key, past), None
        both = torch.cat([query, key], dim=-3)  # (..., H + G, T, D), turned at once
        heads = [query.shape[-3], key.shape[-3]]
        query, key = self.turned(both, past).split(heads, dim=-3)
        return query, key, None

    def turned(self, x: Tensor, first: int) -> Tensor:
        """Queries or keys (..., T, D) that stand at `first` and after it, turned.

        With `DynamicNTKScaling` they must be the last ones of the text.
        """
        length, width = first + x.shape[-2], x.shape[-1]
        check_even(width)
        if self.scaling is None:
            own = width, self.base, x.dtype, x.device
            return turn(x, *_turns_for(x)(first, length, *own))
        speeds = speeds_of(width, self.base, x.device)
        speeds = self.scaling(speeds, base=self.base, length=length)
        positions = torch.arange(first, length, device=x.device)
        return rotate(x * self.scaling.attention_factor, positions, speeds=speeds)

    def extra_repr(self) -> str:
        """What `print` shows."""
        scaling = "" if self.scaling is None else f", scaling={self.scaling}"
        return f"base={self.base}{scaling}"


@functools.lru_cache(maxsize=2)
def _turns(
    first: int,
    length: int,
    width: int,
    base: float,
    dtype: torch.dtype,
    device: torch.device,
) -> tuple[Tensor, Tensor]:
    """What `turn` takes, each (T, D): the same in every layer of a model."""
    with torch.inference_mode(False):  # a tensor made there could not be trained with
        positions = torch.arange(first, length, device=device)
        cos, sin = turns(positions, speeds_of(width, base, device))
        return cos.to(dtype), sin.to(dtype)


def _turns_for(x: Tensor) -> Callable[..., tuple[Tensor, Tensor]]:
    """`_turns`, which keeps the last; not where a tensor only stands for another."""
    real = type(x) in (Tensor, nn.Parameter) and not torch.compiler.is_compiling()
    return _turns if real else _turns.__wrapped__


class AlibiPositions(nn.Module):
    """Take slope · distance off each score; each head has a slope of its own.

    Source: Press et al. 2021, "Train Short, Test Long", section 3.

    Example:
        >>> from mha import MultiHeadAttention
        >>> attention = MultiHeadAttention(12, 3, relative=AlibiPositions)
        >>> attention(torch.randn(2, 5, 12))[0].shape
        torch.Size([2, 5, 12])
    """

    keys_stay = True  # they are not changed at all

    def forward(self, query: Tensor, key: Tensor, past: int = 0) -> Placed:
        """Add `alibi_bias`: (H, Tq, past + Tk)."""
        heads, new = query.shape[-3:-1]
        bias = alibi_bias(
            heads, new, past + key.shape[-2], dtype=query.dtype, device=query.device
        )
        return query, key, bias
