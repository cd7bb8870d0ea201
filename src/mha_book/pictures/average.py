"""One word's output: the average of all words' numbers, by shares."""

import torch
from torch import Tensor

from mha_book.examples import HOW_ARE_YOU
from mha_book.pictures import numbers
from mha_book.pictures.markup import Diagram, Node, node
from mha_book.pictures.numbers import TOKENS
from mha_book.pictures.shapes import ROW, given, text, tile, written

WIDTH = 40  # px, a cell's
STEP = 38  # px from one word's row to the next
TOP = 40  # px above the first row
THICK = 20  # px, the line of a word that has the whole share
STYLE = """
.mha-diagram .mha-band { fill: none; stroke: var(--weights); opacity: 0.4; }
"""


def weighted_average(asking: int = 0) -> Diagram:
    """Each word's numbers, its share of a word's attention, and their average.

    Args:
        asking: the word whose output it is; its shares come from the invented scores.
    """
    x, shares = numbers.embeddings(), _shares(asking)
    wide = _drawn(x, shares, asking, left=48, middle=204, right=344)
    narrow = _drawn(x, shares, asking, left=38, middle=148, right=254)
    alt = _in_words(x, shares, asking)
    column = Diagram(narrow, 352, 184, alt)
    return Diagram(wide, 436, 184, alt, css=STYLE, narrow=column)


def _shares(asking: int) -> Tensor:
    """A row of attention weights, (T,)."""
    scores = torch.tensor(HOW_ARE_YOU.scores, dtype=torch.float64)
    return scores.softmax(dim=-1)[asking]


def _drawn(
    x: Tensor, shares: Tensor, asking: int, left: int, middle: int, right: int
) -> tuple[Node, ...]:
    """Three columns that begin at these places, and the sum beneath."""
    output = (shares @ x).tolist()
    goal = TOP + STEP + ROW / 2
    parts = []
    for k, (token, share) in enumerate(zip(TOKENS, shares.tolist(), strict=True)):
        y = TOP + k * STEP
        parts += [
            _band((left + 2 * WIDTH, y + ROW / 2), (middle, y + ROW / 2), share),
            _band((middle + WIDTH, y + ROW / 2), (right, goal), share),
            tile(left, y, [x[k].tolist()], row_names=[token], width=WIDTH, decimals=1),
            tile(middle, y, [[share]], role="weights", width=WIDTH),
        ]
    parts += [
        tile(right, TOP + STEP, [output], width=WIDTH),
        text(left + WIDTH, 22, "numbers", "mha-small"),
        text(middle + WIDTH / 2, 22, f"{TOKENS[asking]}’s shares", "mha-small"),
        text(right + WIDTH, TOP + STEP - 15, f"output of {TOKENS[asking]}", "mha-name"),
        text(left - 34, 172, _sum(x, shares), "mha-start"),
    ]
    return tuple(parts)


def _band(start: tuple[float, float], end: tuple[float, float], share: float) -> Node:
    """A line from a word's numbers onwards, as thick as its share."""
    (ax, ay), (bx, by) = start, end
    middle = (ax + bx) / 2
    path = f"M{ax},{ay} C{middle},{ay} {middle},{by} {bx},{by}"
    style = f"stroke-width: {THICK * share:.1f}"
    return node("path", d=path, class_="mha-band", style=style)


def _sum(x: Tensor, shares: Tensor) -> str:
    """The output's first number as a sum."""
    terms = zip(shares.tolist(), x[:, 0].tolist(), strict=True)
    summed = " + ".join(f"{written(share)}·{number:.1f}" for share, number in terms)
    return f"first number: {summed} = {written((shares @ x)[0].item())}"


def _in_words(x: Tensor, shares: Tensor, asking: int) -> str:
    asker = TOKENS[asking]
    output = " and ".join(map(written, (shares @ x).tolist()))
    return (
        f"The word {asker} gives shares of its attention to the three words: "
        f"{given(TOKENS, shares.tolist())}. The average of the words’ numbers with "
        f"these shares is its output: {output}."
    )
