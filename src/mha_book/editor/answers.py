"""What the right listing gives on each call, and what each fault gives."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

from mha.check.fault import Fault
from mha.check.guard import Stumble
from mha.check.known import expected, fault_tried
from mha.check.naming import Result, same
from mha.check.results import Values
from mha.check.subject import Subject
from mha_book.editor.parts import Part
from mha_book.exercises.answers import undisturbed

DIGITS, EXACT = 5, 9  # of what is compared; and of 32 bits, all
FAMILIES = {torch.bool: 0, torch.int64: 1}  # else 2: real numbers


@dataclass(frozen=True)
class Known:
    """Faults that give the same on every call, and what they give.

    Attributes:
        faults: as they are told, the first of them first.
        results: one for each call.
    """

    faults: tuple[Fault, ...]
    results: Sequence[Result]


@cache
def right(part: Part) -> Sequence[Values]:
    """Give what should come out of each call."""
    with undisturbed(), torch.no_grad():
        return expected(part.tried())


@cache
def known(part: Part) -> tuple[Known, ...]:
    """Give what comes out with faults, those together that no call tells apart.

    A fault that gives what is right on every call is none here.
    """
    groups: list[tuple[list[Fault], Sequence[Result]]] = [([], right(part))]
    with undisturbed(), torch.no_grad():
        for fault, owner in owners(part.tried()):
            found = fault_tried(owner, fault).on_cases
            alike = [one for one in groups if equal(part, one[1], found)]
            if alike:
                alike[0][0].append(fault)
            else:
                groups.append(([fault], found))
    return tuple(Known(tuple(faults), found) for faults, found in groups[1:])


def owners(subject: Subject) -> list[tuple[Fault, Subject]]:
    """List all faults that are looked for, each with the listing that has it."""
    others = [replace(one, cases=subject.cases) for one in subject.also]
    return [(fault, one) for one in (subject, *others) for fault in one.listing.faults]


def equal(part: Part, one: Sequence[Result], other: Sequence[Result]) -> bool:
    """Whether two rows of results are the same."""
    cases = part.tried().cases
    return all(same(*each) for each in zip(cases, one, other, strict=True))


@cache
def telling(part: Part) -> tuple[int, ...]:
    """Choose few calls, the smallest first, that tell every two rows apart."""
    cases, rows = part.tried().cases, [right(part), *(k.results for k in known(part))]
    left = list(combinations(range(len(rows)), 2))
    chosen = []
    for at in sorted(range(len(cases)), key=lambda at: size_of(right(part)[at])):
        still = [(a, b) for a, b in left if same(cases[at], rows[a][at], rows[b][at])]
        if len(still) < len(left):
            chosen.append(at)
        left = still
    return tuple(chosen)


def size_of(values: Values) -> int:
    """How many numbers a call gives."""
    return sum(one.numel() for one in values)


def coded(result: Result) -> dict[str, Any]:
    """A call's result as the page compares it: numbers, or what went wrong."""
    if isinstance(result, Stumble):
        return {"kind": result.kind}
    return {"results": [coded_tensor(one) for one in result]}


def coded_tensor(one: Tensor) -> dict[str, Any]:
    """A tensor's kind of numbers, its shape, and its numbers."""
    return {
        "family": FAMILIES.get(one.dtype, 2),
        "shape": list(one.shape),
        "values": [coded_number(float(number)) for number in one.flatten()],
    }


def coded_number(number: float, digits: int = DIGITS) -> float | str:
    """A number with so many digits; JSON has none that are infinite."""
    if number != number:
        return "NaN"
    if number in (float("inf"), -float("inf")):
        return "Infinity" if number > 0 else "-Infinity"
    return int(number) if number == int(number) else float(f"{number:.{digits}g}")
