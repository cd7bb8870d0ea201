"""Several processes share each batch, and end where one does."""

import subprocess
import sys
from itertools import product
from types import SimpleNamespace

import pytest
import torch
from accelerate import PartialState

from mha.training import processes
from mha.training.loop import run_epoch, train
from mha.training.processes import (
    check_device,
    check_launch,
    make_accelerator,
    seed_epoch,
    take_share,
)
from mha_book.experiments.copying import MEASURING_SEED
from project import PROJECT
from small_task import problem, weights

TORCHRUN = (sys.executable, "-m", "torch.distributed.run", "--standalone")


def process(rank, count):
    device = torch.device("cpu")
    return SimpleNamespace(process_index=rank, num_processes=count, device=device)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("rows", [1, 2, 7, 10])
def test_shares_are_the_batch_and_their_means_its_mean(rows, count):
    x = torch.arange(1.0, rows + 1).double() ** 2
    seen, mean = [], 0
    for rank in range(count):
        batch = {"x": x.clone(), "same": x.clone()}
        share, part = take_share(process(rank, count), batch)
        assert torch.equal(share["x"], share["same"])
        assert len(share["x"]) >= 1  # a model cannot read an empty batch
        assert torch.equal(batch["x"], x)
        mean += share["x"].mean() * part / count
        seen += share["x"].tolist() if part else []
    assert sorted(seen) == x.tolist()
    assert mean == pytest.approx(x.mean().item())


def test_each_guess_is_counted_in_one_process():
    """Where a batch has fewer rows than there are processes, some have none of it."""
    model, task = problem(dropout=0.0)
    totals = []

    def reduce(total, how):
        totals.append(total)
        return total

    for rank in range(3):
        others = process(rank, 3)
        others.reduce, others.is_main_process = reduce, False
        run_epoch(others, model, task.step, task.validation)  # 57 rows, 2 at last
    assert sum(totals)[2] == 57


def test_who_met_the_others_parts_from_them(monkeypatch):
    seen = []

    class State:
        def __init__(self, cpu):
            seen.append(f"met, cpu={cpu}")

        def destroy_process_group(self):
            seen.append("parted")

    monkeypatch.setattr(processes, "PartialState", State)
    for device in ("cpu", "cuda"):
        with processes.joined(device):
            seen.append(device)
    once = ["met, cpu=True", "cpu", "parted"]
    assert seen == [*once, "met, cpu=False", "cuda", "parted"]


def test_processes_share_the_order_and_not_the_dropout():
    orders, drops = [], []
    for rank in range(3):
        generator = torch.Generator()
        seed_epoch(process(rank, 3), generator, 7, 1)
        orders.append(generator.initial_seed())
        drops.append(torch.initial_seed())
    assert orders == [70_001] * 3
    assert drops[0] == 70_001
    assert len(set(drops)) == 3


def test_no_two_epochs_of_any_process_or_seed_begin_alike():
    """Nor does what the copying task is measured on come from one of these seeds."""
    drops, orders = set(), set()
    for rank, seed, epoch in product(range(4), (0, 1, 7), range(1, 201)):
        generator = torch.Generator()
        seed_epoch(process(rank, 4), generator, seed, epoch)
        drops.add(torch.initial_seed())
        orders.add(generator.initial_seed())
    assert len(drops) == 4 * 3 * 200
    assert len(orders) == 3 * 200
    assert MEASURING_SEED not in drops | orders


def test_what_an_earlier_training_ran_on_binds_no_later_one():
    make_accelerator("cpu", "bf16")
    PartialState().device = torch.device("cuda")
    accelerator = make_accelerator("cpu")
    assert accelerator.device.type == "cpu"
    assert accelerator.mixed_precision == "no"


@pytest.mark.slow  # each process imports for some seconds
def test_two_processes_share_every_batch_and_end_where_one_does(tmp_path):
    command = [*TORCHRUN, "--nproc_per_node", "2", "shares.py", str(tmp_path)]
    subprocess.run(command, cwd=PROJECT / "tests" / "support", check=True, timeout=300)
    files = sorted(path.name for path in tmp_path.glob("*.pt"))
    assert files == ["0-of-2.pt", "1-of-2.pt"]
    shares = [torch.load(tmp_path / file) for file in files]

    model, task = problem(dropout=0.0)
    table = train(model, task, epochs=3, learning_rate=0.02)
    for share in shares:
        torch.testing.assert_close(share["weights"], weights(model), rtol=0, atol=1e-6)
        for column in ("epoch", "part"):
            assert share["table"][column] == table[column].tolist()
        for column in ("loss", "accuracy"):
            assert share["table"][column] == pytest.approx(table[column], abs=1e-6)

    one, two = (share["rows"] for share in shares)
    for epoch in range(3):
        for batch in range(9):
            pair = one[True][9 * epoch + batch], two[True][9 * epoch + batch]
            assert [len(rows) for rows in pair] == ([4, 3] if batch < 8 else [1, 1])
    for k, batch in enumerate(task.validation):
        halves = (one[False][k], two[False][k])
        assert torch.equal(torch.cat(halves).sort(0)[0], batch[0].sort(0)[0])
    assert sorted(p.name for p in (tmp_path / "run").iterdir()) == [
        "epoch-0003.checkpoint"
    ]


def test_a_build_for_a_gpu_that_is_not_there_has_no_gpu(monkeypatch):
    def built_for_cuda(check_available=False):
        return None if check_available else torch.device("cuda")

    monkeypatch.setattr(torch.accelerator, "current_accelerator", built_for_cuda)
    with pytest.raises(ValueError, match="device cuda: torch finds a CPU alone"):
        check_device("cuda")


def test_a_launcher_that_starts_one_of_several_is_refused():
    check_launch({})
    check_launch({"MASTER_PORT": "29500", "RANK": "0"})
    with pytest.raises(ValueError, match=r"starts one process alone; .* torchrun "):
        check_launch({"MASTER_PORT": "29500"})
