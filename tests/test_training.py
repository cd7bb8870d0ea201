"""Training goes on as if nothing had happened, whenever it was stopped."""

import pandas as pd
import pytest
import torch
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, RandomSampler, TensorDataset

from mha.training import checkpoint
from mha.training.checkpoint import checkpoints
from mha.training.loop import Task, train

N, WIDTH, CLASSES = 60, 5, 3


def step(model, batch):
    x, y = batch
    logits = model(x)
    return F.cross_entropy(logits, y), logits.argmax(-1) == y


def problem(step=step, dropout=0.3):
    """A small network, and points whose class is their largest feature's."""
    torch.manual_seed(0)
    x = torch.randn(N, WIDTH)
    data = TensorDataset(x, x[:, :CLASSES].argmax(-1))
    generator = torch.Generator()
    task = Task(
        step=step,
        training=DataLoader(data, 7, sampler=RandomSampler(data, generator=generator)),
        validation=DataLoader(data, 11),
        generator=generator,
    )
    layers = (nn.Linear(WIDTH, 16), nn.ReLU(), nn.Dropout(dropout))
    return nn.Sequential(*layers, nn.Linear(16, CLASSES)), task


def weights(model):
    return torch.cat([p.detach().flatten() for p in model.parameters()])


def learned(epochs, **options):
    model, task = problem()
    table = train(model, task, epochs=epochs, learning_rate=0.02, **options)
    return weights(model), table


def test_it_learns_and_tells_each_epoch():
    _, table = learned(20)
    assert list(table.columns) == ["epoch", "part", "loss", "accuracy", "seconds"]
    assert table["epoch"].tolist() == [e for e in range(1, 21) for _ in range(2)]
    assert table["part"].tolist() == ["training", "validation"] * 20
    first, last = (table[table["epoch"] == e].set_index("part") for e in (1, 20))
    assert last["loss"]["validation"] < first["loss"]["validation"] / 2
    assert last["accuracy"]["validation"] > 0.9
    assert (table["seconds"] > 0).all()


def test_loss_and_accuracy_are_means_over_all_guesses():
    model, task = problem()
    table = train(model, task, epochs=1)
    x, y = task.validation.dataset.tensors
    logits = model.eval()(x)
    found = table[table["part"] == "validation"].iloc[0]
    assert found["loss"] == pytest.approx(F.cross_entropy(logits, y).item(), rel=1e-5)
    right = (logits.argmax(-1) == y).double().mean().item()
    assert found["accuracy"] == pytest.approx(right, abs=1e-6)


def test_validation_changes_nothing():
    model, task = problem(dropout=0.0)
    other, again = problem(dropout=0.0)
    train(model, task, epochs=2)
    many = Task(again.step, again.training, DataLoader([], 1), again.generator)
    many = Task(again.step, again.training, again.training, again.generator)
    train(other, many, epochs=1)
    first, _ = problem(dropout=0.0)
    assert not torch.equal(weights(other), weights(first))
    model, task = problem(dropout=0.0)
    train(model, task, epochs=1)
    torch.testing.assert_close(weights(model), weights(other))


def test_the_seed_decides_everything():
    one, first = learned(2, seed=1)
    torch.manual_seed(99)
    same, second = learned(2, seed=1)
    other, _ = learned(2, seed=2)
    assert torch.equal(one, same)
    assert not torch.equal(one, other)
    times = ["seconds"]
    pd.testing.assert_frame_equal(first.drop(columns=times), second.drop(columns=times))


def test_two_epochs_differ_in_order_and_dropout():
    seen = []

    def spying(model, batch):
        if model.training:
            seen.append(batch[0][0])
        return step(model, batch)

    model, task = problem(spying)
    train(model, task, epochs=2)
    assert not torch.equal(seen[0], seen[len(seen) // 2])


def test_a_resumed_run_equals_an_unbroken_one(tmp_path):
    whole, expected = learned(5)
    learned(2, out=tmp_path)
    assert [path.name for path in checkpoints(tmp_path)] == ["epoch-0002"]
    resumed, table = learned(5, out=tmp_path)
    assert torch.equal(resumed, whole)
    times = ["seconds"]
    pd.testing.assert_frame_equal(
        table.drop(columns=times), expected.drop(columns=times)
    )
    saved, _ = problem()
    saved.load_state_dict(load_file(tmp_path / "epoch-0005" / "model.safetensors"))
    assert torch.equal(weights(saved), whole)


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


@pytest.mark.parametrize("place", ["os.replace", "shutil.rmtree", "json.dumps"])
@pytest.mark.parametrize("call", [2, 3])
def test_killed_while_saving_it_resumes_to_the_same_weights(
    place, call, tmp_path, monkeypatch
):
    whole, _ = learned(3)
    module, name = place.split(".")
    real = getattr(getattr(checkpoint, module), name)
    calls = iter(range(1, 1000))

    def dying(*arguments, **options):
        if next(calls) == call:
            raise Killed
        return real(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(f"mha.training.checkpoint.{place}", dying)
        with pytest.raises(Killed):
            learned(3, out=tmp_path)
    resumed, _ = learned(3, out=tmp_path)
    assert torch.equal(resumed, whole)
    assert [path.name for path in checkpoints(tmp_path)] == ["epoch-0003"]


def test_what_cannot_be_trained_is_named():
    model, task = problem()
    with pytest.raises(ValueError, match="epochs 0 is below 1"):
        train(model, task, epochs=0)
    with pytest.raises(ValueError, match="the loss became nan; a lower learning rate"):
        train(model, task, epochs=3, learning_rate=1e30)
