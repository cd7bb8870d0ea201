"""What stands in a score for a distance: a number added, or pairs that turn."""

import torch

from mha.attention.positions import (
    alibi_bias,
    alibi_slopes,
    pairs_to_halves,
    relative_positions,
)
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import arch_curve, arrow, digits, move, text
from mha_book.pictures.kit.tiles import CELL, ROW, cell, tile

HEADS, HEAD = 2, 0  # of how many, the one whose penalties are shown
BROAD = 60  # px: a number of seven characters
LIT = -1  # the distance whose diagonal is emphasised
MANY = 8  # heads, and words, whose attention weights are shown
NARROW = 33  # px: a number of four characters


@picture
def score_diagonals() -> Diagram:
    """Distances of *how are you*, a number for each distance, and ALiBi's penalties."""
    distances = relative_positions(len(TOKENS)).tolist()
    biases = [[f"b({_signed(d)})" for d in row] for row in distances]
    lit = [
        (i, j) for i, row in enumerate(distances) for j, d in enumerate(row) if d == LIT
    ]
    words = [[_signed(d) for d in row] for row in distances]
    slope = alibi_slopes(HEADS)[HEAD].item()
    penalties = alibi_bias(HEADS, len(TOKENS))[HEAD].tolist()
    tables = [
        ("distance j − i", "of key j from query i", words),
        ("learned bias", "a number per distance", biases),
        ("ALiBi", f"−{digits(slope, 4)} · |distance|", penalties),
    ]
    named = {"row_names": TOKENS, "column_names": TOKENS, "lit": lit, "width": BROAD}
    drawn = [
        [tile(0, 0, rows, title=title, note=note, decimals=4, **named)]
        for title, note, rows in tables
    ]
    drawn[0].append(text(-7, -10, "asks", "mha-small mha-end"))
    panels = [panel((44, 68), (226, 76 + 3 * ROW), table) for table in drawn]
    return Diagram(_diagonals_in_words(penalties, slope), row(panels), column(panels))


@picture
def alibi_by_head() -> Diagram:
    """Where the last of eight words looks by ALiBi alone, in each of eight heads."""
    weights = alibi_bias(MANY, MANY)[:, -1].softmax(dim=-1).tolist()  # (H, Tk)
    distances = relative_positions(1, MANY)[0].tolist()
    named = {
        "title": "attention weights, by ALiBi alone",
        "note": "of the last of eight words, by distance",
        "row_names": [f"slope 1/{1 / m:.0f}" for m in alibi_slopes(MANY).tolist()],
        "column_names": [_signed(distance) for distance in distances],
        "role": "weights",
    }
    wide, tall = (
        (move(92, 64, tile(0, 0, weights, width=width, **named)),)
        for width in (BROAD, NARROW)
    )
    alt = (
        "A row for each of eight heads, a column for each distance. With slope 1/2 the "
        f"weights are {', '.join(map(digits, weights[0]))}. They level out as slopes "
        f"halve: with 1/256, {digits(weights[-1][0])} to {digits(weights[-1][-1])}."
    )
    high = 72 + MANY * ROW
    return Diagram(
        alt, Drawing(wide, 95 + MANY * BROAD, high), Drawing(tall, 358, high)
    )


def _signed(distance: int) -> str:
    return f"{distance:+d}".replace("-", "−") if distance else "0"


def _diagonals_in_words(penalties: list[list[float]], slope: float) -> str:
    last = ", ".join(digits(number, 4) for number in penalties[-1])
    return (
        f"Three tables of {', '.join(TOKENS)} by the same words. In the first each "
        "cell is the distance from query to key, −2 to +2, the same along each "
        "diagonal. In the second each distance has a learned number, b(−2) to b(+2). "
        f"In the third ALiBi takes {digits(slope, 4)} off for each step: the last row "
        f"is {last}."
    )


FEATURES = 6  # features
APART = 64  # px between the two rows


@picture
def rotary_pairings() -> Diagram:
    """A query's features as neighbours, and reordered: the same pairs in halves."""
    order = pairs_to_halves(torch.arange(FEATURES)).tolist()
    picture = _rows(order)
    names = [
        ("neighbours", "the paper, Meta’s Llama", ROW / 2),
        ("halves", "Hugging Face’s Llama", 1.5 * ROW + APART),
    ]
    wide = [move(230, 56, *picture)]
    tall = [move(47, 76, *picture)]
    for (name, used, y), low in zip(names, (False, True), strict=True):
        wide.append(text(210, 56 + y - 9, name, "mha-name mha-end"))
        wide.append(text(210, 56 + y + 9, used, "mha-small mha-end"))
        tall.append(text(179, 258 if low else 14, f"{name}: {used}", "mha-name"))
    alt = _pairings_in_words(order)
    return Diagram(alt, Drawing(wide, 510, 228), Drawing(tall, 358, 272))


def _middle(column: int) -> float:
    return (column + 0.5) * CELL


def _rows(order: list[int]) -> list[Node]:
    """The features twice, an arrow from each to where it goes, and arcs over pairs."""
    below = ROW + APART
    parts: list[Node] = []
    for place, feature in enumerate(order):
        start, end = (_middle(feature), ROW + 2), (_middle(place), below - 2)
        between = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        parts.append(arrow(start, between, end))  # three points: straight
        parts.append(_feature(place, below, feature))
        parts.append(_feature(feature, 0, feature))
    half = FEATURES // 2
    for pair in range(half):
        parts.append(_join(2 * pair, 2 * pair + 1, 0, 20))
        parts.append(_join(pair, pair + half, below + ROW, -24 - 8 * pair))
    return parts


def _feature(column: int, y: float, feature: int) -> Node:
    """A feature's number; the second of its pair is shaded."""
    shade = "mha-query mha-stripe" if feature % 2 else "mha-query"
    return cell(column * CELL, y, str(feature), class_=shade)


def _join(first: int, second: int, edge: float, rise: float) -> Node:
    """An arc from one feature of a pair to the other."""
    path = arch_curve((_middle(first), edge), (_middle(second), edge), rise)
    return node("path", d=path, class_="mha-line mha-query")


def _pairings_in_words(order: list[int]) -> str:
    half = FEATURES // 2
    neighbours = ", ".join(f"{2 * i} with {2 * i + 1}" for i in range(half))
    halves = ", ".join(f"{order[i]} with {order[i + half]}" for i in range(half))
    return (
        f"{FEATURES} features of a query. As neighbours they turn in pairs "
        f"{neighbours}. "
        f"In the order {' '.join(map(str, order))} the first half is paired with the "
        f"second: again {halves}."
    )
