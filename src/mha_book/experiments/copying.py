"""Copying as a task: letters that come again, in an order that was never seen."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, TensorDataset

from mha.attention.positions import relative_positions
from mha.attention.relative import Placed
from mha.data.letters import LETTERS, LONGEST, SHORTEST, repeats
from mha.models.language_model import LanguageModel
from mha.training.loop import Task
from mha.training.options import POSITIONS, RELATIVE, Options, look_up, relative_maker

STEPS, SEQUENCES = 125, 512  # batches in an epoch; what is measured on
MEASURING_SEED = 2**40  # of what is measured on: no epoch's below the 7,776th


class NearHead(nn.Module):
    """ALiBi with a slope of 1 for head 0, and none for the others.

    The first head looks near; where tokens stand makes no difference to the others.

    """

    keys_stay = True

    def forward(self, query: Tensor, key: Tensor, past: int = 0) -> Placed:
        """Take the distance off the first head's scores: (H, Tq, past + Tk)."""
        lengths = (query.shape[-2], past + key.shape[-2])
        far = relative_positions(*lengths, device=query.device).abs()
        slopes = torch.zeros(query.shape[-3], 1, 1).to(query)
        slopes[0] = 1
        return query, key, -slopes * far


class NoMLP(nn.Module):
    """In an MLP's place: nothing is added to any token."""

    def __init__(self, embed_dim: int) -> None:
        super().__init__()

    def forward(self, x: Tensor) -> Tensor:
        """Zeros (..., E)."""
        return 0 * x  # what made x keeps a gradient; several processes ask for it


SCHEMES = {"near": lambda head_dim: NearHead()} | RELATIVE


@dataclass(frozen=True, kw_only=True)
class CopyingOptions(Options):
    """What came next the last time?"""

    task: ClassVar[str] = "copying"

    relative: Literal[tuple(SCHEMES)] = "near"  # type: ignore[valid-type]
    "What changes the scores by distance."
    layers: int = 2
    shortest: int = SHORTEST
    "Least number of letters before they come again."
    longest: int = LONGEST
    "Most letters before they come again."
    vocab_size: int = LETTERS
    max_len: int = 24
    "Tokens at once."
    epochs: int = 12
    heads: int = 2
    batch_size: int = 16
    learning_rate: float = 3e-3

    def build(self) -> tuple[LanguageModel, Task]:
        """The model, and what it shall learn.

        Raises:
            ValueError: the sizes do not fit each other.
        """
        periods = {"shortest": self.shortest, "longest": self.longest}
        task = copying_task(batch_size=self.batch_size, **periods, **self.sizes())
        model = copying_model(
            self.relative,
            self.positions,
            embed_dim=self.embed_dim,
            num_heads=self.heads,
            num_layers=self.layers,
            **self.sizes(),
        )
        return model, task


def copying_model(
    relative: str = "near",
    positions: str = "none",
    *,
    vocab_size: int = LETTERS,
    embed_dim: int = 64,
    num_heads: int = 2,
    num_layers: int = 2,
    max_len: int = 24,
) -> LanguageModel:
    """A language model of attention alone; the names are the keys of the tables."""
    return LanguageModel(
        vocab_size,
        embed_dim,
        num_heads,
        num_layers,
        relative=relative_maker(relative, embed_dim // num_heads, SCHEMES),
        positions=look_up("positions", positions, POSITIONS)(max_len, embed_dim),
        mlp=NoMLP,
    )


def copying_task(
    *,
    batch_size: int = 16,
    vocab_size: int = LETTERS,
    max_len: int = 24,
    shortest: int = SHORTEST,
    longest: int = LONGEST,
) -> Task:
    """New sequences at every step; from each token, guess the next one.

    Args:
        batch_size: sequences per step; 125 steps are an epoch.
        vocab_size: how many letters there are.
        max_len: T, guesses per sequence.
        shortest, longest: as in ``repeats``.

    Raises:
        ValueError: max_len is not above longest, or as in ``repeats``.
    """
    if max_len <= longest:
        raise ValueError(f"max_len {max_len} is not above longest {longest}")
    sizes = {"length": max_len, "vocab_size": vocab_size}
    make = partial(repeats, **sizes, shortest=shortest, longest=longest)
    generator, fixed = torch.Generator(), torch.Generator().manual_seed(MEASURING_SEED)
    measured = TensorDataset(*make(SEQUENCES, generator=fixed))
    new = partial(make, batch_size, generator=generator)
    return Task(
        step=partial(copying_step, longest=longest),
        training=DataLoader(FreshBatches(new), batch_size=None),
        validation=DataLoader(measured, 128),
        generator=generator,
    )


class FreshBatches(IterableDataset):
    """An epoch's batches, each made when it is needed."""

    def __init__(self, make: Callable[[], tuple[Tensor, Tensor]]) -> None:
        self.make = make

    def __len__(self) -> int:
        return STEPS

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        """Pairs of ids (B, T + 1) and periods (B,)."""
        return (self.make() for _ in range(STEPS))


def copying_step(
    model: nn.Module, batch: tuple[Tensor, Tensor], *, longest: int
) -> tuple[Tensor, Tensor]:
    """Loss in nats per token, and which guesses were right of those that repeat.

    These are what follows the first `longest` tokens, a repeat in every sequence:
    (B, T − longest).
    """
    ids, _ = batch  # (B, T + 1)
    logits, _ = model(ids[:, :-1])  # (B, T, V)
    loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
    return loss, logits[:, longest:].argmax(dim=-1) == ids[:, longest + 1 :]
