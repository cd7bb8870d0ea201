"""Wrapper and weight split beside each other: the same numbers, cut elsewhere."""

from typing import Any

from mha_book.pictures.layer import layer, worked
from mha_book.pictures.layout import Place
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.numbers import TOKENS
from mha_book.pictures.shapes import (
    CELL,
    ROW,
    arrow,
    moved,
    text,
    written,
)
from mha_book.pictures.whole import block_tile

HEIGHT = 300


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
    ).format(*map(written, worked(2, "split")["q"][1].tolist()))
    column = Diagram(narrow, 340, 2 * HEIGHT, alt)
    return Diagram(wide, 688, HEIGHT, alt, narrow=column)


def _block(x: float, y: float, name: str, **options: Any) -> Node:
    """A block of either design; what is computed has its name below."""
    designs = {b.name: b for b in (*layer(2, "split"), *layer(2, "wrapper"))}
    block = designs[name]
    rows, columns = block.shape
    options |= {"note": f"({rows}, {columns})", "below": block.op != "given"}
    values = worked(2, "split") | worked(2, "wrapper")
    return block_tile(block, Place(x, y), values, **options)


def _entry() -> list[Node]:
    """X, from which all goes out."""
    return [_block(34, 128, "x", title="X", row_names=TOKENS)]


def _wrapper() -> list[Node]:
    parts = [
        text(34, 14, "wrapper: a product per head", "mha-name mha-start"),
        *_entry(),
    ]
    for head in range(2):
        y = 60 + 124 * head
        title = f"W_q of head {head}"
        parts.append(_block(162, y + 26, f"w_q{head}", title=title))
        parts.append(_block(286, y, f"q{head}", title=f"Q {head}"))
        parts.append(arrow((34 + 2 * CELL + 3, 167), (159, y + 39), role="query"))
        parts.append(arrow((162 + 2 * CELL + 3, y + 39), (283, y + 39), role="query"))
    return parts


def _split() -> list[Node]:
    title = "weight split: one product, then a view"
    parts = [text(34, 14, title, "mha-name mha-start"), *_entry()]
    parts.append(_block(162, 60, "w_q", title="W_q of both"))
    parts.append(_block(162, 146, "q", title="Q"))
    parts.append(arrow((162 + CELL, 60 + 2 * ROW + 3), (162 + CELL, 143), role="query"))
    parts.append(arrow((34 + 2 * CELL + 3, 167), (159, 180), role="query"))
    for head in range(2):
        y = 60 + 124 * head
        parts.append(_block(286, y, f"q{head}", title=f"Q {head}"))
        parts.append(arrow((162 + 2 * CELL + 3, 185), (283, y + 39), role="query"))
    return parts
