"""Two runs beside each other: which numbers differ, where first, and by how much."""

import math
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

import torch
from torch import Tensor

from mha.tracing.numbers import Numbers
from mha.tracing.steps import Origin, Step, Trace


@dataclass(frozen=True)
class Moved:
    """How far a tensor's numbers lie from those of the other run.

    Args:
        other: that run's tensor.
        by: the largest difference: 0 where all are equal, infinite where the shapes
            differ or one number is infinite or none.
        part: that, in parts of the largest number of both, at most 1.
        first: the first place that differs; None where it is not among what was kept.
    """

    other: Numbers
    by: float = 0.0
    part: float = 0.0
    first: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Comparison:
    """What became of each operation in another run.

    Args:
        moved: for each key of this run that the other has, too, its tensors' moves.
        there: the other run's own operations, by the step of this run after them.
        pairs: the other run's number for each of ours.
    """

    moved: dict[str, tuple[Moved, ...]]
    there: dict[int, list[Step]]
    pairs: dict[int, int] = field(default_factory=dict)

    def differs(self, key: str) -> bool:
        """Whether any number of it does."""
        return any(one.by for one in self.moved.get(key, ()))


def compare(here: Trace, there: Trace) -> Comparison:
    """Pair two runs' operations by name and order, and their origins by label."""
    names = [[step.name for step in one.steps] for one in (here, there)]
    moved: dict[str, tuple[Moved, ...]] = dict(_origins(here, there))
    only: dict[int, list[Step]] = {}
    pairs: dict[int, int] = {}
    for same, a, b, c, d in SequenceMatcher(None, *names, autojunk=False).get_opcodes():
        if same != "equal":
            only.setdefault(b, []).extend(there.steps[c:d])
            continue
        for one, other in zip(here.steps[a:b], there.steps[c:d], strict=True):
            both = zip(one.outputs, other.outputs, strict=False)
            moved[str(one.number)] = tuple(
                difference(x.numbers, y.numbers) for x, y in both
            )
            pairs[one.number] = other.number
    return Comparison(moved, only, pairs)


def _origins(here: Trace, there: Trace):
    others: dict[str, list[Origin]] = {}
    for one in there.origins:
        others.setdefault(one.label, []).append(one)
    for one in here.origins:
        if found := others.get(one.label):
            yield one.key, (difference(one.numbers, found.pop(0).numbers),)


def difference(one: Numbers, other: Numbers) -> Moved:
    """How far the numbers of one tensor lie from another's."""
    if one.unread or other.unread:
        return Moved(other)
    if one.shape != other.shape:
        return Moved(other, math.inf, 1.0)
    if one.whole is not None and other.whole is not None:
        return _between(one.whole, other.whole, other)
    if one.digest == other.digest:
        return Moved(other)
    moved = _between(_kept(one), _kept(other), other)
    if moved.first is None:  # it lies in numbers that were not kept
        return Moved(other, math.inf, 1.0)
    table, row, column = moved.first
    sheet = one.sheets[table]
    place = (*sheet.index, *sheet.rows[row : row + 1], sheet.columns[column])
    return replace(moved, first=place)


def _kept(numbers: Numbers) -> Tensor:
    return torch.tensor([sheet.values for sheet in numbers.shown()])


def _between(one: Tensor, other: Tensor, numbers: Numbers) -> Moved:
    kind = torch.complex128 if one.is_complex() else torch.float64
    one, other = one.to(kind), other.to(kind)
    unlike = (one != other) & ~(one.isnan() & other.isnan())
    if not unlike.any():
        return Moved(numbers)
    apart = torch.where(unlike, (one - other).abs(), 0.0).nan_to_num(math.inf, math.inf)
    by = apart.max().item()
    sizes = torch.stack([one.abs(), other.abs()])
    largest = sizes[sizes.isfinite()].max().item() if sizes.isfinite().any() else 0.0
    part = min(by / largest, 1.0) if largest else 1.0
    first = tuple(unlike.nonzero()[0].tolist())
    return Moved(numbers, by, part, first)
