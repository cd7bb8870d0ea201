"""Time every design: ``python -m mha.benchmark --out run.json``."""

import argparse
from dataclasses import asdict
from pathlib import Path

import psutil
import torch
from tqdm import tqdm

from mha.benchmark.designs import (
    BARE,
    TORCH,
    TORCH_WEIGHTS,
    Case,
    compiled,
    runners,
)
from mha.benchmark.measure import PASSES, assert_equal, measure
from mha.benchmark.record import circumstances, save

# Sweep -> its cases. The two sizes are those of published comparisons.
SWEEPS = {
    "size": [Case(32, 1000, 256, 4), Case(8, 1024, 768, 12)],
    "tokens": [Case(8, t, 256, 4) for t in (64, 128, 256, 512, 1024)],
    "heads": [Case(8, 256, 256, h) for h in (1, 2, 4, 8, 16)],
}
SHARES = (TORCH_WEIGHTS, TORCH, BARE)
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16}


def main(arguments: list[str] | None = None) -> None:
    """Prove the designs equal, time them, write one JSON file."""
    options = read(arguments)
    dtype = DTYPES[options.dtype]
    run = circumstances(options.device)
    run |= {"device": options.device, "dtype": options.dtype, "rows": []}
    cases = [(sweep, case) for sweep in options.sweeps for case in SWEEPS[sweep]]
    with tqdm(cases, unit="case") as bar:
        for done, (sweep, case) in enumerate(bar, start=1):
            bar.set_description(str(case))
            run["rows"] += rows_of(sweep, case, options, dtype)
            run |= {"load_after": psutil.getloadavg(), "cases_left": len(cases) - done}
            save(options.out, run)  # an interruption loses one case, not all
    print(f"written to {options.out}")
    report(run["rows"])


def rows_of(
    sweep: str, case: Case, options: argparse.Namespace, dtype: torch.dtype
) -> list[dict[str, object]]:
    """Equal in float64 on two sentences, equal in the dtype, then measured."""
    small = Case(2, case.tokens, case.embed_dim, case.heads)
    exact = assert_equal(runners(small, options.device, torch.float64), torch.float64)
    made = runners(case, options.device, dtype)
    if options.compile and sweep == "size":
        made |= compiled(made)
    gap = assert_equal(made, dtype)
    with tqdm(total=len(made) * len(PASSES) * (options.rounds + 1), leave=False) as bar:
        rows = measure(made, options.rounds, options.device, bar.update)
    about = {"sweep": sweep} | asdict(case) | {"gap": gap, "gap_float64": exact}
    return [about | row for row in rows]


def report(rows: list[dict[str, object]]) -> None:
    """Print the first case's times, also as shares of PyTorch's and of the bare sum."""
    keys = ("sweep", "batch", "tokens", "embed_dim", "heads")
    first = [row for row in rows if all(row[k] == rows[0][k] for k in keys)]
    times = {(row["design"], row["pass"]): row["ms"] for row in first}
    print({key: rows[0][key] for key in keys}, "and shares of", *SHARES, sep=", ")
    for (design, which), ms in times.items():
        shares = (f"{ms / times[other, which]:6.2f}" for other in SHARES)
        print(f"{design:30} {which:17} {ms:9.2f} ms", *shares)


def read(arguments: list[str] | None) -> argparse.Namespace:
    """The command's options; refuses now what would fail after minutes."""
    made = parser()
    options = made.parse_args(arguments)
    if not options.out.parent.is_dir():
        made.error(f"--out: there is no folder {options.out.parent}")
    if options.rounds < 1:
        made.error(f"--rounds {options.rounds} is below 1")
    if options.device == "cuda" and not torch.cuda.is_available():
        made.error("--device cuda: torch finds no CUDA device")
    return options


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    made = argparse.ArgumentParser(prog="python -m mha.benchmark", description=__doc__)
    made.add_argument("--out", type=Path, required=True, help="JSON file to write")
    # Apple's mps has no float64, which proves the designs equal.
    made.add_argument(
        "--device", choices=["cpu", "cuda"], default="cpu", help="the default is cpu"
    )
    made.add_argument("--dtype", choices=DTYPES, default="float32")
    made.add_argument("--compile", action="store_true", help="time compiled ones too")
    made.add_argument("--rounds", type=int, default=9, help="timings of each; 9")
    made.add_argument("--sweeps", nargs="+", choices=SWEEPS, default=list(SWEEPS))
    return made


if __name__ == "__main__":
    main()
