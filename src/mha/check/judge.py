"""A reader's function is judged: by its properties, and by its numbers."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from operator import and_
from typing import Any

import torch

from mha.check.common import (
    Expected,
    close,
    number_probe,
    runs,
    same_again,
    shape_probe,
)
from mha.check.diagnosis import Diagnosis, Smallest
from mha.check.fault import Fault
from mha.check.guard import Stumble
from mha.check.handover import layouts_of
from mha.check.subject import Case, Probe, Subject, Tried, Values

HOLDS = "holds"
Row = tuple[str, ...]
Result = Values | Stumble


def judge(function: Callable[..., Any], subject: Subject) -> Diagnosis:
    """Try a function on all that its subject asks, and say what was found.

    A fault of the catalogue is named only where every property and every number of the
    function is that fault's.
    """
    if not callable(function):
        return Diagnosis(subject, found=f"{function!r} cannot be called.")
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        # Where numbers may lie in several ways, the way that makes it right is meant.
        tries = (Tried(function, subject, one) for one in layouts_of(function))
        first = next(tries)
        right = first if _right(first) else next(filter(_right, tries), first)
        return _diagnose(right)


def _right(tried: Tried) -> bool:
    """Whether every call that went well gave what it should, and all had to go well."""
    return all(
        same(case, result, wanted) or (case.may_stumble and isinstance(result, Stumble))
        for case, result, wanted in _beside_expected(tried)
    )


def _beside_expected(tried: Tried) -> Iterator[tuple[Case, Result, Values]]:
    """Each call: its case, what came of it, and what should have."""
    for call, wanted in zip(tried.calls(), expected(tried.subject), strict=True):
        yield *call, wanted


def _diagnose(tried: Tried) -> Diagnosis:
    subject = tried.subject
    told = [probe.told for probe in all_probes(subject)]
    found = _findings(tried)
    failed = next((at for at, one in enumerate(found) if one), None)
    notes = _notes(tried)
    if failed is None:
        known = [one for one in subject.listing.faults if notes and _equal(tried, one)]
        notes += [one.told() for one in known]
        return Diagnosis(subject, right=told, notes=notes)
    alike = _alike(tried, _row(found, tried))
    named = [(one,) for one in alike if _equal(tried, one)] or _two_at_once(tried)
    return Diagnosis(
        subject,
        right=told[:failed],
        fails=told[failed],
        found=found[failed],
        faults=named[0] if named else (),
        behaves_like=None if named else _nearest(tried, alike),
        smallest=_smallest(tried),
        notes=notes,
        unjudged=any(getattr(one, "unjudged", False) for one in tried.on_cases),
    )


def _findings(tried: Tried) -> list[str | None]:
    return [_find(probe, tried) for probe in all_probes(tried.subject)]


@cache
def expected(subject: Subject) -> Expected:
    """Compute what the right function returns on each call."""
    right = Tried(subject.listing.solution(), subject)
    return [one for one in right.on_cases if not isinstance(one, Stumble)]


@cache
def all_probes(subject: Subject) -> tuple[Probe, ...]:
    """Give all properties of a subject, in the order in which they are told."""
    wanted = expected(subject)
    first = Probe("It runs", runs)
    again = Probe("The same call gives the same", same_again)
    return first, again, shape_probe(wanted), *subject.probes, number_probe(wanted)


def _find(probe: Probe, tried: Tried) -> str | None:
    """What is found against a property; also that it could not be looked at."""
    try:
        return probe.find(tried)
    except Stumble as stumble:
        return None if probe.may_stumble else stumble.told
    except Exception as error:  # its results have shapes that nobody expects
        return f"It could not be looked at: {error}"


def _row(found: Sequence[str | None], tried: Tried) -> Row:
    """Which properties hold; over what it stumbled belongs to it."""
    stumbles = (one.kind for one in tried.on_cases if isinstance(one, Stumble))
    return *(HOLDS if one is None else "fails" for one in found), *stumbles


@cache
def fault_tried(subject: Subject, fault: Fault) -> tuple[Row, Tried]:
    """Judge a fault of the catalogue by the same properties."""
    tried = _faulty(subject, fault)
    return _row(_findings(tried), tried), tried


@cache
def _faulty(subject: Subject, *faults: Fault) -> Tried:
    return Tried(subject.listing.with_faults(*faults), subject)


def _known(subject: Subject) -> dict[Fault, Subject]:
    """All faults that are looked for, and whose they are."""
    return {
        fault: one for one in (subject, *subject.also) for fault in one.listing.faults
    }


def _alike(tried: Tried, row: Row) -> list[Fault]:
    known = _known(tried.subject)
    return [
        fault for fault, owner in known.items() if fault_tried(owner, fault)[0] == row
    ]


def _two_at_once(tried: Tried) -> list[tuple[Fault, ...]]:
    """Find two faults that give, together, what a function gives on every call."""
    for one, other in combinations(tried.subject.listing.faults, 2):
        try:
            if _equal(tried, one, other):
                return [(one, other)]
        except ValueError:  # both change the same line
            continue
    return []


def _equal(tried: Tried, *faults: Fault) -> bool:
    """Whether a function gives on every call what faults give."""
    return all(_agreements(tried, *faults))


def _nearest(tried: Tried, faults: Sequence[Fault]) -> Fault | None:
    """The first fault that gives the same on some call where that is not right."""
    wrong = [not same(*each) for each in _beside_expected(tried)]
    for fault in faults:
        agreements = _agreements(tried, fault)
        if any(map(and_, wrong, agreements)):
            return fault
    return None


def _agreements(tried: Tried, *faults: Fault) -> Iterator[bool]:
    """On which calls a function gives what faults give, one after the other."""
    other = _faulty(_known(tried.subject)[faults[0]], *faults)
    for call, (_, theirs) in zip(tried.calls(), other.calls(), strict=True):
        yield same(*call, theirs)


def same(case: Case, one: Result, two: Result) -> bool:
    """Whether two results of one call are the same: numbers, or what went wrong."""
    if isinstance(one, Stumble) or isinstance(two, Stumble):
        return getattr(one, "kind", None) == getattr(two, "kind", "")
    return all(
        a.shape == b.shape and a.dtype == b.dtype and close(a, b, case.tolerance)
        for a, b in zip(one, two, strict=True)
    )


def _smallest(tried: Tried) -> Smallest | None:
    """The first call, from the smallest on, that does not give what it should."""
    for case, found, wanted in _beside_expected(tried):
        if not isinstance(found, Stumble) and not same(case, found, wanted):
            return Smallest(case, wanted, found)
    return None


def _notes(tried: Tried) -> list[str]:
    """What went wrong where it need not go right."""
    said: dict[str, list[str]] = {}
    for case, result in tried.calls():
        if case.may_stumble and isinstance(result, Stumble):
            said.setdefault(result.told, []).append(case.told)
    notes = [f"On {' and '.join(where)}: {told}" for told, where in said.items()]
    return [*notes, tried.layout.told] if tried.layout.told else notes
