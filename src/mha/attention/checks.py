"""What a caller may get wrong, said with the numbers."""

from collections.abc import Sequence

import torch
from torch import Tensor


def check_dropout(dropout: float) -> None:
    """Raise ValueError unless dropout is a chance."""
    if not 0 <= dropout <= 1:
        raise ValueError(f"dropout {dropout} is not between 0 and 1")


def check_sizes(**sizes: int) -> None:
    """Raise ValueError unless every named size is at least 1."""
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{name} {size} is below 1")


def check_lengths(query_len: int, key_len: int) -> None:
    """Raise ValueError unless there is a query, and a key for each of them."""
    if not 1 <= query_len <= key_len:
        raise ValueError(
            f"query_len {query_len} must be between 1 and key_len {key_len}"
        )


def check_width(name: str, tensor: Tensor, width: int) -> None:
    """Raise ValueError unless a tensor's last axis has this width."""
    if tensor.shape[-1] != width:
        raise ValueError(
            f"{name} has shape {tuple(tensor.shape)}; expected width {width}"
        )


def check_inputs(
    query: Tensor, key: Tensor | None, value: Tensor | None, weights: Sequence[Tensor]
) -> tuple[Tensor, Tensor, Tensor]:
    """What three projections read: query, key and value, each (..., T, width).

    Args:
        query, key, value: as given; an omitted one is the one before it.
        weights: of the projections, each (outputs, width).

    Raises:
        ValueError: a tensor has not the width, dtype or device that its projection
            reads; the message names both.
    """
    key = query if key is None else key
    value = key if value is None else value
    inputs = (query, key, value)
    names = ("query", "key", "value")
    for name, tensor, weight in zip(names, inputs, weights, strict=True):
        check_width(name, tensor, weight.shape[1])
    return inputs


def check_cache(cache: object, kind: type) -> None:
    """Raise ValueError unless a cache is of this kind."""
    if not isinstance(cache, kind):
        raise ValueError(f"cache is {type(cache).__name__}; expected {kind.__name__}")


def check_heads(name: str, tensor: Tensor, num_heads: int) -> None:
    """Raise ValueError unless a tensor is (..., H, T, D) with so many heads."""
    shape = tuple(tensor.shape)
    if tensor.dim() < 3 or shape[-3] != num_heads:
        raise ValueError(f"{name} has shape {shape}; expected {num_heads} heads")


def check_sequences(query: Tensor, key: Tensor, value: Tensor) -> None:
    """Raise ValueError unless the three fit: (..., Tq, D), (..., Tk, D), (..., Tk, Dv).

    Leading axes may broadcast. The message names both shapes or dtypes.
    """
    check_query_key(query, key)
    _check_value(key, value)
    _check_leading("query", query, "value", value)


def check_mask(mask: Tensor, scores_shape: torch.Size) -> None:
    """Raise ValueError unless a mask is boolean and broadcasts to the scores."""
    check_boolean(mask)
    sizes = zip(mask.shape[::-1], scores_shape[::-1], strict=False)
    if mask.dim() > len(scores_shape) or any(own not in (1, s) for own, s in sizes):
        raise ValueError(
            f"mask {tuple(mask.shape)} does not broadcast to scores "
            f"{tuple(scores_shape)}"
        )


def check_boolean(mask: Tensor) -> None:
    """Raise ValueError unless a mask is boolean."""
    if mask.dtype != torch.bool:
        raise ValueError(
            f"mask is {mask.dtype}; expected torch.bool, True = may attend"
        )


def check_query_key(query: Tensor, key: Tensor) -> None:
    """Raise ValueError unless query (..., Tq, D) and key (..., Tk, D) fit."""
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


def broadcast_shape(one: torch.Size, other: torch.Size) -> torch.Size:
    """What two shapes broadcast to. Mostly they are equal; else it takes a while.

    Raises:
        RuntimeError: they do not.
    """
    return one if one == other else torch.broadcast_shapes(one, other)


def _check_leading(name: str, one: Tensor, other_name: str, other: Tensor) -> None:
    try:
        broadcast_shape(one.shape[:-2], other.shape[:-2])
    except RuntimeError:
        raise ValueError(
            f"leading axes of {name} {tuple(one.shape)} and "
            f"{other_name} {tuple(other.shape)} do not broadcast"
        ) from None


def check_ids(ids: Tensor, vocab_size: int) -> None:
    """Raise ValueError unless ids are (B, T) tokens of a vocabulary.

    A single token on a GPU is not read, since to read it is to wait for the device, and
    generation would wait at each token; nor is anything while a graph is captured.
    """
    if ids.dim() != 2 or 0 in ids.shape:
        raise ValueError(
            f"ids have shape {tuple(ids.shape)}; expected (sentences, tokens), "
            "at least 1 of each"
        )
    if ids.dtype not in (torch.int64, torch.int32):
        raise ValueError(f"ids are {ids.dtype}; expected torch.int64 or torch.int32")
    if torch.compiler.is_compiling() or ids.is_meta:
        return
    if ids.device.type != "cpu" and ids.shape[1] == 1:
        return
    lowest, highest = (int(end) for end in ids.aminmax())
    if lowest < 0 or highest >= vocab_size:
        wrong = lowest if lowest < 0 else highest
        raise ValueError(f"id {wrong} must be between 0 and {vocab_size - 1}")
