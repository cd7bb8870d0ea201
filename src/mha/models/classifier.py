"""A text's subject from its tokens: embed, attend, pool, decide."""

from typing import Any

import torch
from torch import Tensor, nn

from mha.attention.check_types import check_number, shown
from mha.attention.checks import check_ids, check_sizes
from mha.attention.mask_conventions import to_sequence_first, to_torch_key_padding_mask


class TextClassifier(nn.Module):
    """Embedding, one attention, the first token's output, two linear layers.

    Args:
        attention: any of the book's, or `torch.nn.MultiheadAttention` with
            batch_first=True; its embed_dim is the embedding's width E.
        vocab_size: V; token 0 is padding, and its embedding stays 0.
        num_classes: C.
        positions: adds places to (B, T, E) embeddings; none when omitted.
        hidden_dim: width between the two linear layers.
        embedding_std: standard deviation of the embedding's first numbers.

    Raises:
        ValueError: PyTorch's attention takes (T, B, E), or a size is below 1.
        TypeError: the attention is none.

    Example:
        >>> from mha import MultiHeadAttention
        >>> attention = MultiHeadAttention(embed_dim=8, num_heads=2)
        >>> model = TextClassifier(attention, vocab_size=7, num_classes=5)
        >>> logits, weights = model(torch.tensor([[1, 2, 3]]))  # (B, T)
        >>> logits.shape, weights.shape
        (torch.Size([1, 5]), torch.Size([1, 2, 3, 3]))
    """

    def __init__(
        self,
        attention: Any,
        vocab_size: int,
        num_classes: int,
        *,
        positions: nn.Module | None = None,
        hidden_dim: int = 128,
        embedding_std: float = 1.0,
    ) -> None:
        super().__init__()
        _check_attention(attention)
        width = attention.embed_dim
        check_sizes(
            vocab_size=vocab_size, num_classes=num_classes, hidden_dim=hidden_dim
        )
        check_number("embedding_std", embedding_std)
        self.embedding = nn.Embedding(vocab_size, width, padding_idx=0)
        with torch.no_grad():
            self.embedding.weight *= embedding_std  # from 1, and padding stays 0
        self.positions = nn.Identity() if positions is None else positions
        self.attention = attention
        self.decide = nn.Sequential(
            nn.Linear(width, hidden_dim), nn.ReLU(), nn.Linear(hidden_dim, num_classes)
        )

    def forward(
        self, ids: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor | None]:
        """Score every class.

        Args:
            ids: (B, T) token numbers.
            mask: (B, 1, 1, T) boolean, True = a token; all are when omitted.

        Returns:
            logits (B, C), weights (B, H, T, T) or None where the attention has none.

        Raises:
            ValueError: ids or mask do not fit; the message names the numbers.
        """
        check_ids(ids, self.embedding.num_embeddings)
        x = self.positions(self.embedding(ids))  # (B, T, E)
        mixed, weights = self_attention(self.attention, x, mask)
        return self.decide(self.pool(x, mixed, mask)), weights

    def pool(self, x: Tensor, mixed: Tensor, mask: Tensor | None) -> Tensor:
        """One vector a text: (B, T, E) -> (B, E). Here the first token's."""
        return mixed[:, 0]


def _check_attention(attention: object) -> None:
    """Raise unless it reads (B, T, E) and knows its width."""
    if not isinstance(attention, nn.Module) or not hasattr(attention, "embed_dim"):
        raise TypeError(
            f"attention is {shown(attention)}; expected one of the book's, such as "
            "MultiHeadAttention(12, 3), or torch.nn.MultiheadAttention"
        )
    if isinstance(attention, nn.MultiheadAttention) and not attention.batch_first:
        raise ValueError("attention takes (T, B, E); expected batch_first=True")


class MeanTextClassifier(TextClassifier):
    """`TextClassifier` that reads the mean of all tokens' outputs, not the first's.

    Args:
        attention, vocab_size, num_classes, options: as in `TextClassifier`.
    """

    def pool(self, x: Tensor, mixed: Tensor, mask: Tensor | None) -> Tensor:
        """The mean over the tokens that are no padding; over all without a mask."""
        return mixed.mean(dim=1) if mask is None else mean_of_tokens(mixed, mask)


class ResidualTextClassifier(MeanTextClassifier):
    """`MeanTextClassifier` whose attention adds to the embeddings; then LayerNorm.

    Args:
        attention, vocab_size, num_classes, options: as in `TextClassifier`.
    """

    def __init__(
        self, attention: Any, vocab_size: int, num_classes: int, **options: Any
    ) -> None:
        super().__init__(attention, vocab_size, num_classes, **options)
        self.norm = nn.LayerNorm(attention.embed_dim)

    def pool(self, x: Tensor, mixed: Tensor, mask: Tensor | None) -> Tensor:
        """The mean of the tokens' sums: (B, T, E), (B, T, E) -> (B, E)."""
        return super().pool(x, self.norm(x + mixed), mask)


def mean_of_tokens(x: Tensor, mask: Tensor) -> Tensor:
    """Each text's mean over what is no padding: (B, T, E), (B, 1, 1, T) -> (B, E)."""
    keep = mask[:, 0, 0, :, None]  # (B, T, 1)
    return (x * keep).sum(dim=1) / keep.sum(dim=1)


class NoAttention(nn.Module):
    """In attention's place: nothing is mixed into any token.

    What is left of `ResidualTextClassifier` is a bag of embeddings.

    Args:
        embed_dim: E.
    """

    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.embed_dim = embed_dim

    def forward(self, query: Tensor, mask: Tensor | None = None) -> tuple[Tensor, None]:
        """Zeros (B, T, E), and no weights."""
        return torch.zeros_like(query), None


def self_attention(
    attention: nn.Module, x: Tensor, mask: Tensor | None = None
) -> tuple[Tensor, Tensor | None]:
    """Self-attention by any of the book's designs or PyTorch's module.

    Args:
        attention: as in `TextClassifier`, or a sequence-first design.
        x: (B, T, E).
        mask: boolean, True = may attend; (B, 1, 1, T) for PyTorch's module, for
            sequence-first designs (T, T) too, for the others as they take it.

    Returns:
        output (B, T, E), weights (B, H, T, T) or None.
    """
    if isinstance(attention, nn.MultiheadAttention):
        hidden = None if mask is None else to_torch_key_padding_mask(mask)  # (B, T)
        return attention(x, x, x, key_padding_mask=hidden, average_attn_weights=False)
    if not getattr(attention, "batch_first", True):
        mask = None if mask is None else to_sequence_first(mask)  # (1, T, B)
        output, weights = attention(x.transpose(0, 1), mask=mask)
        return output.transpose(0, 1), weights
    return attention(x, mask=mask)
