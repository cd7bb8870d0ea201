"""What the right code answers to a question, and what each fault answers."""

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor

from mha.check.fault import Fault
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Answer, Exercise, Question

COUNT = 8  # how often there are new numbers
SEEDS = 20  # how many are tried for it
FEW = 3  # where lines are put in order, what they compute is asked for alone
APART = 3  # times the tolerance: what is nearer is told together


@dataclass(frozen=True)
class Instance:
    """A question with the right answer, and with those of the faults.

    Attributes:
        question: what is asked.
        right: the right answer.
        wrong: faults that answer alike, and what they answer.
    """

    question: Question
    right: Answer
    wrong: Sequence[tuple[Sequence[Fault], Answer]]


@cache
def instances(exercise: Exercise) -> list[Instance]:
    """Draw questions, and take those on which most faults can be told apart.

    Raises:
        ValueError: there are too few that differ.
    """
    seeds, count = (FEW, 2) if exercise.kind == "order" else (SEEDS, COUNT)
    with undisturbed():
        drawn = [instance(exercise, Draw(f"{exercise.name} {n}")) for n in range(seeds)]
    distinct = {_print_of(one): one for one in drawn}.values()
    if len(distinct) < count:
        raise ValueError(f"{exercise.name}: {len(distinct)} questions, not {count}")
    return sorted(distinct, key=lambda one: -len(one.wrong))[:count]


def _print_of(one: Instance) -> str:
    question = one.question
    return f"{question.ask} {question.given} {question.labels} {one.right}"


def instance(exercise: Exercise, draw: Draw) -> Instance:
    """Draw a question, and answer it; faults that answer alike are told together."""
    question = exercise.draw(draw)
    solution, faulty = functions(exercise)
    right = plain(question.run(solution))
    groups: list[tuple[list[Fault], Answer]] = [([], right)]
    for fault, function in faulty.items():
        found = attempt(question, function)
        if found is None or len(found) != len(right):
            if exercise.kind == "order":  # a line is wrong, too, where it fails
                groups.append(([fault], []))
            continue
        gaps = [distance(found, other) for _, other in groups]
        if min(gaps) < APART * exercise.tolerance:
            groups[gaps.index(min(gaps))][0].append(fault)
        else:
            groups.append(([fault], found))
    return Instance(question, right, groups[1:])


@cache
def functions(exercise: Exercise) -> tuple[Callable, dict[Fault, Callable]]:
    """Run the listing as it should be, and with each fault."""
    listing = exercise.listing
    faulty = {
        fault: listing.with_faults(fault)
        for fault in listing.faults
        if fault.name not in exercise.leave
    }
    return listing.solution(), faulty


def attempt(question: Question, function: Callable) -> Answer | None:
    """Answer a question by code that may fail over it."""
    try:
        found = plain(question.run(function))
    except Exception:  # a fault may raise anything
        return None
    return found if all(map(_is_moderate, found)) else None


def _is_moderate(field: float | list[int]) -> bool:
    """Whether a page can show it, and JSON can hold it."""
    return isinstance(field, list) or abs(field) < 1e6


@contextmanager
def undisturbed() -> Iterator[None]:
    """What a page has set for its own numbers changes no answer, nor is changed."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float32)
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            torch.random.fork_rng(devices=[]),
            torch.enable_grad(),
        ):
            yield
    finally:
        torch.set_default_dtype(before)


def plain(result: Any) -> Answer:
    """Take numbers, shapes or tensors as the fields of an answer."""
    if isinstance(result, Tensor):
        return [round(float(number), 5) + 0.0 for number in result.detach().flatten()]
    return [
        list(field) if isinstance(field, tuple | list) else round(float(field), 5)
        for field in result
    ]


def distance(one: Answer, other: Answer) -> float:
    """How far two answers are apart; shapes and lengths: not at all, or far."""
    if len(one) != len(other):
        return float("inf")
    pairs = zip(one, other, strict=True)
    return max(
        float(a != b) if isinstance(a, list) or isinstance(b, list) else abs(a - b)
        for a, b in pairs
    )
