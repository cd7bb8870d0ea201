"""A round of training: five steps in a circle, for a model of one parameter."""

from collections.abc import Sequence
from dataclasses import dataclass

from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.panels import panel
from mha_book.pictures.kit.shapes import Point, digits, frame, line, text, tip

BROAD, HIGH = 160, 64  # px, a step's box
STEPS = 100  # of a line that is bent
BULGE = 1.3  # how much further out than its middle a line between two boxes runs
WIDE = ((0, -120), (222, -34), (130, 96), (-130, 96), (-222, -34))  # px, of the boxes
NARROW = ((0, -130), (96, -30), (96, 118), (-96, 118), (-96, -30))
WEIGHT, SHOWN, WANTED, RATE = 1.0, 2.0, 3.0, 0.1
PUSH = 0.1  # of the weight, up and down; the loss is a parabola, so any is exact


@dataclass(frozen=True)
class Round:
    """One round of training for a model that says `weight` times what it is shown."""

    weight: float = WEIGHT

    @property
    def answer(self) -> float:
        """What the model says."""
        return self.weight * SHOWN

    @property
    def loss(self) -> float:
        """How far off it is, squared."""
        return (self.answer - WANTED) ** 2

    @property
    def pushed(self) -> tuple[float, float]:
        """The loss with the weight pushed up, and with it pushed down."""
        return Round(self.weight + PUSH).loss, Round(self.weight - PUSH).loss

    @property
    def slope(self) -> float:
        """How much the loss grows when the weight does."""
        above, below = self.pushed
        return (above - below) / (2 * PUSH)

    @property
    def after(self) -> "Round":
        """The next round, if it shows the same."""
        return Round(self.weight - RATE * self.slope)


@picture
def training_loop() -> Diagram:
    """Batch, forward, loss, backward, step, and again."""
    wide, narrow = _circle(WIDE, -20), _circle(NARROW, 24)
    return Diagram(_in_words(Round()), wide, narrow, css=STYLE)


STYLE = ".mha-diagram .mha-step .mha-tip { fill: var(--ink); }"


def _steps(now: Round) -> list[tuple[str, str, str]]:
    """Each step's name, what it does, and its arithmetic."""
    shown, wanted, answer, slope, before, after, apart = _short(
        SHOWN,
        WANTED,
        now.answer,
        now.slope,
        now.weight,
        now.after.weight,
        2 * PUSH,
    )
    error, loss = f"({answer} − {wanted})", digits(now.loss)
    above, below = now.pushed
    change, above, below = map(digits, (above - below, above, below))
    return [
        ("1. batch", "take some examples", f"x = {shown}, right: {wanted}"),
        ("2. forward", "the model answers", f"w · x = {answer}"),
        ("3. loss", "how far off is it?", f"{error}² = {loss}"),
        (
            "4. backward",
            f"w up: {above}, down: {below}",
            f"{change}/{apart} = {slope}",
        ),
        (
            "5. step",
            "go a little that way",
            f"{before} − {RATE}·({slope}) = {after}",
        ),
    ]


def _short(*numbers: float) -> list[str]:
    """With one decimal, so that a whole step's arithmetic fits into its box."""
    return [digits(number, 1) for number in numbers]


def _circle(places: Sequence[Point], middle: float) -> Drawing:
    """The steps at their places around 0, 0, a line from each to the next.

    Args:
        middle: px, the height at which the words in the middle begin.
    """
    now = Round()
    boxes = [_box(at, *step) for at, step in zip(places, _steps(now), strict=True)]
    lines = [
        _link(at, after)
        for at, after in zip(places, [*places[1:], places[0]], strict=True)
    ]
    words = [
        text(0, middle, "one parameter: w", "mha-name"),
        text(0, middle + 20, f"w: {' → '.join(_short(now.weight, now.after.weight))}"),
        text(0, middle + 40, f"loss: {digits(now.loss)} → {digits(now.after.loss)}"),
    ]
    across, down = (max(side) for side in zip(*places, strict=True))
    up = -places[0][1]
    size = 2 * across + BROAD + 4, up + down + HIGH + 4
    origin = size[0] / 2, up + HIGH / 2 + 2
    return panel(origin, size, [*lines, *boxes, *words])


def _box(at: Point, name: str, words: str, sum_: str) -> Node:
    x, y = at
    return node(
        "g",
        frame(x - BROAD / 2, y - HIGH / 2, BROAD, HIGH),
        text(x, y - 19, name, "mha-name"),
        text(x, y - 1, words, "mha-small"),
        text(x, y + 18, sum_),
    )


def _link(start: Point, end: Point) -> Node:
    """A bow from box to box, and its tip where it meets the second."""
    middle = [BULGE * (a + b) / 2 for a, b in zip(start, end, strict=True)]

    def at(t: float) -> Point:
        x, y = (
            (1 - t) ** 2 * a + 2 * t * (1 - t) * m + t**2 * b
            for a, m, b in zip(start, middle, end, strict=True)
        )
        return round(x, 2), round(y, 2)

    def outside(t: float) -> bool:
        x, y = at(t)
        return abs(x - end[0]) > BROAD / 2 or abs(y - end[1]) > HIGH / 2

    met = next(t for k in range(STEPS) if outside(t := 1 - k / STEPS))
    before = [at(met * k / STEPS) for k in range(STEPS)]
    shaft = line(*before, class_="mha-arrow")
    return node("g", shaft, tip(at(met - 0.03), at(met)), class_="mha-step")


def _in_words(now: Round) -> str:
    shown, wanted, answer, slope, before, after = _short(
        SHOWN, WANTED, now.answer, now.slope, now.weight, now.after.weight
    )
    up, down = _short(now.weight + PUSH, now.weight - PUSH)
    above, below = map(digits, now.pushed)
    return (
        f"Five steps in a circle. Batch: take some examples, here x = {shown}, whose "
        f"right answer is {wanted}. Forward: the model, w times x, answers {answer}. "
        f"Loss: how far off that is, squared, {digits(now.loss)}. Backward: with w "
        f"pushed up to {up} the loss is {above}, down to {down} it is {below}, so the "
        f"slope is {slope}: more w means less loss. Step: w goes from {before} to "
        f"{after}. Then again; on the same example the loss is now "
        f"{digits(now.after.loss)}."
    )
