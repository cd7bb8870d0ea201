"""Each variant is trained on equal work, and what is stored was made like this."""

import json
from types import SimpleNamespace

import torch

from mha_book.results.training import stored_runs
from mha_book.your_file import stored, trained_variants as trained
from mha_book.your_file.variants import take_definitions


def seen_windows(taken, small, monkeypatch, name):
    """What a run reads, batch by batch."""
    windows = []
    learn = taken.learn

    def watch(model, optimizer, ids):
        windows.append(ids)
        return learn(model, optimizer, ids)

    monkeypatch.setattr(taken, "learn", watch)
    found = trained.train_one(name, 1, taken, small, steps=3)
    monkeypatch.undo()
    return torch.stack(windows), found


def test_each_variant_reads_the_same_windows(taken, small, monkeypatch):
    runs = {
        name: seen_windows(taken, small, monkeypatch, name) for name in trained.LAYERS
    }
    first, _ = runs["unchanged"]
    for name, (windows, found) in runs.items():
        assert torch.equal(windows, first), name
        assert (found["variant"], found["steps"]) == (name, 3)
        assert 0 < found["held out"] < 4


def test_training_is_the_mean_loss_of_the_last_twenty_steps(taken, small, monkeypatch):
    monkeypatch.setattr(taken, "train", lambda model, ids, steps: list(range(steps)))
    found = trained.train_one("unchanged", 0, taken, small, steps=50)
    assert found["training"] == sum(range(30, 50)) / 20


def test_the_seconds_are_those_of_the_training_alone(taken, small, monkeypatch):
    clock = SimpleNamespace(process_time=iter((100.0, 102.46)).__next__)
    monkeypatch.setattr(trained, "time", clock)
    assert trained.train_one("unchanged", 0, taken, small, 1)["seconds"] == 2.5


def test_a_variant_stands_in_each_layer_and_nothing_else_is_changed(taken, small):
    def built(name):
        torch.manual_seed(0)
        return trained.build(name, taken, small)

    plain = built("unchanged").state_dict()
    for name, layers in trained.LAYERS.items():
        model = built(name)
        kinds = [type(block.attention).__name__ for block in model.blocks]
        assert kinds == [kind for kind, _ in layers]
        assert all(block.attention.rope_base == 10_000 for block in model.blocks)
        for part, numbers in model.state_dict().items():
            if ".attention." not in part and name not in trained.WIDTHS:
                assert torch.equal(numbers, plain[part])


def test_the_larger_mlp_has_about_as_many_numbers_as_the_gates(taken):
    size = {"embed_dim": 64, "num_heads": 4, "hidden_dim": 128, "num_layers": 2}
    page = SimpleNamespace(V=94, size=size)
    counts = [
        sum(p.numel() for p in trained.build(name, taken, page).parameters())
        for name in ("unchanged", "unchanged, larger MLP", "gated")
    ]
    assert counts[0] + 8000 < counts[1] <= counts[2] < counts[1] + 200


def test_all_runs_are_stored_with_their_machine(taken, small, monkeypatch, tmp_path):
    space = vars(small)
    monkeypatch.setattr(stored, "take_definitions", lambda page, names: space)
    monkeypatch.setattr(stored, "variants", lambda: taken)
    monkeypatch.setattr(trained.train_one, "__defaults__", (1,))
    layers = {"unchanged": trained.LAYERS["unchanged"]}
    monkeypatch.setattr(trained, "LAYERS", layers)
    trained.main(out=tmp_path / "variants.jsonl")
    lines = (tmp_path / "variants.jsonl").read_text().splitlines()
    runs = [json.loads(line) for line in lines]
    assert [run["seed"] for run in runs] == [0, 1, 2]
    assert {"machine", "versions", "date", "threads"} <= set(runs[0])


def test_the_stored_runs_are_of_these_layers_and_in_ten_minutes(taken):
    runs = stored_runs("variants")
    pairs = [(run["variant"], run["seed"]) for run in runs]
    assert pairs == [(name, seed) for seed in stored.SEEDS for name in trained.LAYERS]
    assert {run["steps"] for run in runs} == {stored.STEPS}
    assert len({run["read"] for run in runs}) == 1
    assert sum(run["seconds"] for run in runs) < 600
    page = SimpleNamespace(**take_definitions(stored.TEXT_PAGE, ("V", *stored.TAKEN)))
    if page.V == 94:  # the manual of the Python that made the runs
        for run in runs[: len(trained.LAYERS)]:
            model = trained.build(run["variant"], taken, page)
            count = sum(p.numel() for p in model.parameters())
            assert run["parameters"] == count, run["variant"]
