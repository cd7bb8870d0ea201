"""The cache, one word at a time: what is computed, and what is kept."""

from collections.abc import Iterator, Sequence

from torch import Tensor

from mha_book.pictures.kit.frames import Frames
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import text
from mha_book.pictures.kit.tiles import ROW, cell, tile
from mha_book.pictures.model.cache_steps import (
    HEADS,
    Step,
    in_lines,
    in_words,
    walk_words,
)

WIDTH, NARROW = 46, 34  # px: a cell of numbers, and one of attention weights
NAMES, TOP = 40, 66  # px: room for a word at the left, and for what stands above
BELOW = len(TOKENS) * ROW  # px: where each table ends, when all is read
COLUMNS = [str(head) for head in range(HEADS)]


@picture
def growing_cache() -> Frames:
    """One word at a time: what is computed for it, and what the cache has kept."""
    steps = [*walk_words()]
    titles = tuple(f"read “{step.word}”" for step in steps)
    drawings = tuple(map(_drawing, steps))
    return Frames("cache", "Read one word at a time:", titles, drawings)


def _drawing(step: Step) -> Diagram:
    """The tables in a row; on a phone the weights stand below keys and values."""
    q, k, v, joined = (
        _table(step, COLUMNS, *given)
        for given in (
            (step.query, "Q", "query", "not kept"),
            (step.keys, "K", "key", "kept"),
            (step.values, "V", "value", "kept"),
            (step.output, "joined", "", "passed on"),
        )
    )
    weights, lines = row([*_weights(step)], 8), _lines(step)
    first = row([_names(step, "head"), q], 10)
    upper, lower = row([first, k, v], 12), row([_names(step), weights, joined], 6)
    wide = column([row([first, k, v, weights, joined], 14), lines])
    return Diagram(in_words(step), wide, column([upper, lower, lines]))


def _weights(step: Step) -> Iterator[Drawing]:
    """A table for each head, of which this step computes one row."""
    keys = TOKENS[: step.number + 1]
    for head, made in enumerate(step.weights):
        table = _table(step, keys, made, "weights", "weights", "not kept")
        note = text(len(TOKENS) * NARROW / 2, TOP - 28, f"head {head}", "mha-small")
        yield table._replace(shapes=[*table.shapes, note])


def _table(
    step: Step, columns: Sequence[str], made: Tensor, title: str, role: str, under: str
) -> Drawing:
    """Rows down to the new word's; those that are not kept are empty."""
    of_weights = role == "weights"
    width = NARROW if of_weights else WIDTH
    across = width * (len(TOKENS) if of_weights else HEADS)
    first, new = step.number + 1 - len(made), len(made) - 1
    lit = [(new, j) for j in range(len(columns))]
    title_at = across / 2, -44 if of_weights else -28  # a head's number follows
    parts = [
        text(*title_at, title, f"mha-name {role and f'mha-{role}'}".strip()),
        *(text((j + 0.5) * width, -10, c, "mha-label") for j, c in enumerate(columns)),
        text(across / 2, BELOW + 13, under, "mha-small"),
        *(
            cell(j * width, i * ROW, "", class_="mha-empty", width=width)
            for i in range(first)
            for j in range(i + 1 if of_weights else HEADS)
        ),
        tile(0, first * ROW, made.tolist(), role=role, lit=lit, width=width),
    ]
    return panel((0, TOP), (across, TOP + BELOW + 34), parts)


def _names(step: Step, columns: str = "") -> Drawing:
    """The words that are read, each left of its row, and what the columns are."""
    parts = [
        text(NAMES - 6, (i + 0.5) * ROW, word, "mha-label mha-end")
        for i, word in enumerate(TOKENS[: step.number + 1])
    ]
    parts.append(text(NAMES - 6, -10, columns, "mha-small mha-end"))
    return panel((0, TOP), (NAMES - 10, TOP + BELOW), parts)


def _lines(step: Step) -> Drawing:
    """What the step computes, in words, and a sum."""
    lines = enumerate(in_lines(step))
    said = [text(0, 20 * n, words, "mha-small mha-start") for n, words in lines]
    return panel((4, 8), (350, 20 * len(said)), said)
