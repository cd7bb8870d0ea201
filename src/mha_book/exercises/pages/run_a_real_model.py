"""Exercises of the page on a real model's file."""

import torch

from mha.check.fault import listing
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import IN_ORDER, own, real

REPEAT, ROTATE = listing("repeat_kv", "repeat_kv"), listing("rotate", "rotate")
PARAMETERS, GROUPED = own("grouped_parameters"), own("grouped")


def shape(draw: Draw) -> Question:
    """Ask for a shape after repeating."""
    batch, groups, words, width = draw.several([2, 3, 4, 5, 6, 7], 4)
    times = draw.number(2, 3)
    x = torch.ones(batch, groups, words, width)
    return Question(
        ask=f"`key` has the shape {tuple(x.shape)}: texts, groups, words, numbers. "
        f"{times * groups} heads ask. What shape does `repeat_kv(key, {times})` have?",
        given=[],
        run=lambda repeat: [repeat(x, times).shape],
        labels=("shape",),
    )


def whose_keys(draw: Draw) -> Question:
    """Ask which group's keys each head gets."""
    groups, times = draw.one_of([(2, 2), (2, 3), (3, 2)])
    numbers = [10 * n for n in draw.row(groups, 1, 9)]
    x = real(numbers).view(groups, 1, 1)
    return Question(
        ask=f"{groups} groups have one key each, one number wide, and {groups * times} "
        f"heads ask. Which key does each head get from `repeat_kv(key, {times})`?",
        given=[Given("key", [numbers], columns=[f"group {n}" for n in range(groups)])],
        run=lambda repeat: repeat(x, times).flatten(),
        labels=[f"head {n}" for n in range(groups * times)],
    )


def parameters(draw: Draw) -> Question:
    """Ask for the number of parameters."""
    groups, times, head_dim = draw.one_of([1, 2, 3]), draw.one_of([2, 3, 4]), 4
    heads = groups * times
    width = heads * head_dim
    return Question(
        ask=f"Attention {width} wide has {heads} heads and {groups} "
        f"group{'s' * (groups > 1)} of keys and values. How many parameters does the "
        "keys’ matrix have, and how many the whole layer, without biases?",
        given=[],
        run=lambda count: [float(n) for n in count(width, heads, groups)],
        labels=("keys", "layer"),
    )


def pairs(draw: Draw) -> Question:
    """Show a turned row, by one custom and by another."""
    row = draw.row(4, 1, 9)
    return Question(
        ask="The same row at three positions, turned by somebody who loaded a file. "
        "Which numbers are partners?",
        given=[Given("row", [row])],
        run=lambda rotate: rotate(real([row] * 3)),
        labels=[f"position {n}" for n in range(3)],
        columns=range(4),
    )


def lines(draw: Draw) -> Question:
    """Run grouped attention."""
    query = real([draw.table(3, 2) for _ in range(4)])
    key, value = (real([draw.table(3, 2) for _ in range(2)]) for _ in range(2))
    return Question(
        ask=IN_ORDER.format("grouped"),
        given=[],
        run=lambda grouped: grouped(query, key, value, 2),
        labels=[""],
    )


OF_PAIRS = ("paired", "Neighbours", "halves", "other way", "half")
NOT_OF_PAIRS = tuple(
    fault.name
    for fault in ROTATE.faults
    if not any(word in fault.name for word in OF_PAIRS)
)

EXERCISES = (
    Exercise(
        "shape",
        "shape",
        "As many keys as heads",
        REPEAT,
        shape,
        "One axis grows: that of the heads.",
    ),
    Exercise(
        "whose",
        "numbers",
        "Whose keys are these?",
        REPEAT,
        whose_keys,
        "Heads that stand side by side share.",
    ),
    Exercise(
        "parameters",
        "numbers",
        "What the file must hold",
        PARAMETERS,
        parameters,
        "Queries and output have square matrices; keys and values have narrow ones.",
    ),
    Exercise("lines", "order", "Attention in groups", GROUPED, lines),
    Exercise(
        "find", "find", "The trap with the pairs", ROTATE, pairs, leave=NOT_OF_PAIRS
    ),
)
