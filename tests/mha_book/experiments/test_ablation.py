"""What a model that copies does, and what it loses without each of its heads."""

import pandas as pd
import pytest
import torch
from safetensors.torch import load_file

from mha import repeats
from mha_book import copying_model, copying_task, stored_runs
from mha_book.experiments import cli, copying
from mha_book.experiments.ablation import (
    ablate_each_head,
    evaluate_copying,
    score_heads,
)
from mha_book.results.training import published

V, T = 13, 17


def copies(ids):
    """A model that is right in the repeats alone, whatever the period; else blind."""
    assert not torch.is_grad_enabled()  # it is measured, not trained
    period = [next(p for p in range(1, len(r)) if r[p] == r[0]) for r in ids.tolist()]
    logits = torch.zeros(*ids.shape, V)
    for row, p in zip(range(len(ids)), period, strict=True):
        for t in range(p, ids.shape[1]):
            logits[row, t, ids[row, t - p + 1]] = 100
    return logits, []


def test_repeats_and_first_periods_are_judged_apart():
    ids, periods = repeats(97, T, V, 3, 7)
    found = evaluate_copying(copies, ids, periods)
    assert found["repeat accuracy"] == 1
    assert found["repeat loss"] < 1e-6
    assert found["first loss"] == pytest.approx(torch.tensor(float(V)).log().item())
    blind = [(row[1:p] == 0).float() for row, p in zip(ids, periods, strict=True)]
    assert found["first accuracy"] == pytest.approx(torch.cat(blind).mean().item())


class Attends:
    """Head 0 looks at the token before, head 1 at what followed each earlier copy."""

    vocab_size = V

    def __call__(self, ids):
        assert not torch.is_grad_enabled()  # it is measured, not trained
        self.ids, length = ids, ids.shape[1]
        before = torch.eye(length).roll(1, dims=0).expand(len(ids), -1, -1)
        copies = (ids[:, :, None] == ids[:, None]).float().tril(-1)
        copies = copies.roll(1, dims=2) / copies.sum(-1, keepdim=True).clamp(min=1)
        return None, [torch.stack([before, copies], dim=1)]


def test_a_head_that_does_nothing_else_scores_1():
    model = Attends()
    before, induction = score_heads(model)
    assert before[0, 0] == induction[0, 1] == 1
    assert before.shape == induction.shape == (1, 2)
    assert before[0, 1] == induction[0, 0] == 0
    counts = torch.stack([row.bincount(minlength=V) for row in model.ids])
    assert (counts.sort(dim=1).values == torch.tensor([0] * 7 + [2] * 6)).all()


def test_ablations_name_every_head_and_its_scores():
    torch.manual_seed(0)
    model = copying_model(vocab_size=V, num_heads=4, num_layers=3)
    data = repeats(11, T, V, 3, 7)
    table = ablate_each_head(model, *data)
    pairs = [(layer, head) for layer in range(3) for head in range(4)]
    assert list(zip(table["layer"], table["head"], strict=True)) == [(-1, -1), *pairs]
    before, induction = (score.flatten() for score in score_heads(model))
    assert table["induction"][1:].tolist() == induction.tolist()
    assert table["token before"][1:].tolist() == before.tolist()
    whole = evaluate_copying(model, *data)
    assert table.loc[0, list(whole)].to_dict() == whole
    assert table["repeat loss"].nunique() == 13


def test_beside_a_run_stands_what_its_trained_model_loses(tmp_path, monkeypatch):
    monkeypatch.setattr(copying, "STEPS", 4)
    argv = ["copying", "--epochs", "1", "--embed-dim", "8", "--out", str(tmp_path)]
    cli.main(argv)
    published.measure_heads(argv)
    table = pd.read_csv(tmp_path / "ablation.csv")
    assert len(table) == 1 + 2 * 2
    model = copying_model(embed_dim=8)
    model.load_state_dict(load_file(tmp_path / "model.safetensors"))
    data = copying_task().validation.dataset.tensors
    whole = evaluate_copying(model.eval(), *data)
    assert table.loc[0, list(whole)].to_dict() == pytest.approx(whole)


def test_the_stored_runs_lose_copying_without_one_head_and_nothing_else_with_it():
    kind = {"layers": 2, "relative": "near"}.items()
    runs = [run for run in stored_runs("copying") if kind <= run["options"].items()]
    assert len({run["options"]["seed"] for run in runs}) == len(runs) == 5
    for run in runs:
        rows = {(row["layer"], row["head"]): row for row in run["ablation"]}
        whole = rows.pop((-1, -1))
        best = max(rows, key=lambda head: rows[head]["induction"])
        assert best == (1, 1)
        copies, control = rows[best], rows[1, 0]
        assert copies["induction"] > 0.5
        assert copies["repeat loss"] > whole["repeat loss"] + 1.5
        assert abs(copies["first loss"] - whole["first loss"]) < 0.15
        assert copies["repeat accuracy"] < whole["repeat accuracy"] - 0.4
        assert abs(copies["first accuracy"] - whole["first accuracy"]) < 0.15
        assert control["repeat accuracy"] > 0.95
