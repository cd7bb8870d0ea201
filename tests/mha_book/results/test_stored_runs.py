"""The stored runs: made once, none chosen by the test part, fast enough."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import torch
from safetensors.torch import save_model
from torch import nn
from torch.utils.data import TensorDataset

from mha.record import write_json
from mha_book.experiments.copying import CopyingOptions
from mha_book.experiments.language import LanguageOptions
from mha_book.results import training as results
from mha_book.results.training import choices, curves, published, stored_runs
from mha_book.results.training.published import commands

ONE, TWO = (f"news --attention {name}" for name in ("one", "two"))


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A function that makes two candidates' runs; what the commands were asked."""
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    monkeypatch.setattr(published, "DECLARED", ONE)
    monkeypatch.setattr(
        published, "CANDIDATES", {"attention": {"first": ONE, "second": TWO}}
    )
    seeded = [f"{words} --seed {seed}" for words in (ONE, TWO) for seed in range(3)]
    monkeypatch.setattr(published, "commands", lambda: seeded)
    asked = []

    def train(words):
        *words, _, folder = words
        asked.append(" ".join(words))
        name, seed = words[2], int(words[4])
        told = {"task": "news", "seed": seed, "test": "--test" in words}
        told |= {"attention": name, "pool": "first", "epochs": 2}
        about = {"options": told} | dict.fromkeys(published.RUN_FIELDS, "known")
        out = Path(folder)
        out.mkdir(parents=True, exist_ok=True)
        (out / "run.json").write_text(json.dumps(about), encoding="utf-8")
        right = {"one": 0.7, "two": 0.8123456}[name]
        table = {"part": ["training", "validation"] * 2, "epoch": [1, 1, 2, 2]}
        table["accuracy"] = [0.1, 0.2, 0.9, right]
        pd.DataFrame(table).to_csv(out / "table.csv", index=False)
        pd.DataFrame([[3, 1], [0, 4]]).to_csv(out / "confusion.csv")
        heads = pd.DataFrame({"head": [0, 1], "before": [0.123456, 0.5]})
        heads.to_csv(out / "heads.csv", index=False)

    monkeypatch.setattr(published.cli, "main", train)
    return lambda: published.main(out=tmp_path / "runs"), asked


def test_a_run_is_kept_with_its_words_and_machine(kept):
    make, asked = kept
    make()
    runs = stored_runs("news")
    assert len(asked) == 6 + 6
    assert [run["command"] for run in runs[:2]] == [
        f"mha-train {ONE} --seed 0 --test",
        f"mha-train {ONE} --seed 1 --test",
    ]
    assert runs[0]["machine"] == "known"
    assert runs[0]["heads"] == {"head": [0, 1], "before": [0.1235, 0.5]}
    assert curves("news")["accuracy"].tolist()[-2:] == [0.9, 0.81235]
    assert curves("news").index.is_unique
    spread = results.accuracy_spread(curves("news"), "attention")
    assert spread.loc["one"].tolist() == pytest.approx([0.7, 0.7, 0.7, 3])
    assert [run["why"] for run in runs] == [
        *["declared beforehand"] * 3,
        *["chosen by validation"] * 3,
    ]
    assert runs[5]["test"] == 7 / 8
    rows = choices.compare_candidates(
        published.CANDIDATES, results.runs_by_command("news")
    )
    assert rows.groupby("change")["accuracy"].max().tolist() == [0.7, 0.81235]
    assert rows["test"].tolist() == [7 / 8] * 6
    assert results.stored_guesses("news", "--attention two --seed 1") == (
        [0] * 4 + [1] * 4,
        [0, 0, 0, 1] + [1] * 4,
    )
    with pytest.raises(
        ValueError, match=r"^no stored run of 'news' has the words '--attention three'$"
    ):
        results.stored_guesses("news", "--attention three")
    make()  # makes nothing again
    assert len(asked) == 12
    assert stored_runs("news") == runs
    with pytest.raises(ValueError, match=r"no stored runs of 'x'; .*\['news'\]"):
        stored_runs("x")


def test_runs_that_were_measured_on_the_test_count_too():
    parts = ["training", "validation", "test", "test"]
    table = {"part": parts, "accuracy": [0.9, 0.5, 0.6, 0.1], "epoch": [2, 2, 2, 1]}
    runs = pd.DataFrame(table).assign(epochs=2, model="one")
    spread = results.accuracy_spread(runs, "model").loc["one"]
    assert spread.tolist() == pytest.approx([0.55, 0.5, 0.6, 2])


def test_what_a_folder_has_is_not_made_again_also_where_nothing_is_stored(kept):
    make, asked = kept
    for _ in range(2):
        run = published.run_command(f"{ONE} --seed 0", results.RESULTS / "runs")
        assert "confusion" in run
        assert "test" not in run  # it was not asked for
    assert len(asked) == 1
    make()
    runs = stored_runs("news")
    (results.RESULTS / "news.jsonl").unlink()
    make()
    assert len(asked) == 12
    assert stored_runs("news") == runs


HEADS = {"head": [0, 1], "lost": [0.1234567, 0.5]}
MEASURED = {
    "copying --layers 2 --seed 3": {
        "ablation": [{"head": 0, "lost": 0.12346}, {"head": 1, "lost": 0.5}]
    },
    "language --subject sport --seed 3": {
        "heads": {"head": [0, 1], "lost": [0.1235, 0.5]}
    },
}


@pytest.mark.parametrize(("words", "expected"), MEASURED.items())
def test_a_trained_models_heads_are_measured(words, expected, monkeypatch, tmp_path):
    trained, data = nn.Linear(2, 2), TensorDataset(torch.ones(3), torch.zeros(3))
    task = SimpleNamespace(validation=SimpleNamespace(dataset=data))
    kind = CopyingOptions if "copying" in words else LanguageOptions
    monkeypatch.setattr(kind, "build", lambda options: (nn.Linear(2, 2), task))

    def train(argv):
        (out := published.cli.read_options(argv).out).mkdir()
        save_model(trained, str(out / "model.safetensors"))
        about = {"options": {}} | dict.fromkeys(published.RUN_FIELDS, "known")
        write_json(out / "run.json", about)
        pd.DataFrame({"epoch": [1]}).to_csv(out / "table.csv", index=False)

    def measure(model, *given):
        assert torch.equal(model.weight, trained.weight)
        assert given == (data.tensors if kind is CopyingOptions else (task,))
        return pd.DataFrame(HEADS)

    monkeypatch.setattr(published.cli, "main", train)
    monkeypatch.setattr(published, "ablate_each_head", measure)
    monkeypatch.setattr(published, "measure_head_shares", measure)
    run = published.run_command(words, tmp_path)
    assert {name: run[name] for name in run.keys() & {"ablation", "heads"}} == expected


@pytest.mark.parametrize("task", ["news", "language", "copying", "baselines"])
def test_what_is_stored_is_what_the_commands_say(task):
    wanted = [words for words in commands() if words.startswith(task)]
    if task != "baselines":
        wanted = [f"mha-train {words}" for words in wanted]
    runs = stored_runs(task)
    assert [kept["command"].removesuffix(" --test") for kept in runs] == wanted
    for kept in runs:
        assert kept["options"]["task"] == task
        named = {"command", "options", "table", *published.RUN_FIELDS}
        assert kept.keys() - named <= {"confusion", "test", "why", "ablation", "heads"}
    # A run keeps the version that it had; all were made with one, to be compared.
    assert len({json.dumps(kept["versions"]) for kept in runs}) == 1


@pytest.mark.parametrize("task", ["news", "language", "copying"])
def test_a_stored_runs_command_asks_for_the_same_today(task):
    """No option's value when omitted has become another since."""
    for kept in stored_runs(task):
        _, *words = kept["command"].split()
        if kept["options"]["seed"] == 0:
            asked = published.cli.read_options([*words, "--out", "run"]).decisive()
            assert {name: asked[name] for name in kept["options"]} == kept["options"]


# Compared with PyTorch's module: at most this share of its time for ten epochs.
SHARES = [("wrapper", 1.3), ("split", 1.0), ("fused", 0.8)]


@pytest.mark.parametrize(("attention", "most"), SHARES)
def test_the_published_models_take_their_share_of_pytorchs_time(attention, most):
    found = curves("news").query(
        "published and max_len == 256 and positions == 'none' and epochs == 10"
    )
    seconds = found.groupby(["attention", "seed"])["seconds"].sum().unstack()
    share = (seconds.loc[attention] / seconds.loc["torch"]).median()
    print(f"{attention} takes {share:.2f} of the time of torch")
    assert share <= most


def against_the_parts(runs) -> list[str]:
    """What was measured on the test part without having been chosen on another."""
    found = []
    kept = {run["command"].removeprefix("mha-train "): run for run in runs}
    plain = {words.removesuffix(" --test"): one for words, one in kept.items()}
    allowed = {published.DECLARED}
    for candidates in published.CANDIDATES.values():
        means = {
            words: np.mean([on_validation(plain[f"{words} --seed {s}"]) for s in SEEDS])
            for words in candidates.values()
        }
        best = max(means.values())
        allowed |= {words for words, mean in means.items() if best - mean < 1e-4}
    tested = [words for words, one in kept.items() if "test" in one]
    wanted = {f"{words} --seed {seed} --test" for words in allowed for seed in SEEDS}
    found += [f"tested, not chosen: {words}" for words in {*tested} - wanted]
    found += [f"chosen, not tested: {words}" for words in wanted - {*tested}]
    for words, one in kept.items():
        parts = {*one["table"]["part"]}
        if ("test" in parts) != one["options"]["published"]:
            found.append(f"measured on {sorted(parts)}: {words}")
        if ("test" in one) != one["options"]["test"]:
            found.append(f"test asked {one['options']['test']}: {words}")
    return found


SEEDS = (0, 1, 2)


def on_validation(run):
    table = pd.DataFrame(run["table"]).query("part == 'validation'")
    return table["accuracy"].iloc[-1]


def test_no_setting_was_chosen_by_the_test_part():
    assert against_the_parts(stored_runs("news")) == []
    # Each baseline's C, too.
    (run,) = stored_runs("baselines")
    table = pd.DataFrame(run["table"]).astype({"test": float})
    for _, rows in table.groupby("model"):
        chosen = rows.dropna(subset="test")
        assert len(chosen) == 1
        assert chosen["validation"].item() == rows["validation"].max()


def test_a_setting_that_was_chosen_by_the_test_part_is_seen():
    runs = stored_runs("news")
    one = {run["command"]: run for run in runs}
    spare = published.CANDIDATES["attention"]["[CLS], from 0.02"]
    peeked = json.loads(json.dumps(one[f"mha-train {spare} --seed 1"]))
    others = [run for run in runs if run["command"] != peeked["command"]]
    peeked["command"] += " --test"
    peeked["options"]["test"], peeked["test"] = True, 0.99
    found = against_the_parts([*others, peeked])
    assert found == [f"tested, not chosen: {spare} --seed 1 --test"]
    # Validation says another is best: what was tested then was not its choice.
    better = [json.loads(json.dumps(run)) for run in runs]
    for run in better:
        if f" {spare} --seed" in run["command"]:
            run["table"]["accuracy"][-1] = 1.0
    found = against_the_parts(better)
    assert sum(f"chosen, not tested: {spare} --seed" in line for line in found) == 3
    assert sum("tested, not chosen" in line for line in found) >= 3
    relabelled = json.loads(json.dumps(runs))
    relabelled[0]["table"]["part"] = ["training", "validation"]
    assert "measured on" in against_the_parts(relabelled)[0]


def test_candidates_with_as_many_right_answers_are_all_tested():
    """Of 245; stored with five digits, which add up to means that differ."""
    right = {"a": (200, 200, 200), "b": (199, 200, 201), "c": (199, 200, 200)}
    runs = {
        f"{words} --seed {seed}": {
            "table": {"part": ["validation"], "accuracy": [round(count / 245, 5)]}
        }
        for words, counts in right.items()
        for seed, count in enumerate(counts)
    }
    why = choices.runs_to_test([], {"kind": {w: w for w in right}}, runs, SEEDS)
    assert [*why] == [f"{words} --seed {seed}" for words in "ab" for seed in SEEDS]


def test_a_part_that_chooses_nothing_is_named():
    run = {"command": "x", "table": {"part": ["test"], "accuracy": [1.0]}}
    with pytest.raises(ValueError, match="x measured test, which chooses nothing"):
        choices.validation_accuracy(run)


def test_pytorchs_start_makes_our_attention_train_as_pytorchs():
    """Its implementation changes nothing: the first weights alone did."""
    found = curves("news").query("published and max_len == 64 and positions == 'none'")
    same = ["seed", "epoch", "part", "loss", "accuracy"]
    ours = found.query("attention == 'split' and start == 'torch'")[same]
    theirs = found.query("attention == 'torch'")[same]
    assert len(ours) == 3 * 10 * 2
    pd.testing.assert_frame_equal(
        ours.reset_index(drop=True), theirs.reset_index(drop=True), rtol=0, atol=2e-5
    )


def test_a_model_is_called_by_its_attention_and_by_positions_where_it_has_some():
    kinds = [("split", "none"), ("none", "learned"), ("split", "alibi")]
    runs = pd.DataFrame(kinds, columns=["attention", "positions"])
    model = results.with_model_names(runs)["model"]
    names = ["split", "none with positions", "split with positions"]
    assert model.tolist() == model.cat.categories.tolist() == names


def test_a_spread_has_those_that_were_run_in_their_order():
    runs = pd.DataFrame(
        {"attention": ["split", "fused", "none"], "accuracy": [5, 3, 4]}
    )
    runs = runs.assign(positions="none", epoch=1, epochs=1, part="validation")
    seen = results.with_model_names(runs).query("attention != 'none'")
    for by in ("attention", "model"):
        spread = results.accuracy_spread(seen, by)
        assert spread["mean"].to_dict() == {"split": 5, "fused": 3}
        assert spread.index.tolist() == ["split", "fused"]
