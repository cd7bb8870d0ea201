"""A model's modes: with dropout or without, with attention weights or without."""

from collections.abc import Iterator
from contextlib import contextmanager

from torch import nn

from mha.attention.multihead import MultiHeadBase


@contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    """No dropout within; afterwards each module is in the mode it was in."""
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        yield
    finally:
        for module, training in modes:
            module.training = training


@contextmanager
def without_weights(model: nn.Module) -> Iterator[None]:
    """Within it, attention uses the fused kernel, and None stands for its weights.

    Outputs are equal up to rounding, sooner, and in less memory.

    Args:
        model: whatever contains the book's attention.

    Example:
        >>> import torch
        >>> from mha import MultiHeadAttention
        >>> layer = MultiHeadAttention(12, 3)
        >>> with without_weights(layer):
        ...     output, weights = layer(torch.randn(2, 5, 12))
        >>> weights is None, layer.need_weights
        (True, True)
    """
    layers = [m for m in model.modules() if isinstance(m, MultiHeadBase)]
    needed = [layer.need_weights for layer in layers]
    for layer in layers:
        layer.need_weights = False
    try:
        yield
    finally:
        for layer, need in zip(layers, needed, strict=True):
            layer.need_weights = need
