"""Runs of page 11's model that pages of the shelf show: trained, and stored at once."""

import inspect
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch
from tqdm import tqdm

from mha.record import circumstances
from mha_book.your_file.variants import take_definitions, variants

TEXT_PAGE = "write-the-next-word"
TAKEN = ("paragraphs", "found", "held_out", "reading", "letters", "number", "encode")
TAKEN += ("V", "ids", "rows", "size")
SEEDS, STEPS = (0, 1, 2), 250


def settings_of(train: Callable[..., Any]) -> dict[str, Any]:
    """The defaults of the reader's `train`, which are page 11's settings."""
    given = inspect.signature(train).parameters.values()
    return {p.name: p.default for p in given if p.default is not p.empty}


def store_runs(
    out: Path,
    command: str,
    names: Iterable[str],
    train_one: Callable[..., dict[str, Any]],
) -> None:
    """Make each run with each seed, one after the other, and store them all.

    Args:
        out: the file that is written again after each run, a line for each.
        command: what the runs are called in it.
        names: of the runs.
        train_one: makes a run from its name, its seed, the reader's file and page 11.
    """
    taken, page = variants(), SimpleNamespace(**take_definitions(TEXT_PAGE, TAKEN))
    page.how = settings_of(taken.train)
    pairs = [(name, seed) for seed in SEEDS for name in names]
    store_each(out, command, pairs, lambda *pair: train_one(*pair, taken, page))


def store_each(
    out: Path,
    command: str,
    pairs: Iterable[tuple[str, int]],
    train_one: Callable[[str, int], dict[str, Any]],
) -> None:
    """Make a run of each name and seed; after each one, write all of them again."""
    torch.set_num_threads(1)
    about, lines = circumstances("cpu"), ""
    for pair in tqdm([*pairs], unit="run"):
        lines += json.dumps({"command": command} | about | train_one(*pair)) + "\n"
        out.write_text(lines, encoding="utf-8")
