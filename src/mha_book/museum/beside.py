"""One fault beside the right listing: every step of both, and where they part."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import torch
from torch import Tensor

from mha.check.fault import Fault
from mha.check.subject import Subject
from mha.check.subjects import subject_called
from mha_book.museum.settings import Setting, settings_of
from mha_book.museum.traced import Run, label, run

NEAR = 1e-5
NEAR_IN_HALF = 1e-2


@dataclass(frozen=True, eq=False)
class Stage:
    """A step of the right listing, and the same step with the fault.

    Attributes:
        name: what the listing calls it, or what its check calls a result.
        right: its numbers.
        faulty: the same with the fault.
        comes_out: it is a result, and no step on the way.
    """

    name: str
    right: Tensor
    faulty: Tensor
    comes_out: bool = False

    @property
    def same_shape(self) -> bool:
        """Whether both have the same shape."""
        return self.right.shape == self.faulty.shape

    @cached_property
    def off(self) -> Tensor:
        """Which numbers differ by more than rounding; the shape is the same."""
        near = NEAR_IN_HALF if self.right.dtype == torch.float16 else NEAR
        pair = self.right.double(), self.faulty.double()
        return ~torch.isclose(*pair, rtol=near, atol=near, equal_nan=True)

    @property
    def differs(self) -> bool:
        """Whether it is not the same."""
        return not self.same_shape or bool(self.off.any())

    @property
    def place(self) -> tuple[int, ...]:
        """Where the first number stands that differs."""
        return tuple(self.off.nonzero()[0].tolist())

    @cached_property
    def moved(self) -> Tensor:
        """How far each number is off, infinity where one of the two is no number."""
        by = (self.faulty.double() - self.right.double()).abs()
        return by.where(~by.isnan(), torch.inf).masked_fill(~self.off, 0.0)


@dataclass(frozen=True, eq=False)
class Exhibit:
    """What a fault does.

    Attributes:
        subject: the check that it belongs to.
        fault: the fault.
        setting: what both were run on.
        right: the run of the right listing.
        faulty: the run with the fault.
        stages: each step of both.
    """

    subject: Subject
    fault: Fault
    setting: Setting
    right: Run
    faulty: Run
    stages: tuple[Stage, ...]

    @property
    def message(self) -> str:
        """What it raises; empty where it gives numbers."""
        return self.faulty.message

    @property
    def differing(self) -> list[Stage]:
        """The steps that are not the same."""
        return [one for one in self.stages if one.differs]

    @property
    def seen(self) -> list[Stage]:
        """The first step that differs, and the first result after it that does."""
        first, *rest = self.differing
        return [first, *[one for one in rest if one.comes_out][:1]]

    @property
    def shows(self) -> bool:
        """Whether something else comes out, and not only on the way."""
        return bool(self.message) or any(one.comes_out for one in self.differing)


@cache
def exhibit(subject: str, fault: str, at: int | None = None) -> Exhibit:
    """Run a listing right and with a fault, on the plainest input that shows it.

    Args:
        subject: the name of what is checked, such as "attend".
        fault: the fault's name.
        at: which of the listing's settings, where it is not the first that shows it.

    Raises:
        ValueError: nothing shows it, or there is no such fault.
    """
    about = subject_called(subject)
    found = about.listing.fault_called(fault)
    choice = settings_of(about)
    for setting in choice if at is None else (choice[at],):
        shown = _beside(about, found, setting)
        if shown.shows:
            return shown
    raise ValueError(f"{subject}: no setting shows “{fault}”")


def _beside(subject: Subject, fault: Fault, setting: Setting) -> Exhibit:
    listing = subject.listing
    right, faulty = (
        run(text, subject, setting.args, setting.then)
        for text in (listing.source, listing.text_with(fault))
    )
    if right.message:
        raise ValueError(f"{listing.name}: {right.message}")
    stages = () if faulty.message else tuple(stages_of(right, faulty))
    return Exhibit(subject, fault, setting, right, faulty, stages)


def stages_of(right: Run, faulty: Run) -> Iterator[Stage]:
    """Each step beside its like, then what comes out as another than its name was."""
    for name, values in right.named.items():
        others = faulty.named.get(name, [])
        for at, value in enumerate(values if others else ()):
            last = at == len(values) - 1
            other = others[-1] if last else others[min(at, len(others) - 1)]
            yield Stage(label(name, at), value, other)
    for name, value in right.results.items():
        if not _told_already(right, faulty, name):
            back = " handed back" if name in right.named else ""
            yield Stage(f"{name}{back}", value, faulty.results[name], True)


def _told_already(right: Run, faulty: Run, name: str) -> bool:
    """Whether a result is what the listing's name of it stood for in the end."""
    return all(
        name in one.named and _equal(one.named[name][-1], one.results[name])
        for one in (right, faulty)
    )


def _equal(one: Tensor, two: Tensor) -> bool:
    return one.shape == two.shape and torch.allclose(
        one.double(), two.double(), equal_nan=True
    )
