"""Scaled dot-product attention as pure functions: the heart of the book."""

import math

import torch
from torch import Tensor

from mha.attention.check_types import check_number
from mha.attention.checks import (
    broadcast_shape,
    check_dropout,
    check_mask,
    check_query_key,
    check_sequences,
)
from mha.attention.masks import causal_mask
from mha.attention.softmax import masked_softmax


def attention_weights(
    query: Tensor,
    key: Tensor,
    mask: Tensor | None = None,
    *,
    scale: float | None = None,
) -> Tensor:
    """How much each query attends to each key: softmax(query @ keyᵀ · scale).

    Args:
        query: (..., Tq, D) floating point.
        key: (..., Tk, D), same dtype; leading axes broadcast with the query's.
        mask: boolean, broadcasts to (..., Tq, Tk); True = may attend.
        scale: what the scores are multiplied by, finite; 1/√D when omitted.

    Returns:
        (..., Tq, Tk). Each row sums to 1; a row that may attend to nothing is 0.

    Raises:
        ValueError: sizes, dtypes or devices do not fit, or the scale is not finite;
            the message names what was found.

    Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

    Example:
        >>> import torch
        >>> attention_weights(torch.ones(1, 2), torch.ones(4, 2))
        tensor([[0.2500, 0.2500, 0.2500, 0.2500]])
    """
    check_query_key(query, key)
    _check_scale(scale)
    scores = scaled(query, scale) @ key.transpose(-2, -1)  # (..., Tq, Tk)
    return masked_softmax(scores, mask)


def scaled(query: Tensor, scale: float | None = None) -> Tensor:
    """The query times the scale, 1/√D when omitted: every design on torch scales here.

    Scaled before the product: in half precision the product itself can overflow.
    """
    return query * (1 / math.sqrt(query.shape[-1]) if scale is None else scale)


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor | None = None,
    value: Tensor | None = None,
    mask: Tensor | None = None,
    *,
    dropout: float = 0.0,
    scale: float | None = None,
) -> tuple[Tensor, Tensor]:
    """Mix the values by the attention weights: softmax(query @ keyᵀ / √D) @ value.

    Args:
        query: (..., Tq, D) floating point.
        key: (..., Tk, D); the query when omitted.
        value: (..., Tk, Dv), Dv free; the key when omitted.
        mask: boolean, broadcasts to (..., Tq, Tk); True = may attend.
        dropout: chance, 0 to 1, that a weight is dropped before it is used. The
            weights returned are the ones before dropout.
        scale: as in `attention_weights`.

    Returns:
        output (..., Tq, Dv), weights (..., Tq, Tk).

    Raises:
        ValueError: sizes, dtypes, devices, dropout or scale do not fit; the message
            names what was found.

    Source: Vaswani et al. 2017, section 3.2.1, equation 1.

    Example:
        >>> import torch
        >>> output, weights = scaled_dot_product_attention(torch.randn(2, 3, 12))
        >>> output.shape, weights.shape
        (torch.Size([2, 3, 12]), torch.Size([2, 3, 3]))
    """
    key = query if key is None else key
    value = key if value is None else value
    check_dropout(dropout)
    check_sequences(query, key, value)
    _check_scale(scale)
    return mix_values(scaled(query, scale), key, value, mask, dropout=dropout)


def mix_values(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None = None,
    bias: Tensor | None = None,
    *,
    dropout: float = 0.0,
) -> tuple[Tensor, Tensor]:
    """Mix values for a query that is scaled: softmax(query @ keyᵀ + bias) @ value.

    Args:
        query, key, value, mask, dropout: as in `scaled_dot_product_attention`.
        bias: added to the scores, broadcasts to (..., Tq, Tk).

    Returns:
        output (..., Tq, Dv), weights (..., Tq, Tk) before dropout.
    """
    scores = query @ key.transpose(-2, -1)  # (..., Tq, Tk)
    weights = masked_softmax(scores if bias is None else scores + bias, mask)
    used = torch.nn.functional.dropout(weights, dropout) if dropout else weights
    return used @ value, weights  # (..., Tq, Tk) @ (..., Tk, Dv)


def fused_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None = None,
    bias: Tensor | None = None,
    causal: bool = False,
    *,
    dropout: float = 0.0,
) -> Tensor:
    """Softmax(query @ keyᵀ / √D + bias) @ value by PyTorch's kernel: no weights held.

    Args:
        query: (..., H, Tq, D).
        key, value: (..., G, Tk, D); each of them serves H / G query heads in a row.
        mask, bias, dropout: as in `mix_values`.
        causal: whether keys that are later than the query are hidden, too.

    Returns:
        (..., H, Tq, D). A row that may attend to nothing is 0, as everywhere here.

    Source: Dao et al. 2022, "FlashAttention", for the kernel.
    """
    lengths, empty = (query.shape[-2], key.shape[-2]), None
    alone = causal and mask is None and bias is None
    kernel_hides = alone and bool(lengths[0] == lengths[1])
    if mask is not None:
        lead = broadcast_shape(query.shape[:-3], key.shape[:-3])
        check_mask(mask, torch.Size((*lead, query.shape[-3], *lengths)), query.device)
    if causal and not kernel_hides:
        past = causal_mask(*lengths, device=query.device)
        mask = past if mask is None else past & mask
    if mask is not None:
        empty = ~mask.any(-1, keepdim=True)  # (..., Tq, 1)
        mask = mask | empty
    if bias is not None:  # the kernel adds what is no boolean
        mask = bias if mask is None else bias.where(mask, -math.inf)
    output = torch.nn.functional.scaled_dot_product_attention(
        query,
        key,
        value,
        mask,
        dropout,
        is_causal=kernel_hides,
        enable_gqa=key.shape[-3] < query.shape[-3],
    )
    return output if empty is None else output.masked_fill(empty, 0.0)


def _check_scale(scale: float | None) -> None:
    if scale is not None:
        check_number("scale", scale)
