"""What single heads of a trained model look at, and what it loses without them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from mha.attention.check_types import (
    check_floating,
    check_whole,
    check_whole_numbers,
    readable,
    shown,
)


def previous_token_scores(weights: Sequence[Tensor | None]) -> Tensor:
    """How much weight each head gives to the token before, on average.

    Args:
        weights: one (B, H, T, T) per layer, as a `LanguageModel` returns them.

    Returns:
        (L, H), each from 0 to 1: the mean over all tokens but the first.

    Raises:
        ValueError: a layer holds no weights, or other ones than the first, or there
            are fewer than two tokens.

    Source: Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits".

    Example:
        >>> before = torch.eye(5).roll(-1, dims=1)[None, None]  # (B, H, T, T)
        >>> previous_token_scores([before])
        tensor([[1.]])
    """
    layers = _held(weights)
    return torch.stack([w.diagonal(-1, -2, -1).mean(dim=(0, 2)) for w in layers])


def induction_scores(weights: Sequence[Tensor | None], period: int | Tensor) -> Tensor:
    """How much weight each head gives to the token after an earlier copy.

    In a sequence that repeats itself every p tokens, token t stands for the second
    time from t = p on. An induction head looks from it to the token t − p + 1, which
    came next the first time.

    Args:
        weights: one (B, H, T, T) per layer, as a `LanguageModel` returns them.
        period: p, from 1 to T − 1; one for all sequences, or (B,), one for each.

    Returns:
        (L, H), each from 0 to 1: the mean over all tokens that repeat another.

    Raises:
        ValueError: as in `previous_token_scores`, or a period is out of range.

    Source: Olsson et al. 2022, "In-context Learning and Induction Heads".

    Example:
        >>> from mha import LanguageModel
        >>> model = LanguageModel(vocab_size=7, embed_dim=8, num_heads=2, num_layers=3)
        >>> ids = torch.tensor([[3, 1, 4, 2, 3, 1, 4, 2]])  # repeats every 4 tokens
        >>> logits, weights = model(ids)
        >>> induction_scores(weights, period=4).shape
        torch.Size([3, 2])
    """
    layers = _held(weights)
    length = layers[0].shape[-1]
    periods = _periods_of(period, layers[0])  # (B,)
    _check_periods(periods, length)
    tokens = torch.arange(length, device=periods.device)
    sources = tokens - periods[:, None]  # (B, T), where each stood before
    after = (sources + 1).clamp(min=0)[:, None, :, None]  # (B, 1, T, 1)
    repeated = (sources >= 0)[:, None]  # (B, 1, T)
    # take_along_dim would broadcast by itself, and fix the length when exported.
    after = after.expand(-1, layers[0].shape[1], -1, -1)  # (B, H, T, 1)
    found = [w.gather(-1, after)[..., 0] for w in layers]  # (B, H, T)
    counted = repeated.sum()
    return torch.stack([(w * repeated).sum(dim=(0, 2)) / counted for w in found])


def _periods_of(period: int | Tensor, weights: Tensor) -> Tensor:
    """One for each sequence, (B,), where the weights (B, H, T, T) are."""
    batch, device = len(weights), weights.device
    if not isinstance(period, Tensor):
        check_whole("period", period)
        return torch.full((batch,), period, device=device)
    check_whole_numbers("period", period)
    if period.shape not in ((), (batch,)):
        raise ValueError(
            f"period has shape {tuple(period.shape)}; expected one for all, or "
            f"({batch},), one for each sequence"
        )
    return period.to(device).expand(batch)


def _check_periods(periods: Tensor, length: int) -> None:
    if not readable(periods):
        return
    lowest, highest = (int(period) for period in periods.aminmax())
    if lowest < 1 or highest >= length:
        worst = lowest if lowest < 1 else highest
        raise ValueError(f"period {worst} is not between 1 and {length - 1}")


@contextmanager
def without_heads(model: nn.Module, heads: Iterable[tuple[int, int]]) -> Iterator[None]:
    """Within it, these heads add nothing to any token; the others are as they were.

    What a head found is set to 0 before the output projection. Its attention weights
    are still computed.

    Args:
        model: as `LanguageModel`, has ``blocks``, each with an ``attention``.
        heads: pairs of layer and head, both from 0.

    Raises:
        TypeError: the model has no blocks, or heads are no pairs of whole numbers.
        ValueError: the model has no such layer or head; the message names both.

    Source: ablation of heads, Michel et al. 2019, "Are Sixteen Heads Really Better
    than One?".

    Example:
        >>> from mha import LanguageModel
        >>> model = LanguageModel(vocab_size=7, embed_dim=8, num_heads=2, num_layers=3)
        >>> ids = torch.tensor([[3, 1, 4]])
        >>> logits, _ = model(ids)
        >>> with without_heads(model, {(0, 1), (2, 0)}):
        ...     fewer, _ = model(ids)
        >>> torch.equal(logits, fewer), torch.equal(logits, model(ids)[0])
        (False, True)
    """
    pairs = _pairs_of(heads)
    chosen = [(_attention_of(_blocks_of(model), *pair), pair[1]) for pair in pairs]
    with ExitStack() as hooks:
        for attention, head in chosen:
            silence = partial(_silence, attention.head_dim, head)
            handle = attention.out_proj.register_forward_pre_hook(silence)
            hooks.callback(handle.remove)
        yield


def _silence(width: int, head: int, module: nn.Module, inputs: tuple[Tensor]) -> Tensor:
    """All heads' outputs side by side, one of them 0: (..., E) -> (..., E)."""
    joined = inputs[0].unflatten(-1, (-1, width)).clone()  # (..., H, D)
    joined[..., head, :] = 0
    return joined.flatten(-2)


def _pairs_of(heads: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each pair of layer and head once."""
    try:
        pairs = {(layer, head) for layer, head in heads}
    except (TypeError, ValueError):
        raise TypeError(
            f"heads is {shown(heads)}; expected pairs of layer and head, as {{(0, 1)}}"
        ) from None
    for layer, head in pairs:
        check_whole("layer", layer)
        check_whole("head", head)
    return sorted(pairs)


def _blocks_of(model: nn.Module) -> Any:
    if not hasattr(model, "blocks"):
        raise TypeError(
            f"model is {shown(model)}; expected one with blocks, as LanguageModel"
        )
    return model.blocks


def _attention_of(blocks: Any, layer: int, head: int) -> Any:
    if not 0 <= layer < len(blocks):
        raise ValueError(f"layer {layer} is not between 0 and {len(blocks) - 1}")
    attention = blocks[layer].attention
    if not 0 <= head < attention.num_heads:
        raise ValueError(f"head {head} is not between 0 and {attention.num_heads - 1}")
    return attention


def _held(weights: Sequence[Tensor | None]) -> list[Tensor]:
    """The weights, (B, H, T, T) per layer, of at least two tokens."""
    if not isinstance(weights, Sequence):
        raise TypeError(
            f"weights is {shown(weights)}; expected a list of one tensor per layer"
        )
    if not weights:
        raise ValueError("weights is empty; expected one tensor per layer")
    held: list[Tensor] = []
    for layer, own in enumerate(weights):
        if own is None:
            raise ValueError(f"layer {layer} holds no weights: its attention is fused")
        _check_square(f"weights[{layer}]", own)
        if held and own.shape != held[0].shape:
            raise ValueError(
                f"weights[{layer}] has shape {tuple(own.shape)} but weights[0] "
                f"{tuple(held[0].shape)}"
            )
        held.append(own)
    return held


def _check_square(name: str, weights: Tensor) -> None:
    check_floating(name, weights)
    shape = tuple(weights.shape)
    if len(shape) != 4 or shape[2] != shape[3] or 0 in shape:
        raise ValueError(f"{name} has shape {shape}; expected (B, H, T, T)")
    if shape[-1] < 2:
        raise ValueError(f"{shape[-1]} tokens are fewer than 2")
