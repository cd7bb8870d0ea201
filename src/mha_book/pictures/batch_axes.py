"""One batch read in both orders of its axes, and who attends to whom then."""

from torch import Tensor

from mha.attention.multihead import split_heads
from mha_book.pictures import numbers
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.numbers import TOKENS
from mha_book.pictures.shapes import (
    CELL,
    ROW,
    cell,
    lane,
    moved,
    text,
    tile,
    written,
)

WIDE, HIGH = CELL + 12, ROW + 12  # px from one word to the next
SMALL, APART = 36, 42  # px, a cell of a table, and the gap to the next table


def batch_axes() -> Diagram:
    """Two sentences as (B, T, E), and the same batch taken for (T, B, E)."""
    alt = _in_words()
    right, wrong = _reading(batch_first=True), _reading(batch_first=False)
    wide = (moved(0, 0, *right), moved(346, 0, *wrong))
    tall = (moved(8, 0, *right), moved(8, 290, *wrong))
    return Diagram(wide, 688, 274, alt, narrow=Diagram(tall, 358, 540, alt))


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
        *_grid(batch_first),
        text(168, 134, f"attention weights, averaged: ({shape})", "mha-small"),
    ]
    step = SMALL * weights.shape[-1] + APART
    first = 168 - (step * len(words) - APART) / 2 + 17  # names stand left of a table
    for k, (names, table) in enumerate(zip(words, weights.tolist(), strict=True)):
        look = {"row_names": names, "column_names": names, "role": "weights"}
        parts.append(tile(first + k * step, 172, table, width=SMALL, **look))
    return parts


def _grid(batch_first: bool) -> list[Node]:
    """The words, first axis downwards and second across, in frames."""
    left, top = 84, 34
    rows = [(left, top + i * HIGH, 3 * WIDE, HIGH - 4) for i in range(2)]
    columns = [(left + j * WIDE + 2, top, WIDE - 4, 2 * HIGH - 4) for j in range(3)]
    parts = [lane(*frame) for frame in (rows if batch_first else columns)]
    for i, row in enumerate(_words()):
        for j, word in enumerate(row):
            parts.append(cell(left + j * WIDE + 6, top + i * HIGH + 4, word))
    return parts


def _in_words() -> str:
    (_, right), (_, wrong) = _sentences(True), _sentences(False)
    ours, theirs = (
        " and ".join(map(written, row.tolist())) for row in (right[0, 1], wrong[1, 0])
    )
    return (
        "A batch of two sentences, how are you and you how are. With batch_first=True "
        "each row of it is a sentence, and are of the first gives its three words "
        f"{ours}. With batch_first=False each column is taken for a sentence: are then "
        f"attends to the words at its own place in both sentences alone, {theirs}."
    )
