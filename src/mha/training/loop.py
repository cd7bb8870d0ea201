"""One loop over `accelerate`: CPU or GPU, one process or many, any precision."""

import math
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import torch
from accelerate import Accelerator, DataLoaderConfiguration
from accelerate.utils import set_seed
from torch import Tensor, nn
from torch.utils.data import DataLoader
from tqdm import tqdm

from mha.checks import check_sizes
from mha.training.checkpoint import restore, save

Batch = dict[str, Tensor]
Step = Callable[[nn.Module, Batch], tuple[Tensor, Tensor]]


@dataclass(frozen=True)
class Task:
    """What to learn from what.

    Attributes:
        step: model and batch -> loss, the mean over all guesses, and right, a boolean
            for each guess.
        training: batches, in an order that `generator` decides.
        validation: batches to measure on after each epoch.
        generator: seeded anew for each epoch.
    """

    step: Step
    training: DataLoader
    validation: DataLoader
    generator: torch.Generator


def train(
    model: nn.Module,
    task: Task,
    *,
    epochs: int,
    learning_rate: float = 1e-3,
    seed: int = 0,
    out: Path | None = None,
    mixed_precision: str = "no",
) -> pd.DataFrame:
    """Train with AdamW; go on from the last checkpoint where there is one.

    Every epoch begins with random numbers of its own, made from seed and epoch. So a
    run that was killed and resumed ends with the same weights as an unbroken one.

    Args:
        model: trained in place.
        task: data and loss.
        epochs: how many in all, those of an earlier run included.
        learning_rate: AdamW's.
        seed: for the order of batches, and dropout; seed the model where it is made.
        out: folder for a checkpoint after each epoch; none when omitted.
        mixed_precision: "no", "fp16" or "bf16".

    Returns:
        Two rows an epoch, one for each part: epoch, part ("training" or
        "validation"), loss, accuracy, seconds.

    Raises:
        ValueError: epochs is below 1, or the loss is no longer a number.
    """
    check_sizes(epochs=epochs)
    accelerator = Accelerator(
        mixed_precision=mixed_precision,
        dataloader_config=DataLoaderConfiguration(split_batches=True),
    )
    optimizer = torch.optim.AdamW(model.parameters(), learning_rate)
    model, optimizer, training, validation = accelerator.prepare(
        model, optimizer, task.training, task.validation
    )
    rows = restore(accelerator, out)
    done = rows[-1]["epoch"] if rows else 0
    with _bar(accelerator, initial=done, total=epochs, unit="epoch") as bar:
        for epoch in range(done + 1, epochs + 1):
            set_seed(seed * 10_000 + epoch)
            task.generator.manual_seed(seed * 10_000 + epoch)
            parts = {
                "training": run(accelerator, model, task.step, training, optimizer),
                "validation": run(accelerator, model, task.step, validation),
            }
            rows += [{"epoch": epoch, "part": p} | found for p, found in parts.items()]
            save(accelerator, out, rows)
            bar.set_postfix({p: f"{found['loss']:.3f}" for p, found in parts.items()})
            bar.update()
    return pd.DataFrame(rows)


def run(
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
        with torch.set_grad_enabled(optimizer is not None):
            loss, right = step(model, batch)
        if optimizer is not None:
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
        guesses = right.numel()
        total += torch.tensor([loss.item() * guesses, right.sum().item(), guesses]).to(
            total
        )
    loss, right, guesses = accelerator.reduce(total, "sum").tolist()
    if not math.isfinite(loss):
        raise ValueError(f"the loss became {loss}; a lower learning rate may help")
    seconds = time.perf_counter() - start
    return {"loss": loss / guesses, "accuracy": right / guesses, "seconds": seconds}


def _bar(accelerator: Accelerator, *arguments: object, **options: object) -> tqdm:
    """The main process's progress bar, where print goes: stderr looks like a fault."""
    hidden = not accelerator.is_main_process
    options |= {"file": sys.stdout, "mininterval": 0.5, "disable": hidden}
    return tqdm(*arguments, **options)
