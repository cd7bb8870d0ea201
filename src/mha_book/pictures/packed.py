"""The packed matrix of PyTorch's module: three bands of rows, cut by heads."""

from typing import Any

from mha.attention.multihead import split_heads
from mha_book.pictures import numbers
from mha_book.pictures.layer import ROLES
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.numbers import TOKENS
from mha_book.pictures.shapes import (
    CELL,
    ROW,
    Point,
    arrow,
    lane,
    moved,
    text,
    tile,
    written,
)

BAND = 2 * ROW + 8  # px from one band of rows to the next
HEADS = range(2)


def packed_projection() -> Diagram:
    """in_proj_weight times every word: three bands of rows, cut by heads."""
    alt = _in_words()
    wide = (
        moved(60, 100, *_product()),
        *_wires((348, 100), ((486, 84), (486, 226))),
        moved(486, 20, *_head(0)),
        moved(486, 162, *_head(1)),
    )
    tall = (
        moved(60, 100, *_product()),
        arrow((181, 282), (181, 316)),
        text(190, 298, "head by head", "mha-small mha-start"),
        moved(2, 322, *_head(0)),
        moved(184, 322, *_head(1)),
    )
    return Diagram(wide, 660, 296, alt, narrow=Diagram(tall, 358, 454, alt))


def _product() -> list[Node]:
    """The matrix as it is stored, X with a column per word, and their product."""
    x, right = numbers.embeddings(), 2 * CELL + 10
    above: dict[str, Any] = {"title": "Xᵀ", "column_names": TOKENS, "decimals": 1}
    parts = [
        text(2 * CELL, -32, "in_proj_weight", "mha-code mha-end"),
        text(2 * CELL, -13, _size(x.shape[1]), "mha-small mha-end"),
        tile(right, -2 * ROW - 10, x.T.tolist(), **above),
    ]
    for band, role in enumerate(ROLES.values()):
        matrix, y = numbers.matrix(role), band * BAND
        made = (matrix @ x.T).tolist()  # (E, E) @ (E, T): a row per row of the matrix
        look: dict[str, Any] = {"role": role, "stripe": [(1, j) for j in range(3)]}
        stored = look | {"parameter": True, "decimals": 1}
        names = [f"row {2 * band + head}" for head in HEADS]
        end = (right + 3 * CELL + 8, y + ROW)
        parts += [
            tile(0, y, matrix.tolist(), row_names=names, **stored),
            tile(right, y, made, **look),
            text(*end, role, f"mha-name mha-start mha-{role}"),
        ]
    return parts


def _size(width: int) -> str:
    return f"(3·E, E) = ({3 * width}, {width})"


def _wires(start: Point, heads: tuple[Point, ...]) -> list[Node]:
    """From each row of the product to the head that it belongs to."""
    rows = [
        (band, role, head) for band, role in enumerate(ROLES.values()) for head in HEADS
    ]
    return [
        arrow(
            (start[0], start[1] + band * BAND + (head + 0.5) * ROW),
            (heads[head][0], heads[head][1] + 18 * (band - 1)),
            role=role,
        )
        for band, role, head in rows
    ]


def _head(head: int) -> list[Node]:
    """A row of each band, turned: a head's queries, keys and values, each (T, D)."""
    rows = ", ".join(str(2 * band + head) for band in range(3))
    title = text(86, 15, f"head {head}: rows {rows}", "mha-name")
    parts = [lane(0, 0, 172, 128), title]
    for band, (letter, role) in enumerate(ROLES.items()):
        column = split_heads(numbers.projected(role), 2)[head].tolist()  # (T, D)
        stripe = [(i, 0) for i in range(3)] if head else []
        names = TOKENS if band == 0 else ()
        look = {"role": role, "stripe": stripe, "row_names": names, "title": letter}
        parts.append(tile(36 + band * CELL, 44, column, width=CELL - 1, **look))
    return parts


def _in_words() -> str:
    values = (split_heads(numbers.projected("value"), 2)[h, 1].item() for h in HEADS)
    return (
        "The tall matrix in_proj_weight has six rows: two for queries, two for keys, "
        "two for values; in each pair the first row is head 0's, the second head 1's. "
        "Times the words' embeddings, each row makes one row of numbers. Head 0 takes "
        "rows 0, 2 and 4, head 1 rows 1, 3 and 5: the value of are is {} in head 0 and "
        "{} in head 1."
    ).format(*map(written, values))
