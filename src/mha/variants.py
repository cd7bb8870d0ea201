"""The same attention in three other designs: einsum, merged batch, fused kernel."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mha.attention import masked_softmax
from mha.checks import check_dropout, check_mask, check_sequences, check_width
from mha.heads import input_widths, project
from mha.multihead import MultiHeadAttention, head_dim, merge_heads, split_heads


class SequenceFirstMultiHeadAttention(MultiHeadAttention):
    """Tokens first, sentences second, and an einsum for each product.

    Parameters and arguments are `MultiHeadAttention`'s. A subclass may override
    `get_scores`, for relative positions say.

    Source: einsum notation as in Shazeer 2019, "Fast Transformer Decoding",
    section 2.
    """

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Attend with every head, over the first axis.

        Args:
            query: (Tq, B, input_dim); or (B, input_dim), one step of each sentence.
            key: (Tk, B, key_dim), or one step; the query when omitted.
            value: (Tk, B, value_dim), or one step; the key when omitted.
            mask: boolean (Tq, Tk, B), True = may attend, the same for all heads;
                the query and sentence axes may be 1.

        Returns:
            output (Tq, B, E), or (B, E) for one step; weights (B, H, Tq, Tk).

        Raises:
            ValueError: sizes do not fit; the message names both.
        """
        heads = project(self, query, key, value)
        heads = (_as_sequence(t).unflatten(-1, (self.num_heads, -1)) for t in heads)
        q, k, v = heads  # (T, B, H, D)
        check_sequences(*(t.movedim(0, -2) for t in (q, k, v)))  # (B, H, T, D)
        scores = self.get_scores(q * q.shape[-1] ** -0.5, k)  # (Tq, Tk, B, H)
        mask = None if mask is None else mask[..., None]  # (Tq, Tk, B, 1)
        weights = masked_softmax(scores, mask, dim=1)
        used = F.dropout(weights, self.dropout, self.training)
        mixed = torch.einsum("ijbh,jbhd->ibhd", used, v).flatten(-2)  # (Tq, B, E)
        output = self.out_proj(mixed)
        output = output if query.dim() == 3 else output[0]  # of one step, (B, E)
        return output, weights.permute(2, 3, 0, 1)

    def get_scores(self, query: Tensor, key: Tensor) -> Tensor:
        """Scores of a query already scaled, so that no product overflows.

        Args:
            query: (Tq, B, H, D), times 1/√D.
            key: (Tk, B, H, D).

        Returns:
            (Tq, Tk, B, H).
        """
        return torch.einsum("ibhd,jbhd->ijbh", query, key)


class MergedBatchMultiHeadAttention(MultiHeadAttention):
    """Heads merged into the batch, so that `torch.bmm` sees one list of matrices.

    Parameters and arguments are `MultiHeadAttention`'s.
    """

    def attend(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """Attention inside each head: (..., H, T, D) -> output, weights."""
        check_sequences(query, key, value)
        qkv = (query, key, value)
        lead = torch.broadcast_shapes(*(t.shape[:-2] for t in qkv))  # (..., H)
        q, k, v = (t.expand(*lead, -1, -1).flatten(0, -3) for t in qkv)  # (B·H, T, D)
        scores = torch.bmm(q * q.shape[-1] ** -0.5, k.mT)  # (B·H, Tq, Tk)
        weights = masked_softmax(scores.unflatten(0, lead), mask)
        used = F.dropout(weights, self.dropout, self.training)
        output = torch.bmm(used.flatten(0, -3), v)  # (B·H, Tq, D)
        return output.unflatten(0, lead), weights


class FusedMultiHeadAttention(nn.Module):
    """One product for query, key and value together, and PyTorch's fused kernel.

    Args:
        embed_dim: E, width of the output; each head has E / num_heads of it.
        num_heads: H, a divisor of embed_dim.
        input_dim: width of query, key and value alike; embed_dim when omitted.
        bias: whether the projections add one.
        dropout: chance, 0 to 1, that a weight is dropped in training.

    Raises:
        ValueError: num_heads does not divide embed_dim, a width is below 1, or
            dropout is not a chance.

    Source: Dao et al. 2022, "FlashAttention", for the kernel.
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        *,
        input_dim: int | None = None,
        bias: bool = True,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        check_dropout(dropout)
        input_dim, *_ = input_widths(embed_dim, input_dim, None, None)
        head_dim(embed_dim, num_heads)
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.in_proj = nn.Linear(input_dim, 3 * embed_dim, bias)
        self.out_proj = nn.Linear(embed_dim, embed_dim, bias)

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> tuple[Tensor, None]:
        """Attend with every head; as in `MultiHeadAttention.forward`.

        Returns:
            output (..., Tq, E), and None: the kernel never holds the weights.
        """
        projected = self.project(query, key, value)
        q, k, v = (split_heads(t, self.num_heads) for t in projected)
        dropout = self.dropout if self.training else 0.0
        mixed = fused_attention(q, k, v, mask, dropout)  # (..., H, Tq, D)
        return self.out_proj(merge_heads(mixed)), None

    def project(
        self, query: Tensor, key: Tensor | None, value: Tensor | None
    ) -> tuple[Tensor, ...]:
        """Query, key and value, each (..., T, E); one product where they are one."""
        key = query if key is None else key
        value = key if value is None else value
        inputs = {"query": query, "key": key, "value": value}
        for name, tensor in inputs.items():
            check_width(name, tensor, self.in_proj.in_features)
        if query is key is value:
            return self.in_proj(query).chunk(3, dim=-1)
        weights = self.in_proj.weight.chunk(3)  # 3 of (E, input_dim)
        bias = self.in_proj.bias
        biases = [None] * 3 if bias is None else bias.chunk(3)
        return tuple(map(F.linear, inputs.values(), weights, biases))


def fused_attention(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, dropout: float
) -> Tensor:
    """PyTorch's kernel, with this book's rule for rows that may attend to nothing."""
    check_sequences(query, key, value)
    if mask is None:
        return F.scaled_dot_product_attention(query, key, value, dropout_p=dropout)
    lead = torch.broadcast_shapes(query.shape[:-2], key.shape[:-2])
    check_mask(mask, torch.Size((*lead, query.shape[-2], key.shape[-2])))
    empty = ~mask.any(-1, keepdim=True)  # (..., Tq, 1)
    output = F.scaled_dot_product_attention(query, key, value, mask | empty, dropout)
    return output.masked_fill(empty, 0.0)


def _as_sequence(tensor: Tensor) -> Tensor:
    """(B, E), one step of each sentence, is a sequence of one: (1, B, E)."""
    if tensor.dim() not in (2, 3):
        raise ValueError(
            f"shape {tuple(tensor.shape)}; expected (tokens, sentences, width) "
            "or (sentences, width)"
        )
    return tensor if tensor.dim() == 3 else tensor[None]
