"""Which stored runs are measured on the test part: chosen without it, or declared."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

Run = dict[str, Any]
Candidates = Mapping[str, Mapping[str, str]]


def runs_to_test(
    declared: Iterable[str],
    candidates: Candidates,
    runs: Mapping[str, Run],
    seeds: Iterable[int],
) -> dict[str, str]:
    """The words of the runs to measure on the test part, and why those.

    Args:
        declared: words to test whatever validation says.
        candidates: kind -> name -> words; of each kind the best is chosen, and where
            several are equally good, each of them.
        runs: by their words, which end with the seed.
        seeds: those of each run.
    """
    why = dict.fromkeys(declared, "declared beforehand")
    found = compare_candidates(candidates, runs)
    for _, rows in found.groupby("model", sort=False):
        # Rounded as the stored numbers are: each is some articles of 245.
        means = rows.groupby("words", sort=False)["accuracy"].mean().round(4)
        best = means.index[means == means.max()]
        why |= dict.fromkeys(best, "chosen by validation")
    return {f"{w} --seed {seed}": why[w] for w in why for seed in seeds}


def compare_candidates(candidates: Candidates, runs: Mapping[str, Run]) -> pd.DataFrame:
    """One row per candidate's run.

    Args:
        candidates: kind -> name -> words; the kind is the row's model, the name its
            change.
        runs: by their words, which end with the seed.

    Returns:
        change, model, words, accuracy (on validation), test, and why that was measured;
        None where it was not.
    """
    names = ["change", "model", "words", "accuracy", "test", "why"]
    rows = [
        (
            change,
            model,
            words,
            validation_accuracy(run),
            *map(run.get, ("test", "why")),
        )
        for model, changes in candidates.items()
        for change, words in changes.items()
        for full, run in runs.items()
        if full.rpartition(" --seed ")[0] == words
    ]
    return pd.DataFrame(rows, columns=names)


def validation_accuracy(run: Run) -> float:
    """A run's accuracy on the validation part after its last epoch.

    Raises:
        ValueError: what its table measured is another part.
    """
    if (part := run["table"]["part"][-1]) != "validation":
        raise ValueError(f"{run['command']} measured {part}, which chooses nothing")
    return run["table"]["accuracy"][-1]
