"""A reader's function is judged: by its properties, and by its numbers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import torch

from mha.check.common import agree, excused
from mha.check.diagnosis import Diagnosis, Smallest
from mha.check.fault import Fault
from mha.check.guard import Stumble
from mha.check.known import all_probes, findings, row_of
from mha.check.naming import (
    gives_exactly,
    nearest,
    no_mistake,
    one_fault,
    same,
    two_faults,
)
from mha.check.subject import Subject, Tried
from mha.check.tries import Result, beside_expected, right, tries_of

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
        notes = _notes(self.tried, free=self.failed == len(told))
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
            smallest=next(_wrong_calls(self.tried), None),
            telling=_telling_call(self.tried),
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


def _telling_call(tried: Tried) -> Smallest | None:
    """The first wrong call in which a weight is wrong, too, or else the first one."""
    calls = list(_wrong_calls(tried))
    tables = [name == "weights" for name in tried.subject.results]
    for call in calls:
        beside = zip(tables, call.beside, strict=True)
        if any(is_table and not agree(*pair) for is_table, pair in beside):
            return call
    return calls[0] if calls else None


def _wrong_calls(tried: Tried) -> Iterator[Smallest]:
    """The calls, from the smallest on, that do not give what they should."""
    for case, found, wanted in beside_expected(tried):
        if not isinstance(found, Stumble) and not (
            same(case, found, wanted) or case.differs
        ):
            yield Smallest(case, wanted, found)


def _notes(tried: Tried, free: bool) -> list[str]:
    """What went wrong where it need not go right, and what was taken another way.

    Args:
        tried: the function.
        free: all else is right, so that other numbers have no reason but what is free.
    """
    said: dict[str, list[str]] = {}
    for case, result, wanted in beside_expected(tried):
        why = excused(case, result, wanted)
        if why and (free or not case.differs):
            said.setdefault(why, []).append(case.told)
    notes = [f"On {' and '.join(where)}: {told}" for told, where in said.items()]
    layout = [tried.layout.told] if tried.layout.told else []
    return [*notes, *layout, *tried.subject.notes]
