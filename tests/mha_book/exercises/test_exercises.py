"""Each exercise: PyTorch's answer is right, and each fault's is another one."""

import math
from pathlib import Path

import pytest
import torch

from mha import causal_mask
from mha_book.exercises.answers import (
    APART,
    COUNT,
    distance,
    functions,
    instances,
    plain,
    undisturbed,
)
from mha_book.exercises.catalogue import PAGES
from mha_book.exercises.plain import number
from mha_book.exercises.posed import posed
from project import PATH
from records import Record

READ = Record(Path(__file__).with_name("told.txt"))
EXERCISES = [
    pytest.param(page, one, id=f"{page}-{one.name}")
    for page, all_ in PAGES.items()
    for one in all_
]
each = pytest.mark.parametrize(("page", "exercise"), EXERCISES)


def attend(query, key, value, mask=None):
    """Attention as PyTorch has it; its weights are what it makes of one-hot values."""
    run = torch.nn.functional.scaled_dot_product_attention
    return run(query, key, value, mask), run(query, key, torch.eye(len(key)), mask)


# The same by other code than the catalogue's, where there is some.
OTHERS = {
    "attend": attend,
    "split_heads": lambda x, h: x.unflatten(-1, (h, -1)).movedim(-2, -3),
    "merge_heads": lambda x: torch.cat(x.unbind(-3), dim=-1),
    "causal_mask": causal_mask,
}


@each
def test_the_right_answer_is_pytorchs(page, exercise):
    other = OTHERS.get(exercise.listing.name, exercise.listing.solution())
    for one in instances(exercise):
        with undisturbed():
            found = plain(one.question.run(other))
        assert distance(found, one.right) < 1e-4


@each
def test_every_fault_answers_something_else(page, exercise):
    _, faulty = functions(exercise)
    for one in instances(exercise):
        answers = [one.right, *(found for _, found in one.wrong)]
        told = [fault for faults, _ in one.wrong for fault in faults]
        assert set(told) <= set(faulty)
        assert len(told) == len(set(told))
        assert one.wrong
        for place, found in enumerate(answers):
            others = answers[:place] + answers[place + 1 :]
            gap = APART * exercise.tolerance
            assert min(distance(found, other) for other in others) >= gap


@each
def test_there_are_new_numbers(page, exercise):
    draws = posed(exercise)["draws"]
    assert len(draws) == COUNT == len({str(draw) for draw in draws})


@each
def test_a_choice_and_an_order_have_one_answer_and_a_fault_beside_it(page, exercise):
    for draw in posed(exercise)["draws"]:
        if exercise.kind == "find":
            found = [found for _, found in draw["options"]]
            assert [found.index(draw["found"])] == draw["right"]
            assert len(found) == len({str(one) for one in found}) >= 2
        elif exercise.kind == "order":
            for order in draw["right"]:
                assert all(draw["blames"][piece] is None for piece in order)
            assert sum(blame is not None for blame in draw["blames"]) >= 2
            assert len(draw["pieces"]) == len(set(draw["pieces"]))
        else:
            columns = max(len(draw["columns"]), 1)
            assert len(draw["right"]) == len(draw["labels"]) * columns


def test_every_page_has_exercises_of_its_own_names():
    for all_ in PAGES.values():
        assert len(all_) >= 3
        assert len({one.name for one in all_}) == len(all_)
    assert set(PAGES) <= {page.stem for page in PATH}


def test_what_a_page_has_set_changes_no_answer():
    exercise = PAGES["attention-by-hand"][0]
    before = [one.right for one in instances(exercise)]
    torch.set_default_dtype(torch.float64)
    try:
        assert [one.right for one in instances.__wrapped__(exercise)] == before
        assert torch.get_default_dtype() == torch.float64
    finally:
        torch.set_default_dtype(torch.float32)


@each
def test_what_is_asked_and_told_is_what_was_read(page, exercise):
    told, first = posed(exercise), posed(exercise)["draws"][0]
    lines = [f"{exercise.kind}: {exercise.title}", first["ask"]]
    lines += [f"{given['name']}: {given['values']}" for given in first["given"]]
    lines += [f"start: {exercise.start}"] if exercise.start else []
    if exercise.kind == "order":
        lines += [first["head"], *sorted(first["pieces"])]
        lines += [f"{len(first['right'])} orders"]
    else:
        labels = first["labels"] * max(len(first["columns"]), 1)
        right = first.get("expected", first["right"])
        lines += [f"{', '.join(labels)}: {', '.join(map(number, right))}"]
    lines += sorted({f"tells: {fault['name']}" for fault in told["faults"]})
    READ.holds(f"{page} {exercise.name}", lines)


@each
def test_its_numbers_are_finite(page, exercise):
    for one in instances(exercise):
        flat = [n for f in one.right for n in (f if isinstance(f, list) else [f])]
        assert all(math.isfinite(each) for each in flat)
