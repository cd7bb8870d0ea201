"""What an explorer's inputs may be: written here once, and sent to its script."""

from collections.abc import Iterable
from typing import Any

import traitlets

Limit = dict[str, Any]


def between(low: float, high: float) -> Limit:
    """A number, or every number of a table, from low to high."""
    return {"min": low, "max": high}


def among(choices: Iterable[object]) -> Limit:
    """One of these."""
    return {"among": list(choices)}


def at_most(letters: int) -> Limit:
    """A text that is not blank, and not longer."""
    return {"longest": letters}


DECIMALS = between(2, 8)  # digits shown after the point


def check_range(what: str, rows: Iterable[Iterable[float]], limit: Limit) -> None:
    """Raise TraitError, which names what and the number, outside of the limit."""
    low, high = limit["min"], limit["max"]
    expected = f"±{high}" if low == -high else f"{low} to {high}"
    for number in (number for row in rows for number in row):
        if not low <= number <= high:  # refuses nan too
            raise traitlets.TraitError(f"{what} {number} is not within {expected}")
