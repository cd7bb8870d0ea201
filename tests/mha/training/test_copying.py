"""The copying task: what is guessed and measured, and what a head's loss does."""

import re

import pytest
import torch
from torch.nn import functional as F

from mha.data.letters import repeats
from mha.training import cli as command
from mha.training.ablation import ablations, judged, scores
from mha.training.tasks import copying
from mha_book.results.training import stored_runs

V, T = 13, 17


def of_size(**options):
    sizes = {"vocab_size": V, "max_len": T, "shortest": 3, "longest": 7}
    return copying.copying_task(**sizes | options)


def test_each_step_has_new_sequences_which_the_generator_decides(monkeypatch):
    monkeypatch.setattr(copying, "STEPS", 3)
    task = of_size(batch_size=5)

    def epoch(seed):
        task.generator.manual_seed(seed)
        return torch.cat([ids for ids, _ in task.training])

    assert epoch(1).shape == (15, T + 1)
    assert len(task.training) == 3
    assert len(epoch(1).unique(dim=0)) > 10
    assert torch.equal(epoch(1), epoch(1))
    assert not torch.equal(epoch(1), epoch(2))
    measured = [torch.cat([ids for ids, _ in of_size().validation]) for _ in range(2)]
    assert torch.equal(*measured)


def test_all_are_guessed_and_what_repeats_everywhere_is_counted():
    model = copying.copying_model(vocab_size=V, max_len=T)
    batch = repeats(5, T, V, 3, 7)
    loss, right = copying.copying_step(model, batch, longest=7)
    logits, answers = model(batch[0][:, :-1])[0], batch[0][:, 1:]
    torch.testing.assert_close(loss, F.cross_entropy(logits.mT, answers))
    assert torch.equal(right, (logits.argmax(-1) == answers)[:, 7:])
    loss.backward()  # several processes wait for each parameter's gradient
    assert all(p.grad is not None for p in model.parameters())


def copies(ids):
    """A model that is right in the repeats alone, whatever the period; else blind."""
    period = [next(p for p in range(1, len(r)) if r[p] == r[0]) for r in ids.tolist()]
    logits = torch.zeros(*ids.shape, V)
    for row, p in zip(range(len(ids)), period, strict=True):
        for t in range(p, ids.shape[1]):
            logits[row, t, ids[row, t - p + 1]] = 100
    return logits, []


def test_repeats_and_first_periods_are_judged_apart():
    ids, periods = repeats(97, T, V, 3, 7)
    found = judged(copies, ids, periods)
    assert found["repeat accuracy"] == 1
    assert found["repeat loss"] < 1e-6
    assert found["first loss"] == pytest.approx(torch.tensor(float(V)).log().item())
    blind = [(row[1:p] == 0).float() for row, p in zip(ids, periods, strict=True)]
    assert found["first accuracy"] == pytest.approx(torch.cat(blind).mean().item())


def test_ablations_name_every_head_and_its_scores():
    torch.manual_seed(0)
    model = copying.copying_model(vocab_size=V, num_heads=4, num_layers=3)
    data = repeats(11, T, V, 3, 7)
    table = ablations(model, *data)
    pairs = [(layer, head) for layer in range(3) for head in range(4)]
    assert list(zip(table["layer"], table["head"], strict=True)) == [(-1, -1), *pairs]
    before, induction = (score.flatten() for score in scores(model))
    assert table["induction"][1:].tolist() == induction.tolist()
    assert table["token before"][1:].tolist() == before.tolist()
    whole = judged(model, *data)
    assert table.loc[0, list(whole)].to_dict() == whole
    assert table["repeat loss"].nunique() == 13


def test_head_0_prefers_what_is_near():
    scheme, (query, key) = copying.NearHead(3, 2), torch.zeros(2, 1, 3, 5, 2)
    *same, bias = scheme(query, key)
    assert all(torch.equal(a, b) for a, b in zip(same, (query, key), strict=True))
    places = torch.arange(5)
    assert torch.equal(bias[0], -(places[:, None] - places).abs().float())
    assert not bias[1:].any()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--max-len 12", "max_len 12 is not above longest 12"),
        ("--longest 17", "shortest 6 and longest 17: expected 2 to 16"),
        ("--shortest 1", "shortest 1 and longest 12: expected 2 to 16"),
        ("--relative up", "Choose from.*near.*alibi"),
        ("--layers 0", "--layers 0: below 1"),
    ],
)
def test_wrong_words_get_one_line(words, message, tmp_path, capsys):
    with pytest.raises(SystemExit):
        command.main(["copying", *words.split(), "--out", str(tmp_path / "run")])
    told = capsys.readouterr().err
    assert re.fullmatch(f"mha-train: .*{message}.*\n", told)


SMALL = "copying --embed-dim 8 --vocab-size 8 --longest 8 --max-len 12 --seed 3"


def test_interrupted_it_ends_with_the_same_weights_and_ablations(tmp_path, monkeypatch):
    monkeypatch.setattr(copying, "STEPS", 4)
    for out, epochs in (("broken", 1), ("broken", 3), ("whole", 3)):
        words = [*SMALL.split(), "--epochs", str(epochs)]
        command.main([*words, "--out", str(tmp_path / out)])
    for name in ("model.safetensors", "ablation.csv"):
        one, other = ((tmp_path / out / name) for out in ("broken", "whole"))
        assert one.read_bytes() == other.read_bytes(), name


def test_the_stored_runs_lose_copying_without_one_head_and_nothing_else_with_it():
    runs = [run for run in stored_runs("copying") if run["words"]["layers"] == 2]
    assert len({run["words"]["seed"] for run in runs}) == len(runs) == 5
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
