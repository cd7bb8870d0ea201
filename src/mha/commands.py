"""The commands that the package installs."""

import sys


def train() -> None:
    """``mha-train``; where a package is missing, it says which in a line."""
    try:
        from mha.training.cli import main
    except ModuleNotFoundError as missing:
        sys.exit(f"mha-train: {missing}")
    main()
