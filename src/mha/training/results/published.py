"""Make the runs that the book shows: ``python -m mha.training.results.published``.

Each is a run of ``mha-train``. What it gave is kept beside this file, one line per
run, with its command, date, machine, versions and load.
"""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pandas as pd
from cyclopts import run
from tqdm import tqdm

from mha.training import results

KEPT = ("date", "machine", "versions", "threads", "load_before")
SEEDS = (0, 1, 2)
# Published elsewhere as they stand here: [CLS] alone is read, padding is attended to.
PUBLISHED = [
    f"news --attention {words} --no-mask"
    for words in ("torch", "wrapper", "split", "fused", "split --positions sinusoidal")
]
SHORT = [
    f"news --attention {words} --no-mask --max-len 64"
    for words in ("torch", "split", "split --positions sinusoidal")
]
MEAN = "news --attention fused --pool mean"
SMALL = "--pool mean --embedding-std 0.02"  # embeddings that start small
BEST = f"{SMALL} --learning-rate 0.003 --vocab-size 8000 --max-len 512 --heads 4"
REPAIRED = [
    MEAN,
    f"{MEAN} --positions sinusoidal",
    f"{MEAN} --positions sinusoidal --max-len 64",
    f"news --attention fused {SMALL}",
    f"news --attention none {SMALL}",
    f"news --attention fused {BEST}",
    f"news --attention none {BEST}",
]
LANGUAGE = ["language --subject sport"]


def commands() -> list[str]:
    """The words of every run; published models take turns, so that times compare."""
    lists = (PUBLISHED, SHORT, REPAIRED, LANGUAGE)
    seeded = [f"{w} --seed {seed}" for words in lists for seed in SEEDS for w in words]
    return [*seeded, "baselines"]


def main(*, out: Path) -> None:
    """Make every run that is not there yet, one at a time, then store them all.

    Args:
        out: folder for the runs.
    """
    found: dict[str, list[dict[str, object]]] = {}
    for words in tqdm(commands(), unit="run"):
        folder = out / words.replace(" --", ",").replace(" ", "=")
        if not (folder / "table.csv").exists():
            train = [sys.executable, "-m", "mha.training", *shlex.split(words)]
            subprocess.run([*train, "--out", str(folder)], check=True)
        found.setdefault(words.split()[0], []).append(summary(words, folder))
    for task, runs in found.items():
        lines = "".join(json.dumps(run) + "\n" for run in runs)
        (results.RESULTS / f"{task}.jsonl").write_text(lines, encoding="utf-8")


def summary(words: str, folder: Path) -> dict[str, object]:
    """What is kept of a run."""
    made = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    about = {name: made[name] for name in ("words", *KEPT)}
    table = pd.read_csv(folder / "table.csv").round(5).to_dict("list")
    kept = {"command": f"mha-train {words}"} | about | {"table": table}
    if (folder / "confusion.csv").exists():
        counts = pd.read_csv(folder / "confusion.csv", index_col=0)
        kept["confusion"] = counts.to_numpy().tolist()
    return kept


if __name__ == "__main__":
    run(main)
