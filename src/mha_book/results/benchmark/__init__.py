"""The benchmark runs that the book shows."""

import json
from pathlib import Path
from typing import Any

import pandas as pd

RESULTS = Path(__file__).parent
CASE = ["batch", "tokens", "embed_dim", "num_heads", "pass"]


def load_benchmark(name: str) -> tuple[dict[str, Any], pd.DataFrame]:
    """A stored run: its circumstances, and one row per measurement.

    Raises:
        ValueError: no run of that name is stored.
    """
    names = sorted(path.stem for path in RESULTS.glob("*.json"))
    if name not in names:
        raise ValueError(f"no stored run {name!r}; there are {names}")
    run = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return run, pd.DataFrame(run.pop("rows"))


def ratio(rows: pd.DataFrame, design: str, to: str) -> pd.DataFrame:
    """A design's time over another's, taken round by round.

    Within a round all designs are timed in turn, so that a busy moment of the machine
    meets both; a ratio of medians would compare moments that lie apart.

    Args:
        rows: of one run, from `load_benchmark`.
        design: the design whose time is divided.
        to: the design whose time it is divided by.

    Returns:
        low, median and high (the quartiles) for each case and pass that has both.

    Raises:
        ValueError: no case has both designs.
    """
    times = rows.set_index([*CASE, "design"])["times"].unstack("design")
    if {design, to} - {*times.columns}:
        raise ValueError(f"no {design!r} or no {to!r} among {sorted(times.columns)}")
    both = times[[design, to]].dropna()
    shares = {case: _quartiles(a, b) for case, a, b in both.itertuples()}
    table = pd.DataFrame.from_dict(shares, "index", columns=["low", "median", "high"])
    return table.set_index(pd.MultiIndex.from_tuples(table.index, names=CASE))


def _quartiles(ours: list[float], theirs: list[float]) -> list[float]:
    return [*(pd.Series(ours) / pd.Series(theirs)).quantile([0.25, 0.5, 0.75])]
