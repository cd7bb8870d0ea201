"""The softmax in three pictures: scores, powers of e, shares."""

import torch
from torch import Tensor

from mha_book.pictures.kit.bars import PITCH, STYLE, axis, bar, whole
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import arrow, digits, text

SCORES = (1.0, 0.0, -1.0)  # one apart, and one of them below 0
PER_SCORE, PER_POWER, ALL = 42, 32, 112  # px: of 1 in each panel; ALL: all shares
HIGH = 186  # px, a panel
MIDDLE = PITCH * (len(SCORES) - 1) / 2
WORDS = 138  # px: where bars begin on a phone, right of the longest words


@picture
def softmax_bars() -> Diagram:
    """Three scores, each raised to a power of e, and each power's part of their sum."""
    scores = torch.tensor(SCORES, dtype=torch.float64)
    panels = ((_scores, 42), (_powers, 102), (_shares, WORDS))
    first, *others = [draw(scores, words) for draw, words in panels]
    beside = row([first, *map(_after_an_arrow, others)])
    below = column([draw(scores, WORDS) for draw, _ in panels], 6)
    return Diagram(_in_words(scores), beside, below, css=STYLE)


def _scores(scores: Tensor, left: float) -> Drawing:
    """To both sides of 0, right of the words."""
    zero = left + PER_SCORE + 8
    parts: list[Node] = [axis(zero, len(scores))]
    for k, score in enumerate(scores.tolist()):
        parts += [
            text(left - 8, k * PITCH, digits(score, 1), "mha-end"),
            bar(zero, k * PITCH, PER_SCORE * score),
        ]
    return _titled("scores", "any numbers", (left, zero + PER_SCORE), parts)


def _powers(scores: Tensor, left: float) -> Drawing:
    """All to the right of 0, and their sum."""
    parts: list[Node] = [axis(left, len(scores))]
    for k, (score, power) in enumerate(_pairs(scores, scores.exp())):
        said = f"e^{digits(score, 1)} = {digits(power)}"
        parts += [
            text(left - 8, k * PITCH, said, "mha-end"),
            bar(left, k * PITCH, PER_POWER * power),
        ]
    parts.append(_sum(left, scores.exp()))
    end = left + PER_POWER * scores.exp().max().item()
    return _titled("powers of e", "all above 0", (left, end), parts)


def _shares(scores: Tensor, left: float) -> Drawing:
    """Each begins where the one before it ends: together they are the whole."""
    shares, total = scores.softmax(dim=-1), digits(scores.exp().sum().item())
    parts, start = list[Node](), left
    for k, (power, share) in enumerate(_pairs(scores.exp(), shares)):
        said = f"{digits(power)} / {total} = {digits(share)}"
        parts += [
            text(left - 8, k * PITCH, said, "mha-end"),
            whole(left, k * PITCH, ALL),
            bar(start, k * PITCH, ALL * share),
        ]
        start += ALL * share
    parts.append(_sum(left, shares))
    coloured = node("g", *parts, class_="mha-weights")
    return _titled("shares", "parts of 1", (left, left + ALL), [coloured])


def _sum(left: float, numbers: Tensor) -> Node:
    said = f"sum {digits(numbers.sum().item())}"
    return text(left - 8, len(numbers) * PITCH, said, "mha-end")


def _pairs(first: Tensor, second: Tensor) -> zip:
    return zip(first.tolist(), second.tolist(), strict=True)


def _titled(
    name: str, note: str, bars: tuple[float, float], parts: list[Node]
) -> Drawing:
    """A panel whose bars reach from here to there, its name above the two."""
    middle = sum(bars) / 2
    names = [
        text(middle, -48, name, "mha-name"),
        text(middle, -30, note, "mha-small"),
    ]
    return panel((0, 62), (bars[1] + 6, HIGH), [*names, *parts])


def _after_an_arrow(drawing: Drawing) -> Drawing:
    """The same, with room on its left for an arrow into it."""
    into = arrow((6, MIDDLE), (28, MIDDLE))
    return row([panel((0, 62), (36, HIGH), [into]), drawing])


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
