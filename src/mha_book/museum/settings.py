"""What a listing is run on: *how are you*, alone, under a mask, in a batch."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor

from mha.check.catalogue.attend import attend
from mha.check.catalogue.split_heads import split_heads
from mha.check.numbers import distinct
from mha.check.subject import Subject
from mha.check.subjects.model import IDS, TEXT
from mha_book.examples import FOUR_STEPS, HOW_ARE_YOU, TWO_HEADS

WORDS = HOW_ARE_YOU.tokens
PADDED = (WORDS, ("how", "are", "(pad)"))
CAUSAL = torch.ones(3, 3, dtype=torch.bool).tril()
X = torch.tensor(HOW_ARE_YOU.embeddings)  # (T, E)
TWO = torch.stack([X, X.flip(0)])  # (B, T, E): how are you, you are how
W_Q, W_K, W_V, W_O = (  # (in, out)
    torch.tensor(one).T
    for one in (TWO_HEADS.query, TWO_HEADS.key, TWO_HEADS.value, TWO_HEADS.out)
)
FOUR = torch.tensor(FOUR_STEPS.embeddings, dtype=torch.float32)  # (T, 4)


@dataclass(frozen=True)
class Setting:
    """One call of a listing.

    Attributes:
        told: on what it is run, to be read after "on".
        args: what is handed over.
        words: what stands beside its rows; of texts that differ, for each of them.
        then: makes the named results of what is returned, where it goes on from there.
    """

    told: str
    args: tuple[Any, ...]
    words: tuple[Any, ...] = WORDS
    then: Callable[..., dict[str, Tensor]] | None = None


def _three(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    return x @ W_Q, x @ W_K, x @ W_V


def _attend() -> list[Setting]:
    heads = tuple(split_heads(one, 2) for one in _three(X))
    half = tuple(one.half() for one in _three(X))
    return [
        Setting("*how are you*", _three(X)),
        Setting("*how are you* under a causal mask", (*_three(X), CAUSAL)),
        Setting("a batch that holds *how are you* alone", _three(X[None])),
        Setting("a batch, *how are you* and *you are how*", _three(TWO)),
        Setting("*how are you* in two heads", heads),
        Setting(
            "*how are you* in half precision, under a causal mask", (*half, CAUSAL)
        ),
    ]


def _many() -> list[Setting]:
    matrices = (W_Q, W_K, W_V, W_O)
    return [
        Setting("*how are you* in two heads", (X, *matrices, 2)),
        Setting("*how are you* in one head", (X, *matrices, 1)),
        Setting("*how are you* under a causal mask", (X, *matrices, 2, CAUSAL)),
        Setting("a batch, *how are you* and *you are how*", (TWO, *matrices, 2)),
    ]


def _under(x: Tensor) -> Callable[..., dict[str, Tensor]]:
    """Make what attention does under a mask that is returned."""

    def then(mask: Tensor, names: tuple[str, ...]) -> dict[str, Tensor]:
        output, weights = attend(*(split_heads(one, 2) for one in _three(x)), mask=mask)
        return {"mask": mask, "weights": weights, "output": output}

    return then


def _causal() -> list[Setting]:
    return [Setting("*how are you*, in two heads", (3,), then=_under(X))]


def _padding() -> list[Setting]:
    texts = torch.stack([X, X * torch.tensor([[1.0], [1.0], [0.0]])])
    told = "a batch, *how are you* and *how are* with padding"
    lengths = torch.tensor([3, 2])
    return [Setting(told, (lengths, 3), PADDED, _under(texts))]


def _rotate() -> list[Setting]:
    rows = distinct(3, 4)
    return [
        Setting("*how are you*, as rows of two numbers", (X,)),
        Setting("*how are you*, as rows of four numbers", (rows,)),
        Setting("*how are you*, when three words are kept already", (X, 3)),
        Setting("*how are you* in two heads of four numbers", (distinct(2, 3, 4),)),
    ]


def _cache() -> list[Setting]:
    key, value = (split_heads(one[None], 2) for one in _three(X)[1:])
    told = "a second text, *how are you*, word by word, in two heads"
    return [Setting(told, (key, value, 1, 1, 1))]


def _split() -> list[Setting]:
    return [Setting("*how are you*, four numbers a word, in two heads", (FOUR, 2))]


def _merge() -> list[Setting]:
    return [Setting("two heads of *how are you*", (split_heads(FOUR, 2),))]


def _repeat() -> list[Setting]:
    keys = split_heads(_three(X)[1], 2)
    return [Setting("two heads’ keys of *how are you*, for four heads", (keys, 2))]


def _sinusoids() -> list[Setting]:
    return [Setting("the places of *how are you*, in four numbers each", (3, 4))]


def _block() -> list[Setting]:
    return [Setting("*how are you*, in six numbers each", (TEXT[:3],))]


def _decoder() -> list[Setting]:
    return [
        Setting("a text of three ids", (IDS[:1, :3],), ()),
        Setting("a text of three ids, before any training", (IDS[:1, :3], True), ()),
    ]


OWN = {
    "attend": _attend,
    "multi_head": _many,
    "MultiHeadAttention": _many,
    "HeadsInALoop": _many,
    "causal_mask": _causal,
    "padding_mask": _padding,
    "rotate": _rotate,
    "Cache": _cache,
    "split_heads": _split,
    "merge_heads": _merge,
    "repeat_kv": _repeat,
    "sinusoids": _sinusoids,
    "Block": _block,
    "Decoder": _decoder,
}


@cache
def settings_of(subject: Subject) -> tuple[Setting, ...]:
    """Give what a listing is run on, the plainest first; else its check's own calls."""
    if subject.name in OWN:
        return tuple(OWN[subject.name]())
    return tuple(Setting(one.told, one.args, ()) for one in subject.cases)
