"""What relative positions add to the scores: one number along each diagonal."""

from mha.attention.positions import alibi_bias, alibi_slopes, relative_positions
from mha_book.pictures.markup import Diagram
from mha_book.pictures.numbers import TOKENS
from mha_book.pictures.shapes import ROW, moved, text, tile, written

HEADS, HEAD = 2, 0  # of how many, the one whose penalties are shown
CELL = 60  # px: a number of seven characters
LIT = -1  # the distance whose diagonal is emphasised
MANY = 8  # heads, and words, whose attention weights are shown
NARROW = 33  # px: a number of four characters


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
        ("ALiBi", f"−{written(slope, 4)} · |distance|", penalties),
    ]
    named = {"row_names": TOKENS, "column_names": TOKENS, "lit": lit, "width": CELL}
    drawn = [
        tile(0, 0, rows, title=title, note=note, decimals=4, **named)
        for title, note, rows in tables
    ]
    wide = [moved(44 + 226 * k, 68, table) for k, table in enumerate(drawn)]
    tall = [moved(98, 68 + 154 * k, table) for k, table in enumerate(drawn)]
    asks = text(37, 58, "asks", "mha-small mha-end")
    alt = _in_words(penalties, slope)
    narrow = Diagram((*tall, moved(54, 0, asks)), 358, 460, alt)
    return Diagram((*wide, asks), 684, 68 + 3 * ROW + 8, alt, narrow=narrow)


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
        (moved(92, 64, tile(0, 0, weights, width=width, **named)),)
        for width in (CELL, NARROW)
    )
    alt = (
        "A row for each of eight heads, a column for each distance. With slope 1/2 the "
        f"weights are {', '.join(map(written, weights[0]))}. They level out as slopes "
        f"halve: with 1/256, {written(weights[-1][0])} to {written(weights[-1][-1])}."
    )
    size = (72 + MANY * ROW, alt)
    return Diagram(wide, 95 + MANY * CELL, *size, narrow=Diagram(tall, 358, *size))


def _signed(distance: int) -> str:
    return f"{distance:+d}".replace("-", "−") if distance else "0"


def _in_words(penalties: list[list[float]], slope: float) -> str:
    last = ", ".join(written(number, 4) for number in penalties[-1])
    return (
        f"Three tables of {', '.join(TOKENS)} by the same words. In the first each "
        "cell is the distance from query to key, −2 to +2, the same along each "
        "diagonal. In the second each distance has a learned number, b(−2) to b(+2). "
        f"In the third ALiBi takes {written(slope, 4)} off for each step: the last row "
        f"is {last}."
    )
