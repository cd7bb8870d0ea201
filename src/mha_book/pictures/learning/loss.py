"""What a guess costs: −log of the probability that it gave to the right token."""

import math

from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.panels import panel
from mha_book.pictures.kit.shapes import Point, digits, line, short_digits, text

GUESSES = {  # probabilities of the right token; px, how high above it the words stand
    0.9: ("nearly sure of it", 26),
    0.5: ("as likely as not", 44),
    0.1: ("one chance in ten", 4),
    0.01: ("one chance in a hundred", 4),
}
HIGH, TOP = 46, 5  # px, for a loss of 1; and the largest loss that is drawn
LEAST, POINTS = math.exp(-TOP), 120
WIDE, NARROW = 520, 300  # px, for probabilities from 0 to 1


@picture
def loss_of_a_guess() -> Diagram:
    """The curve of −log p from near 0 to 1, and four guesses on it."""
    return Diagram(_in_words(), _curve(WIDE), _curve(NARROW))


def cost(probability: float) -> float:
    """The loss of one guess."""
    return -math.log(probability)


def _curve(width: float) -> Drawing:
    def at(probability: float) -> Point:
        return round(width * probability, 2), round(-HIGH * cost(probability), 2)

    # Equal steps of log p, so that the steep part has its points, too.
    points = [at(LEAST ** (k / POINTS)) for k in range(POINTS + 1)]
    parts = [
        line((0, 0), (width + 12, 0), class_="mha-axis"),
        line((0, 0), (0, -TOP * HIGH - 8), class_="mha-axis"),
        line(*points),
        text(-4, -TOP * HIGH - 22, "loss", "mha-name mha-start"),
        text(width / 2, 34, "probability that the right token got", "mha-name"),
    ]
    parts += [text(width * p, 14, short_digits(p), "mha-small") for p in (0, 0.5, 1)]
    for probability, guess in GUESSES.items():
        parts += _guess(at(probability), probability, *guess)
    return panel((14, TOP * HIGH + 36), (width + 44, TOP * HIGH + 84), parts)


def _guess(at: Point, probability: float, words: str, rise: float) -> list[Node]:
    """A point of the curve, with its sum and what sort of guess it was."""
    x, y = at
    # Words begin at the curve, and end at its right end.
    last = probability == max(GUESSES)
    left, side = (x + 30, "mha-end") if last else (x + 10, "mha-start")
    said = f"−log {short_digits(probability)} = {digits(cost(probability))}"
    return [
        line((x, y), (x, y - rise + 8 if rise > 8 else y), class_="mha-axis"),
        node("circle", cx=x, cy=y, r=4.5, class_="mha-dot"),
        text(left, y - rise - 16, said, side),
        text(left, y - rise, words, f"mha-small {side}"),
    ]


def _in_words() -> str:
    said = ", ".join(
        f"{digits(cost(p))} for {short_digits(p)}, {words}"
        for p, (words, _) in GUESSES.items()
    )
    return (
        "The loss as a curve that falls from left to right, against the probability "
        f"that the model gave to the right token: {said}. It is 0 for a probability of "
        "1, and grows without end towards 0."
    )
