"""Lines of a listing to be put in order, among lines that a fault would have there."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from textwrap import dedent

from mha.check.fault import Fault, Listing
from mha_book.exercises.answers import (
    attempt,
    distance,
    instances,
    undisturbed,
)
from mha_book.exercises.exercise import Exercise

DISTRACTORS, FEWEST = 3, 2
SAME = 1e-4  # but for rounding


@dataclass(frozen=True)
class Lines:
    """A function's statements.

    Attributes:
        head: the line that begins the function.
        right: its statements, in their order.
        orders: every order of them that computes the same.
        known: orders that compute what a fault does, and the first such fault.
        faulty: for faults that are told together, the first, and its statement.
    """

    head: str
    right: Sequence[str]
    orders: Sequence[Sequence[int]]
    known: Sequence[tuple[Sequence[int], Fault]]
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
    if len(faulty) < FEWEST:
        raise ValueError(f"{exercise.name}: {len(faulty)} lines that a fault changes")
    return Lines(
        _head(listing.source, exercise),
        body,
        *_orders(exercise, spans),
        faulty,
    )


def _changed(
    fault: Fault, body: Sequence[str], listing: Listing, exercise: Exercise
) -> str:
    """The statement that a fault changes, where it changes one, and makes it no longer.

    One with more lines gives itself away, and leaves a phone no room for the others.
    """
    other, _ = _statements(listing.text_with(fault), exercise)
    if len(other) != len(body):
        return ""
    pairs = zip(other, body, strict=True)
    changed = [(text, right) for text, right in pairs if text != right]
    if len(changed) != 1:
        return ""
    text, right = changed[0]
    return text if text.count("\n") <= right.count("\n") else ""


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


def _orders(exercise: Exercise, spans: Sequence[tuple[int, int]]) -> tuple[list, list]:
    """Try every order: those that answer as the listing does, or as a fault does."""
    right, known = [], []
    with undisturbed():
        for order in permutations(range(len(spans))):
            group = _answers_like(exercise, spans, order)
            if (
                group == 0 and order[-1] == len(spans) - 1
            ):  # a line after `return` is dead
                right.append(order)
            elif group:
                known.append((order, instances(exercise)[0].wrong[group - 1][0][0]))
    return right, known


def _answers_like(
    exercise: Exercise, spans: Sequence[tuple[int, int]], order: Sequence[int]
) -> int | None:
    """0 where an order answers rightly, or which group of faults answers so."""
    function = _in_order(exercise.listing, spans, order)
    first, second, *_ = instances(exercise)
    found = attempt(first.question, function) if function else None
    if not found:
        return None
    answers = [first.right, *(answer for _, answer in first.wrong)]
    near = [n for n, answer in enumerate(answers) if distance(found, answer) < SAME]
    if not near or near[0]:
        return near[0] if near else None
    again = attempt(second.question, function) if function else None
    return 0 if again and distance(again, second.right) < SAME else None


def _in_order(
    listing: Listing, spans: Sequence[tuple[int, int]], order: Sequence[int]
) -> Callable | None:
    lines = listing.source.splitlines()
    body = [line for n in order for line in lines[slice(*spans[n])]]
    source = "\n".join([*lines[: spans[0][0]], *body, *lines[spans[-1][1] :]])
    try:
        return replace(listing, source=source).solution()
    except Exception:  # in this order it does not even begin
        return None
