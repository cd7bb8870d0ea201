"""What an exercise is: a question in words, its numbers, and who answers it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mha.check.fault import Listing
from mha_book.exercises.draw import Draw

# A field of an answer is a number, or a tuple of whole numbers such as a shape.
Answer = list[float | list[int]]


@dataclass(frozen=True)
class Given:
    """What a question hands over: a table.

    Attributes:
        name: what it is called in the question.
        values: its rows.
        rows: a name for each row.
        columns: a name for each column.
    """

    name: str
    values: Sequence[Sequence[float]]
    rows: Sequence[object] = ()
    columns: Sequence[object] = ()


@dataclass(frozen=True)
class Question:
    """One drawing of an exercise: what is asked, of which numbers.

    Attributes:
        ask: the question; `code` and *words* stand out.
        given: the numbers.
        run: calls a function or class of the listing, and gives what is asked for.
        labels: a name for each field of the answer; of a mask, for each row.
        columns: of a mask, a name for each column.
    """

    ask: str
    given: Sequence[Given]
    run: Callable[[Callable[..., Any]], Any]
    labels: Sequence[object]
    columns: Sequence[object] = ()


@dataclass(frozen=True)
class Exercise:
    """A question that is asked with ever new numbers.

    Attributes:
        name: what it is called in what a browser keeps; unique on its page.
        kind: how one answers: numbers, shape, mask, order or find.
        title: a few words.
        listing: code that is right, and the faults that people make in it.
        draw: makes a question of random numbers.
        start: the first step, for whoever does not know how to begin.
        leave: names of faults that are not looked for here.
        tolerance: how far a number may be off: as two decimals, the rest cut off.
        of: of a class, the method whose lines are put in order.
    """

    name: str
    kind: str
    title: str
    listing: Listing
    draw: Callable[[Draw], Question]
    start: str = ""
    leave: tuple[str, ...] = ()
    tolerance: float = 0.0105
    of: str = ""
