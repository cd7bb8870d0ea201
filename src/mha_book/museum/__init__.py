"""Faults of `mha.check` as exhibits: what each does to numbers, all of it computed."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
