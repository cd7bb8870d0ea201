"""Words that every task of ``mha-train`` takes, and what is wrong with them."""

import argparse
import math
from pathlib import Path

from mha.positions import LearnedPositions, SinusoidalPositions
from mha.training.processes import DEVICES, check_device, check_launch

POSITIONS = {
    "none": lambda max_len, width: None,
    "sinusoidal": lambda max_len, width: SinusoidalPositions(),
    "learned": LearnedPositions,
}
COUNTS = ("epochs", "batch_size", "embed_dim", "heads", "layers", "max_len")


def add_shared_words(part: argparse.ArgumentParser, **defaults: object) -> None:
    """Add the words, with a task's own defaults."""
    part.add_argument("--positions", choices=POSITIONS, default="none")
    part.add_argument("--vocab-size", type=int, default=1000)
    part.add_argument("--max-len", type=int, help="tokens at once")
    part.add_argument("--embed-dim", type=int, default=64)
    part.add_argument("--heads", type=int)
    part.add_argument("--batch-size", type=int, default=32)
    part.add_argument("--epochs", type=int, default=10)
    part.add_argument("--learning-rate", type=float)
    part.add_argument("--mixed-precision", choices=("no", "fp16", "bf16"), default="no")
    part.add_argument("--device", choices=DEVICES, default="cpu")
    part.add_argument("--seed", type=int, default=0)
    add_out(part)
    part.set_defaults(**defaults)


def add_out(part: argparse.ArgumentParser) -> None:
    """Add the folder."""
    part.add_argument("--out", type=Path, required=True, help="folder for the run")


def sizes(options: argparse.Namespace) -> dict[str, int]:
    """The sizes that a model and its data share."""
    return {"vocab_size": options.vocab_size, "max_len": options.max_len}


def check_words(options: argparse.Namespace) -> None:
    """Raise ValueError, in one line, for what would fail later."""
    for name in COUNTS:
        count = getattr(options, name, 1)
        if count < 1:
            raise ValueError(f"--{name.replace('_', '-')} {count}: below 1")
    if options.out.exists() and not options.out.is_dir():
        raise ValueError(f"--out {options.out} is a file; expected a folder")
    check_launch()
    if options.task != "baselines":
        _check_training(options)


def _check_training(options: argparse.Namespace) -> None:
    if not 0 < options.learning_rate < math.inf:
        raise ValueError(f"--learning-rate {options.learning_rate}: expected above 0")
    if options.embed_dim % options.heads:
        pair = f"--embed-dim {options.embed_dim} / --heads {options.heads}"
        raise ValueError(f"{pair}: uneven")
    if not 0 <= options.seed < 2**32:
        raise ValueError(f"--seed {options.seed}: expected 0 to {2**32 - 1}")
    check_device(options.device, options.mixed_precision)
