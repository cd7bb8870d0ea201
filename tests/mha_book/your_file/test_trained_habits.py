"""What is added to a training step does what its name says; nothing else differs."""

import json
import math
from types import SimpleNamespace

import pytest
import torch

from mha_book.results.training import stored_runs
from mha_book.your_file import stored, trained_habits as trained


def test_page_11_has_all_that_a_run_wants(taken):
    page = SimpleNamespace(**stored.take_definitions(stored.TEXT_PAGE, stored.TAKEN))
    page.how = stored.settings_of(taken.train)
    assert page.how == {"window": 128, "batch": 8, "lr": trained.Habit().lr}
    (read,) = trained.batches(page, trained.Habit(), 0, 1)
    assert read.shape == (8, 129)


def test_all_read_the_same_but_for_one_batch(small):
    plain, spoiled, exchanged = (
        torch.stack(trained.batches(small, trained.HABITS[name], 1, 10))
        for name in ("page 11", "a bad batch", "another batch")
    )
    for changed in (spoiled, exchanged):
        differ = [k for k in range(10) if not torch.equal(plain[k], changed[k])]
        assert differ == [6]
    again = trained.batches(small, trained.HABITS["another batch"], 1, 10)
    assert torch.equal(torch.stack(again), exchanged)
    assert not spoiled[6].any()
    assert exchanged[6].any()
    assert plain.shape == (10, 2, 7)
    other = torch.stack(trained.batches(small, trained.HABITS["page 11"], 2, 10))
    assert not torch.equal(plain, other)


def test_the_rate_rises_for_a_tenth_and_falls_to_nothing():
    weight = torch.nn.Parameter(torch.zeros(1))
    optimizer = torch.optim.SGD([weight], lr=1.0)
    rate, seen = trained.schedule(optimizer, 100), []
    for _ in range(100):
        seen.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        rate.step()
    assert seen[:10] == pytest.approx([0.1 + 0.09 * k for k in range(10)])
    half = [(1 + math.cos(math.pi * k / 90)) / 2 for k in range(90)]
    assert seen[10:] == pytest.approx(half, abs=1e-6)


def test_a_clipped_gradient_is_measured_before_it_is_cut(taken, small):
    names = "page 11", "clipped"
    plain, clipped = (trained.train_one(n, 0, taken, small, 5) for n in names)
    assert plain["losses"][0] == clipped["losses"][0]
    assert plain["lengths"][0] == clipped["lengths"][0] > 1
    assert plain["losses"] != clipped["losses"]


@pytest.mark.parametrize("precision", ["float32", "autocast", "bfloat16"])
def test_each_precision_stands_where_it_should(taken, small, precision):
    torch.manual_seed(0)
    model = taken.Decoder(small.V, **small.size)
    if precision == "bfloat16":
        model.bfloat16()
    made = []
    query = model.blocks[0].attention.query
    query.register_forward_hook(lambda module, given, out: made.append(out.dtype))
    trained.loss_of(taken, model, small.rows, precision)
    rounded = precision != "float32"
    assert made == [torch.bfloat16 if rounded else torch.float32]


def test_all_runs_are_stored_with_their_machine(taken, small, monkeypatch, tmp_path):
    monkeypatch.setattr(stored, "take_definitions", lambda page, names: vars(small))
    monkeypatch.setattr(stored, "variants", lambda: taken)
    monkeypatch.setattr(trained.train_one, "__defaults__", (3,))
    trained.main(out=tmp_path / "habits.jsonl")
    lines = (tmp_path / "habits.jsonl").read_text().splitlines()
    runs = [json.loads(line) for line in lines]
    pairs = [(s, name) for s in stored.SEEDS for name in trained.HABITS]
    assert [(run["seed"], run["habit"]) for run in runs] == pairs
    assert all(run["machine"]["cpu"] and run["versions"]["torch"] for run in runs)
    assert all(len(run["losses"]) == len(run["lengths"]) == 3 for run in runs)


def test_what_is_stored_is_what_the_script_makes():
    runs = stored_runs("habits")
    pairs = [(s, name) for s in stored.SEEDS for name in trained.HABITS]
    assert [(run["seed"], run["habit"]) for run in runs] == pairs
    assert {run["steps"] for run in runs} == {stored.STEPS}
    assert all(len(run["losses"]) == stored.STEPS for run in runs)
