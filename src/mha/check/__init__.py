"""Checks of what a reader has written: they name the mistake.

``check.attend(attend)`` looks at a function's properties and at its numbers, and says
what holds, what does not, and which known mistake behaves in just this way. Each check
takes a function or a class of the reader's, and gives back a `Diagnosis`; a mistake is
named only where every property and every number is that mistake's.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
