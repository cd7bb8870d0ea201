"""Answers that few people write: what is told of them, as it was read."""

import inspect
import math
from pathlib import Path

import pytest
import torch

from mha import check
from mha.check import checks
from mha.check.subjects import subject_called
from records import Record

READ = Record(Path(__file__).with_name("odd_answers.txt"))


def solution(name: str):
    return subject_called(name).listing.solution()


def turns_from_the_start_on(x, base=10_000.0):
    return solution("rotate")(x, start=0, base=base)


def gives_two_things(x, num_heads):
    heads = solution("split_heads")(x, num_heads)
    return heads, heads


def gives_a_list(x, num_heads):
    return solution("split_heads")(x, num_heads).tolist()


def says_where(layer, x):
    moved = torch.tensor(solution("leak")(layer, x))
    return moved.expand(2)


def draws_nothing(logits, temperature, k=None):
    return None


def draws_rows(logits, temperature, k=None):
    return solution("choose")(logits, temperature, k).flatten()


def loses_a_text_under_a_mask(query, key, value, mask=None):
    output, weights = solution("attend")(query, key, value, mask)
    lost = mask is not None and query.dim() > 2
    return (output[0], weights[0]) if lost else (output, weights)


def divides_under_a_mask(query, key, value, mask=None):
    width = query.shape[-1] if mask is not None or len(query) < 2 else 1
    larger = math.sqrt(query.shape[-1] / width)
    return solution("attend")(larger * query, key, value, mask)


def rounds_large_numbers(query, key, value, mask=None):
    output, weights = solution("attend")(value=value, query=query, key=key, mask=mask)
    return output.round(decimals=1), weights


TOLD = {
    "rotate": (turns_from_the_start_on,),
    "split_heads": (gives_two_things, gives_a_list),
    "leak": (says_where,),
    "choose": (draws_nothing, draws_rows),
    "attend": (
        loses_a_text_under_a_mask,
        divides_under_a_mask,
        rounds_large_numbers,
    ),
}
EACH = [
    pytest.param(name, one, id=one.__name__)
    for name, all_ in TOLD.items()
    for one in all_
]


@pytest.mark.parametrize(("name", "answer"), EACH)
def test_what_is_told_of_it_is_what_was_read(name, answer):
    READ.holds(answer.__name__, str(getattr(check, name)(answer)).splitlines())


def test_nothing_is_kept_of_what_nobody_answers():
    READ.has_only({one.__name__ for all_ in TOLD.values() for one in all_})


def test_each_check_asks_for_what_it_is_called_by(monkeypatch):
    monkeypatch.setattr(checks, "judge", lambda answer, subject: subject.name)
    for name, one in vars(checks).items():
        own = inspect.isfunction(one) and one.__module__ == checks.__name__
        if own and one is not checks.file:
            asked = one(None).replace("_", "").lower()
            assert asked in (name.replace("_", ""), f"{name}of")
