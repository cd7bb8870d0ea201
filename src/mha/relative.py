"""Attention whose scores know how far apart two tokens stand."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mha.attention import masked_softmax
from mha.checks import check_sequences, check_sizes
from mha.multihead import MultiHeadAttention
from mha.positions import alibi_bias, relative_positions, rotate
from mha.variants import SequenceFirstMultiHeadAttention


class RelativeMultiHeadAttention(SequenceFirstMultiHeadAttention):
    """Sequence-first attention with a trained key for each distance.

    score(i, j) = q_i · (k_j + r_(j − i)) / √D, with distances beyond max_distance
    taken as max_distance, so any length works.

    Args:
        embed_dim, num_heads: as in `MultiHeadAttention`.
        max_distance: the farthest distance with a key of its own, at least 1.
        options: as in `MultiHeadAttention`.

    Raises:
        ValueError: max_distance is below 1, or as in `MultiHeadAttention`.

    Source: Shaw et al. 2018, "Self-Attention with Relative Position
    Representations", equation 4.
    """

    def __init__(
        self, embed_dim: int, num_heads: int, *, max_distance: int, **options: object
    ) -> None:
        super().__init__(embed_dim, num_heads, **options)
        check_sizes(max_distance=max_distance)
        self.max_distance = max_distance
        self.distance = nn.Embedding(2 * max_distance + 1, embed_dim // num_heads)

    def get_scores(self, query: Tensor, key: Tensor) -> Tensor:
        """Scaled query with keys, and with distances: as in the class above."""
        places = relative_positions(len(query), len(key), device=query.device)
        farthest = self.max_distance
        keys = self.distance(places.clamp(-farthest, farthest) + farthest)
        content = super().get_scores(query, key)
        return content + torch.einsum("ibhd,ijd->ijbh", query, keys)  # (Tq, Tk, B, H)


class RotaryMultiHeadAttention(MultiHeadAttention):
    """`MultiHeadAttention` that turns queries and keys by their places.

    Parameters and arguments are `MultiHeadAttention`'s; the last query stands where
    the last key does.

    Raises:
        ValueError: a head's width is odd, or as in `MultiHeadAttention`.

    Source: Su et al. 2021, "RoFormer", section 3.2.2.
    """

    def attend(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """Attention inside each head: (..., H, T, D) -> output, weights."""
        places = torch.arange(key.shape[-2], device=key.device)
        query = rotate(query, places[-query.shape[-2] :])
        return super().attend(query, rotate(key, places), value, mask)


class AlibiMultiHeadAttention(MultiHeadAttention):
    """`MultiHeadAttention` that takes slope · distance off each score.

    Parameters and arguments are `MultiHeadAttention`'s; the last query stands where
    the last key does.

    Source: Press et al. 2021, "Train Short, Test Long", section 3.
    """

    def attend(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """Attention inside each head: (..., H, T, D) -> output, weights."""
        check_sequences(query, key, value)
        scores = query * query.shape[-1] ** -0.5 @ key.mT  # (..., H, Tq, Tk)
        made = {"dtype": scores.dtype, "device": scores.device}
        bias = alibi_bias(self.num_heads, *scores.shape[-2:], **made)  # (H, Tq, Tk)
        weights = masked_softmax(scores + bias, mask)
        return F.dropout(weights, self.dropout, self.training) @ value, weights
