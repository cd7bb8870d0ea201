"""What is known of a subject: what is right, and how each fault behaves."""

from collections.abc import Iterable, Iterator
from functools import cache

from mha.check.common import Expected, number_probe, runs, same_again, shape_probe
from mha.check.fault import Fault
from mha.check.guard import Stumble
from mha.check.subject import Probe, Subject, Tried

HOLDS = "holds"
Row = tuple[str, ...]


@cache
def right_tried(subject: Subject) -> Tried:
    """Give the catalogue's right code as code that is tried."""
    return Tried(subject.listing.solution(), subject, own=True)


@cache
def expected(subject: Subject) -> Expected:
    """Compute what the right function returns on each call."""
    results = right_tried(subject).on_cases
    return [one for one in results if not isinstance(one, Stumble)]


@cache
def all_probes(subject: Subject) -> tuple[Probe, ...]:
    """Give all properties of a subject, in the order in which they are told."""
    wanted = expected(subject)
    first = Probe("It runs", runs)
    again = Probe("The same call gives the same", same_again)
    return first, again, shape_probe(wanted), *subject.probes, number_probe(wanted)


def findings(tried: Tried) -> Iterator[str | None]:
    """Say of each property, as soon as asked, what is found against it."""
    return (_find(probe, tried) for probe in all_probes(tried.subject))


def _find(probe: Probe, tried: Tried) -> str | None:
    """What is found against a property; also that it could not be looked at."""
    try:
        return probe.find(tried)
    except Stumble as stumble:
        return None if probe.may_stumble else stumble.told
    except Exception as error:  # its results have shapes that nobody expects
        return f"It could not be looked at: {error}"


def row_of(found: Iterable[str | None]) -> Row:
    """Say which properties hold."""
    return tuple(HOLDS if one is None else "fails" for one in found)


@cache
def fault_tried(subject: Subject, *faults: Fault) -> Tried:
    """Give faults of the catalogue as code that is tried.

    Raises:
        ValueError: two faults change the same line.
    """
    return Tried(subject.listing.with_faults(*faults), subject, own=True)


@cache
def fault_row(subject: Subject, *faults: Fault) -> Row:
    """Judge faults of the catalogue by the same properties."""
    return row_of(findings(fault_tried(subject, *faults)))


def all_faults(subject: Subject) -> dict[Fault, Subject]:
    """Give all faults that are looked for, and whose they are."""
    return {
        fault: one for one in (subject, *subject.also) for fault in one.listing.faults
    }
