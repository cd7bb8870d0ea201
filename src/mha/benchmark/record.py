"""A run's circumstances, and runs that are stored with the book."""

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
import torch
from torch.utils.collect_env import get_env_info

STORED = Path(__file__).parent / "stored"


def circumstances(device: str) -> dict[str, object]:
    """Machine, versions, threads and load: what a time means nothing without."""
    env = get_env_info()
    cpu = [line for line in (env.cpu_info or "").splitlines() if "Model name" in line]
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {
            "cpu": cpu[0].split(":", 1)[1].strip() if cpu else "unknown",
            "cores": os.cpu_count(),
            "os": env.os,
            "gpu": torch.cuda.get_device_name() if device == "cuda" else None,
        },
        "versions": {
            "python": sys.version.split()[0],
            "torch": torch.__version__,
            "cuda": torch.version.cuda,
        },
        "threads": torch.get_num_threads(),
        "load_before": os.getloadavg(),
    }


def save(path: Path, run: dict[str, object]) -> None:
    """Write a run as JSON; the file is complete or absent."""
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")
    partial.replace(path)


def load(name: str) -> tuple[dict[str, object], pd.DataFrame]:
    """A stored run: its circumstances, and one row a measurement.

    Raises:
        ValueError: no run of that name is stored.
    """
    names = sorted(path.stem for path in STORED.glob("*.json"))
    if name not in names:
        raise ValueError(f"no stored run {name!r}; there are {names}")
    run = json.loads((STORED / f"{name}.json").read_text(encoding="utf-8"))
    return run, pd.DataFrame(run.pop("rows"))


def ratio(rows: pd.DataFrame, design: str, to: str) -> pd.Series:
    """A design's time as a share of another's, for each case and pass of a run."""
    keys = ["batch", "tokens", "embed_dim", "heads", "pass"]
    by = rows.drop_duplicates([*keys, "design"]).set_index([*keys, "design"])["ms"]
    table = by.unstack("design")
    return table[design] / table[to]
