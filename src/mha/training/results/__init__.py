"""The runs that the book shows, as `published` made them; one line per run."""

import json
from pathlib import Path
from typing import Any

import pandas as pd

RESULTS = Path(__file__).parent


def stored_runs(task: str) -> list[dict[str, Any]]:
    """The stored runs of a task, as `summary` gives them.

    Raises:
        ValueError: no run of that task is stored.
    """
    names = sorted(path.stem for path in RESULTS.glob("*.jsonl"))
    if task not in names:
        raise ValueError(f"no stored runs of {task!r}; there are {names}")
    lines = (RESULTS / f"{task}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def curves(task: str) -> pd.DataFrame:
    """One row per epoch and part of each stored run, with the run's words beside it."""
    runs = stored_runs(task)
    tables = [pd.DataFrame(run["table"]).assign(**run["words"]) for run in runs]
    return pd.concat(tables, ignore_index=True)
