"""The runs that the book shows: found again, compared, and within their targets."""

import json

import pandas as pd
import pytest

from mha.benchmark.designs import BARE, TORCH, TORCH_WEIGHTS
from mha.benchmark.measure import PASSES
from mha.record import circumstances, write_json
from mha_book.results import benchmark as results
from mha_book.results.benchmark import CASE, load_benchmark as load, ratio


def test_this_machine_is_told_in_a_stored_runs_words():
    found = json.loads(json.dumps(circumstances("cpu")))
    run, _ = load("cpu")
    for key in ("machine", "versions"):
        assert found[key].keys() == run[key].keys()
    assert found["machine"]["cpu"]
    assert len(found["load_before"]) == len(run["load_before"]) == 3


def test_an_unknown_stored_run_is_named():
    with pytest.raises(ValueError, match=r"no stored run 'gpu'; there are \['cpu'"):
        load("gpu")


def test_stored_runs_are_told_in_their_order(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    for name in "fcgbeda":
        write_json(tmp_path / f"{name}.json", {"device": name, "rows": [{"ms": 1}]})
    with pytest.raises(ValueError, match=r"'z'.*'a', 'b', 'c', 'd', 'e', 'f', 'g'"):
        load("z")
    run, rows = load("b")
    assert run == {"device": "b"}
    assert rows.to_dict("records") == [{"ms": 1}]


def rows_of(*cases):
    """A row for each design of each (case, {design: milliseconds per round})."""
    return pd.DataFrame(
        [
            dict(zip([*CASE, "design", "times"], (*case, *pair), strict=True))
            for case, times in cases
            for pair in times.items()
        ]
    )


def test_a_ratio_is_taken_round_by_round():
    slow, fast = [3.0, 2.0, 20.0, 16.0, 64.0], [1.0, 2.0, 4.0, 8.0, 16.0]
    rows = rows_of(((1, 2, 3, 4, PASSES[0]), {"a": slow, "b": fast}))
    found = ratio(rows, "a", "b").loc[1, 2, 3, 4, PASSES[0]]
    assert found.to_dict() == {"low": 2, "median": 3, "high": 4}  # of 3, 1, 5, 2, 4
    assert pd.Series(slow).median() / pd.Series(fast).median() == 4  # the medians'


def test_a_ratio_is_taken_within_each_case_and_pass():
    cases = [(1, 2, 3, 4, PASSES[0]), (9, 2, 3, 4, PASSES[0]), (1, 9, 3, 4, PASSES[0])]
    cases += [(1, 2, 9, 4, PASSES[0]), (1, 2, 3, 9, PASSES[0]), (1, 2, 3, 4, PASSES[1])]
    times = [{"a": [i], "b": [2.0], "c": [7.0]} for i in range(1, len(cases) + 1)]
    alone = ((5, 5, 5, 5, PASSES[0]), {"a": [1.0]})
    found = ratio(rows_of(*zip(cases, times, strict=True), alone), "a", "b")
    expected = {case: i / 2 for i, case in enumerate(cases, start=1)}
    assert found["median"].to_dict() == expected
    assert found.index.names == CASE


def test_a_design_that_was_not_timed_is_named():
    rows = rows_of(((1, 2, 3, 4, PASSES[0]), {"a": [1.0], "b": [2.0]}))
    with pytest.raises(ValueError, match=r"no 'a' or no 'z' among \['a', 'b'\]"):
        ratio(rows, "a", "z")


# Design, compared with, at most this share of its time: forward and backward,
# 32 sentences of 1000 tokens, width 256, 4 heads, two cores. The bare sum is the
# least that the fused design can take, whatever stands between its parts.
TARGETS = [
    ("fused", BARE, 1.05),
    ("fused", TORCH, 0.85),
    ("fused", TORCH_WEIGHTS, 0.60),
    ("split", TORCH_WEIGHTS, 1.00),
]


@pytest.mark.parametrize(("design", "to", "most"), TARGETS)
def test_the_stored_run_meets_its_targets(design, to, most):
    run, rows = load("cpu")
    assert (run["device"], run["dtype"], run["threads"]) == ("cpu", "float32", 2)
    large = rows[rows["sweep"] == "size"]
    found = ratio(large, design, to)["median"][32, 1000, 256, 4, PASSES[1]]
    print(f"{design} takes {found:.2f} of the time of {to}")
    assert found <= most
