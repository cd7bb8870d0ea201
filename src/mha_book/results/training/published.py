"""Make the runs that the book shows: ``python -m mha_book.results.training.published``.

Each is a run of ``mha-train``. What it gave is kept beside this file, one line per
run, with its command, date, machine, versions and load. Candidates are compared on the
validation part. The test part is then measured for the chosen ones, and for those
declared beforehand; such a line says which of the two it is.
"""

import json
import shlex
from pathlib import Path
from typing import Any

import cyclopts
import pandas as pd
from safetensors.torch import load_model
from tqdm import tqdm

from mha_book.experiments import cli
from mha_book.experiments.ablation import ablate_each_head
from mha_book.experiments.head_shares import measure_head_shares
from mha_book.results import training as results
from mha_book.results.training.baselines import write_baselines
from mha_book.results.training.choices import Run, runs_to_test

RUN_FIELDS = ("date", "machine", "versions", "threads", "load_before")
SEEDS = (0, 1, 2)
# Published elsewhere as they stand here: [CLS] alone is read, padding is attended to,
# and the test part is measured after each epoch. Nothing is chosen by these.
PUBLISHED = [
    f"news --published --attention {words} --no-mask"
    for words in ("torch", "wrapper", "split", "fused", "split --positions sinusoidal")
]
SHORT = [
    f"news --published --attention {words} --no-mask --max-len 64"
    for words in (
        "torch",
        "split",
        "split --positions sinusoidal",
        "split --start torch",
    )
]
# Whether the first weights matter, by more seeds than three.
STARTS = [f"news --no-mask --max-len 64 --start {name}" for name in ("linear", "torch")]
START_SEEDS = range(4)
# One change each from the published model, on the beginning of each article; then
# changes together. What has no attention gets all that it has a place for.
HALF = "--no-mask --max-len 128"
SMALL = "--pool residual --embedding-std 0.02"  # embeddings that start small
FAST = f"{SMALL} --learning-rate 0.003"
WORDS = f"{FAST} --vocab-size 8000"
MORE = f"{WORDS} --max-len 256 --heads 2"  # two, so that it takes minutes
DECLARED = f"news --attention fused {HALF}"
BAG = f"news --attention none {HALF}"
# One vector of a text, made in two ways, with a mask and without. On 512 tokens some
# texts are padded; on 128 and 256 hardly any is, and a mask would change nothing.
POOLED = "news --attention fused --max-len 512"
POOLING = {
    "[CLS]": f"{POOLED} --no-mask",
    "mean": f"{POOLED} --no-mask --pool mean",
    "[CLS], masked": POOLED,
    "mean, masked": f"{POOLED} --pool mean",
}
CANDIDATES = {
    "attention": {
        "[CLS], as published": DECLARED,
        "[CLS], from 0.02": f"{DECLARED} --embedding-std 0.02",
        "mean": f"{DECLARED} --pool mean",
        "mean, from 0.02": f"{DECLARED} --pool mean --embedding-std 0.02",
        "residual": f"{DECLARED} --pool residual",
        "residual, from 0.02": f"{DECLARED} {SMALL}",
        "… and rate 0.003": f"{DECLARED} {FAST}",
        "… and 8,000 pieces": f"{DECLARED} {WORDS}",
        "… and 256 tokens, masked": f"news --attention fused {MORE}",
    },
    "bag": {
        "residual": f"{BAG} --pool residual",
        "residual, from 0.02": f"{BAG} {SMALL}",
        "… and rate 0.003": f"{BAG} {FAST}",
        "… and 8,000 pieces": f"{BAG} {WORDS}",
        "… and 256 tokens, masked": f"news --attention none {MORE}",
        "… but not masked": f"news --attention none {MORE} --no-mask",
    },
}
FEW = "language --subject sport --articles 30 --epochs 30"  # few enough to overfit
LANGUAGE = ["language --subject sport", FEW]
COPYING = [f"copying --layers {n} --seed {seed}" for seed in range(5) for n in (2, 1)]
# The same without a head that is held near, and a single layer with more heads.
COPYING += [
    f"copying --layers {n} --relative rotary --heads {heads} --seed {seed}"
    for n, heads in ((2, 2), (1, 4))
    for seed in range(5)
]


def commands() -> list[str]:
    """The words of every run; published models take turns, so that times compare."""
    candidates = (words.values() for words in CANDIDATES.values())
    lists = (PUBLISHED, SHORT, POOLING.values(), *candidates, LANGUAGE)
    seeded = [f"{w} --seed {seed}" for words in lists for seed in SEEDS for w in words]
    seeded += [f"{w} --seed {seed}" for seed in START_SEEDS for w in STARTS]
    return [*seeded, *COPYING, "baselines"]


def main(*, out: Path) -> None:
    """Make every run that is not stored yet, one at a time, then store them all.

    Args:
        out: folder for the runs.
    """
    known = {
        words: run
        for path in results.RESULTS.glob("*.jsonl")
        for words, run in results.runs_by_command(path.stem).items()
    }
    runs = {
        words: known.get(words) or run_command(words, out)
        for words in tqdm(commands(), unit="run")
    }
    for words, why in runs_to_test([DECLARED], CANDIDATES, runs, SEEDS).items():
        if "why" not in runs[words]:
            runs[words] = run_command(f"{words} --test", out) | {"why": why}
    lines: dict[str, str] = {}
    for words, found in runs.items():
        task = words.split()[0]
        lines[task] = lines.get(task, "") + json.dumps(found) + "\n"
    for task, text in lines.items():
        (results.RESULTS / f"{task}.jsonl").write_text(text, encoding="utf-8")


def run_command(words: str, out: Path) -> Run:
    """Run the command, or take what its folder has; --test goes on from the folder."""
    folder = out / words.removesuffix(" --test").replace(" --", ",").replace(" ", "=")
    done = {}
    if (folder / "table.csv").exists():
        done = json.loads((folder / "run.json").read_text(encoding="utf-8"))["options"]
    if not done or (words.endswith(" --test") and not done["test"]):
        if words == "baselines":
            write_baselines(folder)
        else:
            argv = [*shlex.split(words), "--out", str(folder)]
            cli.main(argv)
            if not words.startswith("news"):
                measure_heads(argv)
    return summarize(words, folder)


def measure_heads(argv: list[str]) -> None:
    """Leave beside a run what copying loses without each head, or where heads look."""
    options = cli.read_options(argv)
    model, task = options.build()
    load_model(model, options.out / "model.safetensors")
    if options.task == "copying":
        dataset: Any = task.validation.dataset
        table = ablate_each_head(model, *dataset.tensors)
        table.to_csv(options.out / "ablation.csv", index=False)
    else:
        table = measure_head_shares(model, task)
        table.to_csv(options.out / "heads.csv", index=False)


def summarize(words: str, folder: Path) -> Run:
    """What is kept of a run."""
    written = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    about = {name: written[name] for name in ("options", *RUN_FIELDS)}
    table = {
        name: [None if pd.isna(value) else value for value in column.tolist()]
        for name, column in pd.read_csv(folder / "table.csv").round(5).items()
    }
    command = words if words == "baselines" else f"mha-train {words}"
    run = {"command": command} | about | {"table": table}
    if (folder / "confusion.csv").exists():
        counts = pd.read_csv(folder / "confusion.csv", index_col=0).to_numpy()
        run["confusion"] = counts.tolist()
        if written["options"].get("test"):
            run["test"] = round(counts.trace() / counts.sum(), 5)
    if (folder / "ablation.csv").exists():
        without = pd.read_csv(folder / "ablation.csv").round(5)
        run["ablation"] = json.loads(without.to_json(orient="records"))
    if (folder / "heads.csv").exists():
        heads = pd.read_csv(folder / "heads.csv")
        run["heads"] = heads.round(4).to_dict("list")
    return run


if __name__ == "__main__":
    cyclopts.run(main)
