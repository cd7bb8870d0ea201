"""What a run is asked for: options that tasks share, and what is wrong with them."""

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar, Literal, TypeVar

from torch import nn

from mha.attention.positions import LearnedPositions, SinusoidalPositions
from mha.attention.relative import (
    AlibiPositions,
    RelativePositions,
    RotaryPositions,
    ShawPositions,
)
from mha.training.processes import DEVICES, check_device, check_launch

POSITIONS: dict[str, Callable[[int, int], nn.Module | None]] = {
    "none": lambda max_len, width: None,
    "sinusoidal": lambda max_len, width: SinusoidalPositions(),
    "learned": LearnedPositions,
}
# What makes them, from the width of a head.
RELATIVE: dict[str, Callable[[int], RelativePositions] | None] = {
    "none": None,
    "shaw": partial(ShawPositions, max_distance=16),
    "rotary": lambda head_dim: RotaryPositions(),
    "alibi": lambda head_dim: AlibiPositions(),
}
Value = TypeVar("Value")
COUNTS = ("epochs", "batch_size", "embed_dim", "heads", "layers", "max_len")


@dataclass(frozen=True, kw_only=True)
class Options:
    """What every task takes; a task adds its own, and says what it builds."""

    task: ClassVar[str]

    out: Path
    "Folder for the run."

    def build(self) -> Callable[[], object]:
        """What is asked for, ready to run.

        Raises:
            ValueError: the options do not fit each other.
        """
        raise NotImplementedError

    def decisive(self) -> dict[str, object]:
        """What decides the result: the task, and all options but the folder."""
        options = {name: value for name, value in asdict(self).items() if name != "out"}
        return {"task": self.task} | options

    def check(self) -> None:
        """Raise ValueError, in one line, for what would fail later."""
        for name in COUNTS:
            count = getattr(self, name, 1)
            if count < 1:
                raise ValueError(f"--{name.replace('_', '-')} {count}: below 1")
        if self.out.exists() and not self.out.is_dir():
            raise ValueError(f"--out {self.out} is a file; expected a folder")
        check_launch()


@dataclass(frozen=True, kw_only=True)
class TrainingOptions(Options):
    """What every task takes that trains a model."""

    positions: Literal[tuple(POSITIONS)] = "none"  # type: ignore[valid-type]
    "What is added to the embeddings."
    relative: Literal[tuple(RELATIVE)] = "none"  # type: ignore[valid-type]
    "What changes the scores by distance."
    vocab_size: int = 1000
    max_len: int
    "Tokens at once."
    embed_dim: int = 64
    heads: int
    batch_size: int = 32
    epochs: int = 10
    learning_rate: float
    mixed_precision: Literal["no", "fp16", "bf16"] = "no"
    device: Literal[DEVICES] = "cpu"  # type: ignore[valid-type]
    seed: int = 0

    def check(self) -> None:
        """Raise ValueError, in one line, for what would fail later."""
        super().check()
        if not 0 < self.learning_rate < math.inf:
            raise ValueError(f"--learning-rate {self.learning_rate}: expected above 0")
        if self.embed_dim % self.heads:
            pair = f"--embed-dim {self.embed_dim} / --heads {self.heads}"
            raise ValueError(f"{pair}: uneven")
        if not 0 <= self.seed < 2**32:
            raise ValueError(f"--seed {self.seed}: expected 0 to {2**32 - 1}")
        check_device(self.device, self.mixed_precision)

    def sizes(self) -> dict[str, int]:
        """The sizes that a model and its data share."""
        return {"vocab_size": self.vocab_size, "max_len": self.max_len}


def choice(what: str, name: str, table: Mapping[str, Value]) -> Value:
    """What a table has under a name.

    Raises:
        ValueError: it has no such name; says which there are.
    """
    if name not in table:
        raise ValueError(f"{what} {name!r}; expected one of {sorted(table)}")
    return table[name]


def relative_maker(
    name: str,
    head_dim: int,
    table: Mapping[str, Callable[[int], RelativePositions] | None] = RELATIVE,
) -> Callable[[], RelativePositions] | None:
    """What makes the relative positions of this name, as attention takes it.

    Raises:
        ValueError: the table has no such name.
    """
    make = choice("relative", name, table)
    return None if make is None else partial(make, head_dim)
