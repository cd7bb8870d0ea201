"""PyTorch's module: its packed matrix, and the order of its axes."""

from typing import Any

from torch import Tensor

from mha.attention.multihead import split_heads
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.layer import ROLES
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import Point, arrow, digits, lane, move, text
from mha_book.pictures.kit.tiles import CELL, ROW, cell, tile

BAND = 2 * ROW + 8  # px from one band of rows to the next
HEADS = range(2)


@picture
def packed_projection() -> Diagram:
    """in_proj_weight times every word: three bands of rows, cut by heads."""
    alt = _packed_in_words()
    wide = (
        move(60, 100, *_product()),
        *_wires((348, 100), ((486, 84), (486, 226))),
        move(486, 20, *_packed_head(0)),
        move(486, 162, *_packed_head(1)),
    )
    tall = (
        move(60, 100, *_product()),
        arrow((181, 282), (181, 316)),
        text(190, 298, "head by head", "mha-small mha-start"),
        move(2, 322, *_packed_head(0)),
        move(184, 322, *_packed_head(1)),
    )
    return Diagram(alt, Drawing(wide, 660, 296), Drawing(tall, 358, 454))


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


def _packed_head(head: int) -> list[Node]:
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


def _packed_in_words() -> str:
    values = (split_heads(numbers.projected("value"), 2)[h, 1].item() for h in HEADS)
    return (
        "The tall matrix in_proj_weight has six rows: two for queries, two for keys, "
        "two for values; in each pair the first row is head 0's, the second head 1's. "
        "Times the words’ embeddings, each row makes one row of numbers. Head 0 takes "
        "rows 0, 2 and 4, head 1 rows 1, 3 and 5: the value of are is {} in head 0 and "
        "{} in head 1."
    ).format(*map(digits, values))


WIDE, HIGH = CELL + 12, ROW + 12  # px from one word to the next
SMALL, APART = 36, 42  # px, a cell of a table, and the gap to the next table


@picture
def batch_axes() -> Diagram:
    """Two sentences as (B, T, E), and the same batch taken for (T, B, E)."""
    readings = [panel((0, 0), (342, 262), _reading(axis)) for axis in (True, False)]
    return Diagram(_axes_in_words(), row(readings, 4), column(readings, 16))


def _words() -> list[list[str]]:
    """The batch's words, a row per sentence."""
    return [[TOKENS[k] for k in order] for order in numbers.ORDERS]


def _sentences(batch_first: bool) -> tuple[list[list[str]], Tensor]:
    """What is taken for sentences, and their attention weights, averaged (B, T, T)."""
    words, batch = _words(), numbers.batch()  # (B, T, E)
    if not batch_first:
        words = [list(column) for column in zip(*words, strict=True)]
        batch = batch.transpose(0, 1)  # its second axis is taken for B
    q, k = (split_heads(batch @ numbers.matrix(n).T, 2) for n in ("query", "key"))
    return words, numbers.weights_of(q, k).mean(dim=1)  # over heads


def _reading(batch_first: bool) -> list[Node]:
    """The batch, framed by what attends together, and the weights in each frame."""
    words, weights = _sentences(batch_first)
    axes = "B, T, E" if batch_first else "T, B, E"
    shape = ", ".join(map(str, weights.shape))
    parts = [
        text(168, 12, f"batch_first={batch_first}: ({axes})", "mha-code"),
        *_batch(batch_first),
        text(168, 134, f"attention weights, averaged: ({shape})", "mha-small"),
    ]
    step = SMALL * weights.shape[-1] + APART
    first = 168 - (step * len(words) - APART) / 2 + 17  # names stand left of a table
    for k, (names, table) in enumerate(zip(words, weights.tolist(), strict=True)):
        look = {"row_names": names, "column_names": names, "role": "weights"}
        parts.append(tile(first + k * step, 172, table, width=SMALL, **look))
    return parts


def _batch(batch_first: bool) -> list[Node]:
    """The words, first axis downwards and second across, in frames."""
    left, top = 84, 34
    rows = [(left, top + i * HIGH, 3 * WIDE, HIGH - 4) for i in range(2)]
    columns = [(left + j * WIDE + 2, top, WIDE - 4, 2 * HIGH - 4) for j in range(3)]
    parts = [lane(*frame) for frame in (rows if batch_first else columns)]
    for i, sentence in enumerate(_words()):
        for j, word in enumerate(sentence):
            parts.append(cell(left + j * WIDE + 6, top + i * HIGH + 4, word))
    return parts


def _axes_in_words() -> str:
    (_, right), (_, wrong) = _sentences(True), _sentences(False)
    ours, theirs = (
        " and ".join(map(digits, row.tolist())) for row in (right[0, 1], wrong[1, 0])
    )
    return (
        "A batch of two sentences, how are you and you how are. With batch_first=True "
        "each row of it is a sentence, and are of the first gives its three words "
        f"{ours}. With batch_first=False each column is taken for a sentence: are then "
        f"attends to the words at its own place in both sentences alone, {theirs}."
    )
