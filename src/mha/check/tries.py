"""A function is tried in each form that a right answer may have."""

from collections.abc import Callable, Iterator
from typing import Any

from mha.check.common import excused
from mha.check.forms import ways_of
from mha.check.guard import Stumble
from mha.check.handover import layouts_of
from mha.check.known import expected
from mha.check.naming import same
from mha.check.results import Values
from mha.check.roles import SAID
from mha.check.subject import Case, Subject, Tried

Result = Values | Stumble


def tries_of(function: Callable[..., Any], subject: Subject) -> Iterator[Tried]:
    """Try it in every form that a right answer may have, first in the book's.

    No further form is meant once one gives the right shapes, and none with fewer
    results than are given.
    """
    fits, given = False, 0
    for way in ways_of(subject):
        if fits or len(way.results) < given:
            continue
        for layout in layouts_of(function):
            tried = Tried(function, way, layout)
            if layout.up_first and _said_by_names(tried):
                continue
            yield tried
            results = tried.on_cases
            if any(getattr(one, "kind", "") == "endless" for one in results):
                return
            fits |= _fits(tried)
            if any(isinstance(one, tuple) for one in results):
                given = len(way.results)


def _said_by_names(tried: Tried) -> bool:
    """Whether names say already what this layout would decide."""
    _, result = next(tried.calls())
    return isinstance(result, Stumble) and result.kind == SAID


def _fits(tried: Tried) -> bool:
    """Whether every result has the right shape."""
    return all(
        not isinstance(found, Stumble)
        and [one.shape for one in found] == [one.shape for one in wanted]
        for _, found, wanted in beside_expected(tried)
    )


def right(tried: Tried) -> bool:
    """Whether every call that went well gave what it should, and all had to go well."""
    return all(
        same(case, result, wanted) or excused(case, result, wanted)
        for case, result, wanted in beside_expected(tried)
    )


def beside_expected(tried: Tried) -> Iterator[tuple[Case, Result, Values]]:
    """Each call: its case, what came of it, and what should have."""
    for call, wanted in zip(tried.calls(), expected(tried.subject), strict=True):
        yield *call, wanted
