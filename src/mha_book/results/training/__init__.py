"""The runs that the book shows, as `published` made them; one line per run."""

import json
from pathlib import Path
from typing import Any

import pandas as pd

RESULTS = Path(__file__).parent


def stored_runs(task: str) -> list[dict[str, Any]]:
    """The stored runs of a task, as ``summarize`` gives them.

    Raises:
        ValueError: no run of that task is stored.
    """
    names = sorted(path.stem for path in RESULTS.glob("*.jsonl"))
    if task not in names:
        raise ValueError(f"no stored runs of {task!r}; there are {names}")
    lines = (RESULTS / f"{task}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def runs_by_command(task: str) -> dict[str, dict[str, Any]]:
    """The stored runs by their command's words, without ``mha-train`` and --test."""
    return {
        run["command"].removeprefix("mha-train ").removesuffix(" --test"): run
        for run in stored_runs(task)
    }


def curves(task: str) -> pd.DataFrame:
    """One row per epoch and part of each stored run, beside it the run's options."""
    runs = stored_runs(task)
    tables = [pd.DataFrame(run["table"]).assign(**run["options"]) for run in runs]
    return pd.concat(tables, ignore_index=True)


def accuracy_spread(runs: pd.DataFrame, by: str | list[str]) -> pd.DataFrame:
    """Mean, min, max and count of runs' accuracies after their last epoch.

    Args:
        runs: some of the rows of `curves`.
        by: columns whose values tell apart what is compared.
    """
    last = runs.query("epoch == epochs and part != 'training'")
    accuracies = last.groupby(by, sort=False, observed=True)["accuracy"]
    return accuracies.agg(["mean", "min", "max", "count"])


def with_model_names(runs: pd.DataFrame) -> pd.DataFrame:
    """With a column model: the attention, and the positions where it has some."""
    placed = runs["attention"] + " with positions"
    model = runs["attention"].where(runs["positions"].eq("none"), placed)
    return runs.assign(model=pd.Categorical(model, model.unique()))


def stored_guesses(task: str, words: str) -> tuple[list[int], list[int]]:
    """The truth and the guess for each article of a stored run, sorted.

    Args:
        task: what was learned.
        words: the command's, after ``mha-train`` and the task.

    Raises:
        ValueError: no such run is stored.
    """
    run = runs_by_command(task).get(f"{task} {words}")
    if run is None:
        raise ValueError(f"no stored run of {task!r} has the words {words!r}")
    counts = enumerate(map(enumerate, run["confusion"]))
    pairs = [(i, j) for i, row in counts for j, n in row for _ in range(n)]
    return [i for i, _ in pairs], [j for _, j in pairs]
