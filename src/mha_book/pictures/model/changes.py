"""Four changes that models make to attention, each as a small picture."""

import math
from collections.abc import Iterable

import torch

from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import clock, digits, line, text
from mha_book.pictures.kit.tiles import ROW, cell, tile

BROAD, HIGH = 160, 176  # px, a panel
MIDDLE = BROAD / 2
TITLES = 60  # px: from a panel's edge to what is drawn
CAP, SCORES = 50, 120  # as in Gemma 2; and the scores that are drawn, to both sides
ACROSS, UP = 0.6, 0.9  # px for each 1 of a score: before the cap, and after it
WIDTH = 36  # px, a number
GATED, APART = 42, 16  # px: a number that may be below 0, and from one to the next
ROW_OF_SCORES, SINK = (1.0, 0.0, -1.0), 0.0
WORDS = ("how", "are", "you")
HEADS, GATE = (1.2, -0.8), (0.9, 0.1)
TURNED, NUMBERS, SIDE = 2, 8, 18  # of a head's numbers; px, one of them
ANGLE = math.radians(50)


@picture
def four_changes() -> Diagram:
    """A soft cap, a sink, a gate, and a head of which a part is rotated."""
    drawings = [_cap(), _sink(), _gate(), _turned()]
    pairs = row(drawings[:2], 16), row(drawings[2:], 16)
    return Diagram(_in_words(), row(drawings, 16), column(pairs, 20))


def _panel(title: str, note: str, shapes: Iterable[Node]) -> Drawing:
    """A change in its box: 0, 0 is the middle of the line below its words."""
    said = [
        text(0, -TITLES + 12, title, "mha-name"),
        text(0, -TITLES + 31, note, "mha-small"),
    ]
    return panel((MIDDLE, TITLES), (BROAD, HIGH), [*said, *shapes])


def _capped(score: float) -> float:
    return CAP * math.tanh(score / CAP)


def _cap() -> Drawing:
    """Scores as they were, dashed, and as they come out: never beyond the cap."""
    zero, reach = 54, SCORES * ACROSS

    def at(score: float, after: float) -> tuple[float, float]:
        return round(score * ACROSS, 1), round(zero - after * UP, 1)

    steps = range(-SCORES, SCORES + 1, 10)
    shapes = [
        line((-reach, zero), (reach, zero), class_="mha-axis"),
        line((0, 0), (0, 2 * zero), class_="mha-axis"),
        line(at(-60, -60), at(60, 60), class_="mha-arrow mha-dashed"),
        line(*(at(score, _capped(score)) for score in steps)),
        text(reach - 10, zero - CAP * UP - 7, str(CAP), "mha-small"),
        text(reach - 12, zero + 12, "score", "mha-small"),
    ]
    return _panel("soft cap", f"{CAP} · tanh(score / {CAP})", shapes)


def _with_sink() -> list[float]:
    """What a row gives to each word, and to the sink."""
    scores = torch.tensor([*ROW_OF_SCORES, SINK], dtype=torch.float64)
    return scores.softmax(dim=-1).tolist()


def _sink() -> Drawing:
    """One more column, which takes a share and has no value."""
    *weights, sink = _with_sink()
    left = -2 * WIDTH - 4
    look = {"role": "weights", "width": WIDTH}
    shapes = [
        tile(left, 24, [weights], column_names=WORDS, **look),
        tile(left + 3 * WIDTH + 8, 24, [[sink]], column_names=["sink"], **look),
        text(left + 1.5 * WIDTH, 24 + ROW + 16, f"together {digits(sum(weights))}"),
        text(0, 24 + ROW + 40, f"{digits(sink)} goes nowhere", "mha-small"),
    ]
    return _panel("attention sink", "takes a share, no value", shapes)


def _gate() -> Drawing:
    """What the heads say times a number from 0 to 1, which the word itself makes."""
    left, step = -1.5 * GATED - APART, GATED + APART
    made = [head * gate for head, gate in zip(HEADS, GATE, strict=True)]
    shapes = []
    for k, (name, numbers) in enumerate(
        (("heads", HEADS), ("gate", GATE), ("passes", made))
    ):
        rows = [[number] for number in numbers]
        at = left + k * step, 18
        shapes.append(tile(*at, rows, column_names=[name], width=GATED))
    for k, sign in enumerate("×=", 1):
        shapes.append(text(left + k * step - APART / 2, 18 + ROW, sign))
    shapes.append(text(0, 18 + 2 * ROW + 20, "sigmoid of the word", "mha-small"))
    return _panel("gate", "a word may refuse", shapes)


def _turned() -> Drawing:
    """The first numbers of a head as a clock's hand; the others as they are."""
    left = -NUMBERS * SIDE / 2
    row_of = [
        cell(left + k * SIDE, 10, "", class_=_look(k), width=SIDE, height=SIDE)
        for k in range(NUMBERS)
    ]
    hand = left + SIDE * TURNED / 2
    rest = left + SIDE * (TURNED + NUMBERS) / 2
    shapes = [
        node("g", *row_of),
        line((hand, 32), (hand, 40), class_="mha-query mha-arrow"),
        clock(hand, 64, 20, [(ANGLE, "query")], "turned"),
        text(rest, 46, "as they are", "mha-small"),
    ]
    share = f"{TURNED} of {NUMBERS} numbers"
    return _panel("partial rotary", share, shapes)


def _look(number: int) -> str:
    return "mha-query" if number < TURNED else ""


def _in_words() -> str:
    *weights, sink = _with_sink()
    listed = ", ".join(map(digits, weights))
    passes = " and ".join(digits(h * g) for h, g in zip(HEADS, GATE, strict=True))
    return (
        f"A soft cap bends scores so that they stay between −{CAP} and {CAP}. An "
        f"attention sink takes {digits(sink)} of a row, and the words get {listed}. "
        f"A gate multiplies what the heads say, {' and '.join(map(digits, HEADS))}, "
        f"by {' and '.join(map(digits, GATE))}, and {passes} pass. With a partial "
        f"rotary encoding {TURNED} of a head’s {NUMBERS} numbers are turned like a "
        "clock’s hand, and the others stay as they are."
    )
