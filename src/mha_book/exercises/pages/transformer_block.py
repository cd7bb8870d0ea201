"""Exercises of the page on the block: norm, lane, MLP."""

import torch

from mha.check.fault import listing
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import IN_ORDER, SENTENCES, own, real

NORM = own("rms_norm")
BLOCK, MLP = listing("block", "Block"), listing("block", "MLP")
# Rows whose mean of squares is 25, and pairs with the same.
ROWS = ([1, 5, 5, 7], [1, 1, 7, 7], [2, 4, 4, 8], [1, 3, 3, 9], [5, 5, 5, 5])
PAIRS = ([1, 7], [7, 1], [-1, 7], [7, -1], [1, -7], [-7, 1], [-1, -7], [5, -5])


def _row(draw: Draw) -> list[int]:
    numbers = draw.one_of(ROWS)
    return [draw.one_of([-1, 1]) * number for number in draw.several(numbers, 4)]


def even_size(draw: Draw) -> Question:
    """Ask for a row after the norm."""
    words, x, place = draw.one_of(SENTENCES)[:2], [_row(draw), _row(draw)], 0
    x[1] = [2 * number for number in x[1]]
    return Question(
        ask=f"The factors of the norm are all 1. Which row does it make of "
        f"*{words[place]}*?",
        given=[Given("x", x, words)],
        run=lambda norm: norm(real(x))[place],
        labels=("1st", "2nd", "3rd", "4th"),
    )


def wrong_norm(draw: Draw) -> Question:
    """Show rows after the norm, as they should be and as they are."""
    words, x = draw.one_of(SENTENCES)[:2], [_row(draw), _row(draw)]
    x[1] = [2 * number for number in x[1]]
    return Question(
        ask="Two words go through somebody’s norm. What are the sums of the rows, and "
        "what are the means of their squares?",
        given=[Given("x", x, words)],
        run=lambda norm: norm(real(x)),
        labels=words,
        columns=range(4),
    )


def on_the_lane(draw: Draw) -> Question:
    """Ask for a word after attention that hands over what it reads."""
    x = draw.one_of(PAIRS) if draw.number(0, 1) else [2 * n for n in draw.one_of(PAIRS)]

    def run(kind):
        block = kind(2, 1, 2)
        block.attention.value.weight.data = torch.eye(2)
        block.attention.output.weight.data = torch.eye(2)
        block.mlp.down.weight.data = torch.zeros(2, 2)
        return block(real([x]))[0][0]

    return Question(
        ask=f"One word alone, ({x[0]}, {x[1]}), goes through a block. Its attention "
        "hands over what it reads, unchanged, and its MLP gives 0. Which row comes "
        "out?",
        given=[],
        run=run,
        labels=("first number", "second number"),
    )


def through_the_mlp(draw: Draw) -> Question:
    """Ask for what a tiny MLP makes of a row."""
    x, gate, up = draw.row(2, -2, 3), draw.row(2, -1, 2), draw.row(2, -2, 2)
    down = [draw.number(1, 3), -draw.number(1, 3)]

    def run(kind):
        mlp = kind(2, 1)
        mlp.gate.weight.data = real([gate])
        mlp.up.weight.data = real([up])
        mlp.down.weight.data = real([down]).mT
        return mlp(real(x))

    return Question(
        ask="A gated MLP with one hidden number. Gate and up each make one number of x "
        "(a dot product), and down gives the hidden number times its own two. What "
        "comes out?",
        given=[
            Given("x", [x]),
            Given("gate", [gate]),
            Given("up", [up]),
            Given("down", [down]),
        ],
        run=run,
        labels=("first number", "second number"),
    )


def lines(draw: Draw) -> Question:
    """Run a block with distinct numbers."""
    generator = torch.Generator().manual_seed(draw.number(0, 10**6))
    x = 2 * torch.randn(3, 4, generator=generator) + 1
    mask = torch.ones(3, 3, dtype=torch.bool).tril()
    parts = torch.randn(300, generator=generator)

    def run(kind):
        block, taken = kind(4, 2, 4), 0
        for name, weight in block.named_parameters():
            if "norm" not in name:
                weight.data = parts[taken : taken + weight.numel()].view(weight.shape)
                taken += weight.numel()
        return block(x, mask)[0]

    return Question(ask=IN_ORDER.format("forward"), given=[], run=run, labels=[""] * 12)


EXERCISES = (
    Exercise(
        "norm",
        "numbers",
        "A row of an even size",
        NORM,
        even_size,
        "The mean of the four squares first, and its root.",
    ),
    Exercise(
        "lane",
        "numbers",
        "What stays on the lane",
        BLOCK,
        on_the_lane,
        "Attention reads the row after its norm. To what is its output added?",
    ),
    Exercise(
        "mlp",
        "numbers",
        "Through the gate",
        MLP,
        through_the_mlp,
        "SiLU of a number z is z / (1 + e⁻ᶻ). Only the gate’s number goes through it.",
    ),
    Exercise("lines", "order", "The lines of the block", BLOCK, lines, of="forward"),
    Exercise("find", "find", "A norm that is another", NORM, wrong_norm),
)
