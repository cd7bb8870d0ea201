"""A word in the plane of two features, and where its neighbours take it."""

from collections.abc import Iterator, Mapping, Sequence

import torch

from mha_book.pictures.kit.gallery import picture_with
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.panels import panel
from mha_book.pictures.kit.shapes import Point, digits, line, text, tip

WIDE, NARROW = 84, 66  # px for a length of 1
FAR = 3.3  # where the axes end
Places = Mapping[str, Sequence[float]]


@picture_with(
    word="bank",
    places={
        "the": (0.0, 0.0),
        "river": (3.0, 0.0),
        "account": (0.0, 3.0),
        "bank": (1.0, 1.0),
    },
    sentences=(("the", "river", "bank"), ("the", "bank", "account")),
    features=("water", "money"),
)
def word_moves(
    word: str,
    places: Places,
    sentences: Sequence[Sequence[str]],
    features: Sequence[str],
) -> Diagram:
    """Words as points, and an arrow from one of them to its output in each sentence.

    Args:
        word: the word that moves.
        places: each word's two features, at most 3 and at least 0.
        sentences: words that it stands among.
        features: what the two are called.
    """
    moves = {" ".join(s): _output(word, places, s) for s in sentences}
    said = [f"“{s}” takes it to {_pair(to)}" for s, to in moves.items()]
    alt = (
        f"In a plane of {features[0]} and {features[1]} the word {word} stands at "
        f"{_pair(places[word])}; {', and '.join(said)}."
    )
    wide, narrow = (
        _plane(unit, word, places, moves, features) for unit in (WIDE, NARROW)
    )
    return Diagram(alt, wide, narrow)


def _output(word: str, places: Places, sentence: Sequence[str]) -> tuple[float, ...]:
    """The average of the sentence's words, by the softmax of their dot products."""
    x = torch.tensor([places[other] for other in sentence], dtype=torch.float64)
    weights = (x @ x[sentence.index(word)]).softmax(dim=-1)
    return tuple((weights @ x).tolist())


def _pair(place: Sequence[float]) -> str:
    return ", ".join(map(digits, place))


def _plane(
    unit: float, word: str, places: Places, moves: Places, features: Sequence[str]
) -> Drawing:
    end = FAR * unit
    parts = [
        line((0, 0), (end, 0), class_="mha-axis"),
        line((0, 0), (0, -end), class_="mha-axis"),
        text(end + 8, 0, features[0], "mha-small mha-start"),
        text(0, -end - 12, features[1], "mha-small"),
    ]
    for name, place in places.items():
        parts += _word(name, _at(unit, place), "mha-name" if name == word else "")
    start = _at(unit, places[word])
    for name, place in moves.items():
        pairs = zip(features, place, strict=True)
        said = [name, *(f"{one} = {digits(number)}" for one, number in pairs)]
        parts += _move(said, start, _at(unit, place))
    return panel((34, end + 24), (end + 78, end + 54), parts)


def _at(unit: float, place: Sequence[float]) -> Point:
    return round(unit * place[0], 2), round(-unit * place[1], 2)


def _word(name: str, at: Point, class_: str) -> Iterator[Node]:
    """A point; its name stands below it on the lower axis, else above at its right."""
    x, y = at
    yield node("circle", cx=x, cy=y, r=4.5, class_="mha-dot")
    beside = (x + 8, y - 10, name, f"{class_} mha-start".strip())
    yield text(*((x, 18, name, class_) if y == 0 else beside))


def _move(said: Sequence[str], start: Point, to: Point) -> list[Node]:
    """An arrow to an output, and its sentence and two numbers above the tip."""
    x, y = to
    arrow = node("g", line(start, to), tip(start, to), class_="mha-weights")
    rows = zip((y - 42, y - 25, y - 8), said, strict=True)
    return [
        arrow,
        *(text(x + 12, at, words, "mha-small mha-start") for at, words in rows),
    ]
