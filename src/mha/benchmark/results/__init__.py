"""The benchmark runs that the book shows."""

import json
from pathlib import Path
from typing import Any

import pandas as pd

RESULTS = Path(__file__).parent


def load(name: str) -> tuple[dict[str, Any], pd.DataFrame]:
    """A stored run: its circumstances, and one row per measurement.

    Raises:
        ValueError: no run of that name is stored.
    """
    names = sorted(path.stem for path in RESULTS.glob("*.json"))
    if name not in names:
        raise ValueError(f"no stored run {name!r}; there are {names}")
    run = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return run, pd.DataFrame(run.pop("rows"))


def ratio(rows: pd.DataFrame, design: str, to: str) -> pd.Series:
    """A design's time as a share of another's, for each case and pass of a run."""
    keys = ["batch", "tokens", "embed_dim", "num_heads", "pass"]
    by = rows.drop_duplicates([*keys, "design"]).set_index([*keys, "design"])["ms"]
    table = by.unstack("design")
    return table[design] / table[to]
