"""Bars that lie: a number's length from an axis, or its part of a whole."""

from mha_book.pictures.kit.markup import Node, node
from mha_book.pictures.kit.shapes import line

THICK, PITCH = 18, 32  # px: a bar, and from one to the next
STYLE = """
.mha-diagram .mha-bar { fill: var(--part, var(--faint)); }
.mha-diagram .mha-whole { fill: none; stroke: var(--rule); }
"""


def bar(x: float, y: float, length: float) -> Node:
    """A bar from an axis at x, around the height y; to the left if it is negative."""
    left = min(x, x + length)
    at = {"x": left, "y": y - THICK / 2, "width": abs(length), "height": THICK}
    return node("rect", **at, class_="mha-bar")


def axis(x: float, count: int) -> Node:
    """The line at which so many bars begin, the first of them at height 0."""
    reach = THICK / 2 + 5
    return line((x, -reach), (x, (count - 1) * PITCH + reach), class_="mha-axis")


def whole(x: float, y: float, length: float) -> Node:
    """The outline of what a bar is a part of."""
    at = {"x": x, "y": y - THICK / 2, "width": length, "height": THICK}
    return node("rect", **at, class_="mha-whole")
