"""A sentence's words, and how much one attends to others, as arcs and lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from mha_book.pictures.kit.gallery import picture_with
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.shapes import digits, list_weights, move, strand, text
from mha_book.pictures.kit.tiles import CELL, ROW, tile

LETTER, SPACE = 8.4, 13  # px: a letter of 15 px text, and between two words
LEAST = 0.02  # of a row's weight: less is no line that an eye could follow


@picture_with(
    words=["we", "sat", "on", "the", "bank", "of", "a", "river"],
    weights=(0.01, 0.2, 0.04, 0.03, 0.15, 0.02, 0.01, 0.5),
    asking=4,
)
def attending(words: Sequence[str], weights: Sequence[float], asking: int) -> Diagram:
    """Arcs from a word to those that it attends to, as thick as their weights.

    Args:
        words: T words.
        weights: T attention weights, the row of the word that asks.
        asking: which word that is.

    Raises:
        ValueError: words and weights differ in number.
    """
    if len(words) != len(weights):
        raise ValueError(f"{len(words)} words but {len(weights)} weights")
    places, width = _laid_out(words)
    most = max(range(len(words)), key=lambda k: weights[k])
    height = 24 + 0.26 * max(abs(x - places[asking]) for x in places)
    parts = [*_arcs(places, weights, asking, height)]
    for k, (x, word, weight) in enumerate(zip(places, words, weights, strict=True)):
        kind = {asking: "mha-asking", most: "mha-name mha-weights"}.get(k, "")
        parts.append(text(x, height + 14, word, f"mha-word {kind}".strip()))
        parts.append(text(x, height + 34, digits(weight), "mha-small mha-share"))
    rest = 1 - sum(weights)
    if rest >= LEAST / 2:
        more = f"{digits(rest)} goes to marks that the model adds"
        parts.append(text(width / 2, height + 56, more, "mha-small mha-share"))
    largest = sorted(weights)[-2:]
    than = "more than" if largest[-1] - largest[0] > 1e-3 else "as much as"
    alt = (
        f"In “{' '.join(words)}” the word {words[asking]} gives "
        f"{digits(weights[most])} of its attention to {words[most]}, {than} to "
        "any other word; an arc leads to each word, as thick as its weight."
    )
    return Diagram(alt, Drawing(parts, width, height + 66), css=STYLE)


STYLE = """
.mha-diagram .mha-word { font-size: 15px; }
.mha-diagram .mha-small.mha-share { font-size: 13px; }
.mha-diagram .mha-asking { font-weight: 700; text-decoration: underline; }
.mha-diagram .mha-strand { stroke-linecap: round; }
"""


def _laid_out(words: Sequence[str]) -> tuple[list[float], float]:
    """The middle of each word on its line, and the width of all."""
    places, x = [], 4.0
    for word in words:
        width = max(LETTER * len(word), 26)  # a weight stands beneath
        places.append(x + width / 2)
        x += width + SPACE
    return places, x - SPACE + 4


def _arcs(
    places: list[float], weights: Sequence[float], asking: int, base: float
) -> Iterator[Node]:
    """An arc to each word but itself, the widest reaching highest."""
    start = places[asking]
    for k, (x, weight) in enumerate(zip(places, weights, strict=True)):
        if k == asking or weight < LEAST:
            continue
        rise = base - 20 - 0.5 * abs(x - start)
        top = f"{(start + x) / 2:.1f},{rise:.1f}"
        path = f"M{start:.1f},{base - 2} Q{top} {x:.1f},{base - 2}"
        yield _strand(path, weight)


def _strand(path: str, weight: float) -> Node:
    """A path that is as thick, and as clear, as its weight; the least is still seen."""
    return strand(path, 1 + 9 * weight, 0.35 + 0.65 * weight)


@dataclass(frozen=True)
class Row:
    """Diagrams beside each other, or below where there is no room."""

    diagrams: tuple[Diagram, ...]

    def _repr_html_(self) -> str:
        drawn = "".join(
            f'<div style="flex: 1 1 20rem">{diagram.svg()}</div>'
            for diagram in self.diagrams
        )
        style = "display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: end"
        return f'<div style="{style}">{drawn}</div>'


def side_by_side(*diagrams: Diagram) -> Row:
    """Diagrams to be shown in one output, at one scale."""
    most = max((diagram.wide.width for diagram in diagrams), default=0)
    return Row(tuple(replace(one, wide=_widened(one.wide, most)) for one in diagrams))


def _widened(drawing: Drawing, width: float) -> Drawing:
    """The same in the middle of more room: shrunk to fit, letters stay alike."""
    moved = move((width - drawing.width) / 2, 0, *drawing.shapes)
    return Drawing((moved,), width, drawing.height)


BROAD, HIGH = 344, 100  # px: the rows of words, and from one to the other
BOLD = """
.mha-diagram .mha-word { font-size: 15px; font-weight: 600; }
.mha-diagram .mha-strand { stroke-linecap: round; }
"""


@picture_with(
    asking=("the", "cat", "sat"),
    asked=("se", "sentó", "el", "gato"),
    weights=torch.tensor(
        [[0.1, 0.2, 0.6, 0.1], [0, 0.02, 0.03, 0.95], [0.25] * 4], dtype=torch.float64
    ),
)
def two_sentences(
    asking: Sequence[str], asked: Sequence[str], weights: Tensor
) -> Diagram:
    """Lines from word to word, as thick as their weights, and the same as a table.

    Args:
        asking: Tq words, below: their queries ask.
        asked: Tk words, above: their keys answer.
        weights: (Tq, Tk) attention weights.

    Raises:
        ValueError: the weights do not have a row and a column for each word.
    """
    if weights.shape != (len(asking), len(asked)):
        raise ValueError(
            f"weights have shape {tuple(weights.shape)}; expected a row for each of "
            f"{len(asking)} words and a column for each of {len(asked)}"
        )
    lines = [*_strands(asking, asked, weights)]
    table = tile(
        *(0, 0, weights.tolist()),
        title="attention weights",
        note=f"(Tq, Tk) = {tuple(weights.shape)}",
        role="weights",
        row_names=asking,
        column_names=asked,
    )
    across, down = len(asked) * CELL, len(asking) * ROW
    wide = (move(0, 38, *lines), move(446, 88 - down / 2 + 20, table))
    tall = (move(7, 38, *lines), move((390 - across) / 2, 250, table))
    alt = _pairs_in_words(asking, asked, weights)
    return Diagram(
        alt, Drawing(wide, 456 + across, 182), Drawing(tall, 358, 262 + down), css=BOLD
    )


def _strands(
    asking: Sequence[str], asked: Sequence[str], weights: Tensor
) -> Iterator[Node]:
    """The asked words at 0, those that ask below, and a line for each pair."""
    above, below = _spread(len(asked)), _spread(len(asking))
    for x, row in zip(below, weights.tolist(), strict=True):
        for far, weight in zip(above, row, strict=True):
            path = f"M{x:.1f},{HIGH - 12} L{far:.1f},12"
            yield _strand(path, weight)
    for names, places, y, role in (
        (asked, above, 0, "key"),
        (asking, below, HIGH, "query"),
    ):
        for name, x in zip(names, places, strict=True):
            yield text(x, y, name, f"mha-word mha-{role}")
    yield text(
        BROAD / 2, -22, f"are asked: keys and values, Tk = {len(asked)}", "mha-small"
    )
    yield text(BROAD / 2, HIGH + 24, f"ask: queries, Tq = {len(asking)}", "mha-small")


def _spread(count: int) -> list[float]:
    """The middles of so many words, spread over the row."""
    return [(k + 0.5) * BROAD / count for k in range(count)]


def _pairs_in_words(
    asking: Sequence[str], asked: Sequence[str], weights: Tensor
) -> str:
    rows = [
        f"{word} gives {list_weights(asked, row)}"
        for word, row in zip(asking, weights.tolist(), strict=True)
    ]
    return (
        f"The words {' '.join(asking)} stand below {' '.join(asked)}, and lines "
        f"between them are as thick as the attention weights: {'; '.join(rows)}."
    )
