"""The residual stream: a straight line, and branches that are added to it."""

from collections.abc import Sequence

from mha_book.pictures.kit.markup import Node, node
from mha_book.pictures.kit.shapes import arrow, frame, line, text

BOX = 40  # px, a step's height
STREAM, BRANCH = 44, 206  # px, where the stream runs, and what is added to it


def box(x: float, y: float, width: float, label: str, code: str) -> Node:
    """A step: what it does, and what the code calls it."""
    middle = x + width / 2
    name = text(middle, y + (13 if code else BOX / 2), label, "mha-name")
    said = [text(middle, y + 29, code, "mha-code mha-small")] if code else []
    return node("g", frame(x, y, width, BOX, 6), name, *said)


def down(x: float, start: float, end: float, shape: str) -> list[Node]:
    """An arrow, and the shape that goes along it."""
    middle = (start + end) / 2 - 1
    return [
        arrow((x, start), (x, end)),
        text(x + 10, middle, shape, "mha-start"),
    ]


def stream(start: float, end: float) -> list[Node]:
    """The line from top to bottom, and its tip."""
    return [
        line((STREAM, start), (STREAM, end - 12), class_="mha-stream"),
        node("path", d=f"M{STREAM},{end} l-8,-14 h16 Z", class_="mha-dot"),
    ]


def lower(y: float, boxes: Sequence[object]) -> float:
    """Where a branch that leaves at y comes back."""
    return y + 12 + 80 * len(boxes)


def branch(y: float, boxes: Sequence[tuple[str, str]], size: str) -> list[Node]:
    """From the stream at y through boxes (label, code), and back by addition.

    What leaves is a copy, so its line is dashed: the stream goes on as it was.
    """
    low = lower(y, boxes)
    parts = [
        arrow((STREAM, y), (BRANCH, y), (BRANCH, y + 20), class_="mha-dashed"),
        text((STREAM + BRANCH) / 2 + 12, y - 9, "a copy", "mha-small"),
    ]
    for k, (label, code) in enumerate(boxes):
        top = y + 20 + 80 * k
        parts.append(box(BRANCH - 86, top, 172, label, code))
        if k + 1 < len(boxes):
            parts += down(BRANCH, top + BOX, top + 80, size)
    plus = node("circle", cx=STREAM, cy=low, r=12)
    return [
        *parts,
        arrow((BRANCH, low - 32), (BRANCH, low), (STREAM + 13, low)),
        text(BRANCH + 10, low - 14, size, "mha-start"),
        node("g", plus, text(STREAM, low - 1, "+", "mha-name"), class_="mha-node"),
        text(STREAM + 70, low - 10, "is added", "mha-small"),
    ]
