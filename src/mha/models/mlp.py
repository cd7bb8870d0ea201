"""What a block does to each token by itself: an MLP, plain or gated."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mha.attention.checks import check_sizes


class MLP(nn.Sequential):
    """Two linear layers and an activation between them: W₂ activation(W₁x).

    Also called the feed-forward network, FFN.

    Args:
        embed_dim: E.
        hidden_dim: width between the two; 4 · E when omitted.
        activation: makes what stands between them.
        bias: whether both layers add one.
        device, dtype: of the parameters; PyTorch's defaults when omitted.

    Raises:
        ValueError: a width is below 1.

    Source: Vaswani et al. 2017, section 3.3; its GELU, Radford et al. 2018, section
    4.1.

    Example:
        >>> import torch
        >>> MLP(8)(torch.randn(2, 3, 8)).shape, MLP(8)[0].weight.shape
        (torch.Size([2, 3, 8]), torch.Size([32, 8]))
    """

    def __init__(
        self,
        embed_dim: int,
        hidden_dim: int | None = None,
        *,
        activation: Callable[[], nn.Module] = nn.GELU,
        bias: bool = True,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        hidden_dim = 4 * embed_dim if hidden_dim is None else hidden_dim
        check_sizes(embed_dim=embed_dim, hidden_dim=hidden_dim)
        factory: dict[str, Any] = {"device": device, "dtype": dtype}
        super().__init__(
            nn.Linear(embed_dim, hidden_dim, bias, **factory),
            activation(),
            nn.Linear(hidden_dim, embed_dim, bias, **factory),
        )


class SwiGLU(nn.Module):
    """A gated MLP: W_down (silu(W_gate x) ⊙ (W_up x)), silu(z) = z · sigmoid(z).

    One layer's output says how much of the other's passes.

    Args:
        embed_dim: E.
        hidden_dim: width of the gate; 8 · E / 3 when omitted, rounded down, which
            has as many parameters as `MLP`.
        bias: whether the three layers add one.
        device, dtype: of the parameters; PyTorch's defaults when omitted.

    Raises:
        ValueError: a width is below 1.

    Source: Shazeer 2020, "GLU Variants Improve Transformer"; names as in Llama.

    Example:
        >>> import torch
        >>> SwiGLU(12)(torch.randn(2, 3, 12)).shape, SwiGLU(12).gate.weight.shape
        (torch.Size([2, 3, 12]), torch.Size([32, 12]))
    """

    def __init__(
        self,
        embed_dim: int,
        hidden_dim: int | None = None,
        *,
        bias: bool = False,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        factory: dict[str, Any] = {"device": device, "dtype": dtype}
        hidden_dim = 8 * embed_dim // 3 if hidden_dim is None else hidden_dim
        check_sizes(embed_dim=embed_dim, hidden_dim=hidden_dim)
        self.gate = nn.Linear(embed_dim, hidden_dim, bias, **factory)
        self.up = nn.Linear(embed_dim, hidden_dim, bias, **factory)
        self.down = nn.Linear(hidden_dim, embed_dim, bias, **factory)

    def forward(self, x: Tensor) -> Tensor:
        """Each token by itself: (..., E) -> (..., E)."""
        return self.down(F.silu(self.gate(x)) * self.up(x))  # (..., hidden_dim) inside
