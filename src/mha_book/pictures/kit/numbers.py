"""The numbers that the diagrams draw, computed from the book's one example."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from mha.attention.functional import attention_weights
from mha_book.examples import HOW_ARE_YOU, TWO_HEADS

TOKENS = HOW_ARE_YOU.tokens
ORDERS = ((0, 1, 2), (2, 0, 1))  # a batch's sentences: how are you; you how are


def embeddings() -> Tensor:
    """X, (T, E) = (3, 2)."""
    return torch.tensor(HOW_ARE_YOU.embeddings, dtype=torch.float64)


def batch() -> Tensor:
    """The same three words twice, in two orders: (B, T, E) = (2, 3, 2)."""
    return torch.stack([embeddings()[list(order)] for order in ORDERS])


def matrix(name: str) -> Tensor:
    """One of the layer's matrices, (E, E), output by input."""
    return torch.tensor(getattr(TWO_HEADS, name), dtype=torch.float64)


def projected(name: str) -> Tensor:
    """Queries, keys or values of one head as wide as the embeddings, (T, D)."""
    return embeddings() @ matrix(name).T  # (T, E) @ (E, D) -> (T, D)


def scores_of(query: Tensor, key: Tensor) -> Tensor:
    """(Tq, D), (Tk, D) -> scaled scores (Tq, Tk)."""
    return query @ key.T / math.sqrt(query.shape[-1])


def weights_of(query: Tensor, key: Tensor, mask: Tensor | None = None) -> Tensor:
    """(Tq, D), (Tk, D) -> attention weights (Tq, Tk)."""
    return attention_weights(query, key, mask)


def format_shape(letters: Sequence[str], shape: Sequence[int]) -> str:
    """A shape as letters and as numbers: (T, E) = (3, 2)."""
    return f"({', '.join(letters)}) = ({', '.join(map(str, shape))})"
