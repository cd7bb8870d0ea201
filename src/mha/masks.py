"""Boolean masks: True where a query may attend to a key."""

import torch
from torch import Tensor


def causal_mask(query_len: int, key_len: int | None = None) -> Tensor:
    """Let each query see the keys up to its own place; the last sees them all.

    Args:
        query_len: Tq, at least 1.
        key_len: Tk, at least Tq; Tq when omitted.

    Returns:
        (Tq, Tk) boolean, True = may attend.

    Raises:
        ValueError: a length is out of range.

    Source: Vaswani et al. 2017, section 3.2.3.
    """
    key_len = query_len if key_len is None else key_len
    if not 1 <= query_len <= key_len:
        raise ValueError(
            f"query_len {query_len} must be between 1 and key_len {key_len}"
        )
    mask = torch.ones(query_len, key_len, dtype=torch.bool)
    return mask.tril(diagonal=key_len - query_len)


def masks_by_head(mask: Tensor | None, num_heads: int) -> list[Tensor | None]:
    """One mask a head from a mask that broadcasts to (..., H, Tq, Tk).

    Raises:
        ValueError: the mask's head axis is neither 1 nor num_heads.
    """
    if mask is None or mask.dim() < 3:
        return [mask] * num_heads
    if mask.shape[-3] not in (1, num_heads):
        raise ValueError(
            f"mask {tuple(mask.shape)} has {mask.shape[-3]} heads; "
            f"expected 1 or {num_heads}"
        )
    sizes = (*mask.shape[:-3], num_heads, *mask.shape[-2:])
    return list(mask.expand(sizes).unbind(-3))
