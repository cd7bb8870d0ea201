"""The stored translators are what the page's own code trains and measures today."""

import json
from types import SimpleNamespace

import pytest
import torch

from mha_book.results.training import stored_runs
from mha_book.your_file import trained_translators as trained

SOON = ("no causal mask", 1)  # the run that takes least


@pytest.fixture(scope="module")
def page():
    """The page's code; its numbers are of 64 bits, and the other tests' are not."""
    before = torch.get_default_dtype()
    yield trained.page()
    torch.set_default_dtype(before)


@pytest.fixture
def quick(page):
    """The page, with one step in place of hundreds, and nothing measured."""
    plain = {
        name: lambda *given, name=name: name
        for name in ("accuracy", "copies", "aligned", "follow", "forgetting")
    }

    def fit(model, steps=300, lr=4e-3):
        return page.fit(model, steps=1, lr=lr)

    return SimpleNamespace(**vars(page) | plain | {"fit": fit})


def stored():
    return {(run["model"], run["seed"]): run for run in stored_runs("translators")}


def test_what_is_stored_is_what_the_script_makes(page):
    runs = stored()
    assert [*runs] == trained.pairs(page.kinds)
    assert len(runs) == len(stored_runs("translators")) == 14
    steps = {name: run["steps"] for (name, _), run in runs.items()}
    assert steps == dict.fromkeys(page.kinds, 300) | {
        "no causal mask": 150,
        "mean, four times the steps": 4 * 300,
        "causal cross-attention": 300,
    }
    rates = {name: run["lr"] for (name, _), run in runs.items()}
    assert rates.pop("mean, four times the steps") == 2 * 4e-3
    assert {*rates.values()} == {4e-3}
    assert len({json.dumps(run["versions"]) for run in runs.values()}) == 1


def agrees(name, seed, page):
    """Whether a run made again has the stored one's numbers, as near as pages ask."""
    kept, again = stored()[name, seed], trained.train_one(name, seed, page)
    assert {*again} < {*kept}
    for measured in {*again} - {"model"}:
        one, other = (torch.tensor(run[measured]) for run in (kept, again))
        torch.testing.assert_close(one, other, atol=0.03, rtol=0)


def test_a_run_that_is_made_again_has_the_stored_numbers(page):
    agrees(*SOON, page)


NAMES = ("attention", "attention, small start", "mean", "no causal mask")
UNSEEN = [(name, seed) for name in NAMES for seed in (1, 2)]  # the page trains seed 0
UNSEEN += [(name, 0) for name in trained.ONCE]


@pytest.mark.slow  # four minutes of training
@pytest.mark.parametrize(("name", "seed"), [run for run in UNSEEN if run != SOON])
def test_every_run_that_the_page_does_not_train_has_them(name, seed, page):
    agrees(name, seed, page)


def test_each_model_is_built_as_its_name_says(page):
    parts = {
        name: (type(model.encoder).__name__, type(model.blocks[0]).__name__)
        for name in (*page.kinds, *trained.OTHERS)
        for model in [trained.build(name, 0, page)]
    }
    attention, mean = ("Encoder", "CrossBlock"), ("Encoder", "MeanBlock")
    assert parts == {
        "attention": attention,
        "attention, small start": ("SmallStart", "CrossBlock"),
        "mean": mean,
        "no causal mask": attention,
        "mean, four times the steps": mean,
        "causal cross-attention": attention,
    }


def test_each_model_has_the_masks_that_its_name_says(page):
    source, ids = page.sources[:2], page.targets[:2, :-1]

    def masks(name):
        return trained.build(name, 0, page).masks(source, ids)

    reading, asking, writing = masks("attention")
    assert masks("no causal mask")[2] is None
    for one, other in zip(masks("no causal mask")[:2], (reading, asking), strict=True):
        assert torch.equal(one, other)
    read, across, written = masks("causal cross-attention")
    assert torch.equal(read, reading)
    assert torch.equal(written, writing)
    assert across[0, 0, 0].tolist() == [True] + [False] * (source.shape[1] - 1)


def test_the_same_seed_gives_the_same_run_and_another_does_not(quick):
    losses = [trained.train_one("mean", seed, quick)["loss"] for seed in (0, 0, 1)]
    assert losses[0] == losses[1] != losses[2]


def test_all_runs_are_stored_with_their_machine(quick, monkeypatch, tmp_path):
    monkeypatch.setattr(trained, "page", lambda: quick)
    trained.main(out=tmp_path / "translators.jsonl")
    lines = (tmp_path / "translators.jsonl").read_text().splitlines()
    runs = [json.loads(line) for line in lines]
    assert [(run["model"], run["seed"]) for run in runs] == trained.pairs(quick.kinds)
    assert {"command", "machine", "versions", "date", "threads"} <= {*runs[0]}
    measured = {run["model"]: {*run} & {"copies", "aligned"} for run in runs}
    looked_at = {name: {"aligned"} for name in trained.ALIGNED}
    others = {name: set() for name in measured}
    assert measured == others | looked_at | {"no causal mask": {"copies"}}
