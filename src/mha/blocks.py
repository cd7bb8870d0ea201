"""A transformer block, and a cache of the keys and values that blocks have made."""

import torch
from torch import Tensor, nn

from mha.heads import project
from mha.multihead import MultiHeadAttention, merge_heads, split_heads


class Cache:
    """Each layer's keys and values of the tokens read so far.

    `layers` maps a layer's number to (keys, values), each (B, H, T, D), as they were
    projected: no place is in them yet, since the last key's place grows.

    Source: Shazeer 2019, "Fast Transformer Decoding", section 2.4.
    """

    def __init__(self) -> None:
        self.layers: dict[int, tuple[Tensor, Tensor]] = {}

    @property
    def length(self) -> int:
        """How many tokens have been read."""
        return self.layers[0][0].shape[-2] if self.layers else 0

    def extend(self, layer: int, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Put a layer's new keys and values after its old ones; return all of them."""
        if layer in self.layers:
            old_key, old_value = self.layers[layer]
            key = torch.cat([old_key, key], dim=-2)  # (B, H, Tk, D)
            value = torch.cat([old_value, value], dim=-2)
        self.layers[layer] = key, value
        return key, value


class Block(nn.Module):
    """x + attention(LayerNorm(x)), and to that x + MLP(LayerNorm(x)).

    Args:
        attention: one of `ATTENTIONS`, built; its width is the block's.
        dropout: chance, 0 to 1, that a feature of what is added is dropped in training.

    Source: Radford et al. 2019, "Language Models are Unsupervised Multitask
    Learners", section 2.3, for the norm that comes first.
    """

    def __init__(self, attention: MultiHeadAttention, dropout: float = 0.0) -> None:
        super().__init__()
        embed_dim = attention.embed_dim
        self.attention_norm = nn.LayerNorm(embed_dim)
        self.attention = attention
        self.mlp_norm = nn.LayerNorm(embed_dim)
        self.mlp = nn.Sequential(
            nn.Linear(embed_dim, 4 * embed_dim),
            nn.GELU(),
            nn.Linear(4 * embed_dim, embed_dim),
        )
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, x: Tensor, mask: Tensor, cache: Cache, layer: int
    ) -> tuple[Tensor, Tensor]:
        """Let new tokens attend to all tokens, then pass each through the MLP.

        Args:
            x: the new tokens, (B, T, E).
            mask: boolean, broadcasts to (B, H, T, Tk), Tk old and new tokens.
            cache: what came before; the new tokens' keys and values join it.
            layer: this block's place in the cache.

        Returns:
            output (B, T, E), weights (B, H, T, Tk) before dropout.
        """
        attention, normed = self.attention, self.attention_norm(x)
        projected = project(attention, normed, None, None)
        query, key, value = (split_heads(t, attention.num_heads) for t in projected)
        key, value = cache.extend(layer, key, value)  # (B, H, Tk, D)
        mixed, weights = attention.attend(query, key, value, mask)  # (B, H, T, D)
        x = x + self.dropout(attention.out_proj(merge_heads(mixed)))  # (B, T, E)
        return x + self.dropout(self.mlp(self.mlp_norm(x))), weights
