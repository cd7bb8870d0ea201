"""Lines of a listing to be put in order, among lines that a fault would have there."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from textwrap import dedent

from mha.check.fault import Fault, Listing
from mha_book.exercises.answers import attempt, distance, instances, undisturbed
from mha_book.exercises.exercise import Exercise

DISTRACTORS = 3


@dataclass(frozen=True)
class Lines:
    """A function's statements.

    Attributes:
        head: the line that begins the function.
        right: its statements, in their order.
        orders: every order of them that computes the same.
        faulty: for faults that are told together, the first, and its statement.
    """

    head: str
    right: Sequence[str]
    orders: Sequence[Sequence[int]]
    faulty: Sequence[tuple[Fault, str]]


@cache
def lines_of(exercise: Exercise) -> Lines:
    """Cut an exercise's listing into statements.

    Raises:
        ValueError: too few faults change one statement alone.
    """
    listing = exercise.listing
    body, spans = _statements(listing.source, exercise)
    faulty = []
    for faults, _ in instances(exercise)[0].wrong:
        changed = [(one, _changed(one, body, listing, exercise)) for one in faults]
        faulty += [pair for pair in changed if pair[1]][:1]
    if len(faulty) < DISTRACTORS:
        raise ValueError(f"{exercise.name}: {len(faulty)} lines that a fault changes")
    return Lines(
        _head(listing.source, exercise),
        body,
        _orders(exercise, body, spans),
        faulty,
    )


def _changed(
    fault: Fault, body: Sequence[str], listing: Listing, exercise: Exercise
) -> str:
    """The statement that a fault changes, where it changes one alone."""
    other, _ = _statements(listing.text_with(fault), exercise)
    if len(other) != len(body):
        return ""
    changed = [text for text, right in zip(other, body, strict=True) if text != right]
    return changed[0] if len(changed) == 1 else ""


def _function(source: str, exercise: Exercise) -> ast.FunctionDef:
    """The function whose lines are asked for, as it was parsed."""
    nodes = ast.parse(source).body
    (found,) = [n for n in nodes if getattr(n, "name", "") == exercise.listing.name]
    if isinstance(found, ast.ClassDef):
        (found,) = [n for n in found.body if getattr(n, "name", "") == exercise.of]
    assert isinstance(found, ast.FunctionDef)
    return found


def _head(source: str, exercise: Exercise) -> str:
    function = _function(source, exercise)
    return source.splitlines()[function.lineno - 1].strip()


def _statements(
    source: str, exercise: Exercise
) -> tuple[list[str], list[tuple[int, int]]]:
    """The text of each statement, and its first and last line."""
    lines = source.splitlines()
    nodes = _function(source, exercise).body
    spans = [(n.lineno - 1, n.end_lineno or n.lineno) for n in nodes]
    return [dedent("\n".join(lines[a:b])) for a, b in spans], spans


def _orders(
    exercise: Exercise, body: Sequence[str], spans: Sequence[tuple[int, int]]
) -> list[tuple[int, ...]]:
    """Try every order: those count that answer as the listing does."""
    everything = permutations(range(len(body)))
    with undisturbed():
        return [order for order in everything if _is_right(exercise, spans, order)]


def _is_right(
    exercise: Exercise, spans: Sequence[tuple[int, int]], order: Sequence[int]
) -> bool:
    lines = exercise.listing.source.splitlines()
    body = [line for n in order for line in lines[slice(*spans[n])]]
    source = "\n".join([*lines[: spans[0][0]], *body, *lines[spans[-1][1] :]])
    try:
        function = Listing(exercise.listing.name, source).solution()
    except Exception:  # in this order it does not even begin
        return False
    return all(
        (found := attempt(one.question, function)) is not None
        and len(found) == len(one.right)
        and distance(found, one.right) < 1e-4
        for one in instances(exercise)[:2]
    )
