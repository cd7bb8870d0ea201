"""Bars that lie: a number's length from an axis, or its part of a whole."""

from collections.abc import Iterable, Sequence

from mha_book.pictures.kit.markup import Drawing, Node, node
from mha_book.pictures.kit.panels import panel
from mha_book.pictures.kit.shapes import line, text

THICK, PITCH = 18, 32  # px: a bar, and from one to the next
TITLES = 62  # px: above the first bar's middle
STYLE = """
.mha-diagram .mha-bar { fill: var(--part, var(--faint)); }
.mha-diagram .mha-whole { fill: none; stroke: var(--rule); }
"""


def bar(x: float, y: float, length: float) -> Node:
    """A bar from an axis at x, around the height y; to the left if it is negative."""
    left = min(x, x + length)
    at = {"x": left, "y": y - THICK / 2, "width": abs(length), "height": THICK}
    return node("rect", **at, class_="mha-bar")


def bars(
    words: Sequence[str], lengths: Sequence[float], left: float, zero: float
) -> list[Node]:
    """Bars from an axis at zero, the first at height 0; words end left of all bars."""
    reach, low = THICK / 2 + 5, (len(words) - 1) * PITCH
    parts = [line((zero, -reach), (zero, low + reach), class_="mha-axis")]
    for k, (said, length) in enumerate(zip(words, lengths, strict=True)):
        parts.append(text(left - 8, k * PITCH, said, "mha-end"))
        parts.append(bar(zero, k * PITCH, length))
    return parts


def titled(
    name: str,
    note: str,
    edges: tuple[float, float],
    lines: int,
    parts: Iterable[Node],
) -> Drawing:
    """A panel of so many lines whose bars have these edges, named above them."""
    middle = sum(edges) / 2
    names = [
        text(middle, -TITLES + 14, name, "mha-name"),
        text(middle, -TITLES + 32, note, "mha-small"),
    ]
    size = edges[1] + 6, TITLES + lines * PITCH
    return panel((0, TITLES), size, [*names, *parts])


def whole(x: float, y: float, length: float) -> Node:
    """The outline of what a bar is a part of."""
    at = {"x": x, "y": y - THICK / 2, "width": length, "height": THICK}
    return node("rect", **at, class_="mha-whole")
