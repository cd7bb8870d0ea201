"""What draws, explains and publishes the book. It imports mha; mha never imports it."""

import os

import lazy_loader

from mha_book.display.notebook import adopt_tables

# PyTorch's profiler says on stderr when it starts; a build takes that for a fault.
os.environ.setdefault("KINETO_LOG_LEVEL", "6")

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
adopt_tables()
