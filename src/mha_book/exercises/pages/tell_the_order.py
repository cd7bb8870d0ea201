"""Exercises of the page on positions: clocks, and rows that turn."""

import torch

from mha.check.fault import listing
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import IN_ORDER, real

SINUSOIDS = listing("sinusoids", "sinusoids")
ROTATE = listing("rotate", "rotate")
ANGLES = "The angle is the position, in radians: "


def _trigonometry(position: int) -> Given:
    angle = torch.tensor(float(position))
    values = [round(angle.cos().item(), 4), round(angle.sin().item(), 4)]
    return Given(f"angle {position}", [values], columns=("cosine", "sine"))


def row_of_clocks(draw: Draw) -> Question:
    """Ask for one row of sinusoids, of two clocks."""
    place, base = draw.number(1, 12), 100
    return Question(
        ask=f"Two clocks tell the position, and the second one turns {base} times more "
        f"slowly. Which row does `sinusoids(…, 4)` give position {place}?",
        given=[],
        run=lambda sinusoids: sinusoids(place + 1, 4)[place],
        labels=("1st", "2nd", "3rd", "4th"),
    )


def turned_pair(draw: Draw) -> Question:
    """Ask for one pair, turned by its position."""
    place, (a, b) = draw.number(1, 4), draw.row(2, -4, 4)
    return Question(
        ask=f"The word at position {place} has the query ({a}, {b}), one pair. Which "
        "query does `rotate` make of it?",
        given=[_trigonometry(place)],
        run=lambda rotate: rotate(real([[a, b]]), place)[0],
        labels=("first number", "second number"),
    )


def turned_row(draw: Draw) -> Question:
    """Ask for a row of two pairs, of which one hardly moves."""
    place, row = draw.number(1, 3), draw.row(4, -4, 4)
    return Question(
        ask=f"A row of four numbers stands at position {place}. Its slow pair has "
        f"turned by {place / 100} only. Which row does `rotate` give? One decimal is "
        "enough.",
        given=[Given("row", [row]), _trigonometry(place)],
        run=lambda rotate: rotate(real([row]), place)[0],
        labels=("1st", "2nd", "3rd", "4th"),
    )


def distance(draw: Draw) -> Question:
    """Ask for a score, which knows how far two words are apart."""
    (a, b), (c, d) = draw.row(2, -3, 3), draw.row(2, -3, 3)
    apart, place = draw.number(1, 3), draw.number(2, 40)

    def run(rotate):
        query = rotate(real([[a, b]]), place + apart)
        return (query @ rotate(real([[c, d]]), place).mT).flatten()

    return Question(
        ask=f"The query ({a}, {b}) stands at position {place + apart}, and the key "
        f"({c}, {d}) at position {place}. Both are turned. What is their dot product? "
        "One decimal is enough.",
        given=[_trigonometry(apart)],
        run=run,
        labels=("dot product",),
    )


def lines(draw: Draw) -> Question:
    """Ask for the lines of rotate."""
    rows, start = [draw.row(4, -4, 4) for _ in range(2)], draw.number(1, 5)
    return Question(
        ask=IN_ORDER.format("rotate"),
        given=[],
        run=lambda rotate: rotate(real(rows), start),
        labels=[""] * 8,
    )


def wrong_clocks(draw: Draw) -> Question:
    """Show three positions of two clocks."""
    start = draw.number(0, 9)
    return Question(
        ask="Three positions, a row each, as two clocks tell them. Look at the first "
        "row, and at how fast each column changes.",
        given=[],
        run=lambda sinusoids: sinusoids(start + 3, 4)[start:],
        labels=[f"position {start + n}" for n in range(3)],
        columns=("sine", "cosine", "slow sine", "slow cosine"),
    )


def wrong_turn(draw: Draw) -> Question:
    """Show the same row at three positions, turned."""
    row = draw.row(4, 1, 9)
    return Question(
        ask="The same row stands at three positions and is turned. Where does it stand "
        "still? Does its length stay?",
        given=[Given("row", [row])],
        run=lambda rotate: rotate(real([row] * 3)),
        labels=[f"position {n}" for n in range(3)],
        columns=range(4),
    )


EXERCISES = (
    Exercise(
        "clocks",
        "numbers",
        "What the clocks show",
        SINUSOIDS,
        row_of_clocks,
        ANGLES + "the fast clock’s sine and cosine come first.",
    ),
    Exercise(
        "pair",
        "numbers",
        "One pair turns",
        ROTATE,
        turned_pair,
        "The first number becomes a · cos − b · sin.",
        tolerance=0.02,
    ),
    Exercise(
        "row",
        "numbers",
        "Which numbers are partners?",
        ROTATE,
        turned_row,
        "Pairs stand half a row apart: the first number turns with the third.",
        tolerance=0.06,
    ),
    Exercise(
        "score",
        "numbers",
        "A score that knows the distance",
        ROTATE,
        distance,
        "Only the distance matters: let the key stand still, and turn the query by it.",
        tolerance=0.06,
    ),
    Exercise("lines", "order", "The lines of rotate", ROTATE, lines),
    Exercise("find", "find", "Which clock is wrong?", SINUSOIDS, wrong_clocks),
    Exercise("find-turn", "find", "A turn that is none", ROTATE, wrong_turn),
)
