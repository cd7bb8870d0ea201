"""Python that a reader edits and runs on the page, without a kernel."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
