"""The softmax in three pictures: scores, powers of e, shares."""

import torch
from torch import Tensor

from mha_book.pictures.kit.bars import PITCH, STYLE, TITLES, bar, bars, titled, whole
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import arrow, digits, text

SCORES = (1.0, 0.0, -1.0)  # one apart, and one of them below 0
PER_SCORE, PER_POWER, ALL = 42, 32, 112  # px: of 1 in each panel; ALL: all shares
LINES = len(SCORES) + 1  # the sum's
MIDDLE = PITCH * (len(SCORES) - 1) / 2
WORDS = 138  # px: where bars begin on a phone, right of the longest words


@picture
def softmax_bars() -> Diagram:
    """Three scores, each raised to a power of e, and each power's part of their sum."""
    scores = torch.tensor(SCORES, dtype=torch.float64)
    panels = ((_scores, 42), (_powers, 102), (_shares, WORDS))
    first, *others = [draw(scores, words) for draw, words in panels]
    beside = row([first, *map(_after_an_arrow, others)])
    level = WORDS - PER_SCORE - 8  # all three begin at one line
    above = _scores(scores, level, len(SCORES))
    below = column(
        [above, _down(), _powers(scores, WORDS), _down(), _shares(scores, WORDS)]
    )
    return Diagram(_in_words(scores), beside, below, css=STYLE)


def _scores(scores: Tensor, left: float, lines: int = LINES) -> Drawing:
    """To both sides of 0, right of the words."""
    zero = left + PER_SCORE + 8
    said = [digits(score, 1) for score in scores.tolist()]
    parts = bars(said, (PER_SCORE * scores).tolist(), left, zero)
    return titled("scores", "any numbers", (left, zero + PER_SCORE), lines, parts)


def _powers(scores: Tensor, left: float) -> Drawing:
    """All to the right of 0, and their sum."""
    powers = scores.exp()
    pairs = zip(scores.tolist(), powers.tolist(), strict=True)
    said = [f"e^{digits(score, 1)} = {digits(power)}" for score, power in pairs]
    parts = bars(said, (PER_POWER * powers).tolist(), left, left)
    parts.append(_sum(left, powers))
    end = left + PER_POWER * powers.max().item()
    return titled("powers of e", "all above 0", (left, end), LINES, parts)


def _shares(scores: Tensor, left: float) -> Drawing:
    """Each begins where the one before it ends: together they are the whole."""
    shares, total = scores.softmax(dim=-1), digits(scores.exp().sum().item())
    parts, start = list[Node](), left
    pairs = zip(scores.exp().tolist(), shares.tolist(), strict=True)
    for k, (power, share) in enumerate(pairs):
        said = f"{digits(power)} / {total} = {digits(share)}"
        parts += [
            text(left - 8, k * PITCH, said, "mha-end"),
            whole(left, k * PITCH, ALL),
            bar(start, k * PITCH, ALL * share),
        ]
        start += ALL * share
    parts.append(_sum(left, shares))
    coloured = node("g", *parts, class_="mha-weights")
    return titled("shares", "parts of 1", (left, left + ALL), LINES, [coloured])


def _sum(left: float, numbers: Tensor) -> Node:
    said = f"sum {digits(numbers.sum().item())}"
    return text(left - 8, len(numbers) * PITCH, said, "mha-end")


def _after_an_arrow(drawing: Drawing) -> Drawing:
    """The same, with room on its left for an arrow into it."""
    into = arrow((6, MIDDLE), (28, MIDDLE))
    return row([panel((0, TITLES), (36, drawing.height), [into]), drawing])


def _down() -> Drawing:
    """An arrow from the line of one panel to that of the panel below."""
    return panel((WORDS, 0), (WORDS + 8, 30), [arrow((0, 4), (0, 26))])


def _in_words(scores: Tensor) -> str:
    def listed(numbers: Tensor, decimals: int = 2) -> str:
        return ", ".join(digits(number, decimals) for number in numbers.tolist())

    return (
        f"The scores {listed(scores, 1)} as bars to both sides of 0. e raised to each "
        f"of them gives bars that all lie above 0: {listed(scores.exp())}. Divided by "
        f"their sum they are shares, {listed(scores.softmax(dim=-1))}, which fill a "
        "whole of 1. A score that is 1 larger has a share about "
        f"{digits(torch.e, 1)} times as large."
    )
