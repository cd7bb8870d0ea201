"""Exercises of the page on loss, slope and step."""

import torch
from torch import nn

from mha.check.fault import listing
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import IN_ORDER, own, real

LOSS, LEARN = listing("loss_of", "loss_of"), listing("learn", "learn")
SOFTMAX, DESCEND = listing("softmax_gradient", "softmax_gradient"), own("descend")
LETTERS = ("a", "b", "c")
TENTHS = ([0.1, 0.2, 0.7], [0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.1, 0.8, 0.1])


class Table(nn.Module):
    """A model that guesses what follows by a table alone."""

    def __init__(self, logits) -> None:
        super().__init__()
        self.logits = nn.Parameter(logits.clone())

    def forward(self, ids):
        """Give a row of the table for each id."""
        return self.logits[ids], None


def chances(draw: Draw) -> list[list[float]]:
    """Draw a row of chances for each letter."""
    return [draw.several(row, 3) for row in draw.several(TENTHS, 3)]


def surprise(draw: Draw) -> Question:
    """Ask for the loss on a short text."""
    table, ids = chances(draw), [draw.number(0, 2) for _ in range(4)]
    return Question(
        ask=f"A model guesses the next letter by this table, and reads "
        f"*{' '.join(LETTERS[n] for n in ids)}*. What is its loss on this text?",
        given=[Given("chances of what follows", table, LETTERS, LETTERS)],
        run=lambda loss_of: loss_of(
            Table(real(table).log()), torch.tensor([ids])
        ).reshape(1),
        labels=("loss",),
    )


def back_through_the_softmax(draw: Draw) -> Question:
    """Ask for the slopes of three scores."""
    weights, upstream = chances(draw)[:2], [draw.row(3, -5, 5) for _ in range(2)]
    return Question(
        ask="Two rows of weights, and how the loss changes with each of them. How does "
        "it change with each score of the first row, before the softmax?",
        given=[
            Given("weights", weights, columns=LETTERS),
            Given("slopes of the weights", upstream, columns=LETTERS),
        ],
        run=lambda gradient: gradient(real(weights), real(upstream))[0],
        labels=LETTERS,
    )


def two_pushes(draw: Draw) -> Question:
    """Ask where a number stands after two steps."""
    w, aim = draw.several(range(-5, 10), 2)
    rate = draw.one_of([0.1, 0.2, 0.25, 0.3, 0.4])
    return Question(
        ask=f"The loss is (w − {aim})², and w is {w}. Where is w after two pushes with "
        f"the rate {rate}?".replace("− -", "+ "),
        given=[],
        run=lambda descend: [descend(float(w), float(aim), rate)],
        labels=("w",),
    )


def _steps(learn, draw_seed: int, count: int):
    """Train a table on a text, and give its losses and what it has become."""
    generator = torch.Generator().manual_seed(draw_seed)
    model = Table(torch.randn(3, 3, generator=generator))
    ids = torch.tensor([[0, 1, 2, 0, 1, 1, 2]])
    optimizer = torch.optim.SGD(model.parameters(), lr=2.0)
    losses = [torch.as_tensor(learn(model, optimizer, ids)) for _ in range(count)]
    return torch.stack(losses), model.logits.detach().flatten()


def lines(draw: Draw) -> Question:
    """Train for three steps."""
    seed = draw.number(0, 10**6)
    return Question(
        ask=IN_ORDER.format("learn"),
        given=[],
        run=lambda learn: torch.cat(_steps(learn, seed, 3)),
        labels=[""],
    )


def curve(draw: Draw) -> Question:
    """Show the losses of four steps."""
    seed = draw.number(0, 10**6)
    return Question(
        ask="Somebody’s `learn` gives other losses than it should, step by step. Do "
        "they fall? Too fast? From the same beginning?",
        given=[],
        run=lambda learn: _steps(learn, seed, 4)[0],
        labels=[f"step {n}" for n in range(1, 5)],
    )


EXERCISES = (
    Exercise(
        "loss",
        "numbers",
        "How surprised is it?",
        LOSS,
        surprise,
        "Three guesses are judged: what chance had each letter that really came? The "
        "surprise is −ln of it.",
    ),
    Exercise(
        "softmax",
        "numbers",
        "Back through the softmax",
        SOFTMAX,
        back_through_the_softmax,
        "First what all share: each weight times its slope, added up.",
    ),
    Exercise(
        "push",
        "numbers",
        "Two pushes",
        DESCEND,
        two_pushes,
        "The slope of (w − a)² is 2 · (w − a), taken anew at each place.",
    ),
    Exercise("lines", "order", "Five lines that train", LEARN, lines),
    Exercise("find", "find", "Losses that tell", LEARN, curve),
)
