"""The news as a task: which subject has this article?

A run trains on 980 articles and validates on 245 after each epoch; with ``--test``, it
is measured after the last one on the 861 of the test part. ``--published`` trains on
all 1,225 and measures on the test part after each epoch, and its table says so.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import pandas as pd
import torch
from accelerate import PartialState
from cyclopts import Parameter
from torch import Tensor, nn
from torch.nn import functional as F

from mha.attention.designs import FusedMultiHeadAttention, MultiHeadAttentionWrapper
from mha.attention.interop import convert
from mha.attention.multihead import MultiHeadAttention
from mha.data.news import SUBJECTS, load_news, with_validation
from mha.data.tokens import batches, encode, news_tokenizer
from mha.models.classifier import (
    MeanTextClassifier,
    NoAttention,
    ResidualTextClassifier,
    TextClassifier,
)
from mha.models.modes import evaluating
from mha.training.loop import Batch, Task
from mha.training.options import (
    POSITIONS,
    TrainingOptions,
    choice,
    relative_maker,
)
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
CLASSIFIERS = {
    "first": TextClassifier,
    "mean": MeanTextClassifier,
    "residual": ResidualTextClassifier,
}
STARTS = ("linear", "torch")  # nn.Linear's first weights, or PyTorch's module's
Flag = Annotated[bool, Parameter(negative="")]


@dataclass(frozen=True, kw_only=True)
class NewsOptions(TrainingOptions):
    """Which subject has this article?"""

    task: ClassVar[str] = "news"

    attention: Literal[(*DESIGNS, *OTHERS)] = "split"  # type: ignore[valid-type]
    pool: Literal[tuple(CLASSIFIERS)] = "first"  # type: ignore[valid-type]
    start: Literal[STARTS] = "linear"  # type: ignore[valid-type]
    "Whose first weights the attention gets."
    no_mask: Flag = False
    "Padding is read too."
    published: Flag = False
    "Train on all but the test part; measure on it after each epoch."
    test: Flag = False
    "Measure on the test part once, after the last epoch."
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
        if self.attention == "none" and self.pool != "residual":
            raise ValueError("--attention none leaves zeros to read: --pool residual")
        if self.published and self.test:
            raise ValueError("--published measures on the test part anyway: no --test")
        model = news_model(
            self.attention,
            self.positions,
            self.pool,
            relative=self.relative,
            start=self.start,
            embed_dim=self.embed_dim,
            num_heads=self.heads,
            embedding_std=self.embedding_std,
            **self.sizes(),
        )
        task = news_task(
            masked=not self.no_mask,
            published=self.published,
            batch_size=self.batch_size,
            **self.sizes(),
        )
        return lambda: run(self, model, task)


def run(options: NewsOptions, model: TextClassifier, task: Task) -> None:
    """Train, and count which subject was taken for which.

    That is counted on the test part where the options ask for it, otherwise on the part
    that was measured after each epoch.
    """
    table = fit(options, model, task)
    if PartialState().is_main_process:
        if options.test:
            check_still(model, task, table["accuracy"].iloc[-1])
        part = task.test if options.test else task.validation
        confusion(model, task, part).to_csv(options.out / "confusion.csv")


def check_still(model: TextClassifier, task: Task, accuracy: float) -> None:
    """Raise ValueError unless validation is as accurate as when training ended.

    A folder may be older than the tokenizer or the articles here: a model that goes on
    with another vocabulary would read nonsense.
    """
    counts = confusion(model, task, task.validation).to_numpy()
    found = counts.trace() / counts.sum()
    if abs(found - accuracy) > 1e-3:
        raise ValueError(
            f"right for {found:.4f} of validation, not {accuracy:.4f} as when training "
            "ended: the tokenizer has become another; ask again, or train anew"
        )


def news_model(
    attention: str = "split",
    positions: str = "none",
    pool: str = "first",
    *,
    relative: str = "none",
    start: str = "linear",
    vocab_size: int = 1000,
    embed_dim: int = 64,
    num_heads: int = 8,
    max_len: int = 256,
    embedding_std: float = 1.0,
) -> TextClassifier:
    """A classifier of news; the words are the keys of this module's tables.

    Raises:
        ValueError: a word is in no table, or the attention has no place for relative
            positions or another start.
    """
    return choice("pool", pool, CLASSIFIERS)(
        _attention(attention, relative, start, embed_dim, num_heads),
        vocab_size,
        len(SUBJECTS),
        positions=choice("positions", positions, POSITIONS)(max_len, embed_dim),
        embedding_std=embedding_std,
    )


def _attention(
    name: str, relative: str, start: str, width: int, heads: int
) -> nn.Module:
    """One of the tables', with first weights of its own or copied from PyTorch's."""
    scheme = relative_maker(relative, width // heads)
    if choice("start", start, dict.fromkeys(STARTS, start)) == "torch":
        if name in OTHERS or scheme:
            raise ValueError(f"{name!r}, {relative!r}: PyTorch's start fits neither")
        module = OTHERS["torch"](width, heads)
        return convert(module, choice("attention", name, DESIGNS))
    if name not in OTHERS:
        design = choice("attention", name, DESIGNS)
        return design(width, heads, relative=scheme)
    if scheme:
        raise ValueError(f"attention {name!r} has no place for {relative!r}")
    return OTHERS[name](width, heads)


def news_task(
    *,
    masked: bool = True,
    published: bool = False,
    batch_size: int = 32,
    vocab_size: int = 1000,
    max_len: int = 256,
) -> Task:
    """The news, tokenized, in padded batches.

    Args:
        masked: whether the model is told what is padding.
        published: whether to train on all articles that are not the test's, and to
            measure on these after each epoch, instead of on a validation part.
        batch_size: articles per batch.
        vocab_size: tokens that the tokenizer knows, learned from the training articles.
        max_len: tokens of an article that are read.
    """
    news, generator = load_news(), torch.Generator()
    news = news if published else with_validation(news)
    measured = "test" if published else "validation"
    tokenizer = news_tokenizer(news["train"]["text"], vocab_size)
    encoded = {part: encode(news[part], tokenizer, max_len) for part in news}
    parts = {measured, "test"}
    loaders = {part: batches(encoded[part], tokenizer, batch_size) for part in parts}
    return Task(
        step=masked_step if masked else plain_step,
        training=batches(encoded["train"], tokenizer, batch_size, generator=generator),
        validation=loaders[measured],
        generator=generator,
        measured=measured,
        test=loaders["test"],
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
def confusion(model: TextClassifier, task: Task, part: Iterable[Batch]) -> pd.DataFrame:
    """How many articles of each subject (rows) were told each (columns)."""
    from sklearn.metrics import confusion_matrix  # slow to import; the end alone asks

    device, guesses, labels = model.embedding.weight.device, [], []
    with evaluating(model):
        for batch in part:
            mask = None if task.step is plain_step else batch["mask"].to(device)
            logits, _ = model(batch["ids"].to(device), mask)  # (B, C)
            guesses += logits.argmax(dim=-1).tolist()
            labels += batch["labels"].tolist()
    counts = confusion_matrix(labels, guesses, labels=range(len(SUBJECTS)))
    return pd.DataFrame(counts, index=SUBJECTS, columns=SUBJECTS)
