"""What a seed draws: which case is planted, and numbers in which it can be seen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

Layer = Callable[..., tuple[Tensor, Tensor]]
MASK = 0xFFFFFFFF
LENGTH, WIDTH = 3, 2
X, W = 20, 15  # the largest of a word's numbers and of a matrix's, in tenths
SURE = 0.95  # no weight of the right layer is larger: it would hide what is off
SAME, FAR, SEEN = 5e-5, 2e-3, 0.05


@dataclass(frozen=True)
class Experiment:
    """One call of the layer.

    Attributes:
        name: what is tried.
        cost: points.
        rows: which words are handed over, in their order.
        heads: H.
        causal: whether the future is hidden.
    """

    name: str
    cost: int
    rows: tuple[int, ...] = (0, 1, 2)
    heads: int = 2
    causal: bool = False

    def run(self, layer: Layer, x: Tensor, matrices: Sequence[Tensor]) -> Tensor:
        """Give the weights, and then the output, as one row."""
        output, weights = self.results(layer, x, matrices)
        return torch.cat([weights.flatten(), output.flatten()])

    def results(self, layer: Layer, x: Tensor, matrices: Sequence[Tensor]):
        """Give the output and the weights."""
        length = len(self.rows)
        mask = torch.ones(length, length, dtype=torch.bool).tril()
        return layer(
            x[list(self.rows)], *matrices, self.heads, mask if self.causal else None
        )


def stream(seed: int) -> Iterator[int]:
    """Give whole numbers below 2³² without end; the script's are the same.

    The generator is Tommy Ettinger's Mulberry32.
    """
    state = seed
    while True:
        state = (state + 0x6D2B79F5) & MASK
        mixed = ((state ^ (state >> 15)) * (state | 1)) & MASK
        mixed ^= (mixed + (((mixed ^ (mixed >> 7)) * (mixed | 61)) & MASK)) & MASK
        yield mixed ^ (mixed >> 14)


def planted(seed: int, cases: int) -> int:
    """Say which of so many cases a seed plants; the first, no fault, is twice there."""
    return next(stream(seed)) % (cases + 1) % cases


@lru_cache(maxsize=64)
def drawn(
    seed: int, layers: tuple[Layer, ...], experiments: tuple[Experiment, ...]
) -> tuple[Tensor, ...]:
    """Draw x (T, E) and four matrices (E, E), anew until all cases can be told.

    Args:
        seed: 1 and more.
        layers: first the right one, then those with a fault.
        experiments: what can be tried.
    """
    numbers = stream(seed)
    next(numbers)  # which case it is
    while True:
        x = _table(numbers, LENGTH, X)
        matrices = [_table(numbers, WIDTH, W) for _ in range(4)]
        runs = [[e.run(one, x, matrices) for e in experiments] for one in layers]
        if _can_be_told(runs):
            return x, *matrices


def _table(numbers: Iterator[int], rows: int, most: int) -> Tensor:
    """One decimal each, of either sign."""
    return torch.tensor(
        [
            [(next(numbers) % (2 * most + 1) - most) / 10 for _ in range(WIDTH)]
            for _ in range(rows)
        ],
        dtype=torch.float64,
    )


def _can_be_told(runs: list[list[Tensor]]) -> bool:
    """Whether each fault is seen, and any two cases are plainly equal, or plainly not.

    Args:
        runs: of each case, the right one first, what each experiment gives.
    """
    weights = runs[0][0][: 2 * LENGTH * LENGTH]
    if weights.max() > SURE:
        return False
    for one, other in combinations(range(len(runs)), 2):
        pairs = zip(runs[one], runs[other], strict=True)
        apart = [_apart(*pair) for pair in pairs]
        if any(1e-9 < each < FAR for each in apart):
            return False
        if max(apart) < (FAR if one else SEEN):
            return False
    return True


def _apart(one: Tensor, other: Tensor) -> float:
    return (one - other).abs().max().item()


def as_tables(output: Tensor, weights: Tensor) -> dict[str, Any]:
    """Give weights head by head, and the output, as lists."""
    heads = {f"head {h}": one.tolist() for h, one in enumerate(weights)}
    return heads | {"output": output.tolist()}
