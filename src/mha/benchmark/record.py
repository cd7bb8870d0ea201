"""A run's circumstances, and runs that are stored with the book."""

import json
import os
import platform
import re
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
import psutil
import torch
from torch.utils import collect_env

STORED = Path(__file__).parent / "stored"


def circumstances(device: str) -> dict[str, object]:
    """Machine, versions, threads and load: what a time means nothing without."""
    on_gpu = torch.device(device).type == "cuda"
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {
            "cpu": cpu_name(collect_env.get_cpu_info(collect_env.run) or ""),
            "cores": os.cpu_count(),
            "os": collect_env.get_os(collect_env.run),
            "gpu": torch.cuda.get_device_name(device) if on_gpu else None,
        },
        "versions": {
            "python": platform.python_version(),
            "torch": torch.__version__,
            "cuda": torch.version.cuda,
        },
        "threads": torch.get_num_threads(),
        "load_before": psutil.getloadavg(),
    }


def cpu_name(told: str) -> str:
    """The CPU's name, from the text that torch collects about it.

    Linux tells "Model name: ..." among other lines, Windows "Name: ...", and macOS
    the bare name. Any other text, as a shell's error, is not taken for a name.
    """
    line = r"^\s*(?:Model name|Name):[ \t]*(\S.*)$"
    found = re.search(line, told, re.MULTILINE) or re.fullmatch(r"([^:\n]+)\n*", told)
    return found[1].strip() if found else platform.processor() or "unknown"


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
