"""A run's folder: what was asked, where it ran, what came out."""

import json
from pathlib import Path

import pandas as pd
from accelerate import PartialState
from safetensors.torch import save_model
from torch import nn

from mha.record import circumstances, save
from mha.training.checkpoint import checkpoints
from mha.training.loop import Task, train
from mha.training.options import Options, TrainingOptions

LATER = ("epochs", "test")  # asked for when the training is over, they go on from it
LEARN = ("epochs", "learning_rate", "mixed_precision", "device", "seed", "out")


def fit(options: TrainingOptions, model: nn.Module, task: Task) -> pd.DataFrame:
    """Train as the options say; leave circumstances, table and weights."""
    begin(options)
    table = train(model, task, **{name: getattr(options, name) for name in LEARN})
    if PartialState().is_main_process:
        save_model(model, str(options.out / "model.safetensors"))
        finish(options.out, table)
    return table


def begin(options: Options) -> None:
    """Write down the options, the machine, and how many processes share it."""
    state = PartialState()
    if state.is_main_process:
        options.out.mkdir(parents=True, exist_ok=True)
        about = circumstances(str(state.device))
        about |= {"processes": state.num_processes, "words": options.decisive()}
        save(options.out / "run.json", about)
    state.wait_for_everyone()


def finish(out: Path, table: pd.DataFrame) -> None:
    """Write the table and show how it ends."""
    table.to_csv(out / "table.csv", index=False)
    print(table.tail(2).to_string(index=False))
    print(f"written to {out}")


def check_folder(options: Options) -> None:
    """Raise ValueError where the folder holds a run of other options.

    A run may be made longer, and measured on the test part when it is over.
    """
    if not checkpoints(options.out):
        return
    text = (options.out / "run.json").read_text(encoding="utf-8")
    earlier = json.loads(text)["words"]
    for name, value in options.decisive().items():
        if name not in LATER and earlier.get(name) != value:
            raise ValueError(
                f"{options.out} holds a run with {name} {earlier.get(name)}, not "
                f"{value}: choose another --out"
            )
