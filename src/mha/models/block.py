"""A transformer block: attention and an MLP, each added to what it reads."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from mha.attention.multihead import MultiHeadBase, merge_heads
from mha.models.kv_cache import KVCache
from mha.models.mlp import MLP


class Block(nn.Module):
    """x + attention(norm(x)), and to that x + MLP(norm(x)): the norm comes before.

    After, with norm_first=False: norm(x + attention(x)), then norm(x + MLP(x)).

    Args:
        attention: any of the book's that takes (B, T, E); its width is the block's.
        dropout: chance, 0 to 1, that a feature of what is added is dropped in training.
        norm: makes a norm from E, as ``nn.LayerNorm`` and ``nn.RMSNorm`` do.
        norm_first: whether a norm stands before attention and MLP, or after each sum.
        mlp: makes what each token goes through from E, as `MLP` and `SwiGLU` do.

    Source: Vaswani et al. 2017, section 3.1, norms after; Radford et al. 2019,
    "Language Models are Unsupervised Multitask Learners", section 2.3, before.

    Example:
        >>> import torch
        >>> from mha import MultiHeadAttention
        >>> from mha import SwiGLU
        >>> gpt = Block(MultiHeadAttention(12, 3))
        >>> output, weights = gpt(torch.randn(2, 5, 12))
        >>> output.shape, weights.shape
        (torch.Size([2, 5, 12]), torch.Size([2, 3, 5, 5]))
        >>> attention = MultiHeadAttention(12, 4, bias=False, num_kv_heads=2)
        >>> llama = Block(attention, norm=nn.RMSNorm, mlp=SwiGLU)
        >>> llama.mlp.gate.weight.shape
        torch.Size([32, 12])
    """

    def __init__(
        self,
        attention: MultiHeadBase,
        dropout: float = 0.0,
        *,
        norm: Callable[[int], nn.Module] = nn.LayerNorm,
        norm_first: bool = True,
        mlp: Callable[[int], nn.Module] = MLP,
    ) -> None:
        super().__init__()
        embed_dim = attention.embed_dim
        self.norm_first = norm_first
        self.attention_norm = norm(embed_dim)
        self.attention = attention
        self.mlp_norm = norm(embed_dim)
        self.mlp = mlp(embed_dim)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None = None,
        cache: KVCache | None = None,
        layer: int = 0,
    ) -> tuple[Tensor, Tensor | None]:
        """Let new tokens attend to all tokens, then pass each through the MLP.

        Args:
            x: the new tokens, (B, T, E).
            mask: boolean, broadcasts to (B, H, T, Tk), Tk old and new tokens; True =
                may attend. Each to all when omitted, the later ones too.
            cache: what came before; the new tokens' keys and values join it. Nothing
                came before and nothing is kept when omitted.
            layer: this block's place in the cache.

        Returns:
            output (B, T, E), weights (B, H, T, Tk) before dropout, None where the
            attention holds none.
        """
        if self.norm_first:
            mixed, weights = self._attend(self.attention_norm(x), mask, cache, layer)
            x = x + self.dropout(mixed)  # (B, T, E)
            return x + self.dropout(self.mlp(self.mlp_norm(x))), weights
        mixed, weights = self._attend(x, mask, cache, layer)
        x = self.attention_norm(x + self.dropout(mixed))
        return self.mlp_norm(x + self.dropout(self.mlp(x))), weights

    def _attend(
        self, x: Tensor, mask: Tensor | None, cache: KVCache | None, layer: int
    ) -> tuple[Tensor, Tensor | None]:
        """From new tokens to old and new ones: (B, T, E) -> (B, T, E), weights."""
        attention = self.attention
        query, key, value = attention.project(x)
        scheme: Any = attention.relative
        placed = cache is not None and getattr(scheme, "by_place", False)
        if cache is not None:
            if placed:  # both at once: (B, H + G, T, D)
                both = torch.cat([query, key], dim=-3)
                heads = [attention.num_heads, attention.num_kv_heads]
                query, key = scheme.place(both, cache.length_of(layer)).split(heads, -3)
            key, value = cache.extend(layer, key, value)  # (B, G, Tk, D)
        mixed, weights = attention.attend(query, key, value, mask, placed=placed)
        return attention.out_proj(merge_heads(mixed)), weights
