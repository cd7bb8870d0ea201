"""Training goes on as if nothing had happened, whenever it was stopped."""

import re
from dataclasses import replace
from itertools import count
from types import SimpleNamespace

import pandas as pd
import pytest
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

from mha import record
from mha.training import loop
from mha.training.checkpoint import checkpoints
from mha.training.loop import Task, train
from small_task import WIDTH, problem, step, weights


def learned(epochs, dropout=0.3, **options):
    model, task = problem(dropout=dropout)
    table = train(model, task, epochs=epochs, learning_rate=0.02, **options)
    return weights(model), table


def spied(look, epochs=1, dropout=0.0, **options):
    """Train, and keep what `look(model, batch)` sees in each step, by mode."""
    seen = {True: [], False: []}

    def spying(model, batch):
        seen[model.training].append(look(model, batch))
        return step(model, batch)

    model, task = problem(spying, dropout)
    train(model, task, epochs=epochs, **options)
    return seen[True], seen[False]


def test_it_learns_and_tells_each_epoch(monkeypatch):
    clock = SimpleNamespace(perf_counter=count(100.0).__next__)
    monkeypatch.setattr(loop, "time", clock)
    _, table = learned(20)
    assert list(table.columns) == ["epoch", "part", "loss", "accuracy", "seconds"]
    assert table["epoch"].tolist() == [e for e in range(1, 21) for _ in range(2)]
    assert table["part"].tolist() == ["training", "validation"] * 20
    first, last = (table[table["epoch"] == e].set_index("part") for e in (1, 20))
    assert last["loss"]["validation"] < first["loss"]["validation"] / 2
    assert last["accuracy"]["validation"] > 0.9
    assert (table["seconds"] == 1).all()  # from one look at the clock to the next


def test_loss_and_accuracy_are_means_over_all_guesses():
    model, task = problem()
    table = train(model, task, epochs=1)
    x, y = task.validation.dataset.tensors
    logits = model.eval()(x)
    found = table[table["part"] == "validation"].iloc[0]
    assert found["loss"] == pytest.approx(F.cross_entropy(logits, y).item(), rel=1e-5)
    right = (logits.argmax(-1) == y).double().mean().item()
    assert found["accuracy"] == pytest.approx(right, abs=1e-6)


def test_training_is_adamws_and_nothing_else():
    model, task = problem(dropout=0.0)
    mine, _ = problem(dropout=0.0)
    train(model, task, epochs=2, learning_rate=0.02, seed=3)
    optimizer = torch.optim.AdamW(mine.parameters(), lr=0.02)
    for epoch in (1, 2):
        task.generator.manual_seed(3 * 10_000 + epoch)
        for batch in task.training:
            optimizer.zero_grad()
            step(mine, batch)[0].backward()
            optimizer.step()
    assert torch.equal(weights(model), weights(mine))


def test_validation_records_no_gradient_and_drops_nothing():
    modes, never = spied(lambda model, batch: torch.is_grad_enabled(), epochs=2)
    assert set(modes) == {True}
    assert set(never) == {False}
    assert (len(modes), len(never)) == (2 * 9, 2 * 6)


def test_the_table_is_of_each_part_by_itself():
    """A training part as validation tells the same as one measured by hand."""
    model, task = problem(dropout=0.0)
    x, y = task.training.dataset.tensors
    other = DataLoader(TensorDataset(x[:13], y[:13]), 5)
    table = train(model, Task(step, task.training, other, task.generator), epochs=1)
    with torch.no_grad():
        loss, right = step(model, (x[:13], y[:13]))
    found = table.set_index("part").loc["validation"]
    assert found["loss"] == pytest.approx(loss.item(), rel=1e-5)
    assert found["accuracy"] == pytest.approx(right.double().mean().item())


def test_the_seed_decides_everything():
    one, first = learned(2, seed=1)
    torch.manual_seed(99)
    same, second = learned(2, seed=1)
    other, _ = learned(2, seed=2)
    assert torch.equal(one, same)
    assert not torch.equal(one, other)
    times = ["seconds"]
    pd.testing.assert_frame_equal(first.drop(columns=times), second.drop(columns=times))


def test_seed_and_epoch_decide_the_order_of_batches():
    def orders(seed):
        seen, _ = spied(lambda model, batch: batch[0], epochs=2, seed=seed)
        return [torch.cat(seen[:9]), torch.cat(seen[9:])]

    found = [*orders(0), *orders(1)]
    assert len({tuple(order[:, 0].tolist()) for order in found}) == 4
    assert len({tuple(sorted(order[:, 0].tolist())) for order in found}) == 1
    assert torch.equal(torch.cat(orders(1)), torch.cat(found[2:]))


def test_seed_and_epoch_decide_what_dropout_drops():
    def look(model, batch):
        with torch.random.fork_rng():  # the training's own state stays where it is
            return tuple(F.dropout(torch.ones(100), 0.5).tolist())

    def drops(seed):
        seen, _ = spied(look, epochs=2, seed=seed)
        return [seen[0], seen[9]]

    found = [*drops(0), *drops(1)]
    assert len(set(found)) == 4
    assert drops(1) == found[2:]


class Watched(nn.Sequential):
    """Keeps the dtypes that its first layer gave."""

    def forward(self, x):
        first = self[0](x)
        self.dtypes.add(first.dtype)
        return super().forward(x)


@pytest.mark.parametrize("order", [("bf16", "no"), ("no", "bf16")])
def test_each_call_has_the_precision_that_it_asks_for(order):
    layers, task = problem()
    model = Watched(*layers)
    for precision in order:
        model.dtypes = set()
        train(model, task, epochs=1, mixed_precision=precision)
        expected = {"bf16": torch.bfloat16, "no": torch.float32}[precision]
        assert model.dtypes == {expected}
        assert {p.dtype for p in model.parameters()} == {torch.float32}
    model.dtypes = set()
    model(torch.zeros(1, WIDTH))
    assert model.dtypes == {torch.float32}  # afterwards nothing is cast


def test_a_resumed_run_equals_an_unbroken_one(tmp_path):
    whole, expected = learned(5)
    learned(2, out=tmp_path)
    assert [path.name for path in checkpoints(tmp_path)] == ["epoch-0002.checkpoint"]
    resumed, table = learned(5, out=tmp_path)
    assert torch.equal(resumed, whole)
    times = ["seconds"]
    pd.testing.assert_frame_equal(
        table.drop(columns=times), expected.drop(columns=times)
    )


class Killed(BaseException):
    pass


@pytest.mark.parametrize("at", [1, 12, 25, 40])
def test_killed_in_any_batch_it_resumes_to_the_same_weights(at, tmp_path):
    whole, _ = learned(3)
    calls = iter(range(1000))

    def dying(model, batch):
        if next(calls) == at:
            raise Killed
        return step(model, batch)

    model, task = problem(dying)
    with pytest.raises(Killed):
        train(model, task, epochs=3, learning_rate=0.02, out=tmp_path)
    resumed, _ = learned(3, out=tmp_path)
    assert torch.equal(resumed, whole)


@pytest.mark.parametrize("place", ["os.fsync", "Path.replace", "Path.unlink"])
@pytest.mark.parametrize("call", [1, 2])
def test_killed_while_saving_it_resumes_to_the_same_weights(
    place, call, tmp_path, monkeypatch
):
    whole, _ = learned(3)
    holder, name = place.split(".")
    real = getattr(getattr(record, holder), name)
    calls = iter(range(1, 1000))

    def dying(*arguments, **options):
        if next(calls) == call:
            raise Killed
        return real(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(getattr(record, holder), name, dying)
        with pytest.raises(Killed):
            learned(3, out=tmp_path)
    resumed, _ = learned(3, out=tmp_path)
    assert torch.equal(resumed, whole)
    assert checkpoints(tmp_path)[-1].name == "epoch-0003.checkpoint"


def test_what_cannot_be_trained_is_named(tmp_path):
    model, task = problem()
    for epochs in (0, 10_000):
        with pytest.raises(ValueError, match=f"epochs {epochs}: expected 1 to 9999"):
            train(model, task, epochs=epochs)
    missing = "cuda" if not torch.cuda.is_available() else "mps"
    with pytest.raises(ValueError, match=f"device {missing}: torch finds "):
        train(model, task, epochs=1, device=missing)
    with pytest.raises(ValueError, match="fp16 needs a GPU; on a CPU, bf16 works"):
        train(model, task, epochs=1, mixed_precision="fp16")
    learned(2, out=tmp_path)
    with pytest.raises(ValueError, match="holds 2 epochs; expected at most 1"):
        learned(1, out=tmp_path)


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("loss", ["inf", "-inf", "nan"])
def test_a_loss_that_is_no_number_ends_the_training(loss, training, tmp_path):
    def failing(model, batch):
        found, right = step(model, batch)
        return found * float(loss if model.training == training else 1), right

    model, task = problem(failing)
    with pytest.raises(ValueError, match=f"the loss became {loss}; a lower learning"):
        train(model, task, epochs=2, out=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_seconds_are_those_of_the_clock(monkeypatch):
    now = [100.0]

    def taking(model, batch):
        now[0] += 2.5 if model.training else 0.25
        return step(model, batch)

    monkeypatch.setattr(loop.time, "perf_counter", lambda: now[0])
    model, task = problem(taking)
    table = train(model, task, epochs=2)
    assert table["seconds"].tolist() == [9 * 2.5, 6 * 0.25] * 2


def test_the_table_says_which_part_was_measured():
    model, task = problem()
    table = train(model, replace(task, measured="test"), epochs=1)
    assert table["part"].tolist() == ["training", "test"]


def test_it_trains_on_the_cpu_unless_asked_otherwise():
    seen, _ = spied(lambda model, batch: batch[0].device.type)
    assert set(seen) == {"cpu"}


def test_a_bar_tells_how_many_epochs_are_done(tmp_path, capsys):
    learned(1, out=tmp_path)
    capsys.readouterr()
    _, table = learned(3, out=tmp_path)
    out, err = capsys.readouterr()
    assert "1/3" in out
    assert "3/3" in out
    assert "0/3" not in out  # the epoch of the first run counts
    assert "epoch" in out
    assert "batch" in out
    assert re.search(r"\r {9,}\x1b\[A", out)  # of the batches no line is left
    last = table[table["epoch"] == 3].set_index("part")["loss"]
    assert all(f"{part}={loss:.3f}" in out for part, loss in last.items())
    assert not err
