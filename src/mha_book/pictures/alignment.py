"""Two sentences: each word of one, and how much it attends to each of the other."""

from collections.abc import Iterator, Sequence

from torch import Tensor

from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.sentence import strand
from mha_book.pictures.shapes import CELL, ROW, given, moved, text, tile

BROAD, HIGH = 344, 100  # px: the rows of words, and from one to the other
STYLE = """
.mha-diagram .mha-word { font-size: 15px; font-weight: 600; }
.mha-diagram .mha-arc { fill: none; stroke: var(--weights); stroke-linecap: round; }
"""


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
    lines = [*_lines(asking, asked, weights)]
    table = tile(
        *(0, 0, weights.tolist()),
        title="attention weights",
        note=f"(Tq, Tk) = {tuple(weights.shape)}",
        role="weights",
        row_names=asking,
        column_names=asked,
    )
    across, down = len(asked) * CELL, len(asking) * ROW
    wide = (moved(0, 38, *lines), moved(446, 88 - down / 2 + 20, table))
    tall = (moved(7, 38, *lines), moved((390 - across) / 2, 250, table))
    alt = _in_words(asking, asked, weights)
    narrow = Diagram(tall, 358, 262 + down, alt, css=STYLE)
    return Diagram(wide, 456 + across, 182, alt, css=STYLE, narrow=narrow)


def _lines(
    asking: Sequence[str], asked: Sequence[str], weights: Tensor
) -> Iterator[Node]:
    """The asked words at 0, those that ask below, and a line for each pair."""
    above, below = _places(len(asked)), _places(len(asking))
    for x, row in zip(below, weights.tolist(), strict=True):
        for far, weight in zip(above, row, strict=True):
            path = f"M{x:.1f},{HIGH - 12} L{far:.1f},12"
            yield strand(path, weight)
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


def _places(count: int) -> list[float]:
    """The middles of so many words, spread over the row."""
    return [(k + 0.5) * BROAD / count for k in range(count)]


def _in_words(asking: Sequence[str], asked: Sequence[str], weights: Tensor) -> str:
    rows = [
        f"{word} gives {given(asked, row)}"
        for word, row in zip(asking, weights.tolist(), strict=True)
    ]
    return (
        f"The words {' '.join(asking)} stand below {' '.join(asked)}, and lines "
        f"between them are as thick as the attention weights: {'; '.join(rows)}."
    )
