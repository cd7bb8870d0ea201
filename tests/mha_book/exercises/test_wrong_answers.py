"""What each mistake of an exercise answers, held to what a person has read.

A mistake is told by its answer: one that computes something else than its name says
would be told to the wrong reader.
"""

from pathlib import Path

import pytest

from mha_book.exercises.answers import instances
from mha_book.exercises.contents import PAGES
from mha_book.exercises.plain import number
from records import Record

READ = Record(Path(__file__).with_name("wrong.txt"))
MOST = 12  # numbers of an answer; what lines in an order compute may have hundreds
EXERCISES = {
    f"{page} {one.name}": one for page, exercises in PAGES.items() for one in exercises
}


def written(answer) -> str:
    """An answer as one would read it."""
    if not answer:
        return "nothing, or another number of results"
    rest = [f"… {len(answer)} numbers"] * (len(answer) > MOST)
    return ", ".join([*map(rounded, answer[:MOST]), *rest])


def rounded(field) -> str:
    """A whole number or a shape as it is, else four digits: machines agree on these."""
    if isinstance(field, list) or round(field, 4).is_integer():
        return number(field)
    return number(float(f"{field:.4g}"))


@pytest.mark.parametrize("name", EXERCISES)
def test_what_each_mistake_answers_is_what_was_read(name):
    """To the first question, or the first on which it can be told from the rest."""
    first, *_ = asked = instances(EXERCISES[name])
    lines = {}
    for at, one in enumerate(asked, 1):
        for faults, answer in one.wrong:
            said = written(answer)
            if at > 1:
                said += f" to question {at}, where {written(one.right)} is right"
            for fault in faults:
                lines.setdefault(fault.name, f"{fault.name}: {said}")
    READ.holds(name, [f"right: {written(first.right)}", *sorted(lines.values())])


def test_nothing_else_was_read():
    READ.has_only(set(EXERCISES))
