"""Properties that any function must have: it runs, its shapes and numbers are right."""

from collections.abc import Callable

import torch
from torch import Tensor

from mha.check.guard import Stumble
from mha.check.results import Values, kind_of
from mha.check.subject import Case, Probe, Tried

Expected = list[Values]
Look = Callable[[Case, str, Tensor, Tensor], str | None]


def runs(tried: Tried) -> str | None:
    """Say over what it stumbles on a call that it must be able to do."""
    for case, result in tried.calls():
        if isinstance(result, Stumble) and not case.may_stumble:
            return f"On {case.told}: {result.told}"
    return None


def same_again(tried: Tried) -> str | None:
    """Say whether the same call gives something else the second time."""
    for case, before in tried.calls():
        if not isinstance(before, Stumble) and not _equal(before, tried(*case.args)):
            return (
                f"Called twice on {case.told}, it gives two results: "
                "is there dropout, or a random number?"
            )
    return None


def _equal(before: Values, after: Values) -> bool:
    return all(agree(*pair, 1e-6) for pair in zip(before, after, strict=True))


def shape_probe(expected: Expected) -> Probe:
    """Make the property that shapes and kinds of numbers are right."""
    told = "Its results have the right shapes, and hold the right kind of numbers"
    return _probe_of_results(told, _form, expected)


def excused(case: Case, found: Values | Stumble, wanted: Values) -> str | None:
    """Say what went wrong on a call that need not go right: it raised, or misfits."""
    if case.differs and not isinstance(found, Stumble):
        return case.differs if _misfits(case, found, wanted) else None
    if not case.may_stumble:
        return None
    if isinstance(found, Stumble):
        return found.told
    shapes = [tuple(one.shape) for one in found], [tuple(one.shape) for one in wanted]
    if shapes[0] == shapes[1]:
        return None
    found_shapes, wanted_shapes = (" and ".join(map(str, one)) for one in shapes)
    return f"Its results have the shapes {found_shapes}; expected {wanted_shapes}."


def _misfits(case: Case, found: Values, wanted: Values) -> bool:
    """Whether its numbers are others, though as many as there should be."""
    pairs_ = list(zip(found, wanted, strict=True))
    fits = all(one.shape == two.shape for one, two in pairs_)
    return fits and not all(close(*each, case.tolerance) for each in pairs_)


def _form(case: Case, name: str, found: Tensor, wanted: Tensor) -> str | None:
    if found.shape != wanted.shape and not case.may_stumble:
        shapes = f"{tuple(found.shape)}; expected {tuple(wanted.shape)}"
        return f"On {case.told}, the shape of its {name} is {shapes}."
    if kind_of(found) != kind_of(wanted):
        return (
            f"On {case.told}, there are {kind_of(found)} in its {name}; expected "
            f"{kind_of(wanted)}."
        )
    return None


def number_probe(expected: Expected) -> Probe:
    """Make the property that every number is right."""
    return _probe_of_results("Its numbers are right", _number, expected)


def _probe_of_results(told: str, look: Look, expected: Expected) -> Probe:
    """A property of each result by itself; the first that has it not is told."""

    def find(tried: Tried) -> str | None:
        return next(
            filter(None, (look(*each) for each in pairs(tried, expected))), None
        )

    return Probe(told, find)


def _number(case: Case, name: str, found: Tensor, wanted: Tensor) -> str | None:
    if found.shape != wanted.shape or close(found, wanted, case.tolerance):
        return None
    if case.differs:
        return None
    place = far_from(found, wanted, case.tolerance)
    numbers = f"{shown(found[place])}; expected {shown(wanted[place])}"
    what = f"the number at {list(place)} of its {name}" if place else f"its {name}"
    return f"On {case.told}, {what} is {numbers}."


def pairs(tried: Tried, expected: Expected):
    """Give each result of each call that went well, beside what was expected."""
    for (case, found), wanted in zip(tried.calls(), expected, strict=True):
        if not isinstance(found, Stumble):
            for name, one, other in zip(
                tried.subject.results, found, wanted, strict=True
            ):
                yield case, name, one, other


def close(found: Tensor, wanted: Tensor, tolerance: float) -> bool:
    """Say whether all numbers are equal but for rounding; NaN equals NaN."""
    return torch.allclose(
        found.detach().double(),
        wanted.detach().double(),
        tolerance,
        tolerance,
        equal_nan=True,
    )


def agree(found: Tensor, wanted: Tensor, tolerance: float = 1e-4) -> bool:
    """Say whether two tensors have the same shape and the same numbers."""
    return found.shape == wanted.shape and close(found, wanted, tolerance)


def far_from(found: Tensor, wanted: Tensor, tolerance: float) -> tuple[int, ...]:
    """Give the place of the first number that is off."""
    off = ~torch.isclose(
        found.double(), wanted.double(), tolerance, tolerance, equal_nan=True
    )
    return tuple(off.nonzero()[0].tolist())


def shown(number: Tensor) -> str:
    """Write one number as one would read it."""
    value = number.item()
    return str(value) if isinstance(value, bool | int) else f"{value:.4g}"


def wrong_row(weights: Tensor) -> tuple[int, str] | None:
    """Give the first row that does not sum to 1, all tables counted on, and its sum."""
    sums = weights.sum(dim=-1).flatten()
    off = ~torch.isclose(sums, torch.ones(()), atol=1e-4)
    row = int(off.int().argmax())
    return (row, shown(sums[row])) if off.any() else None


def unlike_alone(run: Callable[..., Values], mask: Tensor) -> str | None:
    """Say how a batch fails under one mask for all; who takes no batch is excused."""
    try:
        without = run()
    except Stumble:
        return None
    try:
        shapes = [tuple(one.shape) for one in run(mask)]
    except Stumble as stumble:
        return (
            f"Two texts go through, and under one mask {tuple(mask.shape)} for both "
            f"of them, which later pages hand over, they do not: {stumble.told}"
        )
    if shapes == [tuple(one.shape) for one in without]:
        return None
    return f"Under one mask {tuple(mask.shape)} for two texts, shapes become {shapes}."


def moved_by_the_last(run: Callable[[Tensor], Tensor], text: Tensor) -> Tensor:
    """Say how far earlier outputs move when the last word of (T, E) changes."""
    changed = text.clone()
    changed[-1] = 3.0
    return (run(changed) - run(text))[:-1].abs().max()
