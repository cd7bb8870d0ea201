"""The Python half of *Find the bug*: its cases are the catalogue's, and can be told."""

from collections import Counter
from itertools import combinations

import pytest
import torch
from bs4 import BeautifulSoup
from torch.nn import functional as F

from mha.check.subjects.many_heads import MULTI_HEAD
from mha_book.explorers import FaultFinder
from mha_book.explorers.finder.cases import (
    EXPERIMENTS,
    FAULTS,
    NONE,
    all_cases,
    all_layers,
    code_lines,
)
from mha_book.explorers.finder.drawn import drawn, planted, stream
from mha_book.explorers.finder.explorer import START

CASES = all_cases()
SEEDS = [*range(1, 301), 999_999]


def runs_of(seed: int) -> list[list[torch.Tensor]]:
    """What each case gives in each experiment."""
    x, *matrices = drawn(seed, all_layers(), EXPERIMENTS)
    return [[e.run(one, x, matrices) for e in EXPERIMENTS] for one in all_layers()]


def planted_with(answer: str) -> FaultFinder:
    """The first seed that has planted this."""
    finders = (FaultFinder(seed=seed) for seed in SEEDS)
    return next(one for one in finders if one.answer == answer)


def test_the_right_numbers_are_torch_s_own() -> None:
    finder = planted_with(NONE)
    x, *matrices = (torch.tensor(one) for one in finder.given.values())
    heads = [(x @ w).unflatten(-1, (2, 1)).transpose(0, 1) for w in matrices[:3]]
    joined = F.scaled_dot_product_attention(*heads).transpose(0, 1).flatten(-2)
    given = torch.tensor(finder.runs[0]["output"])
    torch.testing.assert_close(given, joined @ matrices[3], atol=1e-5, rtol=0)


@pytest.mark.parametrize("case", CASES[1:], ids=lambda case: case["name"])
def test_a_case_is_its_fault_of_the_catalogue(case) -> None:
    (fault,) = [f for f in MULTI_HEAD.listing.faults if f.name == case["name"]]
    finder = planted_with(fault.name)
    given = [torch.tensor(one) for one in finder.given.values()]
    _, weights = MULTI_HEAD.listing.with_faults(fault)(*given, 1)
    shown = torch.tensor(finder.runs[1]["head 0"])
    torch.testing.assert_close(shown, weights[0], atol=1e-5, rtol=0)
    assert fault.lines[0][0].strip().splitlines()[0] in "\n".join(
        code_lines()[case["line"] - 1 :]
    )


def test_in_every_seed_s_numbers_each_fault_is_seen_and_any_two_part() -> None:
    """Where numbers look the same in an experiment, they are the same."""
    for seed in SEEDS:
        runs = runs_of(seed)
        for one, other in combinations(range(len(runs)), 2):
            pairs = zip(runs[one], runs[other], strict=True)
            apart = [(a - b).abs().max().item() for a, b in pairs]
            names = CASES[one]["name"], CASES[other]["name"]
            assert max(apart) >= (0.05 if one == 0 else 0.002), (seed, names)
            assert not any(1e-9 < far < 0.002 for far in apart), (seed, names)


def test_seeds_plant_all_and_nothing_twice_as_often() -> None:
    drawn_cases = (planted(seed, len(CASES)) for seed in range(1, 2001))
    times_of = Counter(CASES[case]["name"] for case in drawn_cases)
    assert times_of.keys() == {*FAULTS, NONE}
    expected = 2000 / (len(FAULTS) + 2)  # 143
    for name, times in times_of.items():
        assert times == pytest.approx(expected * (1 + (name == NONE)), rel=0.25)


def test_seeds_draw_numbers_of_their_own() -> None:
    given = {str(FaultFinder(seed=seed).given) for seed in range(1, 31)}
    assert len(given) == 30


def test_the_stream_is_the_known_generator_s() -> None:
    """Mulberry32's first numbers, as its published script gives them."""
    numbers = stream(1)
    assert [next(numbers) for _ in range(3)] == [2693262067, 11749833, 2265367787]


def test_all_experiments_leave_the_answer_alone_and_cost_their_points() -> None:
    most = FaultFinder().limits["bought"]["max"]
    for seed in range(1, 15):
        finder = FaultFinder(seed=seed, bought=most)
        assert finder.fits == [finder.answer]
        assert finder.points == START - sum(one.cost for one in EXPERIMENTS)


@pytest.mark.parametrize("seed", [26, 33, 38])
def test_a_printed_bug_has_one_answer(seed) -> None:
    finder = FaultFinder(seed=seed)
    question = BeautifulSoup(finder.static_tables(), "html.parser")
    shown = [said.text.rstrip(":") for said in question.select("p > em")]
    bought = sum(
        1 << (k - 1) for k, one in enumerate(EXPERIMENTS) if k and one.name in shown
    )
    assert len(FaultFinder(seed=seed).fits) > 1
    assert FaultFinder(seed=seed, bought=bought).fits == [finder.answer]
    answer = question.select_one("details p").text
    names = [said.text for said in question.select("ol > li > ul > li")]
    line = {case["name"]: case["line"] for case in finder.cases}[finder.answer]
    place = names.index(finder.answer) if line else len(names) - 1
    where = f"Line {line}, " if line else ""
    told = finder.answer if line else "Every line"
    assert answer.startswith(f"{where}{'abcdefghijklm'[place]}. {told}")


def test_a_wrong_name_costs_points_and_a_right_one_none() -> None:
    fault = planted_with(FAULTS[0])
    fault.guesses = [NONE]
    assert fault.points == START - 3
    fault.guesses = [NONE, fault.answer]
    assert fault.points == START - 3
    fault.guesses = [fault.answer]
    assert fault.points == START
