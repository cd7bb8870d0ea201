"""One attention head: what the projections add to the pure functions."""

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from mha.attention.cache import LayerCache
from mha.attention.checks import (
    check_boolean,
    check_cache,
    check_dropout,
    check_inputs,
    check_mask,
    check_sequences,
    check_sizes,
)
from mha.attention.functional import mix_values, scaled
from mha.attention.masks import causal_mask


class Heads(NamedTuple):
    """What attention compares and mixes, of one head or, in an axis H or G, of several.

    Attributes:
        query: (..., H, Tq, D); of one head (..., Tq, D).
        key: (..., G, Tk, D), G the heads of keys and values.
        value: (..., G, Tk, D).
    """

    query: Tensor
    key: Tensor
    value: Tensor


class Projections(nn.Module):
    """Three linear layers: what tokens ask, what they answer to, what they hand over.

    Args:
        widths: of the query's, the key's and the value's tokens.
        outputs: widths of what is made of them.
        bias: whether the layers add one.
        device, dtype: of the parameters.
    """

    def __init__(
        self,
        widths: tuple[int, int, int],
        outputs: tuple[int, int, int],
        bias: bool = True,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        add_projections(self, widths, outputs, bias, device=device, dtype=dtype)

    def forward(
        self, query: Tensor, key: Tensor | None = None, value: Tensor | None = None
    ) -> Heads:
        """Each through its layer; an omitted one is the one before it."""
        return project(self, query, key, value)


class AttentionHead(nn.Module):
    """One head: softmax((x Wqᵀ)(y Wkᵀ)ᵀ / √D) (z Wvᵀ), each with its bias.

    Given x alone, it is self-attention: y and z are x. Given another sequence for
    keys and values, it is cross-attention.

    Args:
        head_dim: D, width of the projected queries, keys and values.
        input_dim: width of the query's tokens; head_dim when omitted.
        key_dim: width of the key's tokens; input_dim when omitted.
        value_dim: width of the value's tokens; key_dim when omitted.
        bias: whether the projections add one.
        dropout: chance, 0 to 1, that a weight is dropped in training.
        device, dtype: of the parameters; PyTorch's defaults when omitted.

    Raises:
        ValueError: a width is below 1, or dropout is not a chance.

    Source: Vaswani et al. 2017, section 3.2.2, one term of the concatenation.

    Example:
        >>> import torch
        >>> head = AttentionHead(4, input_dim=12)
        >>> output, weights = head(torch.randn(2, 3, 12))  # (B, T, input_dim)
        >>> output.shape, weights.shape
        (torch.Size([2, 3, 4]), torch.Size([2, 3, 3]))
    """

    def __init__(
        self,
        head_dim: int,
        *,
        input_dim: int | None = None,
        key_dim: int | None = None,
        value_dim: int | None = None,
        bias: bool = True,
        dropout: float = 0.0,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_dropout(dropout)
        check_sizes(head_dim=head_dim)
        self.head_dim, self.dropout = head_dim, dropout
        widths = input_widths(head_dim, input_dim, key_dim, value_dim)
        add_projections(self, widths, (head_dim,) * 3, bias, device=device, dtype=dtype)

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        mask: Tensor | None = None,
        *,
        cache: LayerCache | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Attend from the query's tokens to the key's.

        Args:
            query: (..., Tq, input_dim).
            key: (..., Tk, key_dim); the query when omitted.
            value: (..., Tk, value_dim); the key when omitted.
            mask: boolean, broadcasts to (..., Tq, Tk); True = may attend.
            cache: keys and values of earlier calls, which then count in Tk; those of
                this call join them. Nothing is kept when omitted.

        Returns:
            output (..., Tq, D), weights (..., Tq, Tk) before dropout.

        Raises:
            ValueError: sizes do not fit; the message names both.
        """
        query, key, value = project(self, query, key, value)  # 3 of (..., T, D)
        check_sequences(query, key, value)
        if cache is not None:
            check_cached(cache, mask, query, key)
            key, value = cache.extend(key, value)
        mask = self.allowed(mask, query.shape[-2], key.shape[-2], query.device)
        dropout = self.dropout if self.training else 0.0
        return mix_values(scaled(query), key, value, mask, dropout=dropout)

    def allowed(
        self, mask: Tensor | None, query_len: int, key_len: int, device: torch.device
    ) -> Tensor | None:
        """What a query may attend to, (Tq, Tk) or broadcasting to it: here the mask."""
        return mask

    def extra_repr(self) -> str:
        """What `print` shows beside the projections."""
        return f"head_dim={self.head_dim}, dropout={self.dropout}"


class CausalAttention(AttentionHead):
    """One head in which no token sees a later one, in training and out of it.

    Parameters are `AttentionHead`'s. With more keys than queries, the last query
    sees the last key.

    Raises:
        ValueError: when called, there are fewer keys than queries, or as in
            `AttentionHead`.

    Source: Vaswani et al. 2017, section 3.2.3.

    Example:
        >>> import torch
        >>> output, weights = CausalAttention(4)(torch.randn(3, 4))
        >>> (weights > 0).int().tolist()
        [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    """

    def allowed(
        self, mask: Tensor | None, query_len: int, key_len: int, device: torch.device
    ) -> Tensor:
        """What is not later, and allowed by the mask."""
        return hide_future(mask, query_len, key_len, device)


def hide_future(
    mask: Tensor | None, query_len: int, key_len: int, device: torch.device
) -> Tensor:
    """A mask, if any, and in it nothing later than the query: (Tq, Tk) or more axes."""
    past = causal_mask(query_len, key_len, device=device)
    if mask is None:
        return past
    check_boolean(mask)
    return past & mask


def check_cached(
    cache: LayerCache, mask: Tensor | None, query: Tensor, key: Tensor
) -> None:
    """Raise, before a cache changes, unless it is a layer's and a mask fits all keys.

    Args:
        cache: keys and values of earlier calls.
        mask: what the caller gave.
        query: (..., Tq, D), one head's or all heads'.
        key: (..., T, D), the new ones.
    """
    check_cache(cache, LayerCache)
    if mask is not None:
        key_len = cache.length + key.shape[-2]
        check_mask(mask, torch.Size((*query.shape[:-1], key_len)))


def add_projections(
    module: nn.Module,
    widths: tuple[int, int, int],
    outputs: tuple[int, int, int],
    bias: bool,
    **factory: Any,
) -> None:
    """Give a module its query_proj, key_proj and value_proj."""
    names = ("query_proj", "key_proj", "value_proj")
    for name, width, rows in zip(names, widths, outputs, strict=True):
        setattr(module, name, nn.Linear(width, rows, bias, **factory))


def project(
    module: Any, query: Tensor, key: Tensor | None = None, value: Tensor | None = None
) -> Heads:
    """Put query, key and value through a module's three projections.

    Args:
        module: has query_proj, key_proj and value_proj.
        query: (..., Tq, input_dim).
        key: (..., Tk, key_dim); the query when omitted.
        value: (..., Tk, value_dim); the key when omitted.

    Returns:
        The three, each (..., T, width of its projection).

    Raises:
        ValueError: a tensor is not what its projection reads; names both.
    """
    layers = (module.query_proj, module.key_proj, module.value_proj)
    inputs = check_inputs(query, key, value, layers)
    return Heads(*(layer(x) for layer, x in zip(layers, inputs, strict=True)))


def input_widths(
    default: int, input_dim: int | None, key_dim: int | None, value_dim: int | None
) -> tuple[int, int, int]:
    """Widths of query, key and value; each defaults to the one before it.

    Raises:
        ValueError: a width is below 1.
    """
    input_dim = default if input_dim is None else input_dim
    key_dim = input_dim if key_dim is None else key_dim
    value_dim = key_dim if value_dim is None else value_dim
    check_sizes(input_dim=input_dim, key_dim=key_dim, value_dim=value_dim)
    return input_dim, key_dim, value_dim
