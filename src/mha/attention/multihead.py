"""Multi-head attention: what every design of it shares, and the plain one."""

from collections.abc import Callable
from typing import Any

from torch import Tensor, nn

from mha.attention.checks import (
    check_dropout,
    check_heads,
    check_sequences,
    check_sizes,
)
from mha.attention.functional import mix_values, scaled
from mha.attention.head import input_widths, project

# What relative positions give: query, key, and what is added to the scores.
Scored = tuple[Tensor, Tensor, Tensor | None]


class MultiHeadBase(nn.Module):
    """From tokens to heads, attention inside each, and back: what designs share.

    A design says what happens inside the heads (``mix``), and, where it has other
    parameters, how it makes them and projects. Scores are scaled here, and here
    relative positions enter, so that each of them works in each design.

    With fewer key and value heads than query heads, each of them serves num_heads /
    num_kv_heads query heads in a row: grouped-query attention (GQA), or multi-query
    attention (MQA) where there is one. They are repeated after positions have entered.

    Args:
        embed_dim: E, width of the output; each head has D = E / num_heads of it.
        num_heads: H, a divisor of embed_dim.
        input_dim: width of the query's tokens; embed_dim when omitted.
        key_dim: width of the key's tokens; input_dim when omitted.
        value_dim: width of the value's tokens; key_dim when omitted.
        bias: whether the projections add one, the output's too.
        dropout: chance, 0 to 1, that a weight is dropped in training.
        relative: makes what changes queries, keys and scores by where the tokens
            stand, from (num_heads, head_dim), as `RotaryPositions` does.
        num_kv_heads: G, heads of keys and values, a divisor of num_heads; num_heads
            when omitted.

    Raises:
        ValueError: num_heads does not divide embed_dim, num_kv_heads does not divide
            num_heads, a width is below 1, dropout is not a chance, or each head of the
            design must have keys of its own.

    Source: Vaswani et al. 2017, section 3.2.2; shared keys and values, Shazeer 2019,
    "Fast Transformer Decoding", and Ainslie et al. 2023, "GQA".
    """

    batch_first = True
    shares_keys = True  # whether several heads may have the same keys and values
    relative: Callable[[Tensor, Tensor], Scored] | None

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        *,
        input_dim: int | None = None,
        key_dim: int | None = None,
        value_dim: int | None = None,
        bias: bool = True,
        dropout: float = 0.0,
        relative: Callable[[int, int], Any] | None = None,
        num_kv_heads: int | None = None,
    ) -> None:
        super().__init__()
        check_dropout(dropout)
        check_sizes(embed_dim=embed_dim)
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.head_dim = split_width(embed_dim, num_heads)
        self.num_kv_heads = num_heads if num_kv_heads is None else num_kv_heads
        self._check_kv_heads()
        widths = input_widths(embed_dim, input_dim, key_dim, value_dim)
        self.make_projections(widths, bias)
        self.out_proj = nn.Linear(embed_dim, embed_dim, bias)
        self.relative = relative(num_heads, self.head_dim) if relative else None

    def make_projections(self, widths: tuple[int, int, int], bias: bool) -> None:
        """Three layers, whose rows h·D to (h+1)·D − 1 belong to head h."""
        self.query_proj, self.key_proj, self.value_proj = (
            nn.Linear(width, rows, bias)
            for width, rows in zip(widths, self.projected_widths(), strict=True)
        )

    def projected_widths(self) -> tuple[int, int, int]:
        """Widths of all heads' queries, keys and values: E, G·D and G·D."""
        shared = self.num_kv_heads * self.head_dim
        return self.embed_dim, shared, shared

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor | None]:
        """Attend with every head, and mix what they found.

        Args:
            query: (..., Tq, input_dim).
            key: (..., Tk, key_dim); the query when omitted.
            value: (..., Tk, value_dim); the key when omitted.
            mask: boolean, broadcasts to (..., H, Tq, Tk); True = may attend.

        Returns:
            output (..., Tq, E), weights (..., H, Tq, Tk) before dropout; None where
            a design never holds them.

        Raises:
            ValueError: sizes do not fit; the message names both.
        """
        heads = self.project(query, key, value)
        output, weights = self.attend(*heads, mask)
        return self.out_proj(merge_heads(output)), weights

    def project(
        self, query: Tensor, key: Tensor | None = None, value: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Every head's query (..., H, Tq, D), key and value (..., G, Tk, D)."""
        return self.split(*project(self, query, key, value))  # of (..., T, E or G·D)

    def split(
        self, query: Tensor, key: Tensor, value: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Cut what is projected into heads, H for the query, G for key and value."""
        shared = self.num_kv_heads
        heads = split_heads(query, self.num_heads)
        return heads, split_heads(key, shared), split_heads(value, shared)

    def attend(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        mask: Tensor | None = None,
        *,
        placed: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        """Attention inside each head, from what `project` gives: output, weights.

        The last query stands where the last key does, unless both are ``placed``: what
        their places change has been done, by the ``place`` of ``relative``.
        """
        self._check_heads(query, key, value)
        query, bias = scaled(query), None
        if self.relative is not None and not placed:
            query, key, bias = self.relative(query, key)
        return self.mix(query, *self.share(key, value), mask, bias)

    def share(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values for every query head: (..., G, Tk, D) -> (..., H, Tk, D)."""
        times = self.num_heads // self.num_kv_heads
        if times == 1:
            return key, value
        return key.repeat_interleave(times, -3), value.repeat_interleave(times, -3)

    def mix(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        mask: Tensor | None,
        bias: Tensor | None,
    ) -> tuple[Tensor, Tensor | None]:
        """Softmax(query @ keyᵀ + bias) @ value, the query scaled already."""
        raise NotImplementedError

    def dropout_now(self) -> float:
        """The chance that a weight is dropped: 0 outside of training."""
        return self.dropout if self.training else 0.0

    def _check_kv_heads(self) -> None:
        heads, shared = self.num_heads, self.num_kv_heads
        check_sizes(num_kv_heads=shared)
        if heads % shared:
            raise ValueError(
                f"num_heads {heads} is no multiple of num_kv_heads {shared}"
            )
        if heads != shared and not self.shares_keys:
            raise ValueError(
                f"num_kv_heads {shared} is not num_heads {heads}: each head of "
                f"{type(self).__name__} has keys of its own"
            )

    def _check_heads(self, query: Tensor, key: Tensor, value: Tensor) -> None:
        """Sequences that fit; of the queries as many heads as the keys have."""
        if self.num_kv_heads < self.num_heads:
            for name, tensor in (("key", key), ("value", value)):
                check_heads(name, tensor, self.num_kv_heads)
            query = query[..., : self.num_kv_heads, :, :]
        check_sequences(query, key, value)


class MultiHeadAttention(MultiHeadBase):
    """All heads in one product each for queries, keys and values.

    Parameters and arguments are `MultiHeadBase`'s.

    Source: Vaswani et al. 2017, section 3.2.2, its H products stacked into one.

    Example:
        >>> import torch
        >>> attention = MultiHeadAttention(embed_dim=12, num_heads=4)
        >>> output, weights = attention(torch.randn(2, 3, 12))  # (B, T, E)
        >>> output.shape, weights.shape
        (torch.Size([2, 3, 12]), torch.Size([2, 4, 3, 3]))

        Four query heads on two heads of keys and values:

        >>> grouped = MultiHeadAttention(embed_dim=12, num_heads=4, num_kv_heads=2)
        >>> grouped.key_proj.weight.shape, grouped(torch.randn(2, 3, 12))[1].shape
        (torch.Size([6, 12]), torch.Size([2, 4, 3, 3]))
    """

    def mix(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        mask: Tensor | None,
        bias: Tensor | None,
    ) -> tuple[Tensor, Tensor]:
        """One batched product over all heads."""
        return mix_values(query, key, value, mask, bias, dropout=self.dropout_now())


def split_heads(tensor: Tensor, num_heads: int) -> Tensor:
    """Cut each token's features into heads: (..., T, E) -> (..., H, T, D).

    Raises:
        ValueError: num_heads does not divide the width.
    """
    width = split_width(tensor.shape[-1], num_heads)
    cut = tensor.unflatten(-1, (num_heads, width))  # (..., T, H, D)
    return cut.transpose(-3, -2)


def merge_heads(tensor: Tensor) -> Tensor:
    """Undo `split_heads`: (..., H, T, D) -> (..., T, E)."""
    return tensor.transpose(-3, -2).flatten(-2)


def split_width(embed_dim: int, num_heads: int) -> int:
    """D, the width of one head.

    Raises:
        ValueError: num_heads is below 1 or does not divide embed_dim.
    """
    check_sizes(num_heads=num_heads)
    if embed_dim % num_heads:
        raise ValueError(
            f"embed_dim {embed_dim} is not divisible by num_heads {num_heads}"
        )
    return embed_dim // num_heads
