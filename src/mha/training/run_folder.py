"""A run's folder: what was asked, where it ran, what came out."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from accelerate import PartialState
from filelock import FileLock, Timeout
from safetensors.torch import save
from torch import nn

from mha.record import circumstances, write_json, write_whole
from mha.training.loop import Task, train
from mha.training.options import Options

# Asked for when the training is over, they go on from it.
MAY_CHANGE_ON_RESUME = ("epochs", "test")
TRAIN_ARGUMENTS = (
    "epochs",
    "learning_rate",
    "mixed_precision",
    "device",
    "seed",
    "out",
)


def train_into_folder(options: Options, model: nn.Module, task: Task) -> None:
    """Train as the options say; leave circumstances, weights, table and measures."""
    write_run_file(options)
    arguments = {name: getattr(options, name) for name in TRAIN_ARGUMENTS}
    table = train(model, task, **arguments)
    if PartialState().is_main_process:
        state = {name: t.cpu().clone() for name, t in model.state_dict().items()}
        write_whole(options.out / "model.safetensors", save(state))
        write_whole(options.out / "table.csv", table.to_csv(index=False).encode())
        options.measure(model, task, table)
        print(table.tail(2).to_string(index=False))
        print(f"written to {options.out}")


def write_run_file(options: Options) -> None:
    """Write down the options, the machine, and how many processes share it."""
    state = PartialState()
    if state.is_main_process:
        check_folder(options)
        about = circumstances(str(state.device))
        about |= {"processes": state.num_processes, "options": options.decisive()}
        write_json(options.out / "run.json", about)
    state.wait_for_everyone()


@contextmanager
def hold_folder(out: Path) -> Iterator[None]:
    """Keep other runs out of the folder, which is made where there is none.

    Raises:
        ValueError: another run is at work in it.
    """
    if not PartialState().is_main_process:
        yield
        return
    out.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(out / ".lock", timeout=0):
            yield
    except Timeout:
        raise ValueError(
            f"another run is at work in {out}: wait for its end, or choose another "
            "--out"
        ) from None


def check_folder(options: Options) -> None:
    """Raise ValueError where the folder holds anything but a run of these options.

    A run may be made longer, and measured on the test part when it is over.
    """
    path = options.out / "run.json"
    if not path.exists():
        if any(options.out.glob("[!.]*")):
            raise ValueError(
                f"{options.out} has files but no run.json, so it is no run's folder: "
                "choose another --out"
            )
        return
    earlier = _options_of(path)
    for name, value in options.decisive().items():
        if name not in MAY_CHANGE_ON_RESUME and earlier.get(name) != value:
            raise ValueError(
                f"{options.out} holds a run with {name} {earlier.get(name)}, not "
                f"{value}: choose another --out"
            )


def _options_of(path: Path) -> dict[str, object]:
    try:
        return dict(json.loads(path.read_text(encoding="utf-8"))["options"])
    except (KeyError, TypeError, ValueError):
        raise ValueError(
            f"{path} is no run's: expected JSON with the options of mha-train; choose "
            "another --out"
        ) from None
