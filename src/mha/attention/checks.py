"""What a caller may get wrong, said with the numbers: whether arguments fit.

Each check raises ValueError, and TypeError where an argument is of another Python type
(see `check_types`). Only `check_ids` reads what a tensor holds.
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from mha.attention.check_types import (
    check_floating,
    check_real,
    check_same_kind,
    check_tensor,
    check_weight,
    check_whole,
    readable,
    shown,
)


def check_dropout(dropout: float) -> None:
    """Raise ValueError unless dropout is a chance."""
    check_real("dropout", dropout)
    if not 0 <= dropout <= 1:
        raise ValueError(f"dropout {dropout} is not between 0 and 1")


def check_sizes(**sizes: int) -> None:
    """Raise ValueError unless every named size is at least 1."""
    for name, size in sizes.items():
        check_whole(name, size)
        if size < 1:
            raise ValueError(f"{name} {size} is below 1")


def check_lengths(query_len: int, key_len: int) -> None:
    """Raise ValueError unless there is a query, and a key for each of them."""
    check_whole("query_len", query_len)
    check_whole("key_len", key_len)
    if not 1 <= query_len <= key_len:
        raise ValueError(
            f"query_len {query_len} must be between 1 and key_len {key_len}"
        )


def check_width(name: str, tensor: Tensor, width: int) -> None:
    """Raise ValueError unless a tensor's last axis has this width."""
    if not tensor.dim() or tensor.shape[-1] != width:
        raise ValueError(
            f"{name} has shape {tuple(tensor.shape)}; expected width {width}"
        )


def check_inputs(
    query: Tensor,
    key: Tensor | None,
    value: Tensor | None,
    layers: Sequence[nn.Linear],
) -> tuple[Tensor, Tensor, Tensor]:
    """What three projections read: query, key and value, each (..., T, width).

    Args:
        query, key, value: as given; an omitted one is the one before it.
        layers: the projections.

    Raises:
        ValueError: a tensor has not the axes, width, dtype or device that its layer
            reads; the message names both.
    """
    key = query if key is None else key
    value = key if value is None else value
    names, inputs = ("query", "key", "value"), (query, key, value)
    for name, tensor, layer in zip(names, inputs, layers, strict=True):
        again = name != "query" and tensor is query and layer is layers[0]
        if not again:
            check_input(name, tensor, layer.in_features, layer)
    return inputs


def check_cache(cache: object, kind: type) -> None:
    """Raise TypeError unless a cache is of this kind."""
    if not isinstance(cache, kind):
        raise TypeError(f"cache is {shown(cache)}; expected {kind.__name__}")


def check_input(
    name: str, tensor: Tensor, width: int, layer: nn.Module, *, axes: int = 2
) -> None:
    """Raise ValueError unless a layer can read (..., tokens, width).

    The layer's weight says which dtype and device. With axes=1 one token will do.
    """
    check_floating(name, tensor)
    check_axes(name, tensor, axes)
    check_width(name, tensor, width)
    check_weight(name, tensor, layer)


def check_axes(name: str, tensor: Tensor, axes: int = 2) -> None:
    """Raise ValueError unless it has two axes, (..., tokens, width), or so many."""
    if tensor.dim() < axes:
        expected = "(..., tokens, width)" if axes == 2 else "(..., width)"
        raise ValueError(f"{name} has shape {tuple(tensor.shape)}; expected {expected}")


def check_heads(name: str, tensor: Tensor, num_heads: int) -> None:
    """Raise ValueError unless a tensor is (..., H, T, D) with so many heads."""
    check_tensor(name, tensor)
    shape = tuple(tensor.shape)
    if tensor.dim() < 3 or shape[-3] != num_heads:
        raise ValueError(f"{name} has shape {shape}; expected {num_heads} heads")


def check_sequences(query: Tensor, key: Tensor, value: Tensor) -> None:
    """Raise ValueError unless the three fit: (..., Tq, D), (..., Tk, D), (..., Tk, Dv).

    Leading axes may broadcast. The message names both shapes, dtypes or devices.
    """
    check_query_key(query, key)
    _check_value(key, value)
    _check_leading("query", query, "value", value)


def check_query_key(query: Tensor, key: Tensor) -> None:
    """Raise ValueError unless query (..., Tq, D) and key (..., Tk, D) fit."""
    check_sequence("query", query)
    check_sequence("key", key)
    check_same_kind("query", query, "key", key)
    if query.shape[-1] != key.shape[-1]:
        raise ValueError(
            f"query width {query.shape[-1]} differs from key width {key.shape[-1]}"
        )
    _check_leading("query", query, "key", key)


def _check_value(key: Tensor, value: Tensor) -> None:
    check_sequence("value", value)
    check_same_kind("key", key, "value", value)
    if key.shape[-2] != value.shape[-2]:
        raise ValueError(f"{key.shape[-2]} keys but {value.shape[-2]} values")
    _check_leading("key", key, "value", value)


def check_sequence(name: str, tensor: Tensor) -> None:
    """Raise ValueError unless it is (..., T, D), floating point, and neither is 0."""
    check_floating(name, tensor)
    check_axes(name, tensor)
    if 0 in tensor.shape[-2:]:
        raise ValueError(
            f"{name} has shape {tuple(tensor.shape)}: at least 1 token and width 1 "
            "expected"
        )


def _check_leading(name: str, one: Tensor, other_name: str, other: Tensor) -> None:
    try:
        broadcast_shape(one.shape[:-2], other.shape[:-2])
    except RuntimeError:
        raise ValueError(
            f"leading axes of {name} {tuple(one.shape)} and "
            f"{other_name} {tuple(other.shape)} do not broadcast"
        ) from None


def broadcast_shape(one: torch.Size, other: torch.Size) -> torch.Size:
    """What two shapes broadcast to. Mostly they are equal; else it takes a while.

    Raises:
        RuntimeError: they do not.
    """
    return one if one == other else torch.broadcast_shapes(one, other)


def check_mask(
    mask: Tensor, scores_shape: torch.Size, device: torch.device | None = None
) -> None:
    """Raise ValueError unless a mask is boolean and broadcasts to the scores.

    Where the scores' device is given, the mask must stand there.
    """
    check_boolean(mask)
    if device is not None and mask.device != device:
        raise ValueError(f"mask is on {mask.device} but the scores are on {device}")
    sizes = zip(mask.shape[::-1], scores_shape[::-1], strict=False)
    if mask.dim() > len(scores_shape) or any(own not in (1, s) for own, s in sizes):
        raise ValueError(
            f"mask {tuple(mask.shape)} does not broadcast to scores "
            f"{tuple(scores_shape)}"
        )


def check_boolean(mask: Tensor) -> None:
    """Raise ValueError unless a mask is boolean."""
    check_tensor("mask", mask)
    if mask.dtype != torch.bool:
        raise ValueError(
            f"mask is {mask.dtype}; expected torch.bool, True = may attend"
        )


def check_ids(ids: Tensor, vocab_size: int, *, wait: bool = True) -> None:
    """Raise ValueError unless ids are (B, T) tokens of a vocabulary.

    An accelerator must finish its work before a number can be read there: without
    `wait`, ids that are not on the CPU are not compared with the vocabulary. They never
    are while a graph is made.
    """
    check_tensor("ids", ids)
    if ids.dtype not in (torch.int64, torch.int32):
        raise ValueError(f"ids are {ids.dtype}; expected torch.int64 or torch.int32")
    check_tokens("ids", ids)
    if not readable(ids) or not (wait or ids.is_cpu):
        return
    lowest, highest = (int(number) for number in ids.aminmax())
    if lowest < 0 or highest >= vocab_size:
        unknown = lowest if lowest < 0 else highest
        raise ValueError(f"id {unknown} must be between 0 and {vocab_size - 1}")


def check_tokens(name: str, numbers: Tensor) -> None:
    """Raise ValueError unless numbers are (B, T), at least 1 of each."""
    if numbers.dim() != 2 or 0 in numbers.shape:
        raise ValueError(
            f"{name} have shape {tuple(numbers.shape)}; expected (sentences, tokens), "
            "at least 1 of each"
        )
