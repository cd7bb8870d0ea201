"""Parameters that wait for the longer run."""

from collections.abc import Iterable

import pytest


def later(*cases: object) -> list:
    """More cases of a test, which `make test-all` alone runs."""
    rows = (case if isinstance(case, tuple) else (case,) for case in cases)
    return [pytest.param(*row, marks=pytest.mark.slow) for row in rows]


def first_of(cases: Iterable, count: int = 1) -> list:
    """The first cases in each run, the others in the longer one."""
    cases = list(cases)
    return [*cases[:count], *later(*cases[count:])]
