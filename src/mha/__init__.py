"""Multi-head attention, small enough to read and tested against PyTorch.

What people import stands here: ``from mha import MultiHeadAttention``. Nothing is
loaded before it is asked for, so NumPy alone stays free of PyTorch.
"""

import importlib.metadata

import lazy_loader

__version__ = importlib.metadata.version("attention-number-by-number")
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
