"""A large weight on a short value: what a token adds is the product of the two."""

from collections.abc import Sequence

from mha_book.pictures.kit.bars import PITCH, STYLE, TITLES, bars, titled
from mha_book.pictures.kit.gallery import picture_with
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import digits, text

LONGEST = 120  # px, the longest bar of a panel
LETTER, LEFT = 8, 56  # px: of a word, at most; where bars begin in their panel
TITLE = {
    "weight": ("weight", "all weights sum to 1"),
    "value": ("length of value", "how much it can add"),
    "added": ("weight × length", "what it adds"),
}
ROLE = {"weight": "mha-weights", "value": "mha-value", "added": ""}
DECIMALS = {"weight": 3, "value": 2, "added": 2}


@picture_with(
    words=["The", "dog", "chased", "the", "cat"],
    weights=(0.807, 0.043, 0.136, 0.004, 0.01),
    lengths=(0.77, 8.08, 9.06, 7.72, 8.06),
)
def weights_and_values(
    words: Sequence[str], weights: Sequence[float], lengths: Sequence[float]
) -> Diagram:
    """What a word gives to each token, how long their values are, and what they add.

    Args:
        words: T tokens.
        weights: T attention weights, a row of them.
        lengths: T lengths of the tokens' values.
    """
    added = [w * n for w, n in zip(weights, lengths, strict=True)]
    columns = {"weight": weights, "value": lengths, "added": added}
    names = _words(words)
    panels = [_panel(kind, numbers) for kind, numbers in columns.items()]
    times, equals = (_sign(sign, len(words)) for sign in "×=")
    weight, value, added = panels
    beside = row([names, weight, times, value, equals, added])
    below = column([row([names, each]) for each in panels], 8)
    return Diagram(_in_words(words, columns), beside, below, css=STYLE)


def _words(words: Sequence[str]) -> Drawing:
    """The tokens, a line each."""
    width = LETTER * max(map(len, words)) + 16
    said = [text(width, k * PITCH, word, "mha-end") for k, word in enumerate(words)]
    return _lines(width, len(words), said)


def _sign(sign: str, count: int) -> Drawing:
    """What stands between two panels."""
    middle = (count - 1) * PITCH / 2
    return _lines(26, count, [text(18, middle, sign, "mha-name")])


def _lines(width: float, count: int, parts: list[Node]) -> Drawing:
    return panel((0, TITLES), (width, TITLES + count * PITCH), parts)


def _panel(kind: str, numbers: Sequence[float]) -> Drawing:
    """A bar for each token, the longest as long as that of any panel."""
    scale = LONGEST / max(numbers)
    said = [digits(number, DECIMALS[kind]) for number in numbers]
    parts = bars(said, [scale * number for number in numbers], LEFT, LEFT)
    coloured = node("g", *parts, class_=ROLE[kind])
    edges = LEFT, LEFT + LONGEST
    return titled(*TITLE[kind], edges, len(numbers), [coloured])


def _in_words(words: Sequence[str], columns: dict[str, Sequence[float]]) -> str:
    most = {
        kind: max(range(len(words)), key=numbers.__getitem__)
        for kind, numbers in columns.items()
    }
    first, other = most["weight"], most["added"]
    weight, value, added = columns.values()
    return (
        f"Bars for {' '.join(words)}. The largest weight, {digits(weight[first])}, is "
        f"that of {words[first]}, but its value has a length of only "
        f"{digits(value[first])}: it adds {digits(added[first])}. The token "
        f"{words[other]} has a weight of {digits(weight[other])} and a value as long "
        f"as {digits(value[other])}, and adds the most, {digits(added[other])}."
    )
