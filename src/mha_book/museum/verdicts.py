"""What the usual tests say of a fault, and what the book's own check does."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from mha.check.guard import Stumble
from mha.check.known import HOLDS, all_probes, fault_row, fault_tried
from mha_book.display.numbers import write_number
from mha_book.display.tiles import write_shape
from mha_book.museum.beside import Exhibit
from mha_book.museum.rooms import all_exhibits

if TYPE_CHECKING:
    from pandas import DataFrame

RUNS, SHAPES = "it runs", "the shapes are right"
SUMS, FINITE = "rows of weights sum to 1", "every number is finite"
CHECK = "mha.check, which asks for properties"


@dataclass(frozen=True)
class Verdict:
    """What one test says.

    Attributes:
        asked: what it asks for.
        passes: whether the fault gets through.
        said: what it saw.
    """

    asked: str
    passes: bool
    said: str


def verdicts(exhibit: Exhibit) -> list[Verdict]:
    """Hold what comes out with a fault to the usual tests, and then to its check."""
    if exhibit.message:
        said = "" if exhibit.faulty.counted else exhibit.message
        found = [Verdict(RUNS, exhibit.faulty.counted, said)]
    else:
        found = [Verdict(RUNS, True, ""), *_tests(exhibit)]
    return [*found, _check(exhibit)]


def _tests(exhibit: Exhibit) -> Iterator[Verdict]:
    right, faulty = exhibit.right.results, exhibit.faulty.results
    shapes = {name: one.shape for name, one in faulty.items()}
    wrong = [name for name, shape in shapes.items() if right[name].shape != shape]
    shown = wrong or list(shapes)
    said = ", ".join(f"{name} {write_shape(shapes[name])}" for name in shown)
    yield Verdict(SHAPES, not wrong, said)
    if "weights" in faulty:
        sums = faulty["weights"].sum(dim=-1).flatten()
        yield Verdict(SUMS, _all_ones(sums), _listed(sums))
    numbers = [one for one in faulty.values() if one.is_floating_point()]
    lost = sum(int(one.isnan().sum()) for one in numbers)
    yield Verdict(FINITE, not lost, f"{lost} are NaN" if lost else "")


def _all_ones(sums: Tensor) -> bool:
    return torch.allclose(sums, torch.ones(()).to(sums), atol=1e-2)


def _listed(sums: Tensor) -> str:
    """The sums of rows, each once."""
    texts = [write_number(round(one, 2), 2) for one in sums.tolist()]
    shown = list(dict.fromkeys("NaN" if one == "–" else one for one in texts))
    return ", ".join(one.replace("1.00", "1") for one in shown[:6])


@cache
def _check(exhibit: Exhibit) -> Verdict:
    """The first property that the check finds hurt, and what it found against it."""
    row = fault_row(exhibit.subject, exhibit.fault)
    tried = fault_tried(exhibit.subject, exhibit.fault)
    for probe, found in zip(all_probes(exhibit.subject), row, strict=False):
        if found != HOLDS:
            try:
                said = probe.find(tried)
            except Stumble as stumble:
                said = stumble.told
            return Verdict(CHECK, False, f"“{probe.told}” does not hold. {said}")
    stumbles = [one.told for one in tried.on_cases if isinstance(one, Stumble)]
    return Verdict(CHECK, False, f"All holds in 32 bits, with a note. {stumbles[0]}")


def survey() -> "DataFrame":
    """Count how many exhibits get through each test."""
    from pandas import DataFrame

    tests = (RUNS, SHAPES, SUMS, FINITE, CHECK)
    said = [one for each in all_exhibits() for one in verdicts(each)]
    counts = {
        test: [len(passed), sum(passed)]
        for test in tests
        for passed in [[one.passes for one in said if one.asked == test]]
    }
    table = DataFrame.from_dict(
        counts, orient="index", columns=["asked of", "gets through"]
    )
    return table.rename_axis("a test whether …")
