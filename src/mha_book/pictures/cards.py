"""A page's own picture in small, for its card: where the page treats the whole map.

A card is small, so there are no words but the letters that a page writes.
"""

import math
from collections.abc import Callable, Iterator

from mha_book.pictures.kit.layer import LENGTH
from mha_book.pictures.kit.markup import Node, node
from mha_book.pictures.kit.shapes import Point, arrow, frame, line, move, text
from mha_book.pictures.whole import HIGH, LARGE_DOT, WIDE, dots, weights_in_small

MIDDLE = HIGH / 2
BASE = 82  # px: the level of a stream, and of an axis
LAYERS = 30  # of the real model


def card_picture(page: str) -> Node | None:
    """What a page is about, as large as the map in small; None where that map says it.

    Args:
        page: its name.
    """
    if page not in DRAWN:
        return None
    return node(
        "svg", *DRAWN[page](), xmlns="http://www.w3.org/2000/svg",
        class_="mha-diagram", viewBox=f"0 0 {WIDE} {HIGH}",
    )  # fmt: skip


def _stream() -> Iterator[Node]:
    """A stream, and two branches that add to it: words gather, then each thinks."""
    yield from _line_of_stream(16, WIDE - 16)
    table = weights_in_small(0, 0, 0, LARGE_DOT)
    for left, inside in ((96, [table]), (396, [*_layers_of_mlp()])):
        yield arrow((left, BASE), (left, 34), (left + 56, 34))
        yield frame(left + 58, 4, 86, 60)
        yield move(left + 101, 34, *inside)
        yield arrow((left + 144, 34), (left + 204, 34), (left + 204, BASE - 14))
        yield _plus(left + 204, BASE)


def _line_of_stream(start: float, end: float) -> Iterator[Node]:
    yield line((start, BASE), (end - 12, BASE), class_="mha-stream")
    yield node("path", d=f"M{end},{BASE} l-14,-8 v16 Z", class_="mha-dot")


def _layers_of_mlp() -> Iterator[Node]:
    """Narrow, wide, narrow again: around 0, 0."""
    for x, count in ((-24, 2), (0, 4), (24, 2)):
        yield dots(x, 0, count, 1, 12)


def _plus(x: float, y: float) -> Node:
    cross = node("path", d=f"M{x - 7},{y} h14 M{x},{y - 7} v14", class_="mha-arrow")
    return node("g", node("circle", cx=x, cy=y, r=13), cross, class_="mha-node")


def _decoder() -> Iterator[Node]:
    """Numbers of words, their vectors, blocks on one another, a row of scores."""
    yield dots(40, MIDDLE, LENGTH, 1, 20)
    yield arrow((64, MIDDLE), (104, MIDDLE))
    yield dots(140, MIDDLE, LENGTH, 3, 20)
    yield arrow((184, MIDDLE), (228, MIDDLE))
    for k in (2, 1, 0):  # the first in front
        yield frame(238 + 22 * k, 26 - 11 * k, 130, 62)
    yield from _line_within(254, 352, 57)
    yield arrow((424, MIDDLE), (468, MIDDLE))
    yield dots(586, MIDDLE, LENGTH, 10, 20)


def _line_within(start: float, end: float, y: float) -> Iterator[Node]:
    """A block's stream, in small, with its two additions."""
    yield line((start, y), (end, y), class_="mha-line")
    for x in (start + 36, start + 76):
        yield _plus(x, y)


def _descent() -> Iterator[Node]:
    """A loss that falls with each step, fast at first."""
    yield line((60, 6), (60, 92), (WIDE - 40, 92), class_="mha-axis")
    points = [(84 + 68 * k, _loss(k)) for k in range(9)]
    steps = node("g", line(*points), *(_dot(at, 7) for at in points))
    steps.set("class", "mha-weights")
    yield steps


def _loss(step: int) -> float:
    """Its height on the card."""
    return round(82 - 70 * math.exp(-step / 2.2), 1)


def _dot(at: Point, radius: float) -> Node:
    return node("circle", cx=at[0], cy=at[1], r=radius, class_="mha-dot")


def _next_letter() -> Iterator[Node]:
    """Letters that are there, one that is asked for, and how likely each is."""
    for k, letter in enumerate("how ar?"):
        asked = letter == "?"
        yield _letter(24 + 52 * k, letter, "mha-empty" if asked else "mha-cell")
    yield arrow((396, MIDDLE), (440, MIDDLE))
    for k, long in enumerate((190, 84, 36, 14)):
        at = {"x": 462, "y": 8 + 22 * k, "width": long, "height": 16}
        kind = "mha-dot mha-weights" if k == 0 else "mha-dot mha-rest"
        yield node("rect", **at, class_=kind)


def _letter(x: float, letter: str, look: str) -> Node:
    square = node("rect", x=x, y=26, width=46, height=48, rx=6)
    return node("g", square, text(x + 23, MIDDLE, letter, "mha-letter"), class_=look)


def _many_blocks() -> Iterator[Node]:
    """As many blocks in a row as the real model has, and the one word it says."""
    yield dots(32, MIDDLE, LENGTH, 1, 18)
    yield arrow((50, MIDDLE), (78, MIDDLE))
    for k in range(LAYERS):
        x = 84 + 16.5 * k
        yield node("rect", x=x, y=14, width=11, height=72, rx=3, class_="mha-layer")
    yield arrow((582, MIDDLE), (612, MIDDLE))
    yield node("g", frame(616, 28, 80, 44), text(656, MIDDLE, "you", "mha-letter"))


DRAWN: dict[str, Callable[[], Iterator[Node]]] = {
    "transformer-block": _stream,
    "assemble-a-decoder": _decoder,
    "how-a-model-learns": _descent,
    "write-the-next-word": _next_letter,
    "run-a-real-model": _many_blocks,
}
