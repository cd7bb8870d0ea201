"""What a reader's code returns is taken as tensors, or refused in words."""

from typing import Any

import torch
from torch import Tensor

from mha.check.guard import Stumble

Values = tuple[Tensor, ...]
NUMBERS = {torch.bool: "booleans", torch.int64: "whole numbers"}


def tensors(returned: Any, names: tuple[str, ...]) -> Values:
    """Take what a function returned as so many tensors.

    Raises:
        Stumble: it is something else, in words.
    """
    wanted = " and ".join(names)
    if returned is None:
        told = f"It returns nothing; {wanted} expected: is there a `return`?"
        raise Stumble(told, "None")
    several = isinstance(returned, tuple | list)
    values = tuple(returned) if several else (returned,)
    if len(values) != len(names):
        raise Stumble(_wrong_count(values, several, names), f"returns {len(values)}")
    for name, value in zip(names, values, strict=True):
        _check_tensor(name, value)
    return tuple(_plain(value.detach()) for value in values)


def _wrong_count(values: Values, several: bool, names: tuple[str, ...]) -> str:
    if not several:
        return f"It returns one thing; expected two: {' and '.join(names)}."
    found = f"It returns {len(values)} things"
    if len(names) > 1:
        return f"{found}; expected {len(names)}: {' and '.join(names)}."
    return f"{found}; expected one tensor: `torch.stack` or `torch.tensor` makes one."


def _plain(value: Tensor) -> Tensor:
    """Take half and double precision as single: how exact numbers are is free."""
    return value.float() if value.is_floating_point() else value


def _check_tensor(name: str, value: Any) -> None:
    if isinstance(value, Tensor):
        return
    kind = f"{type(value).__module__}.{type(value).__qualname__}".removeprefix(
        "builtins."
    )
    advice = ": `torch.from_numpy(…)` makes a tensor of it" if "numpy" in kind else ""
    raise Stumble(
        f"What it gives as {name} is a {kind}; expected a tensor{advice}.",
        f"{name} {kind}",
    )


def kind_of(value: Tensor) -> str:
    """Say what a tensor's numbers are."""
    return NUMBERS.get(value.dtype, "real numbers")
