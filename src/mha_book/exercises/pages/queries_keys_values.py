"""Exercises of the page on queries, keys and values."""

from dataclasses import replace

import torch

from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import IN_ORDER, SENTENCES, own, real

PROJECT, HEAD = own("project"), own("head")


def row_of_a_word(draw: Draw) -> Question:
    """Ask for one projected row."""
    words, x, weight = draw.one_of(SENTENCES)[:3], draw.table(3, 2), draw.table(2, 2)
    place, role = draw.number(0, 2), draw.one_of(["query", "key", "value"])
    return Question(
        ask=f"Each word’s {role} is its row times this matrix. Which {role} does "
        f"*{words[place]}* get?",
        given=[Given("x", x, words), Given(f"matrix of the {role}s", weight)],
        run=lambda project: project(real(x), real(weight))[place],
        labels=("first number", "second number"),
    )


def _drawn(draw: Draw) -> tuple[list[Given], list[torch.Tensor]]:
    words = draw.one_of(SENTENCES)[:3]
    tables = [draw.table(3, 2), *(draw.table(2, 2, -1, 2) for _ in range(3))]
    names = ("x", "w_q", "w_k", "w_v")
    given = [Given(name, t) for name, t in zip(names, tables, strict=True)]
    given[0] = replace(given[0], rows=words)
    return given, [real(table) for table in tables]


def weights_of_a_word(draw: Draw) -> Question:
    """Ask for a row of weights, from words and matrices."""
    given, tensors = _drawn(draw)
    place = draw.number(0, 2)
    return Question(
        ask=f"*{given[0].rows[place]}* asks. Which weights does it give the three "
        "words?",
        given=given[:3],
        run=lambda head: head(*tensors)[1][place],
        labels=given[0].rows,
    )


def output_of_a_word(draw: Draw) -> Question:
    """Ask for a row of the output."""
    given, tensors = _drawn(draw)
    place = draw.number(0, 2)
    return Question(
        ask=f"What does the head give *{given[0].rows[place]}*? One decimal is enough.",
        given=given,
        run=lambda head: head(*tensors)[2][place],
        labels=("first number", "second number"),
    )


def shapes(draw: Draw) -> Question:
    """Ask for the shapes of all that a head makes."""
    words, width, head_dim = draw.several([3, 4, 5, 6, 7, 8, 9], 3)
    x, matrix = torch.ones(words, width), torch.ones(width, head_dim)

    def run(head):
        return [one.shape for one in head(x, matrix, matrix, matrix)]

    return Question(
        ask=f"`x` has {words} words of width {width}, and each matrix is "
        f"({width}, {head_dim}). What shapes do the queries, the weights and the "
        "output have?",
        given=[],
        run=run,
        labels=("queries", "weights", "output"),
    )


def lines(draw: Draw) -> Question:
    """Ask for the lines of a head that is narrower than the model."""
    x, *matrices = [real(draw.table(3, n, -1, 2)) for n in (3, 2, 2, 2)]
    return Question(
        ask=IN_ORDER.format("head"),
        given=[],
        run=lambda head: torch.cat([one.flatten() for one in head(x, *matrices)]),
        labels=[""] * 21,
    )


def wrong_weights(draw: Draw) -> Question:
    """Show a head's weights, as they should be and as they are."""
    given, tensors = _drawn(draw)
    return Question(
        ask="Somebody’s head gives other weights than it should. Are they symmetric? "
        "Turned round? Too even?",
        given=given[:3],
        run=lambda head: head(*tensors)[1],
        labels=given[0].rows,
        columns=given[0].rows,
    )


EXERCISES = (
    Exercise(
        "row",
        "numbers",
        "A word’s own row",
        PROJECT,
        row_of_a_word,
        "The first number is the word’s row times the first column of the matrix.",
    ),
    Exercise(
        "weights",
        "numbers",
        "From words to weights",
        HEAD,
        weights_of_a_word,
        "First the query of the word that asks, then the keys of all three. The root "
        "of the width is √2, about 1.414.",
    ),
    Exercise(
        "output",
        "numbers",
        "What the head hands over",
        HEAD,
        output_of_a_word,
        "The weights first. Then they average the values, x times w_v.",
        tolerance=0.06,
    ),
    Exercise(
        "shapes",
        "shape",
        "Three shapes",
        HEAD,
        shapes,
        "Each word has a query. In the weights, each word has a row for all words.",
    ),
    Exercise("lines", "order", "The lines of a head", HEAD, lines),
    Exercise("find", "find", "Whose weights are these?", HEAD, wrong_weights),
)
