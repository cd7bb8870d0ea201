"""Small random numbers for a question, the same whenever they are drawn anew."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """Draws whole numbers, rows and tables.

    Args:
        seed: any text; the same gives the same numbers.
    """

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def number(self, low: int, high: int) -> int:
        """Draw a whole number from low to high."""
        return self.random.randint(low, high)

    def one_of(self, choices: Sequence[T]) -> T:
        """Draw one of these."""
        return self.random.choice(choices)

    def several(self, choices: Sequence[T], count: int) -> list[T]:
        """Draw so many of these, each once, in any order."""
        return self.random.sample(list(choices), count)

    def row(self, length: int, low: int = -2, high: int = 2) -> list[int]:
        """Draw a row of whole numbers; they are distinct where there are enough."""
        choices = range(low, high + 1)
        if len(choices) >= length:
            return self.several(choices, length)
        return [self.number(low, high) for _ in range(length)]

    def table(self, rows: int, columns: int, low: int = -2, high: int = 2) -> list:
        """Draw a table of whole numbers, no two rows the same."""
        while True:
            table = [self.row(columns, low, high) for _ in range(rows)]
            if len({tuple(row) for row in table}) == rows:
                return table
