"""How results look: tensors as labelled tiles, tables with their numbers right."""

from mha_book.display.show import show

__all__ = ["show"]
