"""Multi-head attention: what every design of it shares, and the plain one."""

from collections.abc import Callable
from typing import Any, Self

import torch
from torch import Tensor, nn

from mha.attention.cache import LayerCache
from mha.attention.checks import (
    check_dropout,
    check_heads,
    check_sequence,
    check_sequences,
    check_sizes,
)
from mha.attention.functional import fused_attention, mix_values, scaled
from mha.attention.head import (
    Heads,
    add_projections,
    check_cached,
    hide_future,
    input_widths,
    project,
)
from mha.attention.relative import RelativePositions


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
            stand, as `RotaryPositions` does; nothing does when omitted.
        num_kv_heads: G, heads of keys and values, a divisor of num_heads; num_heads
            when omitted.
        causal: whether no token may attend to a later one. With more keys than
            queries, the last query stands where the last key does.
        device, dtype: of the parameters; PyTorch's defaults when omitted.

    Attributes:
        need_weights: whether calls return the weights. Where it is False, PyTorch's
            fused kernel is used, which never holds them, and None is returned.

    Raises:
        ValueError: num_heads does not divide embed_dim, num_kv_heads does not divide
            num_heads, a width is below 1, dropout is not a chance, or each head of the
            design must have keys of its own.

    Source: Vaswani et al. 2017, section 3.2.2; shared keys and values, Shazeer 2019,
    "Fast Transformer Decoding", and Ainslie et al. 2023, "GQA".
    """

    batch_first = True
    shares_keys = True  # whether several heads may have the same keys and values
    need_weights = True

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
        relative: Callable[[], RelativePositions] | None = None,
        num_kv_heads: int | None = None,
        causal: bool = False,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_dropout(dropout)
        check_sizes(embed_dim=embed_dim)
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.head_dim = split_width(embed_dim, num_heads)
        self.num_kv_heads = num_heads if num_kv_heads is None else num_kv_heads
        self.causal = causal
        self._check_kv_heads()
        factory: dict[str, Any] = {"device": device, "dtype": dtype}
        widths = input_widths(embed_dim, input_dim, key_dim, value_dim)
        self.make_projections(widths, bias, **factory)
        self.out_proj = nn.Linear(embed_dim, embed_dim, bias, **factory)
        self.relative = make_relative(relative, **factory)

    @classmethod
    def from_matrices(
        cls,
        query: Any,
        key: Any,
        value: Any,
        out: Any,
        *,
        num_heads: int,
        **options: Any,
    ) -> Self:
        """A layer without biases, made from its four matrices.

        Args:
            query, key, value: (E or G·D, width of the tokens), an output per row, as
                `torch.nn.Linear` keeps them; tensors or nested lists of numbers.
            out: (E, E).
            num_heads: H; rows h·D to (h+1)·D − 1 belong to head h.
            options: as for the class, such as `relative` or `causal`.

        Raises:
            ValueError: shapes do not fit; the message names them.

        Example:
            >>> same = [torch.eye(2)] * 4
            >>> layer = MultiHeadAttention.from_matrices(*same, num_heads=2)
            >>> layer(torch.eye(2))[0].shape
            torch.Size([2, 2])
        """
        from mha.attention.interop import from_matrices

        given = {"query": query, "key": key, "value": value, "out": out}
        matrices = {name: _as_matrix(matrix) for name, matrix in given.items()}
        return from_matrices(cls, matrices, num_heads, **options)

    def to_design(self, design: type[nn.Module]) -> Any:
        """A copy in another design, PyTorch's included, with equal outputs: `convert`.

        Raises:
            ValueError: as in `convert`.

        Example:
            >>> layer, x = MultiHeadAttention(12, 4), torch.randn(2, 3, 12)
            >>> theirs = layer.to_design(nn.MultiheadAttention)
            >>> torch.allclose(layer(x)[0], theirs(x, x, x)[0], atol=1e-6)
            True
        """
        from mha.attention.interop import convert

        return convert(self, design)

    def make_projections(
        self, widths: tuple[int, int, int], bias: bool, **factory: Any
    ) -> None:
        """Three layers, whose rows h·D to (h+1)·D − 1 belong to head h."""
        add_projections(self, widths, self.projected_widths(), bias, **factory)

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
        *,
        cache: LayerCache | None = None,
    ) -> tuple[Tensor, Tensor | None]:
        """Attend with every head, and mix what they found.

        Args:
            query: (..., Tq, input_dim).
            key: (..., Tk, key_dim); the query when omitted.
            value: (..., Tk, value_dim); the key when omitted.
            mask: boolean, broadcasts to (..., H, Tq, Tk); True = may attend.
            cache: keys and values of earlier calls, which then count in Tk; those of
                this call join them. Nothing is kept when omitted.

        Returns:
            output (..., Tq, E), weights (..., H, Tq, Tk) before dropout; None where
            ``need_weights`` is False.

        Raises:
            ValueError: sizes do not fit; the message names both.
        """
        heads = self.project(query, key, value)
        if (key is None or key is query) and (value is None or value is query):
            check_sequence("query", heads.query)  # the others are shaped alike
        else:
            self._check_heads(*heads)
        mixed, weights = self._attend(*heads, mask, cache)
        return self.out_proj(self.merge(mixed)), weights

    def project(
        self, query: Tensor, key: Tensor | None = None, value: Tensor | None = None
    ) -> Heads:
        """Every head's query (..., H, T, D), key and value (..., G, Tk, D)."""
        return self.split(*project(self, query, key, value))  # of (..., T, E or G·D)

    def split(self, query: Tensor, key: Tensor, value: Tensor) -> Heads:
        """Cut what is projected into heads, H for the query, G for key and value."""
        shared = self.num_kv_heads
        heads = split_heads(query, self.num_heads)
        return Heads(heads, split_heads(key, shared), split_heads(value, shared))

    def merge(self, mixed: Tensor) -> Tensor:
        """All heads' outputs side by side: (..., H, T, D) -> (..., T, E)."""
        return merge_heads(mixed)

    def attend(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        mask: Tensor | None = None,
        *,
        cache: LayerCache | None = None,
    ) -> tuple[Tensor, Tensor | None]:
        """Attention inside each head, from what `project` gives: output, weights.

        The last query stands where the last key does.
        """
        self._check_heads(query, key, value)
        return self._attend(query, key, value, mask, cache)

    def _attend(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        mask: Tensor | None,
        cache: LayerCache | None,
    ) -> tuple[Tensor, Tensor | None]:
        """`attend`, for heads that are known to fit."""
        if cache is not None:
            check_cached(cache, mask, query, key)
        heads, bias = self.place(Heads(query, key, value), cache)
        causal = self.causal and query.shape[-2] > 1  # the last one sees all keys
        if not self.need_weights:
            dropout = self.dropout_now()
            return fused_attention(*heads, mask, bias, causal, dropout=dropout), None
        if causal:
            lengths = query.shape[-2], heads.key.shape[-2]
            mask = hide_future(mask, *lengths, query.device)
        return self.mix(Heads(scaled(heads.query), *self.share(*heads[1:])), mask, bias)

    def place(
        self, heads: Heads, cache: LayerCache | None
    ) -> tuple[Heads, Tensor | None]:
        """What relative positions make of heads and scores; all keys, cached and new.

        A key that stays as it was placed is kept so; any other is placed at each call.
        """
        (query, key, value), scheme = heads, self.relative
        stays = cache is None or scheme is None or scheme.keys_stay
        past, bias = 0, None
        if cache is not None and stays:
            past = cache.length
        elif cache is not None:
            key, value = cache.extend(key, value)
        if scheme is not None:
            later = (past,) if past else ()  # without a cache two arguments are enough
            query, key, bias = scheme(query, key, *later)
        if cache is not None and stays:
            key, value = cache.extend(key, value)
        return Heads(query, key, value), bias

    def share(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values for every query head: (..., G, Tk, D) -> (..., H, Tk, D)."""
        times = self.num_heads // self.num_kv_heads
        if times == 1:
            return key, value
        return key.repeat_interleave(times, -3), value.repeat_interleave(times, -3)

    def mix(
        self, heads: Heads, mask: Tensor | None, bias: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """Softmax(query @ keyᵀ + bias) @ value, the query scaled already.

        Args:
            heads: (..., H, T, D) each.
            mask: boolean, as in `forward`.
            bias: what positions add to the scores, broadcasts to (..., H, Tq, Tk).

        Returns:
            output (..., H, Tq, D), weights (..., H, Tq, Tk) before dropout.
        """
        raise NotImplementedError

    def dropout_now(self) -> float:
        """The chance that a weight is dropped: 0 outside of training."""
        return self.dropout if self.training else 0.0

    def extra_repr(self) -> str:
        """What `print` shows beside the projections."""
        names = ("embed_dim", "num_heads", "num_kv_heads", "dropout", "causal")
        return ", ".join(f"{name}={getattr(self, name)}" for name in names)

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
        self, heads: Heads, mask: Tensor | None, bias: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """One batched product over all heads."""
        return mix_values(*heads, mask, bias, dropout=self.dropout_now())


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


def _as_matrix(numbers: Any) -> Tensor:
    """A tensor of floating-point numbers, made from nested lists where need be."""
    matrix = torch.as_tensor(numbers)
    return (
        matrix if matrix.is_floating_point() else matrix.to(torch.get_default_dtype())
    )


def make_relative(
    relative: Callable[[], RelativePositions] | None, **factory: Any
) -> RelativePositions | None:
    """A layer's own relative positions, where and of the type that is asked."""
    if relative is None:
        return None
    if isinstance(relative, nn.Module):
        raise ValueError(
            f"relative is {relative}, made already; expected what makes it, as "
            f"{type(relative).__name__} or a function does"
        )
    positions = relative()
    if isinstance(positions, nn.Module):  # what has no parameters may be none
        positions.to(**factory)
    return positions
