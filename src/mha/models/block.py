"""A transformer block: attention and an MLP, each added to what it reads."""

from torch import Tensor, nn

from mha.attention import MultiHeadBase, merge_heads
from mha.models.kv_cache import KVCache


class Block(nn.Module):
    """x + attention(LayerNorm(x)), and to that x + MLP(LayerNorm(x)).

    Args:
        attention: any of the book's that takes (B, T, E); its width is the block's.
        dropout: chance, 0 to 1, that a feature of what is added is dropped in training.

    Source: Radford et al. 2019, "Language Models are Unsupervised Multitask
    Learners", section 2.3, for the norm that comes first.
    """

    def __init__(self, attention: MultiHeadBase, dropout: float = 0.0) -> None:
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
        self, x: Tensor, mask: Tensor, cache: KVCache | None, layer: int
    ) -> tuple[Tensor, Tensor | None]:
        """Let new tokens attend to all tokens, then pass each through the MLP.

        Args:
            x: the new tokens, (B, T, E).
            mask: boolean, broadcasts to (B, H, T, Tk), Tk old and new tokens.
            cache: what came before; the new tokens' keys and values join it. With
                None, nothing came before and nothing is kept.
            layer: this block's place in the cache.

        Returns:
            output (B, T, E), weights (B, H, T, Tk) before dropout, None where the
            attention holds none.
        """
        attention = self.attention
        query, key, value = attention.project(self.attention_norm(x))
        if cache is not None:
            key, value = cache.extend(layer, key, value)  # (B, G, Tk, D)
        mixed, weights = attention.attend(query, key, value, mask)  # (B, H, T, D)
        x = x + self.dropout(attention.out_proj(merge_heads(mixed)))  # (B, T, E)
        return x + self.dropout(self.mlp(self.mlp_norm(x))), weights
