"""Text from a language model: one token after the other."""

import math

import torch
from torch import Tensor
from torch.nn import functional as F

from mha.attention.cache import KVCache
from mha.attention.check_types import (
    check_floating,
    check_real,
    check_whole,
    shown,
)
from mha.attention.checks import check_axes, check_ids
from mha.models.language_model import LanguageModel
from mha.models.modes import evaluating, without_weights


def generate(
    model: LanguageModel,
    ids: Tensor,
    new_tokens: int,
    *,
    temperature: float = 1.0,
    top_k: int | None = None,
    mask: Tensor | None = None,
    cached: bool = True,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Continue each sentence, drawing every token from what the model expects next.

    Args:
        model: read without dropout; each of its modules keeps its training mode.
        ids: (B, T), the beginning, at least one token.
        new_tokens: how many to add, at least 0.
        temperature: divides the logits; 0 takes the most likely token.
        top_k: draw from the k most likely tokens alone; from all when omitted.
        mask: boolean (B, 1, 1, T), False = padding, which stands before the shorter
            beginnings. Positions that are added count it; relative ones do not.
        cached: whether earlier keys and values are kept or computed anew each time.
        generator: where the chances come from; PyTorch's own when omitted.

    Returns:
        (B, T + new_tokens).

    Raises:
        ValueError: an argument is out of range, or the model's logits are no numbers;
            the message says what was found.
        TypeError: an argument is of another type than it should be.

    Example:
        >>> model = LanguageModel(vocab_size=7, embed_dim=8, num_heads=2, num_layers=1)
        >>> generate(model, torch.tensor([[1, 2]]), new_tokens=3).shape
        torch.Size([1, 5])
    """
    _check_model(model)
    check_ids(ids, model.vocab_size)
    _check_length(model, ids.shape[1], new_tokens)
    _check_sampling(temperature, top_k, model.vocab_size)
    cache = KVCache() if cached else None
    with torch.inference_mode(), evaluating(model), without_weights(model):
        for step in range(new_tokens):
            unread = ids if cache is None else ids[:, cache.length :]
            logits, _ = model(unread, mask, cache=cache, logits_to_keep=1)  # (B, 1, V)
            if step == 0:  # later ones would wait for the device at each token
                _check_logits(logits)
            if temperature == 0:
                token = logits.argmax(-1)  # (B, 1)
            else:
                probabilities = next_probabilities(logits[:, -1], temperature, top_k)
                token = torch.multinomial(probabilities, 1, generator=generator)
            ids = torch.cat([ids, token], dim=1)  # (B, T + 1)
            mask = None if mask is None else F.pad(mask, (0, 1), value=True)
    return ids.clone()  # an ordinary tensor, which a model can be trained with


def next_probabilities(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None
) -> Tensor:
    """How probable each token comes next: softmax(logits / temperature) of the top k.

    Args:
        logits: (B, V).
        temperature, top_k: as in `generate`.

    Returns:
        (B, V). Rows sum to 1; all but k tokens have exactly 0.

    Raises:
        ValueError: temperature is below 0, or top_k is not between 1 and V.

    Source: Fan et al. 2018, "Hierarchical Neural Story Generation", for the
    top k.
    """
    check_floating("logits", logits)
    check_axes("logits", logits, 1)
    _check_sampling(temperature, top_k, logits.shape[-1])
    if temperature == 0:
        top_k, temperature = 1, 1.0
    # Largest 0, so that a small temperature cannot overflow.
    scores = (logits - logits.amax(-1, keepdim=True)) / temperature
    if top_k is None:  # a large vocabulary takes a while to sort
        return scores.softmax(-1)
    kept, indices = scores.topk(top_k)  # (B, k)
    return torch.zeros_like(logits).scatter(-1, indices, kept.softmax(-1))  # (B, V)


def _check_model(model: object) -> None:
    if not isinstance(model, LanguageModel):
        raise TypeError(f"model is {shown(model)}; expected a LanguageModel")


def _check_logits(logits: Tensor) -> None:
    if not logits.isfinite().all():
        raise ValueError(
            "the model's logits are not finite: its parameters hold NaN or infinity, "
            f"or {logits.dtype} cannot hold what it computes"
        )


def _check_length(model: LanguageModel, length: int, new_tokens: int) -> None:
    check_whole("new_tokens", new_tokens)
    if new_tokens < 0:
        raise ValueError(f"new_tokens {new_tokens} is below 0")
    max_len = getattr(model.positions, "max_len", math.inf)
    if length + new_tokens > max_len:
        raise ValueError(
            f"{length} tokens and {new_tokens} new ones are more than max_len {max_len}"
        )


def _check_sampling(temperature: float, top_k: int | None, vocab_size: int) -> None:
    check_real("temperature", temperature)
    if not temperature >= 0:  # not a number either
        raise ValueError(f"temperature {temperature} must be 0 or above")
    if top_k is not None:
        check_whole("top_k", top_k)
    if top_k is not None and not 1 <= top_k <= vocab_size:
        raise ValueError(f"top_k {top_k} must be between 1 and vocab_size {vocab_size}")
