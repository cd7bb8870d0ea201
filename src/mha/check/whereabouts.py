"""Which results of a call are right, and which part of the others differs first."""

from collections.abc import Iterator, Mapping

from torch import Tensor

from mha.check.common import agree
from mha.check.tables import first_apart

Pairs = Mapping[str, tuple[Tensor, Tensor]]  # what was found, and what it should be
Axes = Mapping[str, tuple[str, ...]]


def parts_of(pairs: Pairs, axes: Axes, tolerance: float) -> list[str]:
    """Say of each result that it is right, or which of its tables differs first.

    What comes of wrong weights is wrong, too: of that nothing is said.
    """
    already = wrong_already(pairs, tolerance)
    said: list[str] = []
    for name, (found, wanted) in pairs.items():
        if agree(found, wanted, tolerance):
            said += [f"its {name} {_verb(name)} right"] * has_choice(wanted)
        elif name == "weights" or not already:
            said += _first(name, found, wanted, axes.get(name, ()), tolerance)
    return said


def _first(
    name: str, found: Tensor, wanted: Tensor, axes: tuple[str, ...], tolerance: float
) -> Iterator[str]:
    at = first_apart(found, wanted, tolerance)
    if axes and any(at):
        place = ", ".join(map("{} {}".format, axes[-len(at) :], at))
        yield f"of its {name} those of {place} are the first that differ"
    elif name == "weights":
        yield "its weights are wrong already"


def wrong_already(pairs: Pairs, tolerance: float) -> bool:
    """Whether weights are wrong, from which all else comes."""
    return "weights" in pairs and not agree(*pairs["weights"], tolerance)


def has_choice(table: Tensor) -> bool:
    """Whether it could be wrong: a word by itself has no choice, its weight is 1."""
    return bool(table.dim()) and table.numel() > len(table)


def _verb(name: str) -> str:
    return "are" if name.endswith("s") and name != "loss" else "is"
