"""The Python half of *Find the bug*: its cases are the catalogue's, and can be told."""

from itertools import combinations

import pytest
import torch
from torch.nn import functional as F

from mha.check.subjects.many_heads import MULTI_HEAD
from mha_book.explorers import FaultFinder
from mha_book.explorers.finder.explorer import (
    EXPERIMENTS,
    FAULTS,
    NONE,
    START,
    all_cases,
    code_lines,
)
from mha_book.museum.settings import W_K, W_O, W_Q, W_V, X

CASES = all_cases()


def test_the_right_numbers_are_torch_s_own() -> None:
    heads = [(X @ w).unflatten(-1, (2, 1)).transpose(0, 1) for w in (W_Q, W_K, W_V)]
    joined = F.scaled_dot_product_attention(*heads).transpose(0, 1).flatten(-2)
    given = torch.tensor(CASES[0]["runs"][0]["output"])
    torch.testing.assert_close(given, joined @ W_O, atol=1e-4, rtol=0)


@pytest.mark.parametrize("case", CASES[1:], ids=lambda case: case["name"])
def test_a_case_is_its_fault_of_the_catalogue(case) -> None:
    (fault,) = [f for f in MULTI_HEAD.listing.faults if f.name == case["name"]]
    x, *options = EXPERIMENTS[1][2]
    _, weights = MULTI_HEAD.listing.with_faults(fault)(x, W_Q, W_K, W_V, W_O, *options)
    given = torch.tensor(case["runs"][1]["head 0"])
    torch.testing.assert_close(given, weights[0], atol=1e-4, rtol=0)
    assert fault.lines[0][0].strip().splitlines()[0] in "\n".join(
        code_lines()[case["line"] - 1 :]
    )


def test_any_two_cases_part_in_some_experiment() -> None:
    for one, other in combinations(CASES, 2):
        assert one["runs"] != other["runs"], (one["name"], other["name"])


def test_fourteen_seeds_in_a_row_plant_all_and_twice_nothing() -> None:
    planted = [FaultFinder(seed=seed).answer for seed in range(100, 114)]
    assert sorted(planted) == sorted([*FAULTS, NONE, NONE])


def test_all_experiments_leave_the_answer_alone_and_cost_their_points() -> None:
    most = FaultFinder().limits["bought"]["max"]
    for seed in range(1, 15):
        finder = FaultFinder(seed=seed, bought=most)
        assert finder.fits == [finder.answer]
        assert finder.points == START - sum(cost for _, cost, _ in EXPERIMENTS)


def test_a_wrong_name_costs_points_and_a_right_one_none() -> None:
    assert FaultFinder(seed=1, guess=NONE).points == START - 3
    assert FaultFinder(seed=1, guess=FaultFinder(seed=1).answer).points == START
