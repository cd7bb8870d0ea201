"""Several heads: one after the other, and all in one product."""

import torch
from torch import Tensor, nn

from mha.attention import scaled_dot_product_attention
from mha.checks import check_dropout, check_sizes
from mha.heads import SelfAttention, input_widths, project
from mha.masks import masks_by_head


class MultiHeadAttentionWrapper(nn.Module):
    """Heads one after the other, concatenated: concat(head_1 … head_H) Woᵀ.

    Args:
        embed_dim: E, width of the output; each head has E / num_heads of it.
        num_heads: H, a divisor of embed_dim.
        input_dim, key_dim, value_dim, bias, dropout: as in `SelfAttention`; bias
            is for the output projection too.

    Raises:
        ValueError: num_heads does not divide embed_dim, or as in `SelfAttention`.

    Source: Vaswani et al. 2017, section 3.2.2, read literally.
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        *,
        input_dim: int | None = None,
        key_dim: int | None = None,
        value_dim: int | None = None,
        bias: bool = True,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        widths = input_widths(embed_dim, input_dim, key_dim, value_dim)
        options = dict(zip(("input_dim", "key_dim", "value_dim"), widths, strict=True))
        width = head_dim(embed_dim, num_heads)
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.heads = nn.ModuleList(  # a plain list would hide the heads' parameters
            SelfAttention(width, bias=bias, dropout=dropout, **options)
            for _ in range(num_heads)
        )
        self.out_proj = nn.Linear(embed_dim, embed_dim, bias)

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Attend with every head; as in `MultiHeadAttention.forward`."""
        masks = masks_by_head(mask, self.num_heads)
        results = [
            head(query, key, value, own)
            for head, own in zip(self.heads, masks, strict=True)
        ]
        outputs, weights = zip(*results, strict=True)
        output = self.out_proj(torch.cat(outputs, dim=-1))  # H of (..., Tq, D)
        return output, torch.stack(weights, dim=-3)  # (..., H, Tq, Tk)


class MultiHeadAttention(nn.Module):
    """All heads in one product each for queries, keys and values.

    The projection's rows h·D to (h+1)·D − 1 belong to head h.

    Args:
        embed_dim: E, width of the output; each head has E / num_heads of it.
        num_heads: H, a divisor of embed_dim.
        input_dim, key_dim, value_dim, bias, dropout: as in `SelfAttention`; bias
            is for the output projection too.

    Raises:
        ValueError: num_heads does not divide embed_dim, or as in `SelfAttention`.

    Source: Vaswani et al. 2017, section 3.2.2, its H products stacked into one.
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        *,
        input_dim: int | None = None,
        key_dim: int | None = None,
        value_dim: int | None = None,
        bias: bool = True,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        check_dropout(dropout)
        widths = input_widths(embed_dim, input_dim, key_dim, value_dim)
        head_dim(embed_dim, num_heads)
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.query_proj, self.key_proj, self.value_proj = (
            nn.Linear(width, embed_dim, bias) for width in widths
        )
        self.out_proj = nn.Linear(embed_dim, embed_dim, bias)

    def forward(
        self,
        query: Tensor,
        key: Tensor | None = None,
        value: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Attend with every head, and mix what they found.

        Args:
            query: (..., Tq, input_dim).
            key: (..., Tk, key_dim); the query when omitted.
            value: (..., Tk, value_dim); the key when omitted.
            mask: boolean, broadcasts to (..., H, Tq, Tk); True = may attend.

        Returns:
            output (..., Tq, E), weights (..., H, Tq, Tk) before dropout.

        Raises:
            ValueError: sizes do not fit; the message names both.
        """
        projected = project(self, query, key, value)
        heads = (split_heads(t, self.num_heads) for t in projected)  # (..., H, T, D)
        output, weights = self.attend(*heads, mask)
        return self.out_proj(merge_heads(output)), weights

    def attend(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """Attention inside each head: (..., H, T, D) -> output, weights."""
        dropout = self.dropout if self.training else 0.0
        return scaled_dot_product_attention(query, key, value, mask, dropout=dropout)


def split_heads(tensor: Tensor, num_heads: int) -> Tensor:
    """Cut each token's features into heads: (..., T, E) -> (..., H, T, D).

    Raises:
        ValueError: num_heads does not divide the width.
    """
    width = head_dim(tensor.shape[-1], num_heads)
    cut = tensor.unflatten(-1, (num_heads, width))  # (..., T, H, D)
    return cut.transpose(-3, -2)


def merge_heads(tensor: Tensor) -> Tensor:
    """Undo `split_heads`: (..., H, T, D) -> (..., T, E)."""
    return tensor.transpose(-3, -2).flatten(-2)


def head_dim(embed_dim: int, num_heads: int) -> int:
    """D, the width of one head.

    Raises:
        ValueError: num_heads is below 1 or does not divide embed_dim.
    """
    check_sizes(num_heads=num_heads)
    if embed_dim % num_heads:
        raise ValueError(
            f"embed_dim {embed_dim} is not divisible by num_heads {num_heads}"
        )
    return embed_dim // num_heads
