"""Interactive explorers: the arithmetic runs in the page, with or without Python."""

from mha.explorers.attention import AttentionExplorer
from mha.explorers.layout import TensorLayoutExplorer

__all__ = ["AttentionExplorer", "TensorLayoutExplorer"]
