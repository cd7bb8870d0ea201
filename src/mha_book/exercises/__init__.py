"""Exercises that answer on the page: a wrong answer meets the catalogue of faults."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
