"""A small causal transformer made of the book's parts."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mha.attention.cache import KVCache
from mha.attention.checks import check_cache, check_ids, check_mask, check_sizes
from mha.attention.multihead import MultiHeadAttention, MultiHeadBase
from mha.attention.relative import RelativePositions, RotaryPositions
from mha.models.block import Block, given
from mha.models.mlp import MLP


class LanguageModel(nn.Module):
    """Scores for every next token, each from the tokens up to it alone.

    One matrix embeds the tokens and scores them at the end. It starts small, at a
    standard deviation of 1/√E, so that first scores are moderate, and what it
    embeds is multiplied by √E. Without further arguments the blocks are GPT-2's; with
    ``norm=nn.RMSNorm``, ``mlp=SwiGLU`` and ``bias=False`` they are Llama's.

    Args:
        vocab_size: V, how many tokens there are.
        embed_dim, num_heads, num_kv_heads: as in `MultiHeadAttention`.
        num_layers: how many blocks, at least 1.
        attention: any of the book's designs that takes (B, T, E).
        relative: as in `MultiHeadBase`; called anew for each layer.
        positions: adds positions to (B, T, E) from a first one on, as
            `SinusoidalPositions` and `LearnedPositions` do; none when omitted.
        dropout: chance, 0 to 1, in training; for weights, what each block adds,
            and the embedded tokens.
        bias: whether attention's projections add one.
        norm, norm_first, mlp: as in `Block`. With norm_first, one more norm stands
            before the scores.
        scale_embedding: whether what is embedded is multiplied by √E; Llama's is not.
        device, dtype: of the parameters; PyTorch's defaults when omitted.

    Raises:
        ValueError: a size is below 1, the attention takes (T, B, E), or as in
            `MultiHeadBase`.

    Source: Radford et al. 2019, section 2.3; the shared matrix, Press and Wolf 2017,
    "Using the Output Embedding to Improve Language Models"; its √E, Vaswani et al.
    2017, section 3.4.

    Example:
        >>> model = LanguageModel(vocab_size=7, embed_dim=8, num_heads=2, num_layers=3)
        >>> logits, weights = model(torch.tensor([[1, 2, 3]]))  # (B, T)
        >>> logits.shape, len(weights), weights[0].shape
        (torch.Size([1, 3, 7]), 3, torch.Size([1, 2, 3, 3]))
    """

    def __init__(
        self,
        vocab_size: int,
        embed_dim: int,
        num_heads: int,
        num_layers: int,
        *,
        attention: type[MultiHeadBase] = MultiHeadAttention,
        relative: Callable[[], RelativePositions] | None = RotaryPositions,
        positions: nn.Module | None = None,
        dropout: float = 0.0,
        num_kv_heads: int | None = None,
        bias: bool = True,
        norm: Callable[..., nn.Module] = nn.LayerNorm,
        norm_first: bool = True,
        mlp: Callable[..., nn.Module] = MLP,
        scale_embedding: bool = True,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        factory = given(device=device, dtype=dtype)
        check_sizes(vocab_size=vocab_size, embed_dim=embed_dim, num_layers=num_layers)
        _check_attention(attention)
        self.vocab_size, self.num_heads = vocab_size, num_heads
        self.embedding = nn.Embedding(vocab_size, embed_dim, **factory)
        nn.init.normal_(self.embedding.weight, std=embed_dim**-0.5)
        self.embedding_scale = embed_dim**0.5 if scale_embedding else 1.0
        self.positions = positions
        options: dict[str, Any] = factory | {
            "causal": True,
            "dropout": dropout,
            "relative": relative,
            "num_kv_heads": num_kv_heads,
            "bias": bias,
        }
        parts: dict[str, Any] = factory | {"norm": norm, "mlp": mlp}
        self.blocks = nn.ModuleList(
            Block(
                attention(embed_dim, num_heads, **options),
                dropout,
                norm_first=norm_first,
                **parts,
            )
            for _ in range(num_layers)
        )
        self.norm = norm(embed_dim, **factory) if norm_first else nn.Identity()
        self.dropout = nn.Dropout(dropout)

    def forward(
        self,
        ids: Tensor,
        mask: Tensor | None = None,
        *,
        cache: KVCache | None = None,
        logits_to_keep: int | None = None,
    ) -> tuple[Tensor, list[Tensor | None]]:
        """Read new tokens, after those in the cache.

        Args:
            ids: (B, T), whole numbers from 0 to V − 1.
            mask: boolean, broadcasts to (B, H, T, Tk), Tk the cached tokens and the
                new; True = may attend. `padding_mask` makes one.
            cache: of earlier calls; the new tokens join it. Nothing is kept when
                omitted.
            logits_to_keep: of the last so many tokens alone, at least 1; of all when
                omitted. A large vocabulary's take a while.

        Returns:
            logits (B, T, V), weights before dropout, one (B, H, T, Tk) per layer,
            or None where the attention holds none.

        Raises:
            ValueError: ids, mask or cache do not fit; the message names the numbers,
                and the cache is as before.
        """
        if logits_to_keep is not None:
            check_sizes(logits_to_keep=logits_to_keep)
        past = self._check(ids, mask, cache)
        caches = [None] * len(self.blocks)
        if cache is not None:
            caches = cache.for_layers(len(self.blocks))
        x, weights = self._embed(ids, past), []  # (B, T, E)
        for block, own in zip(self.blocks, caches, strict=True):
            x, looks = block(x, mask=mask, cache=own)
            weights.append(looks)
        if logits_to_keep is not None:
            x = x[:, -logits_to_keep:]
        return F.linear(self.norm(x), self.embedding.weight), weights  # (B, T, V)

    def _embed(self, ids: Tensor, start: int) -> Tensor:
        """Tokens with their places, counted from `start`: (B, T) -> (B, T, E)."""
        x = self.embedding(ids) * self.embedding_scale
        return self.dropout(x if self.positions is None else self.positions(x, start))

    def _check(self, ids: Tensor, mask: Tensor | None, cache: KVCache | None) -> int:
        """How many tokens the cache has, if ids, mask and cache fit."""
        check_ids(ids, self.vocab_size)
        (batch, length), past = ids.shape, 0
        if cache is not None:
            check_cache(cache, KVCache)
            cache.check_layers(len(self.blocks))
            cache.check_batch(batch)
            past = cache.length
        if mask is not None:
            shape = (batch, self.num_heads, length, past + length)
            check_mask(mask, torch.Size(shape))
        return past


def _check_attention(attention: type) -> None:
    known = isinstance(attention, type) and issubclass(attention, MultiHeadBase)
    if not (known and getattr(attention, "batch_first", False)):
        raise ValueError(
            f"attention {attention}: expected a design of MultiHeadBase that takes "
            "(B, T, E)"
        )
