"""Interactive explorers: the arithmetic runs in the page, with or without Python."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
