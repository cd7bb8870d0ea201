"""The commands that pip installs; each says in a line what it misses."""

import sys
from importlib import import_module


def train() -> None:
    """Run ``mha-train``, which trains what the book trains."""
    _run("mha_book.experiments.cli")


def next_task() -> None:
    """Run ``mha-next``, which says how far a reader's file is."""
    _run("mha_book.capstone.cli")


def _run(module: str) -> None:
    try:
        command = import_module(module)
    except ModuleNotFoundError as missing:  # mha.extras.require says what to install
        sys.exit(str(missing))
    command.main()
