"""Exercises of the first page: scores, shares, an average."""

from dataclasses import replace

import torch

from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import ATTEND, IN_ORDER, real

WORDS = ("the", "river", "bank")
TO_SCORES = (
    "First the scores: the dot product of the query with each key, divided by the root "
    "of the width, which is 2 here. Then e to the power of each score, and their sum."
)


def weights_of_a_word(draw: Draw) -> Question:
    """Ask for one row of weights, of a text of three words."""
    query, keys, word = draw.row(4), draw.table(3, 4), draw.one_of(WORDS)
    return Question(
        ask=f"*{word}* asks with this query, and three words answer with their keys. "
        "Which attention weight does each of them get? Two decimals are enough.",
        given=[
            Given(f"query of *{word}*", [query]),
            Given("keys", keys, WORDS),
        ],
        run=lambda attend: attend(real([query]), real(keys), torch.eye(3))[1][0],
        labels=WORDS,
    )


def output_of_a_word(draw: Draw) -> Question:
    """Ask for the average, where scores are small."""
    query, keys = draw.row(4, -1, 2), draw.table(3, 4, -1, 2)
    values = draw.table(3, 2, 0, 9)
    return Question(
        ask="Now with values. Which two numbers does attention give *bank*? "
        "One decimal is enough.",
        given=[
            Given("query of *bank*", [query]),
            Given("keys", keys, WORDS),
            Given("values", values, WORDS),
        ],
        run=lambda attend: attend(real([query]), real(keys), real(values))[0][0],
        labels=("first number", "second number"),
    )


def weights_without_a_word(draw: Draw) -> Question:
    """Ask for weights where one word is hidden."""
    query, keys = draw.row(4), draw.table(3, 4)
    hidden = draw.number(0, 1)
    mask = torch.ones(1, 3, dtype=torch.bool)
    mask[0, hidden] = False
    return Question(
        ask=f"*bank* asks, and a mask hides *{WORDS[hidden]}* from it. Which weight "
        "does each word get?",
        given=[Given("query of *bank*", [query]), Given("keys", keys, WORDS)],
        run=lambda attend: attend(real([query]), real(keys), torch.eye(3), mask)[1][0],
        labels=WORDS,
    )


def table_of_weights(draw: Draw) -> Question:
    """Show what attend should give, and what it gives."""
    queries, keys = draw.table(2, 4), draw.table(3, 4)
    return Question(
        ask="Two words ask and three answer. Somebody’s `attend` gives other weights "
        "than it should. Look at the sums of rows and columns, and at which numbers "
        "are large.",
        given=[],
        run=lambda attend: attend(real(queries), real(keys), torch.eye(3))[1],
        labels=WORDS[1:],
        columns=WORDS,
    )


def lines(draw: Draw) -> Question:
    """Ask for the lines of attend."""
    hidden = weights_without_a_word(draw)
    return replace(hidden, ask=IN_ORDER.format("attend"), given=[])


EXERCISES = (
    Exercise(
        "weights", "numbers", "One row of weights", ATTEND, weights_of_a_word, TO_SCORES
    ),
    Exercise(
        "output",
        "numbers",
        "The average",
        ATTEND,
        output_of_a_word,
        "First the three weights, as in the exercise before. Then each weight times "
        "the first number of its word, added up.",
        tolerance=0.06,
    ),
    Exercise(
        "hidden",
        "numbers",
        "One word is hidden",
        ATTEND,
        weights_without_a_word,
        "A hidden word gets the score −∞. Which power of e is that?",
    ),
    Exercise(
        "lines",
        "order",
        "The lines of attend",
        ATTEND,
        lines,
        "What is made from the queries and the keys alone?",
    ),
    Exercise("find", "find", "Which mistake is it?", ATTEND, table_of_weights),
)
