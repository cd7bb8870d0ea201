"""An exercise as the page gets it: what is asked, what is right, what faults say."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from mha.check.fault import Fault
from mha_book.exercises.answers import COUNT, Instance, instances
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given
from mha_book.exercises.lines import DISTRACTORS, Lines, lines_of

OPTIONS = 4  # of which one is the fault that was planted


class Told:
    """The faults that an exercise tells, each once."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def number(self, fault: Fault) -> int:
        """Give the fault's number on the page."""
        if fault not in self.faults:
            self.faults.append(fault)
        return self.faults.index(fault)

    def posed(self) -> list[dict[str, str]]:
        """Give them as the page gets them."""
        return [
            {
                "name": fault.name,
                "belief": fault.belief,
                "symptom": fault.symptom,
                "hint": fault.hint,
            }
            for fault in self.faults
        ]


@cache
def posed(exercise: Exercise) -> dict[str, Any]:
    """Give all that the page knows of an exercise."""
    drawn = instances(exercise)
    if exercise.kind == "order":  # the same question, its lines shuffled anew
        drawn = drawn[:1] * COUNT
    return pose(exercise, dict(enumerate(drawn)))


def pose(exercise: Exercise, drawn: Mapping[int, Instance]) -> dict[str, Any]:
    """Give an exercise with these questions.

    Args:
        exercise: what is asked.
        drawn: the questions by their numbers, which choose lines and faults.
    """
    told = Told()
    posing = {"find": _find, "order": _order}.get(exercise.kind, _answer)
    draws = posing(exercise, drawn, told)
    return {
        "name": exercise.name,
        "kind": exercise.kind,
        "title": exercise.title,
        "start": exercise.start,
        "tolerance": exercise.tolerance,
        "faults": told.posed(),
        "draws": draws,
    }


def _asked(one: Instance) -> dict[str, Any]:
    question = one.question
    return {
        "ask": _as_said(question.ask),
        "given": [_given(given) for given in question.given],
        "labels": list(map(str, question.labels)),
        "columns": list(map(str, question.columns)),
    }


def _as_said(ask: str) -> str:
    """A question with true minus signs, its shapes in one piece."""
    return re.sub(r"(?<=\d), (?=−?\d)", ",\N{NO-BREAK SPACE}", _minus(ask))


def _minus(text: str) -> str:
    return re.sub(r"(?<![\w`])-(?=\d)", "−", text)


def _given(given: Given) -> dict[str, Any]:
    return {
        "name": given.name,
        "values": given.values,
        "rows": list(map(str, given.rows)),
        "columns": list(map(str, given.columns)),
    }


def _answer(
    exercise: Exercise, drawn: Mapping[int, Instance], told: Told
) -> list[dict[str, Any]]:
    """Numbers, shapes or a mask are asked for."""
    return [
        _asked(one)
        | {
            "right": one.right,
            "wrong": [
                [list(map(told.number, faults)), found] for faults, found in one.wrong
            ],
        }
        for one in drawn.values()
    ]


def _find(
    exercise: Exercise, drawn: Mapping[int, Instance], told: Told
) -> list[dict[str, Any]]:
    """A fault was planted: which of four is it?"""
    return [
        _asked(one) | _choice(one, place, Draw(f"{exercise.name} {place}"), told)
        for place, one in drawn.items()
    ]


def _choice(one: Instance, place: int, draw: Draw, told: Told) -> dict[str, Any]:
    """Plant one fault after the other, and choose three others beside it."""
    planted = one.wrong[place % len(one.wrong)]
    others = [each for each in one.wrong if each is not planted]
    options = draw.several(others, min(OPTIONS - 1, len(others)))
    options.insert(draw.number(0, len(options)), planted)
    return {
        "expected": one.right,
        "found": planted[1],
        "options": [[told.number(faults[0]), found] for faults, found in options],
        "right": [options.index(planted)],
    }


def _order(
    exercise: Exercise, drawn: Mapping[int, Instance], told: Told
) -> list[dict[str, Any]]:
    """Lines are put in order, among some that a fault would have there."""
    lines = lines_of(exercise)
    return [
        {"ask": one.question.ask, "given": []}
        | _pieces(lines, Draw(f"{exercise.name} {place}"), told)
        for place, one in drawn.items()
    ]


def _pieces(lines: Lines, draw: Draw, told: Told) -> dict[str, Any]:
    faulty = draw.several(lines.faulty, min(DISTRACTORS, len(lines.faulty)))
    pieces = [(text, None) for text in lines.right]
    pieces += [(text, told.number(fault)) for fault, text in faulty]
    shuffled = draw.several(range(len(pieces)), len(pieces))

    def on_page(order: Sequence[int]) -> list[int]:
        return [shuffled.index(n) for n in order]

    return {
        "head": lines.head,
        "pieces": [pieces[n][0] for n in shuffled],
        "blames": [pieces[n][1] for n in shuffled],
        "right": list(map(on_page, lines.orders)),
        "wrong": [[[told.number(f)], on_page(order)] for order, f in lines.known],
    }


def all_posed(exercises: Sequence[Exercise]) -> list[dict[str, Any]]:
    """Give a page's exercises."""
    return [posed(exercise) for exercise in exercises]
