"""A run's folder: what was asked, where it ran, what came out."""

import argparse
import json
from pathlib import Path

import pandas as pd
from accelerate import PartialState
from safetensors.torch import save_model
from torch import nn

from mha.benchmark.record import circumstances, save
from mha.training.checkpoint import checkpoints
from mha.training.loop import Task, train

LEARN = ("epochs", "learning_rate", "mixed_precision", "device", "seed", "out")


def fit(options: argparse.Namespace, model: nn.Module, task: Task) -> pd.DataFrame:
    """Train as the words say; leave circumstances, table and weights in the folder."""
    begin(options)
    table = train(model, task, **{name: getattr(options, name) for name in LEARN})
    if PartialState().is_main_process:
        save_model(model, str(options.out / "model.safetensors"))
        finish(options.out, table)
    return table


def begin(options: argparse.Namespace) -> None:
    """Make the folder and write down the words, the machine, and how many share it."""
    state = PartialState()
    if state.is_main_process:
        options.out.mkdir(parents=True, exist_ok=True)
        about = circumstances(str(state.device))
        about |= {"processes": state.num_processes, "words": words(options)}
        save(options.out / "run.json", about)
    state.wait_for_everyone()


def finish(out: Path, table: pd.DataFrame) -> None:
    """Write the table and show how it ends."""
    table.to_csv(out / "table.csv", index=False)
    print(table.tail(2).to_string(index=False))
    print(f"written to {out}")


def words(options: argparse.Namespace) -> dict[str, object]:
    """What decides the result: all words but the folder."""
    return {key: value for key, value in vars(options).items() if key != "out"}


def check_folder(options: argparse.Namespace) -> None:
    """Raise ValueError where the folder holds a run of other words.

    Only epochs may differ, so that a run can be made longer.
    """
    if not checkpoints(options.out):
        return
    text = (options.out / "run.json").read_text(encoding="utf-8")
    earlier = json.loads(text)["words"]
    for name, value in words(options).items():
        if name != "epochs" and earlier.get(name) != value:
            raise ValueError(
                f"{options.out} holds a run with {name} {earlier.get(name)}, not "
                f"{value}: choose another --out"
            )
