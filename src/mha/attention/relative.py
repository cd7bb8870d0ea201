"""Relative positions: what changes the scores by how far apart two tokens stand.

Each takes queries that are already scaled, (..., H, Tq, D), and keys,
(..., H, Tk, D), and returns both with what is added to their scores, or None. The last
query stands where the last key does. Every design takes one as `relative`.

Where what becomes of a key hangs on its own place alone, a scheme may say so by
`by_place`, and do it by `place`: a cache then keeps keys that are placed already.

A further one is a class here, a name in `__init__.pyi`, and, for `mha-train`, a word in
`mha.training.options`.
"""

import functools
from collections.abc import Callable

import torch
from torch import Tensor, nn

from mha.attention.checks import check_lengths, check_sizes
from mha.attention.multihead import Scored
from mha.attention.positions import (
    alibi_bias,
    check_even,
    relative_positions,
    rotate,
    speeds_of,
    turn,
    turns,
)
from mha.attention.rope_scaling import (
    LinearScaling,
    NTKScaling,
    RopeScaling,
    YarnScaling,
)

BY_PLACE = (LinearScaling, NTKScaling, YarnScaling)  # whatever the text's length


class ShawPositions(nn.Module):
    """A trained key for each distance: score(i, j) = q_i · (k_j + r_(j − i)) / √D.

    Distances beyond max_distance are taken as max_distance, so any length works.

    Args:
        num_heads: H; all heads share the keys.
        head_dim: D.
        max_distance: the farthest distance with a key of its own, at least 1.

    Raises:
        ValueError: max_distance is below 1.

    Source: Shaw et al. 2018, "Self-Attention with Relative Position
    Representations", equation 4.

    Example:
        >>> from functools import partial
        >>> from mha import MultiHeadAttention
        >>> keys = partial(ShawPositions, max_distance=8)
        >>> attention = MultiHeadAttention(12, 3, relative=keys)
        >>> attention(torch.randn(2, 5, 12))[0].shape
        torch.Size([2, 5, 12])
    """

    def __init__(self, num_heads: int, head_dim: int, *, max_distance: int) -> None:
        super().__init__()
        check_sizes(max_distance=max_distance)
        self.max_distance = max_distance
        self.distance = nn.Embedding(2 * max_distance + 1, head_dim)

    def forward(self, query: Tensor, key: Tensor) -> Scored:
        """Add each query's product with the distances: (..., H, Tq, Tk)."""
        lengths = (query.shape[-2], key.shape[-2])
        positions = relative_positions(*lengths, device=query.device)
        farthest = self.max_distance
        keys = self.distance(positions.clamp(-farthest, farthest) + farthest)
        return query, key, torch.einsum("...id,ijd->...ij", query, keys)


class RotaryPositions(nn.Module):
    """Turn queries and keys by their positions; nothing is added.

    Args:
        num_heads: H; all heads turn alike.
        head_dim: D, even.
        base: as in `rotate`.
        scaling: slows the turning on texts longer than those of training, as
            `LinearScaling` does. It may be set and changed later, too.

    Raises:
        ValueError: D is odd.

    Source: Su et al. 2021, "RoFormer", section 3.2.2.

    Example:
        >>> from mha import MultiHeadAttention
        >>> attention = MultiHeadAttention(12, 3, relative=RotaryPositions)
        >>> attention(torch.randn(2, 5, 12))[0].shape
        torch.Size([2, 5, 12])
    """

    def __init__(
        self,
        num_heads: int,
        head_dim: int,
        *,
        base: float = 10000.0,
        scaling: RopeScaling | None = None,
    ) -> None:
        super().__init__()
        check_even(head_dim)
        self.base, self.scaling = base, scaling

    def forward(self, query: Tensor, key: Tensor) -> Scored:
        """Turn each by its position, counted from the first key."""
        check_lengths(query.shape[-2], key.shape[-2])
        first = key.shape[-2] - query.shape[-2]  # where the first query stands
        return self.place(query, first), self.place(key, 0), None

    @property
    def by_place(self) -> bool:
        """Whether a key stays as it was turned when the text grows."""
        return self.scaling is None or isinstance(self.scaling, BY_PLACE)

    def place(self, x: Tensor, first: int) -> Tensor:
        """Turn queries or keys (..., T, D) that stand at `first` and after it.

        With `DynamicNTKScaling` they must be the last ones of the text.
        """
        length, width = first + x.shape[-2], x.shape[-1]
        if self.scaling is None:
            own = width, self.base, x.dtype, x.device
            return turn(x, *_turns_for(x)(first, length, *own))
        speeds = speeds_of(width, self.base, x.device)
        speeds = self.scaling(speeds, base=self.base, length=length)
        positions = torch.arange(first, length, device=x.device)
        return rotate(x * self.scaling.attention_factor, positions, speeds=speeds)


@functools.lru_cache(maxsize=2)
def _turns(
    first: int,
    length: int,
    width: int,
    base: float,
    dtype: torch.dtype,
    device: torch.device,
) -> tuple[Tensor, Tensor]:
    """Cosines and sines, each (T, D/2): the same in every layer of a model."""
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

    Args:
        num_heads: H.
        head_dim: D; makes no difference.

    Source: Press et al. 2021, "Train Short, Test Long", section 3.

    Example:
        >>> from mha import MultiHeadAttention
        >>> attention = MultiHeadAttention(12, 3, relative=AlibiPositions)
        >>> attention(torch.randn(2, 5, 12))[0].shape
        torch.Size([2, 5, 12])
    """

    def __init__(self, num_heads: int, head_dim: int) -> None:
        super().__init__()
        self.num_heads = num_heads

    def forward(self, query: Tensor, key: Tensor) -> Scored:
        """Add `alibi_bias`: (H, Tq, Tk)."""
        lengths = (query.shape[-2], key.shape[-2])
        bias = alibi_bias(
            self.num_heads, *lengths, dtype=query.dtype, device=query.device
        )
        return query, key, bias
