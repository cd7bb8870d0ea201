"""What is handed over, in few words: a record of it sees each change."""

from collections.abc import Iterator, Sequence
from math import cos
from typing import Any

from torch import Tensor

MANY = 6  # numbers; of more only a sum is told


def short(one: Any) -> str:
    """A value: a tensor's kind, shape and sum, a function's name, or what it is."""
    if isinstance(one, Tensor):
        numbers = one.detach().double().flatten().nan_to_num().tolist()
        return f"{str(one.dtype)[6:]} {tuple(one.shape)} {placed_sum(numbers)}"
    if isinstance(one, tuple | list):
        return f"[{'; '.join(map(short, one))}]"
    return getattr(one, "__name__", repr(one))


def placed_sum(numbers: Sequence[float]) -> str:
    """A sum in which each place counts apart, so that two exchanged make another."""
    return f"{sum(one * cos(k) for k, one in enumerate(numbers, 1)):.2f}"


def flat(value: Any, path: str = "") -> Iterator[str]:
    """Lines of nested dicts and lists, each with the way to it."""
    if isinstance(value, dict) and not all(map(is_leaf, value.values())):
        for name, one in value.items():
            yield from flat(one, f"{path}.{name}".strip("."))
    elif isinstance(value, list | tuple) and not is_leaf(value):
        for k, one in enumerate(value):
            yield from flat(one, f"{path}.{k}")
    elif isinstance(value, dict):
        told = (f"{name} {leaf(one)}" for name, one in value.items())
        yield f"{path}: {', '.join(told)}"
    else:
        yield f"{path}: {leaf(value)}"


def leaf(value: Any) -> str:
    """A leaf; of many numbers a sum."""
    if isinstance(value, list) and len(value) > MANY and not words(value):
        return f"of {len(value)} {placed_sum([*map(as_number, value)])}"
    return str(value)


def is_leaf(value: Any) -> bool:
    """Whether it fits into a line: no list of lists, no dict."""
    each = value if isinstance(value, list | tuple) else [value]
    return all(isinstance(one, str | int | float | None) for one in each)


def words(values: Sequence[Any]) -> bool:
    return not all(as_number(one) == as_number(one) for one in values)


def as_number(one: Any) -> float:
    """A number, one that JSON has as a word, or NaN."""
    infinite = {"Infinity": 1e3, "-Infinity": -1e3, "NaN": 77.0}
    return infinite.get(one, float("nan")) if isinstance(one, str) else float(one)
