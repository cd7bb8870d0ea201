"""One loop over `accelerate`: CPU or GPU, one process or many, any precision."""

import math
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import torch
from accelerate import Accelerator
from torch import Tensor, nn
from torch.utils.data import DataLoader
from tqdm import tqdm

from mha.training.checkpoint import restore_checkpoint, save_checkpoint
from mha.training.processes import (
    MOST_EPOCHS,
    Batch,
    make_accelerator,
    prepared,
    seed_epoch,
    take_share,
)

Step = Callable[[nn.Module, Batch], tuple[Tensor, Tensor]]


@dataclass(frozen=True)
class Task:
    """What to learn from what.

    Attributes:
        step: model and batch -> loss, the mean over all guesses, and right, a boolean
            for each guess. Each row of a batch has equally many guesses.
        training: batches, in an order that ``generator`` decides.
        validation: batches to measure on after each epoch.
        generator: seeded anew for each epoch.
        measured: which part of the data ``validation`` is: what the table calls it.
        test: batches that training never sees, nor the choice of a setting.
    """

    step: Step
    training: DataLoader
    validation: DataLoader
    generator: torch.Generator
    measured: str = "validation"
    test: Iterable[Batch] = ()


def train(
    model: nn.Module,
    task: Task,
    *,
    epochs: int,
    learning_rate: float = 1e-3,
    seed: int = 0,
    out: Path | None = None,
    mixed_precision: str = "no",
    device: str = "cpu",
) -> pd.DataFrame:
    """Train with AdamW; go on from the last checkpoint where there is one.

    Every epoch begins with random numbers of its own, made from seed and epoch. So a
    run that was killed and resumed ends with the same weights as an unbroken one.
    Several processes share each batch, and end within rounding of one that had it
    whole; only what dropout drops is each process's own.

    Args:
        model: trained in place, and left on the device.
        task: data and loss.
        epochs: how many in all, those of an earlier run included.
        learning_rate: AdamW's.
        seed: for the order of batches, and dropout; seed the model where it is made.
        out: folder for a checkpoint after each epoch; none when omitted.
        mixed_precision: "no", "fp16" (not on a CPU) or "bf16".
        device: "cpu", "cuda" or "mps".

    Returns:
        Two rows per epoch, one for each part: epoch, part ("training" or what the
        task measured), loss, accuracy, seconds.

    Raises:
        ValueError: epochs is below 1 or less than the folder has, there is no such
            device, the checkpoint is damaged, or the loss is no longer a number.
        OSError: a checkpoint cannot be written; the one before it stays.
    """
    if not 1 <= epochs <= MOST_EPOCHS:
        raise ValueError(f"epochs {epochs}: expected 1 to {MOST_EPOCHS}")
    accelerator = make_accelerator(device, mixed_precision)
    optimizer = torch.optim.AdamW(model.parameters(), learning_rate)
    with prepared(accelerator, model, optimizer) as learner:
        rows = restore_checkpoint(accelerator, out, model, optimizer)
        done = rows[-1]["epoch"] if rows else 0
        if done > epochs:
            raise ValueError(f"{out} holds {done} epochs; expected at most {epochs}")
        with _bar(accelerator, initial=done, total=epochs, unit="epoch") as bar:
            for epoch in range(done + 1, epochs + 1):
                seed_epoch(accelerator, task.generator, seed, epoch)
                found = _run_both_parts(accelerator, *learner, task)
                rows += [{"epoch": epoch, "part": p} | row for p, row in found.items()]
                save_checkpoint(accelerator, out, model, optimizer, rows)
                bar.set_postfix({p: f"{row['loss']:.3f}" for p, row in found.items()})
                bar.update()
    return pd.DataFrame(rows)


def _run_both_parts(
    accelerator: Accelerator,
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    task: Task,
) -> dict[str, dict[str, float]]:
    return {
        "training": run_epoch(accelerator, model, task.step, task.training, optimizer),
        task.measured: run_epoch(accelerator, model, task.step, task.validation),
    }


def run_epoch(
    accelerator: Accelerator,
    model: nn.Module,
    step: Step,
    batches: Iterable[Batch],
    optimizer: torch.optim.Optimizer | None = None,
) -> dict[str, float]:
    """One pass over the batches; with an optimizer, it learns from each.

    Returns:
        loss and accuracy, means over all guesses of all processes; seconds.
    """
    model.train(optimizer is not None)
    total = torch.zeros(3, device=accelerator.device)  # loss, right, guesses
    start = time.perf_counter()
    for batch in _bar(accelerator, batches, unit="batch", leave=False):
        share, part = take_share(accelerator, batch)
        with torch.set_grad_enabled(optimizer is not None):
            loss, right = step(model, share)
        if not math.isfinite(value := loss.item()):
            raise ValueError(f"the loss became {value}; a lower learning rate may help")
        if optimizer is not None:
            accelerator.backward(loss * part)
            optimizer.step()
            optimizer.zero_grad()
        if part:
            guesses = right.numel()
            sums = [value * guesses, right.sum().item(), guesses]
            total += torch.tensor(sums, device=total.device)
    loss, right, guesses = accelerator.reduce(total, "sum").tolist()
    seconds = time.perf_counter() - start
    return {"loss": loss / guesses, "accuracy": right / guesses, "seconds": seconds}


def _bar(accelerator: Accelerator, *arguments: Any, **options: Any) -> tqdm:
    """The main process's progress bar, where print goes: stderr looks like a fault."""
    hidden = not accelerator.is_main_process
    options |= {"file": sys.stdout, "mininterval": 0.5, "disable": hidden}
    return tqdm(*arguments, **options)
