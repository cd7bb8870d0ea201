"""Each property that a check asks for can fail.

Answers of noise have hardly any of them; the others are missing where every answer is
the same, or is no number. Which of them see what is hardly wrong is kept in a record.
"""

from itertools import count
from pathlib import Path

import pytest
import torch

from mha.check.guard import Stumble
from mha.check.known import all_probes
from mha.check.numbers import distinct
from mha.check.subject import Probe, Subject, Tried
from mha.check.subjects import SUBJECTS
from mha.check.subjects.sampling import TOP_K
from records import Record

# What only other calls, other parts or parameters that stand still can fail.
ELSEWHERE = {"One mask serves all texts of a batch", "Every part that it makes is used"}
ELSEWHERE |= {"Parameters move"}
PROBES = [
    pytest.param(subject, probe, id=f"{subject.name}: {probe.told}")
    for subject in SUBJECTS
    for probe in subject.probes
    if probe.told not in ELSEWHERE
]


class Answers(Tried):
    """Gives the right shapes, and in them what nobody has asked for."""

    def __init__(self, subject: Subject, fill) -> None:
        super().__init__(subject.listing.solution(), subject, own=True)
        self.fill = fill

    def __call__(self, *args):
        return tuple(map(self.fill, super().__call__(*args)))


def noise(right):
    """Numbers of the same kind and shape, others at each call."""
    if right.dtype == torch.bool:
        return torch.rand(right.shape) < 0.5
    if not right.is_floating_point():
        return torch.randint(50, right.shape)
    return 9 * torch.randn_like(right)


def lost(right):
    return torch.full_like(right, torch.nan) if right.is_floating_point() else right


def told(subject: Subject, probe: Probe, fill) -> str | None:
    try:
        return probe.find(Answers(subject, fill))
    except Stumble as stumble:
        return stumble.told


def in_the_first_row(right):
    """Right in the first row, and noise below it."""
    return torch.cat([right[:1], noise(right)[1:]])


def test_each_row_has_as_many_chances_as_asked_for() -> None:
    torch.manual_seed(0)
    (probe,) = [one for one in TOP_K.probes if one.told.startswith("As many tokens")]
    assert told(TOP_K, probe, lambda right: right) is None
    assert told(TOP_K, probe, in_the_first_row)


@pytest.mark.parametrize(("subject", "probe"), PROBES)
def test_what_was_not_asked_for_has_not_every_property(subject, probe):
    torch.manual_seed(0)
    fills = (noise, noise, torch.zeros_like, torch.ones_like, lost)
    assert any(told(subject, probe, fill) for fill in fills)


# ---- answers that are hardly wrong -----------------------------------------------

SLIGHT = Record(Path(__file__).with_name("slight.txt"))
LITTLE = 0.02


def a_little_off() -> dict:
    """Ways to be slightly wrong; in the last one, another one at each call."""
    calls = count(1)
    return {
        f"too large by {LITTLE:.0%}": lambda right: right * (1 + LITTLE),
        f"{LITTLE} too high": lambda right: right + LITTLE,
        f"{LITTLE} up and down": lambda right: (
            right + distinct(*right.shape, start=next(calls), size=LITTLE)
        ),
    }


def of_floats(change):
    return lambda right: change(right) if right.is_floating_point() else right


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda one: one.name)
def test_which_properties_see_what_is_hardly_wrong_is_what_was_read(subject):
    lines = []
    for probe in all_probes(subject):
        torch.manual_seed(0)
        ways = a_little_off().items()
        seen = [way for way, fill in ways if told(subject, probe, of_floats(fill))]
        lines.append(f"{probe.told}: {', '.join(seen) or 'none'}")
    SLIGHT.holds(subject.name, lines)


def test_nothing_else_was_read():
    SLIGHT.has_only({one.name for one in SUBJECTS})
