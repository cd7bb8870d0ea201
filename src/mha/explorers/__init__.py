"""Interactive explorers: the arithmetic runs in the page, with or without Python."""

from mha.explorers.attention import AttentionExplorer
from mha.explorers.browser import HeadBrowser
from mha.explorers.gradient import GradientInspector
from mha.explorers.layout import TensorLayoutExplorer
from mha.explorers.mask import MaskExplorer
from mha.explorers.multihead import MultiHeadExplorer
from mha.explorers.own import OwnSentence
from mha.explorers.position import PositionExplorer
from mha.explorers.records import Record
from mha.explorers.stack import WeightStackExplorer

__all__ = [
    "AttentionExplorer",
    "GradientInspector",
    "HeadBrowser",
    "MaskExplorer",
    "MultiHeadExplorer",
    "OwnSentence",
    "PositionExplorer",
    "Record",
    "TensorLayoutExplorer",
    "WeightStackExplorer",
]
