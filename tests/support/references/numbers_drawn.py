"""What explorers' inputs are drawn from."""

from random import Random


def numbers(random: Random, rows: int, columns: int, limit: float = 9) -> list:
    return [
        [random.uniform(-limit, limit) for _ in range(columns)] for _ in range(rows)
    ]


def flag(random: Random) -> bool:
    return random.random() < 0.5
