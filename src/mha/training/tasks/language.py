"""The next word as a task: news text in windows, a small language model."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, RandomSampler, TensorDataset
from transformers import PreTrainedTokenizerBase

from mha.attention import (
    FusedMultiHeadAttention,
    MergedBatchMultiHeadAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
)
from mha.data.news import SUBJECTS, load_news
from mha.data.tokens import news_tokenizer
from mha.models import LanguageModel
from mha.training.loop import Task
from mha.training.options import POSITIONS, RELATIVE, TrainingOptions, choice
from mha.training.run import fit

ATTENTIONS = {
    "wrapper": MultiHeadAttentionWrapper,
    "split": MultiHeadAttention,
    "merged": MergedBatchMultiHeadAttention,
    "fused": FusedMultiHeadAttention,
}


@dataclass(frozen=True, kw_only=True)
class LanguageOptions(TrainingOptions):
    """Which token comes next?"""

    task: ClassVar[str] = "language"

    attention: Literal[tuple(ATTENTIONS)] = "split"  # type: ignore[valid-type]
    relative: Literal[tuple(RELATIVE)] = "rotary"  # type: ignore[valid-type]
    "What changes the scores by distance."
    layers: int = 2
    dropout: float = 0.1
    subject: Literal[("all", *SUBJECTS)] = "all"  # type: ignore[valid-type]
    max_len: int = 64
    "Tokens at once."
    heads: int = 4
    learning_rate: float = 3e-3

    def build(self) -> Callable[[], object]:
        """What is asked for, ready to run.

        Raises:
            ValueError: a size or a chance is out of range.
        """
        model = language_model(
            self.attention,
            self.relative,
            self.positions,
            embed_dim=self.embed_dim,
            num_heads=self.heads,
            num_layers=self.layers,
            dropout=self.dropout,
            **self.sizes(),
        )
        task = language_task(self.subject, batch_size=self.batch_size, **self.sizes())
        return lambda: fit(self, model, task)


def language_model(
    attention: str = "split",
    relative: str = "rotary",
    positions: str = "none",
    *,
    vocab_size: int = 1000,
    embed_dim: int = 64,
    num_heads: int = 4,
    num_layers: int = 2,
    max_len: int = 64,
    dropout: float = 0.1,
) -> LanguageModel:
    """A small language model; the words are the keys of this module's tables."""
    return LanguageModel(
        vocab_size,
        embed_dim,
        num_heads,
        num_layers,
        attention=choice("attention", attention, ATTENTIONS),
        relative=choice("relative", relative, RELATIVE),
        positions=choice("positions", positions, POSITIONS)(max_len, embed_dim),
        dropout=dropout,
    )


def language_task(
    subject: str = "all",
    *,
    batch_size: int = 32,
    vocab_size: int = 1000,
    max_len: int = 64,
) -> Task:
    """News text cut into windows; from each token, guess the next one.

    Args:
        subject: one of `SUBJECTS`, or "all".
        batch_size: windows per batch.
        vocab_size: tokens that the tokenizer knows, learned from all subjects.
        max_len: T, guesses per window.
    """
    news, generator = load_news(), torch.Generator()
    tokenizer = news_tokenizer(news["train"]["text"], vocab_size)
    parts = {
        part: TensorDataset(windows(texts_of(news[part], subject), tokenizer, max_len))
        for part in news
    }
    order = RandomSampler(parts["train"], generator=generator)
    return Task(
        step=next_token_step,
        training=DataLoader(parts["train"], batch_size, sampler=order),
        validation=DataLoader(parts["test"], batch_size),
        generator=generator,
    )


def texts_of(articles: Iterable[dict], subject: str) -> list[str]:
    """The texts of one subject, or of all.

    Raises:
        ValueError: there is no such subject.
    """
    numbers = {name: [i] for i, name in enumerate(SUBJECTS)}
    numbers["all"] = list(range(len(SUBJECTS)))
    wanted = choice("subject", subject, numbers)
    return [row["text"] for row in articles if row["label"] in wanted]


def windows(
    texts: list[str], tokenizer: PreTrainedTokenizerBase, length: int
) -> Tensor:
    """All texts in a row, cut: (N, length + 1), each ends where the next begins.

    What is left over at the end is dropped.

    Raises:
        ValueError: the texts have too few tokens for one window.
    """
    ids = [i for one in tokenizer(texts, verbose=False)["input_ids"] for i in one]
    if length < 1 or len(ids) <= length:
        raise ValueError(f"max_len {length} must be between 1 and {len(ids) - 1}")
    return torch.tensor(ids).unfold(0, length + 1, length)


def next_token_step(model: nn.Module, batch: tuple[Tensor]) -> tuple[Tensor, Tensor]:
    """Loss in nats per token, and which guesses were right: (B, T)."""
    (ids,) = batch  # (B, T + 1)
    logits, _ = model(ids[:, :-1])  # (B, T, V)
    loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
    return loss, logits.argmax(dim=-1) == ids[:, 1:]
