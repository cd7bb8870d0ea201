"""The news as a task: which subject has this article?"""

import argparse
from collections.abc import Callable

import pandas as pd
import torch
from accelerate import PartialState
from torch import Tensor, nn
from torch.nn import functional as F

from mha.classifier import MeanTextClassifier, NoAttention, TextClassifier
from mha.data.news import SUBJECTS, load_news
from mha.data.tokens import batches, encode, news_tokenizer
from mha.generation import evaluating
from mha.multihead import MultiHeadAttention, MultiHeadAttentionWrapper
from mha.training.loop import Batch, Task
from mha.training.run import fit
from mha.training.words import POSITIONS, add_shared_words, sizes
from mha.variants import FusedMultiHeadAttention

ATTENTIONS = {
    "wrapper": MultiHeadAttentionWrapper,
    "split": MultiHeadAttention,
    "fused": FusedMultiHeadAttention,
    "torch": lambda width, heads: nn.MultiheadAttention(width, heads, batch_first=True),
    "none": lambda width, heads: NoAttention(width),
}
N = len(SUBJECTS)
CLASSIFIERS = {"first": TextClassifier, "mean": MeanTextClassifier}


def add_words(part: argparse.ArgumentParser) -> None:
    """The words of ``mha-train news``."""
    part.add_argument("--attention", choices=ATTENTIONS, default="split")
    part.add_argument("--pool", choices=CLASSIFIERS, default="first")
    part.add_argument("--no-mask", action="store_true", help="padding is read too")
    part.add_argument("--embedding-std", type=float, default=1.0, help="at first")
    add_shared_words(part, max_len=256, heads=8, learning_rate=1e-3)


def build(options: argparse.Namespace) -> Callable[[], None]:
    """What the words ask for, ready to run.

    Raises:
        ValueError: the words do not fit each other.
    """
    if options.attention == "none" and options.pool == "first":
        raise ValueError("--attention none would read [CLS] alone: --pool mean")
    model = news_model(
        options.attention,
        options.positions,
        options.pool,
        embed_dim=options.embed_dim,
        num_heads=options.heads,
        embedding_std=options.embedding_std,
        **sizes(options),
    )
    masked, batch_size = not options.no_mask, options.batch_size
    task = news_task(masked=masked, batch_size=batch_size, **sizes(options))
    return lambda: run(options, model, task)


def run(options: argparse.Namespace, model: TextClassifier, task: Task) -> None:
    """Train, and count which subject was taken for which."""
    fit(options, model, task)
    if PartialState().is_main_process:
        confusion(model, task).to_csv(options.out / "confusion.csv")


def news_model(
    attention: str = "split",
    positions: str = "none",
    pool: str = "first",
    *,
    vocab_size: int = 1000,
    embed_dim: int = 64,
    num_heads: int = 8,
    max_len: int = 256,
    embedding_std: float = 1.0,
) -> TextClassifier:
    """A classifier of news; the words are the keys of this module's tables."""
    return CLASSIFIERS[pool](
        ATTENTIONS[attention](embed_dim, num_heads),
        vocab_size,
        len(SUBJECTS),
        positions=POSITIONS[positions](max_len, embed_dim),
        embedding_std=embedding_std,
    )


def news_task(
    *,
    masked: bool = True,
    batch_size: int = 32,
    vocab_size: int = 1000,
    max_len: int = 256,
) -> Task:
    """The news, tokenized; `masked` says whether the model is told what is padding."""
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
    device, counts = model.embedding.weight.device, torch.zeros(N, N).long()
    with evaluating(model):
        for batch in task.validation:
            batch = {name: tensor.to(device) for name, tensor in batch.items()}
            mask = None if task.step is plain_step else batch["mask"]
            guess = model(batch["ids"], mask)[0].argmax(dim=-1)
            pairs = (batch["labels"] * N + guess).cpu()
            counts += pairs.bincount(minlength=N * N).view(N, N)
    return pd.DataFrame(counts.numpy(), index=SUBJECTS, columns=SUBJECTS)
