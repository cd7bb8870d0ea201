"""Panels side by side, or one below the other: the same, wide and for a phone."""

from collections.abc import Iterable

from mha_book.pictures.kit.markup import Drawing, Node
from mha_book.pictures.kit.shapes import Point, move


def panel(origin: Point, size: Point, shapes: Iterable[Node]) -> Drawing:
    """Shapes drawn around 0, 0, in a box of their own.

    Args:
        origin: where 0, 0 is in the box: how far shapes reach left of it, and above.
        size: the box's width and height.
    """
    return Drawing([move(*origin, *shapes)], *size)


def row(panels: Iterable[Drawing], gap: float = 0) -> Drawing:
    """Panels from left to right, their upper edges level."""
    panels, shapes, x = [*panels], list[Node](), 0.0
    for each in panels:
        shapes.append(move(x, 0, *each.shapes))
        x += each.width + gap
    return Drawing(shapes, x - gap, max(each.height for each in panels))


def column(panels: Iterable[Drawing], gap: float = 0) -> Drawing:
    """Panels from top to bottom, their left edges in line."""
    panels, shapes, y = [*panels], list[Node](), 0.0
    for each in panels:
        shapes.append(move(0, y, *each.shapes))
        y += each.height + gap
    return Drawing(shapes, max(each.width for each in panels), y - gap)
