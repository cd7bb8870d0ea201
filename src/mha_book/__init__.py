"""What draws, explains and publishes the book. It imports mha; mha never imports it."""

import lazy_loader

from mha_book.display.notebook import adopt_tables

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
adopt_tables()
