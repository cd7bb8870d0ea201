"""The news as a task: which subject has this article?"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mha.classifier import MeanTextClassifier, TextClassifier
from mha.multihead import MultiHeadAttention, MultiHeadAttentionWrapper
from mha.positions import LearnedPositions, SinusoidalPositions
from mha.text import SUBJECTS, batches, encode, load_news, news_tokenizer
from mha.training.loop import Batch, Task
from mha.variants import FusedMultiHeadAttention

ATTENTIONS = {
    "wrapper": MultiHeadAttentionWrapper,
    "split": MultiHeadAttention,
    "fused": FusedMultiHeadAttention,
    "torch": lambda width, heads: nn.MultiheadAttention(width, heads, batch_first=True),
}
POSITIONS = {
    "none": lambda max_len, width: None,
    "sinusoidal": lambda max_len, width: SinusoidalPositions(),
    "learned": LearnedPositions,
}
CLASSIFIERS = {"first": TextClassifier, "mean": MeanTextClassifier}


def news_model(
    attention: str = "split",
    positions: str = "none",
    pool: str = "first",
    *,
    vocab_size: int = 1000,
    embed_dim: int = 64,
    num_heads: int = 8,
    max_len: int = 256,
) -> TextClassifier:
    """A classifier of news; the words are the keys of this module's tables."""
    return CLASSIFIERS[pool](
        ATTENTIONS[attention](embed_dim, num_heads),
        vocab_size,
        len(SUBJECTS),
        positions=POSITIONS[positions](max_len, embed_dim),
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
