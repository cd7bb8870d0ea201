"""What single heads of a trained model look at, and what it loses without them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn


def previous_token_scores(weights: Sequence[Tensor | None]) -> Tensor:
    """How much weight each head gives to the token before, on average.

    Args:
        weights: one (B, H, T, T) per layer, as a `LanguageModel` returns them.

    Returns:
        (L, H), each from 0 to 1: the mean over all tokens but the first.

    Raises:
        ValueError: a layer holds no weights, or there are fewer than two tokens.

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
        ValueError: a layer holds no weights, or a period is out of range.

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
    batch, _, length, _ = layers[0].shape
    periods = torch.as_tensor(period, device=layers[0].device).expand(batch)  # (B,)
    if periods.min() < 1 or periods.max() >= length:
        worst = int(periods.min() if periods.min() < 1 else periods.max())
        raise ValueError(f"period {worst} is not between 1 and {length - 1}")
    tokens = torch.arange(length, device=periods.device)
    sources = tokens - periods[:, None]  # (B, T), where each stood before
    after = (sources + 1).clamp(min=0)[:, None, :, None]  # (B, 1, T, 1)
    repeated = (sources >= 0)[:, None]  # (B, 1, T)
    found = [w.take_along_dim(after, dim=-1)[..., 0] for w in layers]  # (B, H, T)
    counted = repeated.sum()
    return torch.stack([(w * repeated).sum(dim=(0, 2)) / counted for w in found])


@contextmanager
def without_heads(model: nn.Module, heads: Iterable[tuple[int, int]]) -> Iterator[None]:
    """Within it, these heads add nothing to any token; the others are as they were.

    What a head found is set to 0 before the output projection. Its attention weights
    are still computed.

    Args:
        model: as `LanguageModel`, has ``blocks``, each with an ``attention``.
        heads: pairs of layer and head, both from 0.

    Raises:
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
    blocks: Any = model.blocks
    chosen = [(_attention_of(blocks, *pair), pair[1]) for pair in sorted(set(heads))]
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


def _attention_of(blocks: Any, layer: int, head: int) -> Any:
    if not 0 <= layer < len(blocks):
        raise ValueError(f"layer {layer} is not between 0 and {len(blocks) - 1}")
    attention = blocks[layer].attention
    if not 0 <= head < attention.num_heads:
        raise ValueError(f"head {head} is not between 0 and {attention.num_heads - 1}")
    return attention


def _held(weights: Sequence[Tensor | None]) -> list[Tensor]:
    """The weights, (B, H, T, T) per layer, of at least two tokens."""
    held = []
    for layer, own in enumerate(weights):
        if own is None:
            raise ValueError(f"layer {layer} holds no weights: its attention is fused")
        if own.shape[-1] < 2:
            raise ValueError(f"{own.shape[-1]} tokens are fewer than 2")
        held.append(own)
    return held
