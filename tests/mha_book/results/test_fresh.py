"""How often a design asks for fresh memory, and what keeps it from that."""

import json
import mmap
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
import torch

from mha.benchmark.designs import BenchmarkCase
from mha_book.results.benchmark import fresh


def test_designs_take_turns_and_the_first_turn_of_each_is_not_counted(monkeypatch):
    now, pages, turns = [0.0], [0], []
    more = [10, 20, 30, 40, 5000, 6000]  # what a busy moment fetches is no one's
    costs = [(9.0, 900), (9.0, 900), *((n / 1e3, more[n - 1]) for n in range(1, 7))]
    costs = iter(costs)

    def turn(name):
        turns.append(name)
        seconds, fetched = next(costs)
        now[0] += seconds
        pages[0] += fetched

    monkeypatch.setattr(fresh.time, "process_time", lambda: now[0])
    monkeypatch.setattr(fresh, "_faults", lambda: pages[0])
    runners = {
        name: SimpleNamespace(backward=lambda name=name: turn(name)) for name in "ab"
    }
    found = fresh.costs_of(runners, rounds=3)
    assert turns == [*"abababab"]
    assert found["a"] == {"times": pytest.approx([1, 3, 5]), "fresh pages": 30}
    assert found["b"] == {"times": pytest.approx([2, 4, 6]), "fresh pages": 40}


def test_a_measuring_process_has_the_variables_that_it_is_given(monkeypatch):
    told = "{'split': {'kept': os.environ['MALLOC_MMAP_MAX_']}}"
    monkeypatch.setattr(fresh, "SHOW", f"import json, os; print(json.dumps({told}))")
    found = fresh.measure_in_process(8, os.environ | fresh.KEEP)
    assert found["split"]["kept"] == fresh.KEEP["MALLOC_MMAP_MAX_"]


def test_a_measuring_process_that_fails_says_that_it_did(monkeypatch):
    monkeypatch.setattr(fresh, "SHOW", "raise SystemExit(3)")
    with pytest.raises(subprocess.CalledProcessError, match="exit status 3"):
        fresh.measure_in_process(8, os.environ)


def test_both_ways_take_turns_and_are_written_with_every_designs_costs(
    monkeypatch, tmp_path
):
    turns = []

    def measure(num_heads, environment):
        kept = all(environment.get(name) == v for name, v in fresh.KEEP.items())
        turns.append(kept)
        costs = {"times": [num_heads], "fresh pages": 5 if kept else 7}
        return {"wrapper": costs, "split": costs}

    monkeypatch.setattr(fresh, "measure_in_process", measure)
    monkeypatch.setattr(fresh.torch, "set_num_threads", [].append)
    fresh.main(path := tmp_path / "fresh.json")
    run = json.loads(path.read_text(encoding="utf-8"))
    assert turns == [False, True] * 5
    assert run["versions"]["torch"] == torch.__version__
    assert run["rows"] == [
        {"memory": way, "design": design, "times": [16] * 5, "fresh pages": pages}
        for way, pages in (("as usual", 7), ("memory kept", 5))
        for design in ("wrapper", "split")
    ]


def test_one_long_text_is_measured_on_one_thread(monkeypatch, capsys):
    cases, threads = [], []

    def make_runners(case):
        cases.append(case)
        return {"wrapper": "a", "split": "b", "fused": "c"}

    monkeypatch.setattr(fresh, "make_runners", make_runners)
    monkeypatch.setattr(fresh, "costs_of", dict)
    monkeypatch.setattr(fresh.torch, "set_num_threads", threads.append)
    fresh.show(8)
    found = json.loads(capsys.readouterr().out)
    assert [*found.items()] == [("wrapper", "a"), ("split", "b")]
    assert cases == [BenchmarkCase(batch=1, tokens=1024, embed_dim=256, num_heads=8)]
    assert threads == [1]


def test_a_measuring_process_is_told_the_number_of_heads(monkeypatch):
    asked = []
    monkeypatch.setattr(fresh, "show", asked.append)
    monkeypatch.setattr(sys, "argv", ["-c", "8"])
    exec(fresh.SHOW, {})
    assert asked == [8]


@pytest.mark.skipif(sys.platform == "win32", reason="nothing there counts pages")
def test_a_turn_is_its_processor_time_to_four_digits_and_the_pages_it_touched(
    monkeypatch,
):
    clock = iter([1.0, 1.0123456])
    monkeypatch.setattr(fresh.time, "process_time", lambda: next(clock))
    with mmap.mmap(-1, 2**24) as memory:
        touch = SimpleNamespace(backward=lambda: memory.write(b"1" * 2**24))
        ms, pages = fresh._one(touch)
    assert ms == 12.35
    assert pages > 100  # 16 MiB have more, however large one is


@pytest.mark.slow  # of the machine's allocator, for half a minute
@pytest.mark.skipif(sys.platform != "linux", reason="speaks to Linux's C library")
def test_memory_that_is_kept_is_not_fetched_again():
    usual, keep = (
        fresh.measure_in_process(8, os.environ | more) for more in ({}, fresh.KEEP)
    )
    assert [*usual] == ["wrapper", "split"]
    for name, costs in usual.items():
        assert keep[name]["fresh pages"] * 10 < costs["fresh pages"]
