"""What a checkpoint holds beside the weights; the rest, the loop's tests tell."""

import hashlib
import io
from types import SimpleNamespace

import pytest
import torch

from mha.training.checkpoint import restore_checkpoint, save_checkpoint
from small_task import problem, weights


def half_precision(scale):
    """What accelerate gives where losses are scaled, as on a GPU in float16."""
    scaler = torch.amp.GradScaler("cpu", init_scale=scale)
    scaler.scale(torch.ones(1))  # it has a scale from now on
    return SimpleNamespace(
        scaler=scaler, is_main_process=True, wait_for_everyone=lambda: None
    )


def learning():
    model, _ = problem()
    return model, torch.optim.AdamW(model.parameters())


def test_the_scale_of_half_precision_and_every_digit_of_the_table_come_back(tmp_path):
    model, optimizer = learning()
    with torch.no_grad():
        model[0].weight += 1
    rows = [{"epoch": 3, "part": "training", "loss": 0.1 + 0.2}]
    save_checkpoint(half_precision(8.0), tmp_path / "run", model, optimizer, rows)
    other, own = half_precision(2.0), learning()
    assert restore_checkpoint(other, tmp_path / "run", *own) == rows
    assert other.scaler.get_scale() == 8
    assert torch.equal(weights(own[0]), weights(model))


def test_where_nothing_is_kept_a_run_begins(tmp_path):
    model, optimizer = learning()
    assert restore_checkpoint(half_precision(2.0), None, model, optimizer) == []
    assert restore_checkpoint(half_precision(2.0), tmp_path, model, optimizer) == []
    save_checkpoint(half_precision(2.0), None, model, optimizer, [{"epoch": 1}])
    assert list(tmp_path.iterdir()) == []


def test_another_models_checkpoint_says_what_was_found_and_expected(tmp_path):
    model, optimizer = learning()
    save_checkpoint(half_precision(2.0), tmp_path, model, optimizer, [{"epoch": 1}])
    wider = torch.nn.Sequential(torch.nn.Linear(5, 17))
    with pytest.raises(ValueError, match=r"no checkpoint of this model .*0\.weight"):
        restore_checkpoint(half_precision(2.0), tmp_path, wider, optimizer)


def test_why_a_checkpoint_does_not_fit_is_told_in_brief(tmp_path):
    model, optimizer = learning()
    save_checkpoint(half_precision(2.0), tmp_path, model, optimizer, [{"epoch": 1}])
    deep = torch.nn.Sequential(*(torch.nn.Linear(5, 17) for _ in range(50)))
    with pytest.raises(ValueError, match="no checkpoint of this") as told:
        restore_checkpoint(half_precision(2.0), tmp_path, deep, optimizer)
    assert len(str(told.value)) < len(str(tmp_path)) + 400


class Runs:
    """Unpickled, it would make a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


def test_a_checkpoint_cannot_run_as_code(tmp_path):
    model, optimizer = learning()
    save_checkpoint(half_precision(2.0), tmp_path, model, optimizer, [{"epoch": 1}])
    (kept,) = tmp_path.iterdir()
    payload = io.BytesIO()
    torch.save({"model": Runs(tmp_path / "ran")}, payload)
    content = payload.getvalue()
    kept.write_bytes(hashlib.sha256(content).digest() + content)
    with pytest.raises(ValueError, match="is damaged, or no checkpoint"):
        restore_checkpoint(half_precision(2.0), tmp_path, model, optimizer)
    assert [path.name for path in tmp_path.iterdir()] == [kept.name]
