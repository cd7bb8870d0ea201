"""This book's masks in other libraries' conventions, and back.

Here: boolean, True = may attend, broadcasts to (B, H, Tq, Tk).
`F.scaled_dot_product_attention` takes the same, or the additive form. A further
convention is a pair of functions here, two names in `__init__.pyi`, and a row in
`mha_book.explorers.mask.conventions`.
"""

import math

import torch
from torch import Tensor

from mha.attention.check_types import (
    check_floating,
    check_tensor,
    check_whole,
    floating_dtype,
    readable,
)
from mha.attention.checks import check_boolean, check_mask, check_sizes

# Published code hides with −inf, with a dtype's lowest number, −1e9 or −1e4.
MASKED_BELOW = -1e4


def to_additive(mask: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
    """What is added to the scores: 0 = may attend, −inf = hidden; the same shape.

    Args:
        mask: boolean, any shape.
        dtype: the scores', of floating point.

    Raises:
        ValueError: the mask is not boolean, or the dtype not of floating point.
    """
    check_boolean(mask)
    zeros = torch.zeros(mask.shape, dtype=floating_dtype(dtype), device=mask.device)
    return zeros.masked_fill(~mask, -math.inf)


def from_additive(mask: Tensor) -> Tensor:
    """Undo `to_additive`; −1e4 and below are hidden too.

    Raises:
        ValueError: a number is neither 0 nor hidden, so it is no mask but a bias; or
            the mask is not of floating point.
    """
    check_floating("mask", mask)
    hidden = mask <= MASKED_BELOW
    _refuse("additive mask", mask, ~hidden & (mask != 0), "0 or −inf")
    return ~hidden


def to_torch_attn_mask(mask: Tensor, sizes: tuple[int, int, int, int]) -> Tensor:
    """The attn_mask of `torch.nn.MultiheadAttention`: True = hidden.

    Args:
        mask: boolean, broadcasts to ``sizes``.
        sizes: (B, H, Tq, Tk), which that class wants in full.

    Returns:
        (B·H, Tq, Tk), sentence 0 with each of its heads first, then sentence 1.

    Raises:
        ValueError: the mask is not boolean or does not broadcast, or there are not
            four sizes.
    """
    _check_four(sizes)
    check_mask(mask, torch.Size(sizes))
    return ~mask.expand(sizes).flatten(0, 1)


def from_torch_attn_mask(mask: Tensor, num_heads: int) -> Tensor:
    """Undo `to_torch_attn_mask`: (Tq, Tk) as it is, (B·H, Tq, Tk) -> (B, H, Tq, Tk).

    Raises:
        ValueError: the mask is not boolean or has other axes, or num_heads does not
            divide B·H.
    """
    check_boolean(mask)
    check_sizes(num_heads=num_heads)
    if mask.dim() == 2:
        return ~mask
    _check_axes(mask, "(Tq, Tk) or (B·H, Tq, Tk)", 3)
    if mask.shape[0] % num_heads:
        raise ValueError(
            f"attn_mask {tuple(mask.shape)}: {mask.shape[0]} is not divisible by "
            f"num_heads {num_heads}"
        )
    return ~mask.unflatten(0, (-1, num_heads))


def to_torch_key_padding_mask(mask: Tensor) -> Tensor:
    """The key_padding_mask of PyTorch: (B, 1, 1, Tk) -> (B, Tk), True = padding.

    Raises:
        ValueError: the mask hides other keys from one head or query than another.
    """
    return ~_by_key(mask)


def from_torch_key_padding_mask(mask: Tensor) -> Tensor:
    """Undo `to_torch_key_padding_mask`: (B, Tk) -> (B, 1, 1, Tk).

    Raises:
        ValueError: the mask is not boolean or not (B, Tk).
    """
    check_boolean(mask)
    _check_axes(mask, "(B, Tk)", 2)
    return ~mask[:, None, None]


def to_huggingface_mask(mask: Tensor) -> Tensor:
    """The attention_mask of Hugging Face: (B, 1, 1, Tk) -> (B, Tk), 1 = a token.

    Raises:
        ValueError: the mask hides other keys from one head or query than another.
    """
    return _by_key(mask).long()


def from_huggingface_mask(mask: Tensor) -> Tensor:
    """Undo `to_huggingface_mask`: (B, Tk) of 1 and 0 -> (B, 1, 1, Tk).

    Raises:
        ValueError: a number is neither 1 nor 0, or the mask is not (B, Tk).
    """
    _check_ones(mask)
    _check_axes(mask, "(B, Tk)", 2)
    return mask.bool()[:, None, None]


def to_sequence_first(mask: Tensor) -> Tensor:
    """As `SequenceFirstMultiHeadAttention` takes it: (B, 1, Tq, Tk) -> (Tq, Tk, B).

    Axes of size 1 stay and broadcast; a (Tq, Tk) mask becomes (Tq, Tk, 1).

    Raises:
        ValueError: the mask is not boolean, or heads have masks of their own.
    """
    check_boolean(mask)
    if mask.dim() == 2:
        return mask[..., None]
    if mask.dim() != 4 or mask.shape[1] != 1:
        raise ValueError(f"mask {tuple(mask.shape)}; expected (B, 1, Tq, Tk)")
    return mask[:, 0].permute(1, 2, 0)


def from_sequence_first(mask: Tensor) -> Tensor:
    """Undo `to_sequence_first`: (Tq, Tk, B) -> (B, 1, Tq, Tk).

    Args:
        mask: boolean, or of 1 and 0 as published code has it.

    Raises:
        ValueError: a number is neither 1 nor 0, or an axis is missing.
    """
    _check_ones(mask)
    _check_axes(mask, "(Tq, Tk, B)", 3)
    return mask.bool().permute(2, 0, 1)[:, None]


def _by_key(mask: Tensor) -> Tensor:
    check_boolean(mask)
    if mask.dim() != 4 or mask.shape[1:3] != (1, 1):
        raise ValueError(f"mask {tuple(mask.shape)}; expected (B, 1, 1, Tk)")
    return mask[:, 0, 0]


def _check_four(sizes: tuple[int, ...]) -> None:
    if not isinstance(sizes, (tuple, list)) or len(sizes) != 4:
        raise ValueError(f"sizes {sizes}; expected (B, H, Tq, Tk)")
    for name, size in zip(("B", "H", "Tq", "Tk"), sizes, strict=True):
        check_whole(name, size)


def _check_axes(mask: Tensor, expected: str, axes: int) -> None:
    if mask.dim() != axes:
        raise ValueError(f"mask {tuple(mask.shape)}; expected {expected}")


def _check_ones(mask: Tensor) -> None:
    check_tensor("mask", mask)
    _refuse("mask", mask, (mask != 0) & (mask != 1), "1 or 0")


def _refuse(name: str, mask: Tensor, others: Tensor, expected: str) -> None:
    """Name the first of a mask's other numbers, unless they cannot be read."""
    found = mask[others] if readable(mask) else mask.new_empty(0)
    if found.numel():
        raise ValueError(f"{name} has {found[0].item():g}; expected {expected}")
