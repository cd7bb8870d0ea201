"""The next word as a task: news text in windows, a small language model."""

import argparse
from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, RandomSampler, TensorDataset
from transformers import PreTrainedTokenizerBase

from mha.data.news import SUBJECTS, load_news
from mha.data.tokens import news_tokenizer
from mha.language_model import ATTENTIONS as ALLOWED
from mha.language_model import LanguageModel
from mha.training.loop import Task
from mha.training.run import fit
from mha.training.words import POSITIONS, add_shared_words, sizes

ATTENTIONS = dict(zip(("split", "merged", "rotary", "alibi"), ALLOWED, strict=True))


def add_words(part: argparse.ArgumentParser) -> None:
    """The words of ``mha-train language``."""
    part.add_argument("--attention", choices=ATTENTIONS, default="rotary")
    part.add_argument("--layers", type=int, default=2)
    part.add_argument("--dropout", type=float, default=0.1)
    part.add_argument("--subject", choices=("all", *SUBJECTS), default="all")
    add_shared_words(part, max_len=64, heads=4, learning_rate=3e-3)


def build(options: argparse.Namespace) -> Callable[[], None]:
    """What the words ask for, ready to run.

    Raises:
        ValueError: a size or a chance is out of range.
    """
    model = language_model(
        options.attention,
        options.positions,
        embed_dim=options.embed_dim,
        num_heads=options.heads,
        num_layers=options.layers,
        dropout=options.dropout,
        **sizes(options),
    )
    subject, batch_size = options.subject, options.batch_size
    task = language_task(subject, batch_size=batch_size, **sizes(options))
    return lambda: fit(options, model, task)


def language_model(
    attention: str = "rotary",
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
        attention=ATTENTIONS[attention],
        positions=POSITIONS[positions](max_len, embed_dim),
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
        batch_size: windows a batch.
        vocab_size: tokens that the tokenizer knows, learned from all subjects.
        max_len: T, guesses a window.
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
    """The texts of one subject, or of all."""
    wanted = range(len(SUBJECTS)) if subject == "all" else [SUBJECTS.index(subject)]
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
    """Loss in nats a token, and which guesses were right: (B, T)."""
    (ids,) = batch  # (B, T + 1)
    logits, _ = model(ids[:, :-1])  # (B, T, V)
    loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
    return loss, logits.argmax(dim=-1) == ids[:, 1:]
