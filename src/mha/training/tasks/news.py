"""The news as a task: which subject has this article?"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import pandas as pd
import torch
from accelerate import PartialState
from cyclopts import Parameter
from torch import Tensor, nn
from torch.nn import functional as F

from mha.attention import (
    FusedMultiHeadAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
)
from mha.data.news import SUBJECTS, load_news
from mha.data.tokens import batches, encode, news_tokenizer
from mha.models import MeanTextClassifier, NoAttention, TextClassifier, evaluating
from mha.training.loop import Batch, Task
from mha.training.options import POSITIONS, RELATIVE, TrainingOptions, choice
from mha.training.run import fit

# Those of the book take `relative`; the others have no place for it.
DESIGNS = {
    "wrapper": MultiHeadAttentionWrapper,
    "split": MultiHeadAttention,
    "fused": FusedMultiHeadAttention,
}
OTHERS = {
    "torch": lambda width, heads: nn.MultiheadAttention(width, heads, batch_first=True),
    "none": lambda width, heads: NoAttention(width),
}
CLASSIFIERS = {"first": TextClassifier, "mean": MeanTextClassifier}


@dataclass(frozen=True, kw_only=True)
class NewsOptions(TrainingOptions):
    """Which subject has this article?"""

    task: ClassVar[str] = "news"

    attention: Literal[(*DESIGNS, *OTHERS)] = "split"  # type: ignore[valid-type]
    pool: Literal[tuple(CLASSIFIERS)] = "first"  # type: ignore[valid-type]
    no_mask: Annotated[bool, Parameter(negative="")] = False
    "Padding is read too."
    embedding_std: float = 1.0
    "At first."
    max_len: int = 256
    "Tokens at once."
    heads: int = 8
    learning_rate: float = 1e-3

    def build(self) -> Callable[[], object]:
        """What is asked for, ready to run.

        Raises:
            ValueError: the options do not fit each other.
        """
        if self.attention == "none" and self.pool == "first":
            raise ValueError("--attention none would read [CLS] alone: --pool mean")
        model = news_model(
            self.attention,
            self.positions,
            self.pool,
            relative=self.relative,
            embed_dim=self.embed_dim,
            num_heads=self.heads,
            embedding_std=self.embedding_std,
            **self.sizes(),
        )
        masked = not self.no_mask
        task = news_task(masked=masked, batch_size=self.batch_size, **self.sizes())
        return lambda: run(self, model, task)


def run(options: NewsOptions, model: TextClassifier, task: Task) -> None:
    """Train, and count which subject was taken for which."""
    fit(options, model, task)
    if PartialState().is_main_process:
        confusion(model, task).to_csv(options.out / "confusion.csv")


def news_model(
    attention: str = "split",
    positions: str = "none",
    pool: str = "first",
    *,
    relative: str = "none",
    vocab_size: int = 1000,
    embed_dim: int = 64,
    num_heads: int = 8,
    max_len: int = 256,
    embedding_std: float = 1.0,
) -> TextClassifier:
    """A classifier of news; the words are the keys of this module's tables.

    Raises:
        ValueError: a word is in no table, or the attention has no place for relative
            positions.
    """
    if attention in OTHERS:
        if relative != "none":
            raise ValueError(f"attention {attention!r} has no place for {relative!r}")
        module = OTHERS[attention](embed_dim, num_heads)
    else:
        design = choice("attention", attention, DESIGNS)
        scheme = choice("relative", relative, RELATIVE)
        module = design(embed_dim, num_heads, relative=scheme)
    return choice("pool", pool, CLASSIFIERS)(
        module,
        vocab_size,
        len(SUBJECTS),
        positions=choice("positions", positions, POSITIONS)(max_len, embed_dim),
        embedding_std=embedding_std,
    )


def news_task(
    *,
    masked: bool = True,
    batch_size: int = 32,
    vocab_size: int = 1000,
    max_len: int = 256,
) -> Task:
    """The news, tokenized, in padded batches.

    Args:
        masked: whether the model is told what is padding.
        batch_size: articles per batch.
        vocab_size: tokens that the tokenizer knows, learned from the training articles.
        max_len: tokens of an article that are read.
    """
    news, generator = load_news(), torch.Generator()
    tokenizer = news_tokenizer(news["train"]["text"], vocab_size)
    encoded = {part: encode(news[part], tokenizer, max_len) for part in news}
    return Task(
        step=masked_step if masked else plain_step,
        training=batches(encoded["train"], tokenizer, batch_size, generator=generator),
        validation=batches(encoded["test"], tokenizer, batch_size),
        generator=generator,
    )


def masked_step(model: nn.Module, batch: Batch) -> tuple[Tensor, Tensor]:
    """Loss, and which articles were told right: (B,)."""
    return _judge(model(batch["ids"], batch["mask"])[0], batch["labels"])


def plain_step(model: nn.Module, batch: Batch) -> tuple[Tensor, Tensor]:
    """As `masked_step`, padding treated as tokens."""
    return _judge(model(batch["ids"])[0], batch["labels"])


def _judge(logits: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    return F.cross_entropy(logits, labels), logits.argmax(dim=-1) == labels


@torch.no_grad()
def confusion(model: TextClassifier, task: Task) -> pd.DataFrame:
    """How many test articles of each subject (rows) were told each (columns)."""
    from sklearn.metrics import confusion_matrix  # slow to import; the end alone asks

    device, guesses, labels = model.embedding.weight.device, [], []
    with evaluating(model):
        for batch in task.validation:
            mask = None if task.step is plain_step else batch["mask"].to(device)
            logits, _ = model(batch["ids"].to(device), mask)  # (B, C)
            guesses += logits.argmax(dim=-1).tolist()
            labels += batch["labels"].tolist()
    counts = confusion_matrix(labels, guesses, labels=range(len(SUBJECTS)))
    return pd.DataFrame(counts, index=SUBJECTS, columns=SUBJECTS)
