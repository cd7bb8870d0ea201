"""The next word as a task: articles in windows, kept apart; a small language model."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

import torch
from accelerate import PartialState
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, RandomSampler, TensorDataset

from mha.attention.designs import (
    FusedMultiHeadAttention,
    MergedBatchMultiHeadAttention,
    MultiHeadAttentionWrapper,
)
from mha.attention.masks import same_text
from mha.attention.multihead import MultiHeadAttention
from mha.data.news import SUBJECTS, load_news
from mha.data.tokens import news_tokenizer
from mha.data.windows import windows
from mha.models.language_model import LanguageModel
from mha.training.head_shares import head_shares
from mha.training.loop import Task
from mha.training.options import (
    POSITIONS,
    RELATIVE,
    TrainingOptions,
    choice,
    relative_maker,
)
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
    articles: int | None = None
    "How many to train on, the first of the subject; all when omitted."
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
        task = language_task(
            self.subject,
            articles=self.articles,
            batch_size=self.batch_size,
            **self.sizes(),
        )
        return lambda: run(self, model, task)


def run(options: LanguageOptions, model: LanguageModel, task: Task) -> None:
    """Train, and measure where the heads look; fused attention holds no weights."""
    fit(options, model, task)
    if PartialState().is_main_process and options.attention != "fused":
        head_shares(model, task).to_csv(options.out / "heads.csv", index=False)


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
        relative=relative_maker(relative, embed_dim // num_heads),
        positions=choice("positions", positions, POSITIONS)(max_len, embed_dim),
        dropout=dropout,
    )


def language_task(
    subject: str = "all",
    *,
    articles: int | None = None,
    batch_size: int = 32,
    vocab_size: int = 1000,
    max_len: int = 64,
) -> Task:
    """Articles in a row, cut into windows; from each token, guess the next one.

    No token attends to another article than its own. Positions that are added count
    from the start of the window, so that an article may begin at any; relative ones
    are within the article as it is.

    Args:
        subject: one of `SUBJECTS`, or "all".
        articles: how many to train on, the first ones; all when omitted.
        batch_size: windows per batch.
        vocab_size: tokens that the tokenizer knows, learned from all subjects.
        max_len: T, guesses per window.

    Raises:
        ValueError: there are not so many articles; as in `windows`.
    """
    news, generator = load_news(), torch.Generator()
    tokenizer = news_tokenizer(news["train"]["text"], vocab_size)
    texts = {part: texts_of(news[part], subject) for part in ("train", "test")}
    known = len(texts["train"])
    if articles is not None and not 1 <= articles <= known:
        raise ValueError(f"articles {articles} must be between 1 and {known}")
    texts["train"] = texts["train"][:articles]
    parts = {
        part: TensorDataset(*windows(found, tokenizer, max_len))
        for part, found in texts.items()
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


def next_token_step(model: nn.Module, batch: list[Tensor]) -> tuple[Tensor, Tensor]:
    """Loss in nats per token, and which guesses were right: (B, T).

    Each token sees those of its own article alone. After an article's last token the
    next one's [CLS] is to be guessed: it always comes, so nothing of either is needed.
    """
    ids, articles = batch  # (B, T + 1) each
    logits, _ = model(ids[:, :-1], same_text(articles[:, :-1]))  # (B, T, V)
    loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
    return loss, logits.argmax(dim=-1) == ids[:, 1:]
