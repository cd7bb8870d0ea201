"""Where a token stands: what is added to it, turned in it, or taken off its scores."""

import torch
from torch import Tensor, nn

from mha.attention.check_types import (
    check_floating,
    check_number,
    check_same_device,
    check_tensor,
    check_whole,
    floating_dtype,
)
from mha.attention.checks import (
    check_axes,
    check_input,
    check_lengths,
    check_sizes,
)


def sinusoidal(
    length: int,
    embed_dim: int,
    *,
    start: int = 0,
    base: float = 10000.0,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Tensor:
    """Waves of growing length: sin(t·w_i) at feature 2i, cos(t·w_i) at feature 2i + 1.

    w_i = base^(−2i / E), in radians per token. Moving by k tokens turns each pair of
    features by the angle k·w_i, wherever it starts.

    Args:
        length: T, at least 1; there is no longest.
        embed_dim: E, at least 1; when odd, the last sine has no cosine.
        start: the first place, at least 0.
        base: the longest wave is about 2π·base tokens long; finite and above 0.
        dtype: of the result, floating point; the default dtype when omitted.
        device: where to make it; PyTorch's default device when omitted.

    Returns:
        (T, E).

    Raises:
        ValueError: length or embed_dim is below 1, start below 0, base not above 0, or
            dtype not of floating point.

    Source: Vaswani et al. 2017, section 3.5.
    """
    check_sizes(length=length, embed_dim=embed_dim)
    _check_start(start)
    check_number("base", base, above=0)
    dtype = floating_dtype(dtype)
    places = torch.arange(start, start + length, device=device)
    angles = angles_at(places, embed_dim, base)  # (T, ⌈E/2⌉)
    pairs = torch.stack([angles.sin(), angles.cos()], dim=-1)  # (T, ⌈E/2⌉, 2)
    return pairs.flatten(1)[:, :embed_dim].to(dtype)


class SinusoidalPositions(nn.Module):
    """Add `sinusoidal` to a sequence: (..., T, E) -> (..., T, E), of any length.

    Example:
        >>> SinusoidalPositions()(torch.zeros(1, 2))
        tensor([[0., 1.]])
    """

    def forward(self, x: Tensor, start: int = 0) -> Tensor:
        """Add each place's waves to its token, the first of which stands at ``start``.

        Raises:
            ValueError: start is below 0, or x is not of floating point.
        """
        check_floating("x", x)
        check_axes("x", x)
        length, width = x.shape[-2:]
        waves = sinusoidal(length, width, start=start, dtype=x.dtype, device=x.device)
        return x + waves


class LearnedPositions(nn.Module):
    """Add a trained vector for each place.

    Args:
        max_len: the most tokens a sequence may have.
        embed_dim: E.

    Raises:
        ValueError: max_len or embed_dim is below 1.

    Source: Gehring et al. 2017, "Convolutional Sequence to Sequence Learning",
    section 3.1.

    Example:
        >>> LearnedPositions(max_len=16, embed_dim=12)(torch.zeros(2, 3, 12)).shape
        torch.Size([2, 3, 12])
    """

    def __init__(self, max_len: int, embed_dim: int) -> None:
        super().__init__()
        check_sizes(max_len=max_len, embed_dim=embed_dim)
        self.max_len = max_len
        self.table = nn.Embedding(max_len, embed_dim)

    def forward(self, x: Tensor, start: int = 0) -> Tensor:
        """Add each place's vector to its token: (..., T, E) -> (..., T, E).

        Raises:
            ValueError: the last place is beyond max_len, start is below 0, or the table
                does not fit x.
        """
        _check_start(start)
        check_input("x", x, self.table.embedding_dim, self.table)
        end = start + x.shape[-2]
        if end > self.max_len:
            raise ValueError(f"{end} tokens are more than max_len {self.max_len}")
        return x + self.table.weight[start:end]


def rotate(
    x: Tensor,
    positions: Tensor | None = None,
    *,
    base: float = 10000.0,
    speeds: Tensor | None = None,
) -> Tensor:
    """Rotary positions: turn features i and i + D/2 by the angle t·base^(−2i / D).

    A product of two vectors so turned depends on how far apart they stand, not on
    where. Features are paired in halves, as in Llama; the paper pairs neighbours:
    ``halves_to_pairs(rotate(pairs_to_halves(x)))``.

    Args:
        x: queries or keys, floating point (..., T, D), D even.
        positions: (T,) places; 0 to T − 1 when omitted.
        base: as in `sinusoidal`; also called ``rope_theta``.
        speeds: (D/2,) radians per token, in place of base^(−2i / D).

    Returns:
        (..., T, D).

    Raises:
        ValueError: D is odd, base not above 0, or positions or speeds do not fit x.

    Source: Su et al. 2021, "RoFormer", section 3.2.2.
    """
    check_floating("x", x)
    check_axes("x", x)
    length, width = x.shape[-2:]
    check_even(width)
    if positions is None:
        positions = torch.arange(length, device=x.device)
    else:
        _check_row("positions", positions, length, x)
    if speeds is None:
        check_number("base", base, above=0)
        speeds = speeds_of(width, base, x.device)
    else:
        _check_row("speeds", speeds, width // 2, x)
    return turn(x, *turns(positions, speeds))


def turns(positions: Tensor, speeds: Tensor) -> tuple[Tensor, Tensor]:
    """What `turn` multiplies by: (T,) places, (D/2,) speeds -> each (T, D).

    Cosines of every angle, twice; and sines, negated for the first half.
    """
    angles = positions[:, None] * speeds  # (T, D/2)
    cos, sin = angles.cos(), angles.sin()
    return torch.cat([cos, cos], dim=-1), torch.cat([-sin, sin], dim=-1)


def turn(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Turn features i and i + D/2 by angles that `turns` gives: (..., T, D).

    a becomes a·cos − b·sin and b becomes b·cos + a·sin, for all pairs (a, b) at once.
    """
    other = x.roll(x.shape[-1] // 2, dims=-1)  # each feature's partner in its pair
    return torch.addcmul(x * cos.to(x), other, sin.to(x))


def halves_to_pairs(x: Tensor) -> Tensor:
    """Reorder features 0 1 2 | 3 4 5 as 0 3 | 1 4 | 2 5: halves become neighbours.

    Raises:
        ValueError: the width is odd.
    """
    _check_pairs(x)
    return x.unflatten(-1, (2, -1)).transpose(-2, -1).flatten(-2)


def pairs_to_halves(x: Tensor) -> Tensor:
    """Undo `halves_to_pairs`: 0 1 | 2 3 | 4 5 becomes 0 2 4 | 1 3 5.

    Raises:
        ValueError: the width is odd.
    """
    _check_pairs(x)
    return x.unflatten(-1, (-1, 2)).transpose(-2, -1).flatten(-2)


def alibi_slopes(
    num_heads: int,
    *,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Tensor:
    """How fast each head's attention fades with distance: 2^(−8h / H), h from 1.

    Where H is no power of two, the slopes of the power below it come first, then
    every other slope of the power above.

    Args:
        num_heads: H, at least 1.
        dtype, device: as in `sinusoidal`.

    Returns:
        (H,).

    Raises:
        ValueError: num_heads is below 1, or dtype not of floating point.

    Source: Press et al. 2021, "Train Short, Test Long", section 3, and its code.
    """
    check_sizes(num_heads=num_heads)
    below = 2 ** (int(num_heads).bit_length() - 1)  # a power of two, at most H
    dtype = floating_dtype(dtype)
    steps = torch.arange(1, below + 1, dtype=_exact(dtype), device=device) / below
    odd = torch.arange(1, 2 * below, 2, dtype=_exact(dtype), device=device)
    between = odd / (2 * below)  # halfway between the steps, 1/H' … 1
    return (2 ** (-8 * torch.cat([steps, between])[:num_heads])).to(dtype)


def alibi_bias(
    num_heads: int,
    query_len: int,
    key_len: int | None = None,
    *,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Tensor:
    """What ALiBi adds to the scaled scores: −slope · distance, (H, Tq, Tk).

    Args:
        num_heads, dtype, device: as in `alibi_slopes`.
        query_len, key_len: as in `relative_positions`.

    Raises:
        ValueError: a size is out of range, or dtype not of floating point.

    Source: Press et al. 2021, section 3.
    """
    distances = relative_positions(query_len, key_len, device=device).abs()
    dtype = floating_dtype(dtype)
    slopes = alibi_slopes(num_heads, dtype=_exact(dtype), device=device)
    return (-slopes[:, None, None] * distances).to(dtype)


def relative_positions(
    query_len: int,
    key_len: int | None = None,
    *,
    device: torch.device | str | None = None,
) -> Tensor:
    """Place of each key minus place of each query, (Tq, Tk); the last two share one.

    Args:
        query_len, key_len, device: as in `causal_mask`.

    Raises:
        ValueError: a length is out of range, as in `causal_mask`.
    """
    key_len = query_len if key_len is None else key_len
    check_lengths(query_len, key_len)
    places = torch.arange(key_len, device=device)
    return places - places[key_len - query_len :, None]


def angles_at(positions: Tensor, width: int, base: float) -> Tensor:
    """(T,) places -> (T, ⌈width / 2⌉) radians, in float64 where a device has it."""
    return positions[:, None] * speeds_of(width, base, positions.device)


def speeds_of(width: int, base: float, device: torch.device) -> Tensor:
    """(⌈width / 2⌉,) radians per token: base^(−2i / width), exact as `angles_at` is."""
    exact = device.type in ("cpu", "cuda")  # Apple's GPUs have no float64
    dtype = torch.float64 if exact else torch.float32
    even = torch.arange(0, width, 2, dtype=dtype, device=device)
    return base ** (-even / width)


def _exact(dtype: torch.dtype) -> torch.dtype:
    """At least float32: half precision rounds whole numbers from 257 or 2,049 on."""
    return torch.promote_types(dtype, torch.float32)


def check_even(width: int) -> None:
    """Raise ValueError unless features come in pairs."""
    check_sizes(width=width)
    if width % 2:
        raise ValueError(f"width {width} is odd; rotary features come in pairs")


def _check_pairs(x: Tensor) -> None:
    check_tensor("x", x)
    check_axes("x", x, 1)
    check_even(x.shape[-1])


def _check_row(name: str, row: Tensor, length: int, x: Tensor) -> None:
    """As many numbers as x has tokens, or pairs of features; where x is."""
    check_tensor(name, row)
    if row.dim() != 1 or row.shape[0] != length:
        raise ValueError(f"{name} have shape {tuple(row.shape)}; expected ({length},)")
    check_same_device(name, row, "x", x)


def _check_start(start: int) -> None:
    check_whole("start", start)
    if start < 0:
        raise ValueError(f"start {start} is below 0")
