"""Boolean masks: True where a query may attend to a key."""

from collections.abc import Sequence

import torch
from torch import Tensor

from mha.attention.check_types import (
    check_tensor,
    check_whole_numbers,
    is_whole,
    readable,
    shown,
)
from mha.attention.checks import check_lengths, check_sizes, check_tokens


def causal_mask(
    query_len: int,
    key_len: int | None = None,
    *,
    device: torch.device | str | None = None,
) -> Tensor:
    """Let each query see the keys up to its own place; the last sees them all.

    Args:
        query_len: Tq, at least 1.
        key_len: Tk, at least Tq; Tq when omitted.
        device: where to make it; PyTorch's default device when omitted.

    Returns:
        (Tq, Tk) boolean, True = may attend.

    Raises:
        ValueError: a length is out of range.

    Source: Vaswani et al. 2017, section 3.2.3.

    Example:
        >>> causal_mask(2, 3).int()
        tensor([[1, 1, 0],
                [1, 1, 1]], dtype=torch.int32)
    """
    key_len = query_len if key_len is None else key_len
    check_lengths(query_len, key_len)
    mask = torch.ones(query_len, key_len, dtype=torch.bool, device=device)
    return mask.tril(diagonal=key_len - query_len)


def sliding_window_mask(
    query_len: int,
    key_len: int | None = None,
    *,
    window: int,
    device: torch.device | str | None = None,
) -> Tensor:
    """A causal mask that reaches back over ``window`` keys, its own place included.

    Args:
        query_len, key_len, device: as in `causal_mask`.
        window: how many keys a query sees at most, at least 1.

    Returns:
        (Tq, Tk) boolean, True = may attend.

    Raises:
        ValueError: a length or the window is out of range.

    Source: Beltagy et al. 2020, "Longformer", section 3.1, looking back only.

    Example:
        >>> sliding_window_mask(3, window=2).int()
        tensor([[1, 0, 0],
                [1, 1, 0],
                [0, 1, 1]], dtype=torch.int32)
    """
    check_sizes(window=window)
    causal = causal_mask(query_len, key_len, device=device)
    offset = causal.shape[-1] - query_len  # the first query's own key
    return causal.triu(diagonal=offset - window + 1)


def padding_mask(lengths: Sequence[int] | Tensor, max_len: int) -> Tensor:
    """Hide what follows each sentence's last token, from every head and query.

    Args:
        lengths: B numbers of tokens, at least one, each 0 to max_len; the mask is made
            where a tensor of them is.
        max_len: Tk, the length that the batch is padded to, at least 1.

    Returns:
        (B, 1, 1, Tk) boolean, True = a token, False = padding. Where there is no axis
        of heads, as in a single head's weights (B, Tq, Tk), take ``mask[:, 0]``.

    Raises:
        ValueError: a length is out of range or no whole number, or there is none.

    Example:
        >>> padding_mask([3, 1], max_len=3).int().flatten(1)
        tensor([[1, 1, 1],
                [1, 0, 0]], dtype=torch.int32)
    """
    check_sizes(max_len=max_len)
    lengths = _lengths_of(lengths)
    for length in lengths.tolist() if readable(lengths) else ():
        if not 0 <= length <= max_len:
            raise ValueError(f"length {length} must be between 0 and max_len {max_len}")
    places = torch.arange(max_len, device=lengths.device)
    return (places < lengths[:, None])[:, None, None]  # (B, Tk) -> (B, 1, 1, Tk)


def _lengths_of(given: Sequence[int] | Tensor) -> Tensor:
    """(B,) whole numbers, from a list or a tensor of them."""
    try:
        # as_tensor would move a tensor to the default device.
        lengths = given if isinstance(given, Tensor) else torch.tensor(given)
    except (TypeError, ValueError, RuntimeError):  # of words, of lists unlike in length
        raise TypeError(
            f"lengths is {shown(given)}; expected a list of whole numbers"
        ) from None
    if lengths.dim() != 1 or not lengths.numel() or not is_whole(lengths.dtype):
        raise ValueError(
            f"lengths have shape {tuple(lengths.shape)} and are {lengths.dtype}; "
            "expected a list of whole numbers, at least one"
        )
    return lengths


def same_text(numbers: Tensor) -> Tensor:
    """Let each token attend within its own text, where several stand in a row.

    Args:
        numbers: (B, T) whole numbers, of each token's text, equal for tokens of the
            same one.

    Returns:
        (B, 1, T, T) boolean, True = may attend.

    Raises:
        ValueError: numbers are no whole numbers or not (B, T).

    Example:
        >>> same_text(torch.tensor([[0, 0, 1]])).int()[0, 0]
        tensor([[1, 1, 0],
                [1, 1, 0],
                [0, 0, 1]], dtype=torch.int32)
    """
    check_whole_numbers("numbers", numbers)
    check_tokens("numbers", numbers)
    return (numbers[:, :, None] == numbers[:, None, :])[:, None]


def by_head(tensor: Tensor | None, num_heads: int) -> list[Tensor | None]:
    """One (..., Tq, Tk) per head, from what broadcasts to (..., H, Tq, Tk).

    Raises:
        ValueError: the head axis is neither 1 nor num_heads.
    """
    if tensor is not None:
        check_tensor("mask", tensor)
    if tensor is None or tensor.dim() < 3:
        return [tensor] * num_heads
    if tensor.shape[-3] not in (1, num_heads):
        raise ValueError(
            f"mask {tuple(tensor.shape)} has {tensor.shape[-3]} heads; "
            f"expected 1 or {num_heads}"
        )
    return list(tensor.expand(*tensor.shape[:-3], num_heads, -1, -1).unbind(-3))
