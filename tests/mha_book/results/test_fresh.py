"""How often a design asks for fresh memory, and what keeps it from that."""

import os
import sys
from types import SimpleNamespace

import pytest

from mha_book.results.benchmark import fresh


def test_a_cost_is_the_median_of_the_rounds_after_the_first(monkeypatch):
    now, pages = [0.0], [0]
    costs = iter([(9.0, 900), (0.001, 10), (0.002, 30), (0.009, 20)])

    def forward():
        seconds, fetched = next(costs)
        now[0] += seconds
        pages[0] += fetched

    monkeypatch.setattr(fresh.time, "process_time", lambda: now[0])
    monkeypatch.setattr(fresh, "_faults", lambda: pages[0])
    found = fresh.cost_of(SimpleNamespace(forward=forward), rounds=3)
    assert found == pytest.approx({"ms": 2, "fresh pages": 20})


def test_a_measuring_process_has_the_variables_that_it_is_given(monkeypatch):
    told = "{'split': {'kept': os.environ['MALLOC_MMAP_MAX_']}}"
    monkeypatch.setattr(fresh, "SHOW", f"import json, os; print(json.dumps({told}))")
    found = fresh.measure_in_process(8, os.environ | fresh.KEEP)
    assert found.loc["kept", "split"] == fresh.KEEP["MALLOC_MMAP_MAX_"]


@pytest.mark.slow  # of the machine's allocator, for half a minute
@pytest.mark.skipif(sys.platform != "linux", reason="speaks to Linux's C library")
def test_memory_that_is_kept_is_not_fetched_again():
    usual, keep = (
        fresh.measure_in_process(8, os.environ | more) for more in ({}, fresh.KEEP)
    )
    assert [*usual.columns] == ["wrapper", "split"]
    assert (keep.loc["fresh pages"] * 10 < usual.loc["fresh pages"]).all()
