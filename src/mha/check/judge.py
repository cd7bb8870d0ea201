"""A reader's function is judged: by its properties, and by its numbers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import torch

from mha.check.diagnosis import Diagnosis
from mha.check.evidence import notes_on, part_of, telling_call, wrong_calls
from mha.check.fault import Fault
from mha.check.guard import Stumble
from mha.check.known import all_probes, findings, row_of
from mha.check.naming import (
    gives_exactly,
    nearest,
    no_mistake,
    one_fault,
    two_faults,
)
from mha.check.subject import Subject, Tried
from mha.check.tries import Result, right, tries_of

MISFIT = "Its parameters have the shapes that they should have"


def judge(function: Callable[..., Any], subject: Subject) -> Diagnosis:
    """Try a function on all that its subject asks, and say what was found.

    A fault of the catalogue is named only where every property and every number of the
    function is that fault's.
    """
    if not callable(function):
        return Diagnosis(subject, found=f"{function!r} cannot be called.")
    with torch.random.fork_rng(devices=[]), torch.enable_grad(), _one_thread():
        tries: list[_Try] = []
        for tried in tries_of(function, subject):
            tries.append(_Try(tried, tries[0].tried if tries else tried))
            # Where a form is free, the one that makes it right is meant.
            if right(tried):
                return tries[-1].diagnosis()
        return _telling(tries).diagnosis()


@contextmanager
def _one_thread() -> Iterator[None]:
    """Let one thread compute: to share so few numbers out takes longer than they do."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _telling(tries: list["_Try"]) -> "_Try":
    """Of several forms of what is wrong, the one in which the mistake is seen best."""
    first = tries[0]
    if first.failed and first.fault:
        return first
    furthest = max(one.reach for one in tries)
    best = [one for one in tries if one.reach == furthest]
    return next((one for one in best if one.fault), best[0])


@dataclass(frozen=True)
class _Try:
    """A function in one form, and what is found against it.

    Attributes:
        tried: the function in this form.
        plain: the function in the book's form.
    """

    tried: Tried
    plain: Tried

    @cached_property
    def found(self) -> list[str | None]:
        return list(findings(self.tried))

    @cached_property
    def failed(self) -> int:
        """Which is the first property that does not hold."""
        return next(
            (at for at, one in enumerate(findings(self.tried)) if one),
            len(all_probes(self.tried.subject)),
        )

    @property
    def reach(self) -> tuple[int, int]:
        """How far it gets; what runs nowhere should stumble over one thing only."""
        stumbles = {one.kind for one in self._on_cases if isinstance(one, Stumble)}
        nowhere = all(isinstance(one, Stumble) for one in self._on_cases)
        return self.failed, -len(stumbles) if nowhere else 0

    @cached_property
    def fault(self) -> tuple[Fault, ...]:
        return one_fault(self.tried, row_of(self.found))

    def diagnosis(self) -> Diagnosis:
        subject = self.tried.subject
        told = [probe.told for probe in all_probes(subject)]
        notes = notes_on(self.tried, free=self.failed == len(told))
        if self.failed == len(told):
            return Diagnosis(subject, right=told, notes=[*notes, *self._known(notes)])
        row = row_of(self.found)
        both = self.fault or two_faults(self.tried, row)
        told_of = [one for one in both if no_mistake(self.tried, one)]
        faults = tuple(one for one in both if one not in told_of)
        return Diagnosis(
            subject,
            right=told[: self.failed],
            fails=MISFIT if self._misfits else told[self.failed],
            found=self._against(),
            faults=faults,
            behaves_like=None if faults else nearest(self.tried, row),
            smallest=next(wrong_calls(self.tried), None),
            telling=telling_call(self.tried),
            part=part_of(self.tried),
            notes=[*notes, *(one.told() for one in told_of)],
            unjudged=any(getattr(one, "unjudged", False) for one in self._on_cases),
        )

    @property
    def _misfits(self) -> bool:
        """Whether it does not run because numbers do not fit into its parameters."""
        return self.failed == 0 and any(
            getattr(one, "misfit", False) for one in self._on_cases
        )

    @property
    def _on_cases(self) -> list[Result]:
        return self.tried.on_cases

    def _known(self, notes: list[str]) -> list[str]:
        """Faults of which no more than a note is told."""
        known = self.plain.subject.listing.faults if notes else ()
        return [one.told() for one in known if gives_exactly(self.plain, one)]

    def _against(self) -> str | None:
        """What is found; beside a stumble, also the first wrong number."""
        found, number = self.found[self.failed], self.found[-1]
        if self.failed == 0 and number:
            return f"{found} Where it runs, it is not right either. {number}"
        return found
