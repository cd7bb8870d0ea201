"""The causal mask: who may look where, what it does in head 0, and one new row."""

import math

import torch
from torch import Tensor

from mha.attention.masks import causal_mask
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.shapes import arch_curve, arrow, digits, move, text, tip
from mha_book.pictures.kit.tiles import CELL, ROW, mask_grid, tile

SIDE = 3 * CELL  # px, a (T, T) tile
WORDS, WORD, PITCH = ("the", "cat", "sat", "down"), 46, 76  # px: a cell, word to word


@picture
def look_back() -> Diagram:
    """The triangle of the mask, and the words that each word may look at."""
    allowed = causal_mask(len(WORDS))
    said = [[str(seen) for seen in row] for row in allowed.int().tolist()]
    grid = mask_grid(said, ~allowed, (WORD, ROW), WORDS, WORDS)
    triangle = [
        text(2 * WORD, -40, "May the row look at the column? 1: yes", "mha-name"),
        *grid,
    ]
    wide = (move(60, 58, *triangle), move(330, 26, *_looking()))
    tall = (move(60, 58, *triangle), move(26, 196, *_looking()))
    return Diagram(
        _looking_in_words(), Drawing(wide, 640, 176), Drawing(tall, 358, 344)
    )


def _looking() -> list[Node]:
    """The words in a row, and an arrow from each to every one that it may look at."""
    y = 116
    parts = [text(1.5 * PITCH + 20, -8, "Arrows lead back, never ahead.", "mha-name")]
    for j, word in enumerate(WORDS):
        x = 20 + j * PITCH
        parts.append(text(x, y + 14, word))
        loop = f"M{x + 5},{y} C{x + 14},{y - 24} {x - 14},{y - 24} {x - 4},{y - 5}"
        parts.append(node("path", d=loop, class_="mha-arrow"))
        parts.append(tip((x - 8, y - 14), (x - 3, y)))
        for i in range(j):
            far = j - i
            arrive = 20 + i * PITCH - 4 - 7 * far
            start, end = (x + 8 + 4 * far, y), (arrive, y - 6)  # the tip covers 6
            path = arch_curve(start, end, 18 + 24 * far)
            parts.append(node("path", d=path, class_="mha-arrow"))
            parts.append(tip((arrive, y - 9), (arrive, y)))
    return parts


def _looking_in_words() -> str:
    rows = "; ".join(
        f"{word} may look at {', '.join(WORDS[: i + 1])}"
        for i, word in enumerate(WORDS)
    )
    return (
        f"A table with a row for each word that asks and a column for each that is "
        f"asked, 1 where it may look: {rows}. Each 0 is hatched, a triangle at the "
        f"upper right. Beside it arrows lead from each word to itself and to those "
        f"before it."
    )


@picture
def causal_mask_strip() -> Diagram:
    """The scores of head 0, the mask, and the weights that are left."""
    scores, mask, hidden, weights = _grids()
    wide = (
        move(44, 66, scores, text(-7, -10, "asks", "mha-small mha-end")),
        text(44 + SIDE + 11, 105, "+"),
        move(44 + SIDE + 22, 66, mask),
        text(44 + 2 * SIDE + 33, 105, "="),
        move(44 + 2 * SIDE + 44, 66, hidden),
        arrow((490, 105), (548, 105), words="softmax"),
        move(552, 66, weights),
    )
    tall = (
        move(44, 66, scores, text(-7, -10, "asks", "mha-small mha-end")),
        text(44 + SIDE + 17, 105, "+"),
        move(78 + SIDE, 66, mask),
        text(30, 240, "="),
        move(44, 200, hidden),
        arrow((179, 239), (217, 239)),
        move(220, 200, weights),
        text(199, 290, "softmax of each row", "mha-small"),
    )
    alt = _in_words()
    return Diagram(alt, Drawing(wide, 688, 158), Drawing(tall, 358, 304))


def _head(name: str) -> Tensor:
    """Head 0's column of the queries or keys, (T, D) = (3, 1)."""
    return numbers.projected(name)[:, :1]


def _masked() -> tuple[Tensor, Tensor, Tensor]:
    """Scores, what the mask adds to them, and the weights, (T, T) each."""
    query, key = _head("query"), _head("key")
    allowed = causal_mask(len(TOKENS))
    added = torch.zeros(allowed.shape).masked_fill(~allowed, -math.inf)
    return numbers.scores_of(query, key), added, numbers.weights_of(query, key, allowed)


def _grids() -> list[Node]:
    """Scores, mask, their sum and the weights, each at 0, 0."""
    scores, added, weights = _masked()
    named = {"row_names": TOKENS, "column_names": TOKENS}
    columns = {"column_names": TOKENS}
    return [
        tile(0, 0, scores.tolist(), title="scores, head 0", **named),
        tile(0, 0, added.tolist(), title="mask", decimals=0, **columns),
        tile(0, 0, (scores + added).tolist(), title="later ones hidden", **columns),
        tile(0, 0, weights.tolist(), title="weights", role="weights", **columns),
    ]


def _in_words() -> str:
    *_, weights = _masked()
    rows = "; ".join(
        f"{token} {', '.join(map(digits, row[: i + 1]))}"
        for i, (token, row) in enumerate(zip(TOKENS, weights.tolist(), strict=True))
    )
    return (
        f"The mask adds minus infinity to every score above the diagonal, so that "
        f"softmax gives later words 0. What is left in each row: {rows}."
    )


@picture
def one_new_row() -> Diagram:
    """The last word's query among kept keys and its own: one row of the table."""
    wide, tall = (
        Drawing([move(x, 16, *_cached_step())], width, 200)
        for x, width in ((80, 440), (40, 358))
    )
    return Diagram(_step_in_words(), wide, tall)


def _cached_step() -> list[Node]:
    """The kept keys, the new query, and its row of scores and weights, at 0, 0."""
    query, key = _head("query")[-1:], _head("key")
    new, left = len(TOKENS) - 1, CELL + 40
    *kept, last = TOKENS
    row = {"width": CELL, "below": True}
    keys = tile(
        *(left, 0, key.T.tolist()),
        title=f"Kᵀ: {', '.join(kept)} kept, {last} new",
        column_names=TOKENS,
        role="key",
        lit=[(0, new)],
    )
    return [
        text(125, 8, f"Then “{last}” is written: one new row.", "mha-name"),
        move(0, 70, keys),
        tile(0, 106, query.tolist(), title="q", role="query", row_names=[last], **row),
        tile(left, 106, numbers.scores_of(query, key).tolist()),
        text(left + SIDE + 8, 119, "q Kᵀ", "mha-small mha-start"),
        arrow((left + SIDE / 2, 134), (left + SIDE / 2, 154)),
        text(left + SIDE / 2 + 12, 143, "softmax", "mha-small mha-start"),
        tile(left, 156, numbers.weights_of(query, key).tolist(), role="weights"),
        text(left + SIDE + 8, 169, "last row", "mha-small mha-start"),
    ]


def _step_in_words() -> str:
    last = _masked()[-1][-1].tolist()
    return (
        f"The keys of {' and '.join(TOKENS[:-1])} are kept. Writing {TOKENS[-1]} takes "
        f"one new query, whose products with all keys are one row of scores, and its "
        f"softmax the last row of the weights: {', '.join(map(digits, last))}."
    )
