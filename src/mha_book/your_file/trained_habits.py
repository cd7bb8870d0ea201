"""Train page 11's model with what people add to a training step, and without.

``python -m mha_book.your_file.trained_habits`` stores one line per run, with its date,
machine and versions. Text and model are page 11's; seed by seed, all read the same.
"""

import math
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cyclopts
import torch
from torch import Tensor, nn
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, SequentialLR

from mha_book.results.training import RESULTS
from mha_book.your_file.stored import STEPS, store_runs

SPOILED, WARM = 150, 25  # the step whose batch is not as planned; steps of warm-up


@dataclass(frozen=True)
class Habit:
    """How a run differs from page 11's.

    Attributes:
        lr, weight_decay: of AdamW.
        clip: the longest gradient that is let through.
        scheduled: whether the rate warms up, and then falls along a cosine.
        spoiled: whether one batch is the same letter throughout.
        exchanged: whether that batch is another one, as good as any.
        precision: "float32", "autocast" to bfloat16, or "bfloat16" for the parameters.
    """

    lr: float = 5e-3
    weight_decay: float = 0.01
    clip: float = math.inf
    scheduled: bool = False
    spoiled: bool = False
    exchanged: bool = False
    precision: str = "float32"


HABITS = {
    "page 11": Habit(),
    "no decay": Habit(weight_decay=0.0),
    "a hundred times the decay": Habit(weight_decay=1.0),
    "half the rate": Habit(lr=2.5e-3),
    "scheduled": Habit(scheduled=True),
    "fast": Habit(lr=2e-2),
    "fast, scheduled": Habit(lr=2e-2, scheduled=True),
    "clipped": Habit(clip=1.0),
    "another batch": Habit(exchanged=True),
    "a bad batch": Habit(spoiled=True),
    "a bad batch, clipped": Habit(spoiled=True, clip=1.0),
    "autocast": Habit(precision="autocast"),
    "bfloat16": Habit(precision="bfloat16"),
    "slow": Habit(lr=2e-4),
    "slow, bfloat16": Habit(lr=2e-4, precision="bfloat16"),
}


def schedule(optimizer: torch.optim.Optimizer, steps: int) -> SequentialLR:
    """The rate rises for a tenth of the steps, and then falls along a cosine."""
    warm = max(steps * WARM // STEPS, 1)
    up = LinearLR(optimizer, start_factor=1 / warm, total_iters=warm)
    down = CosineAnnealingLR(optimizer, steps - warm)
    return SequentialLR(optimizer, [up, down], [warm])


def batches(page: SimpleNamespace, habit: Habit, seed: int, steps: int) -> list[Tensor]:
    """What a run reads, step by step: (B, T + 1) each, equal for all habits."""
    generator = torch.Generator().manual_seed(seed)
    windows = page.ids.unfold(0, page.how["window"] + 1, 1)
    count = page.how["batch"]
    chosen = torch.randint(len(windows), (steps, count), generator=generator)
    read = [windows[some] for some in chosen]
    at = SPOILED * steps // STEPS
    if habit.spoiled:
        read[at] = torch.zeros_like(read[0])
    if habit.exchanged:
        others = torch.randint(len(windows), (count,), generator=generator)
        read[at] = windows[others]
    return read


def train_one(
    name: str, seed: int, taken: Any, page: SimpleNamespace, steps: int = STEPS
) -> dict[str, Any]:
    """One run: its losses, the lengths of its gradients, and its loss afterwards."""
    habit = HABITS[name]
    torch.manual_seed(seed)
    model = taken.Decoder(page.V, **page.size)
    if habit.precision == "bfloat16":
        model.bfloat16()
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=habit.lr, weight_decay=habit.weight_decay
    )
    rate = schedule(optimizer, steps) if habit.scheduled else None
    losses, lengths = [], []
    for ids in batches(page, habit, seed, steps):
        loss = loss_of(taken, model, ids, habit.precision)
        optimizer.zero_grad()
        loss.backward()
        lengths.append(nn.utils.clip_grad_norm_(model.parameters(), habit.clip).item())
        optimizer.step()
        if rate:
            rate.step()
        losses.append(loss.item())
    with torch.no_grad():
        held_out = loss_of(taken, model, page.rows, habit.precision).item()
    return {
        "habit": name,
        "seed": seed,
        "steps": steps,
        "losses": [round(loss, 4) for loss in losses],
        "lengths": [round(length, 4) for length in lengths],
        "held out": round(held_out, 5),
    }


def loss_of(taken: Any, model: nn.Module, ids: Tensor, precision: str) -> Tensor:
    """Page 10's loss, with autocast where it is asked for."""
    cast = precision == "autocast"
    with torch.autocast("cpu", torch.bfloat16) if cast else nullcontext():
        return taken.loss_of(model, ids)


def main(*, out: Path = RESULTS / "habits.jsonl") -> None:
    """Train with each habit and each seed, one after the other, and store all runs.

    Args:
        out: the file that is written again after each run.
    """
    store_runs(out, "habits", HABITS, train_one)


if __name__ == "__main__":
    cyclopts.run(main)
