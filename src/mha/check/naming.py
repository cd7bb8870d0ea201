"""Which known mistake behaves as a function does: with all its numbers, or in part."""

from collections.abc import Iterator
from itertools import combinations

from mha.check.common import agree, excused
from mha.check.fault import Fault
from mha.check.guard import Stumble
from mha.check.known import HOLDS, Row, all_faults, expected, fault_row, fault_tried
from mha.check.results import Values
from mha.check.subject import Case, Subject, Tried

Result = Values | Stumble
Faults = tuple[Fault, ...]


def one_fault(tried: Tried, row: Row) -> Faults:
    """Give the fault that has the same properties and the same numbers, or none.

    What a function stumbles over though it need not go right is no sign of a second
    fault: it is told in a note.
    """
    owners = all_faults(tried.subject).items()
    alike = [one for one, by in owners if _behaves_so(tried, row, by, (one,))]
    exact = [one for one in alike if gives_exactly(tried, one)]
    return tuple((exact or alike)[:1])


def no_mistake(tried: Tried, fault: Fault) -> bool:
    """Whether a fault alone is no mistake, so that only a note tells of it."""
    return set(fault_row(all_faults(tried.subject)[fault], fault)) == {HOLDS}


def two_faults(tried: Tried, row: Row) -> Faults:
    """Give two faults that have, together, the same properties and numbers, or none."""
    subject = tried.subject
    pairs = combinations(subject.listing.faults, 2)
    return next((two for two in pairs if _behaves_so(tried, row, subject, two)), ())


def _behaves_so(tried: Tried, row: Row, owner: Subject, faults: Faults) -> bool:
    try:
        same_numbers = _gives_the_same(tried, fault_tried(owner, *faults))
    except ValueError:  # both change the same line
        return False
    return same_numbers and fault_row(owner, *faults) == row


def _gives_the_same(tried: Tried, fault: Tried) -> bool:
    """Whether a function gives on every call what a fault gives.

    Where both raise, their messages may differ: then wrong numbers must be the same
    elsewhere.
    """
    raised, alike = False, False
    for case, mine, theirs, wanted in _beside(tried, fault):
        if same(case, mine, theirs):
            alike |= not same(case, mine, wanted)
        elif both_raise(mine, theirs) and not case.may_stumble:
            raised = True
        elif not (case.differs or excused(case, mine, wanted)):
            return False
    return alike or not raised


def _beside(
    tried: Tried, fault: Tried
) -> Iterator[tuple[Case, Result, Result, Values]]:
    """Each case, what both give, and what is right, one after the other."""
    wanted = expected(tried.subject)
    for one, other, right in zip(tried.calls(), fault.calls(), wanted, strict=True):
        yield *one, other[1], right


def both_raise(one: Result, two: Result) -> bool:
    """Whether both raised an exception, whichever."""
    return getattr(one, "raised", False) and getattr(two, "raised", False)


def gives_exactly(tried: Tried, fault: Fault) -> bool:
    """Whether a function does on every call what a fault does, also where it raises."""
    beside = _beside(tried, fault_tried(all_faults(tried.subject)[fault], fault))
    return all(same(case, mine, theirs) for case, mine, theirs, _ in beside)


def nearest(tried: Tried, row: Row) -> Fault | None:
    """Give the first fault with the same properties and most of the wrong numbers."""
    for fault, owner in all_faults(tried.subject).items():
        beside = _beside(tried, fault_tried(owner, fault))
        numbers = [one for one in beside if not isinstance(one[1], Stumble)]
        wrong = [one for one in numbers if not same(one[0], one[1], one[3])]
        alike = [one for one in wrong if same(*one[:3])]
        mostly = len(alike) > max(1, len(wrong) / 2)
        if mostly and fault_row(owner, fault) == row:
            return fault
    return None


def same(case: Case, one: Result, two: Result) -> bool:
    """Whether two results of one call are the same: numbers, or what went wrong."""
    if isinstance(one, Stumble) or isinstance(two, Stumble):
        return getattr(one, "kind", None) == getattr(two, "kind", "")
    return all(
        a.dtype == b.dtype and agree(a, b, case.tolerance)
        for a, b in zip(one, two, strict=True)
    )
