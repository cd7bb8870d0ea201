"""Scaled dot-product attention as two pure functions: the heart of the book."""

import math

import torch
from torch import Tensor


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
        scale: what the scores are multiplied by; 1/√D when omitted.

    Returns:
        (..., Tq, Tk). Each row sums to 1; a row that may attend to nothing is 0.

    Raises:
        ValueError: sizes or dtypes do not fit; the message names both.

    Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.
    """
    _check_query_key(query, key)
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    # Scaled before the product: in half precision the product itself can overflow.
    scores = (query * scale) @ key.transpose(-2, -1)  # (..., Tq, Tk)
    if mask is None:
        return scores.softmax(dim=-1)
    _check_mask(mask, scores)
    return _masked_softmax(scores, mask)


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
        ValueError: sizes, dtypes or dropout do not fit; the message names the numbers.

    Source: Vaswani et al. 2017, section 3.2.1, equation 1.
    """
    key = query if key is None else key
    value = key if value is None else value
    if not 0 <= dropout <= 1:
        raise ValueError(f"dropout {dropout} is not between 0 and 1")
    weights = attention_weights(query, key, mask, scale=scale)
    _check_value(key, value)
    _check_leading("weights", weights, "value", value)
    used = torch.nn.functional.dropout(weights, dropout) if dropout else weights
    return used @ value, weights  # (..., Tq, Tk) @ (..., Tk, Dv)


def _masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Softmax over the allowed keys; an empty row gives 0 and a gradient of 0."""
    # −inf alone would make an empty row 0/0 = NaN on the way to its gradient. So its
    # scores become 0 first, and its (uniform) weights are cleared afterwards.
    empty = ~mask.any(dim=-1, keepdim=True)  # (..., Tq, 1)
    scores = scores.masked_fill(~mask, -math.inf).masked_fill(empty, 0.0)
    return scores.softmax(dim=-1).masked_fill(~mask, 0.0)


def _check_query_key(query: Tensor, key: Tensor) -> None:
    for name, tensor in (("query", query), ("key", key)):
        _check_sequence(name, tensor)
    if query.dtype != key.dtype:
        raise ValueError(f"query is {query.dtype} but key is {key.dtype}")
    if query.shape[-1] != key.shape[-1]:
        raise ValueError(
            f"query width {query.shape[-1]} differs from key width {key.shape[-1]}"
        )
    _check_leading("query", query, "key", key)


def _check_value(key: Tensor, value: Tensor) -> None:
    _check_sequence("value", value)
    if key.dtype != value.dtype:
        raise ValueError(f"key is {key.dtype} but value is {value.dtype}")
    if key.shape[-2] != value.shape[-2]:
        raise ValueError(f"{key.shape[-2]} keys but {value.shape[-2]} values")
    _check_leading("key", key, "value", value)


def _check_sequence(name: str, tensor: Tensor) -> None:
    shape = tuple(tensor.shape)
    if tensor.dim() < 2:
        raise ValueError(f"{name} has shape {shape}; expected (..., tokens, width)")
    if 0 in shape[-2:]:
        raise ValueError(
            f"{name} has shape {shape}: at least 1 token and width 1 expected"
        )
    if not tensor.is_floating_point():
        raise ValueError(f"{name} is {tensor.dtype}; expected a floating-point dtype")


def _check_leading(name: str, one: Tensor, other_name: str, other: Tensor) -> None:
    try:
        torch.broadcast_shapes(one.shape[:-2], other.shape[:-2])
    except RuntimeError:
        raise ValueError(
            f"leading axes of {name} {tuple(one.shape)} and "
            f"{other_name} {tuple(other.shape)} do not broadcast"
        ) from None


def _check_mask(mask: Tensor, scores: Tensor) -> None:
    if mask.dtype != torch.bool:
        raise ValueError(
            f"mask is {mask.dtype}; expected torch.bool, True = may attend"
        )
    try:
        fits = torch.broadcast_shapes(mask.shape, scores.shape) == scores.shape
    except RuntimeError:
        fits = False
    if not fits:
        raise ValueError(
            f"mask {tuple(mask.shape)} does not broadcast to scores "
            f"{tuple(scores.shape)}"
        )
