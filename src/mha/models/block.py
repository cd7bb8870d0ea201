"""A transformer block: attention and an MLP, each added to what it reads."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from mha.attention.cache import LayerCache
from mha.attention.checks import check_dropout
from mha.attention.multihead import MultiHeadBase
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
        device, dtype: of norms and MLP, whose makers are given what is not None.

    Raises:
        ValueError: dropout is not a chance, or attention is not the book's.

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
        norm: Callable[..., nn.Module] = nn.LayerNorm,
        norm_first: bool = True,
        mlp: Callable[..., nn.Module] = MLP,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_attention(attention)
        check_dropout(dropout)
        embed_dim, factory = attention.embed_dim, given(device=device, dtype=dtype)
        self.norm_first = norm_first
        self.attention_norm = norm(embed_dim, **factory)
        self.attention = attention
        self.attention_dropout = nn.Dropout(dropout)
        self.mlp_norm = norm(embed_dim, **factory)
        self.mlp = mlp(embed_dim, **factory)
        self.mlp_dropout = nn.Dropout(dropout)

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None = None,
        *,
        cache: LayerCache | None = None,
    ) -> tuple[Tensor, Tensor | None]:
        """Let new tokens attend to all tokens, then pass each through the MLP.

        Args:
            x: the new tokens, (B, T, E).
            mask: boolean, broadcasts to (B, H, T, Tk), Tk old and new tokens; True =
                may attend. Each to all when omitted, the later ones too, unless the
                attention is causal.
            cache: this block's own, of earlier calls; the new tokens' keys and values
                join it. Nothing is kept when omitted.

        Returns:
            output (B, T, E), weights (B, H, T, Tk) before dropout, None where the
            attention holds none.

        Raises:
            ValueError: sizes do not fit; the message names both.
        """
        read = self.attention_norm(x) if self.norm_first else x
        mixed, weights = self.attention(read, mask=mask, cache=cache)
        x = x + self.attention_dropout(mixed)  # (B, T, E)
        if self.norm_first:
            return x + self.mlp_dropout(self.mlp(self.mlp_norm(x))), weights
        x = self.attention_norm(x)
        return self.mlp_norm(x + self.mlp_dropout(self.mlp(x))), weights


def check_attention(attention: object) -> None:
    """Raise ValueError unless a block can call it: one of the book's, (B, T, E)."""
    if not isinstance(attention, MultiHeadBase) or not attention.batch_first:
        raise ValueError(
            f"attention is {attention!r}; expected a design of MultiHeadBase that "
            "takes (B, T, E), such as MultiHeadAttention(12, 3)"
        )


def given(**factory: Any) -> dict[str, Any]:
    """Device and dtype where they are asked for; makers need not know the others."""
    return {name: value for name, value in factory.items() if value is not None}
