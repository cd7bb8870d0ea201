"""Attention itself, on torch and NumPy alone; it knows nothing of what teaches it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
