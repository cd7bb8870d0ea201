"""Wrapper and weight split beside each other: the same numbers, cut elsewhere."""

from typing import Any

from mha.figures.diagrams.layer import TOKENS, evaluate, example, layer
from mha.figures.diagrams.markup import Diagram, Node
from mha.figures.diagrams.shapes import (
    CELL,
    ROW,
    arrow,
    brief,
    moved,
    text,
    tile,
    written,
)

HEIGHT = 300
SECOND = {"row": {(1, 0), (1, 1)}, "column": {(0, 1), (1, 1), (2, 1)}}  # head 1's


def wrapper_and_split() -> Diagram:
    """Two small matrices and two products, or one striped matrix and one product."""
    wide = (moved(0, 0, *_wrapper()), moved(356, 0, *_split()))
    narrow = (moved(0, 0, *_wrapper()), moved(0, HEIGHT, *_split()))
    alt = (
        "On the left, the wrapper: each of two heads multiplies X by a small query "
        "matrix of its own. On the right, the weight split: both small matrices are "
        "the rows of one, a single product makes both heads' queries, and a view gives "
        "each head its column. Either way the queries of are come out as {} in head 0 "
        "and {} in head 1."
    ).format(*map(written, evaluate(layer(2, "split"), example())["q"][1].tolist()))
    column = Diagram(narrow, 340, 2 * HEIGHT, alt)
    return Diagram(wide, 688, HEIGHT, alt, narrow=column)


def _given(x: float, y: float, name: str, **options: Any) -> Node:
    """A block of the layer as it is given, with no digit added."""
    blocks = layer(2, "split" if name == "w_q" else "wrapper")
    rows = [
        [brief(v) for v in row] for row in evaluate(blocks, example())[name].tolist()
    ]
    shape = f"({len(rows)}, {len(rows[0])})"
    return tile(x, y, rows, note=shape, **options)


def _made(x: float, y: float, name: str, **options: Any) -> Node:
    """A block of the layer with its computed numbers."""
    rows = evaluate(layer(2, "split"), example())[name].tolist()
    shape = f"({len(rows)}, {len(rows[0])})"
    return tile(x, y, rows, note=shape, below=True, role="query", **options)


def _entry() -> list[Node]:
    """X, from which all goes out."""
    return [_given(34, 128, "x", title="X", row_names=TOKENS)]


def _wrapper() -> list[Node]:
    parts = [
        text(34, 14, "wrapper: a product per head", "mha-name mha-start"),
        *_entry(),
    ]
    for head in range(2):
        y = 60 + 124 * head
        stripe = {(0, 0), (0, 1)} if head else set()
        name = f"W_q of head {head}"
        options = {"role": "query", "parameter": True, "title": name, "stripe": stripe}
        parts.append(_given(162, y + 26, f"w_q{head}", **options))
        mine = {(0, 0), (1, 0), (2, 0)} if head else set()
        parts.append(_made(286, y, f"q{head}", title=f"Q {head}", stripe=mine))
        parts.append(arrow((34 + 2 * CELL + 3, 167), (159, y + 39), role="query"))
        parts.append(arrow((162 + 2 * CELL + 3, y + 39), (283, y + 39), role="query"))
    return parts


def _split() -> list[Node]:
    title = "weight split: one product, then a view"
    parts = [text(34, 14, title, "mha-name mha-start"), *_entry()]
    stripes = {"role": "query", "parameter": True, "stripe": SECOND["row"]}
    parts.append(_given(162, 60, "w_q", title="W_q of both", **stripes))
    parts.append(_made(162, 146, "q", title="Q", stripe=SECOND["column"]))
    parts.append(arrow((162 + CELL, 60 + 2 * ROW + 3), (162 + CELL, 143), role="query"))
    parts.append(arrow((34 + 2 * CELL + 3, 167), (159, 180), role="query"))
    for head in range(2):
        y = 60 + 124 * head
        mine = {(0, 0), (1, 0), (2, 0)} if head else set()
        parts.append(_made(286, y, f"q{head}", title=f"Q {head}", stripe=mine))
        parts.append(arrow((162 + 2 * CELL + 3, 185), (283, y + 39), role="query"))
    return parts
