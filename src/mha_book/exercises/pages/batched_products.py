"""Exercises of the page on batches: sheets that are kept apart."""

import torch

from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import ATTEND, IN_ORDER, SENTENCES, own, real

TURNED, COMPARE = own("turned"), own("compare")
TEXTS = ("text 0", "text 1")


def shape_and_strides(draw: Draw) -> Question:
    """Ask what turning does to shape and strides."""
    shape = draw.several([2, 3, 4, 5, 6, 7], 3)
    return Question(
        ask=f"`key` has the shape {tuple(shape)} and lies in memory row by row. "
        "What shape and what strides does `key.mT` have?",
        given=[],
        run=lambda turned: [turned(torch.ones(shape)).shape, _strides(turned, shape)],
        labels=("shape", "strides"),
    )


def _strides(turned, shape: list[int]) -> tuple[int, ...]:
    return turned(torch.ones(shape)).stride()


def a_row_of_the_turned(draw: Draw) -> Question:
    """Ask for the numbers of one row."""
    words, feature = draw.one_of(SENTENCES)[:3], draw.number(0, 1)
    key = draw.table(3, 2, 1, 9)
    return Question(
        ask=f"Which numbers stand in row {feature} of `key.mT`?",
        given=[Given("key", key, words)],
        run=lambda turned: turned(real([key]))[0][feature],
        labels=("1st", "2nd", "3rd"),
    )


def shapes_of_attention(draw: Draw) -> Question:
    """Ask for shapes with as many texts, words and features as there are primes."""
    batch, asking, answering, width = draw.several([2, 3, 4, 5, 6, 7], 4)
    query = torch.ones(batch, asking, width)
    key = torch.ones(batch, answering, width)
    return Question(
        ask=f"The queries are {tuple(query.shape)}, and the keys {tuple(key.shape)}. "
        "What shape does `query @ key.mT` have?",
        given=[],
        run=lambda compare: [compare(query, key).shape],
        labels=("scores",),
    )


def weights_in_a_batch(draw: Draw) -> Question:
    """Ask for a row of the second text."""
    words = draw.one_of(SENTENCES)[:2]
    query, keys = [draw.table(2, 4) for _ in TEXTS], [draw.table(2, 4) for _ in TEXTS]
    place = draw.number(0, 1)
    return Question(
        ask=f"Two texts of two words lie in one batch. In text 1, *{words[place]}* "
        "asks. Which weights does it give the words of its text?",
        given=[
            Given(f"{name}, {text}", tables[n], words)
            for n, text in enumerate(TEXTS)
            for name, tables in (("queries", query), ("keys", keys))
        ],
        run=lambda attend: attend(real(query), real(keys), torch.eye(2))[1][1][place],
        labels=words,
    )


def mixed_up(draw: Draw) -> Question:
    """Show the weights of two texts in one table."""
    query, keys = [draw.table(2, 4) for _ in TEXTS], [draw.table(2, 4) for _ in TEXTS]
    words = draw.one_of(SENTENCES)[:2]
    rows = [f"{text}: {word}" for text in TEXTS for word in words]
    return Question(
        ask="Two texts of two words, in one batch. Each row of weights should sum to "
        "1. Which numbers do it instead?",
        given=[],
        run=lambda attend: attend(real(query), real(keys), torch.eye(2))[1],
        labels=rows,
        columns=words,
    )


def lines(draw: Draw) -> Question:
    """Ask for the lines of attend, for a batch."""
    x = [real([draw.table(2, 4) for _ in TEXTS]) for _ in range(2)]
    mask = torch.ones(2, 2, dtype=torch.bool).tril()
    return Question(
        ask=IN_ORDER.format("attend"),
        given=[],
        run=lambda attend: attend(*x, torch.eye(2), mask)[1],
        labels=[""],
    )


AXES = ("softmax", "axes")
NOT_OF_AXES = tuple(
    fault.name
    for fault in ATTEND.faults
    if not any(word in fault.name for word in AXES)
)

EXERCISES = (
    Exercise(
        "strides",
        "shape",
        "Two axes change places",
        TURNED,
        shape_and_strides,
        "Which two axes are the last ones? Strides change places with them.",
    ),
    Exercise("row", "numbers", "A row of the turned keys", TURNED, a_row_of_the_turned),
    Exercise(
        "shapes",
        "shape",
        "What fits what",
        COMPARE,
        shapes_of_attention,
        "`@` keeps what stands in front, and sums over one axis of each.",
    ),
    Exercise(
        "weights",
        "numbers",
        "The second text’s weights",
        ATTEND,
        weights_in_a_batch,
        "Which keys does a word of text 1 look at?",
    ),
    Exercise("lines", "order", "Lines for any batch", ATTEND, lines, leave=NOT_OF_AXES),
    Exercise(
        "find", "find", "Two texts in one table", ATTEND, mixed_up, leave=NOT_OF_AXES
    ),
)
