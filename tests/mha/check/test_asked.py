"""What each check asks: its calls, and of each property its own calls, as was read.

A property that asks of other numbers than it says lets a wrong answer through, and all
that is right still passes.
"""

from pathlib import Path

import pytest
import torch

from mha.check.guard import Stumble
from mha.check.subject import Subject, Tried
from mha.check.subjects import SUBJECTS
from records import Record
from short import short

READ = Record(Path(__file__).with_name("asked.txt"))
WRONG = {
    "zeros": torch.zeros_like,
    "ones": torch.ones_like,
    "turned round": lambda right: right.flatten().flip(0).view(right.shape),
    "half as large": lambda right: right / 2 if right.is_floating_point() else right,
}


class Watched(Tried):
    """Answers rightly, or always the same, and keeps what it is asked."""

    def __init__(self, subject: Subject, fill=None) -> None:
        super().__init__(subject.listing.solution(), subject, own=True)
        self.fill, self.asked = fill, []

    def __call__(self, *args):
        self.asked.append(", ".join(map(short, args)))
        found = super().__call__(*args)
        return found if self.fill is None else tuple(map(self.fill, found))


def said(probe, watched: Watched) -> str:
    torch.manual_seed(0)
    try:
        return probe.find(watched) or "holds"
    except Stumble as stumble:
        return stumble.told


def asked_by(subject: Subject):
    for case in subject.cases:
        may = " (may stumble)" * case.may_stumble + f" {case.differs}".rstrip()
        yield f"{case.told}, ±{case.tolerance}{may}:"
        yield f"  {', '.join(map(short, case.args))}"
    for probe in subject.probes:
        right = Watched(subject)
        yield f"{probe.told}{' (may stumble)' * probe.may_stumble} {probe.of}".rstrip()
        yield f"  right: {said(probe, right)}"
        yield from (f"  {one}" for one in right.asked)
        for name, fill in WRONG.items():
            yield f"  {name}: {said(probe, Watched(subject, fill))}"
    for stage in subject.stages:
        yield f"{stage.wrong}: {', '.join(map(short, stage.args))}"


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda one: one.name)
def test_what_it_asks_is_what_was_read(subject):
    READ.holds(subject.name, list(asked_by(subject)))


def test_nothing_is_kept_of_what_is_no_longer_asked():
    READ.has_only({one.name for one in SUBJECTS})
