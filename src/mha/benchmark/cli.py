"""Time every design: ``python -m mha.benchmark.cli --out run.json``."""

import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import psutil
import torch
from cyclopts import App, CycloptsError, Parameter
from tqdm import tqdm

from mha.benchmark.designs import (
    BARE,
    TORCH,
    TORCH_WEIGHTS,
    BenchmarkCase,
    compile_runners,
    make_runners,
)
from mha.benchmark.measure import PASSES, assert_designs_equal, measure
from mha.record import circumstances, write_json

# Sweep -> its cases. The size is that of a published comparison.
SWEEPS = {
    "size": [BenchmarkCase(32, 1000, 256, 4)],
    "grid": [
        BenchmarkCase(batch, tokens, 256, heads)
        for batch in (1, 8)
        for tokens in (16, 64, 256, 1024)
        for heads in (1, 2, 4, 8, 16, 32)
    ],
    "compiled": [BenchmarkCase(1, 64, 256, 8)],
}
# Where there are many cases, the designs whose difference is asked for.
ONLY = {"grid": ("wrapper", "split", "fused")}
SHARES = (TORCH_WEIGHTS, TORCH, BARE)
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16}


@dataclass(frozen=True, kw_only=True)
class Options:
    """What to time, and where."""

    out: Path
    "JSON file to write."
    device: Literal["cpu", "cuda"] = "cpu"  # mps has no float64, which proves equality
    dtype: Literal[tuple(DTYPES)] = "float32"  # type: ignore[valid-type]
    rounds: int = 9
    "Timings of each."
    sweeps: Annotated[
        tuple[Literal[tuple(SWEEPS)], ...],  # type: ignore[valid-type]
        Parameter(consume_multiple=True, negative=""),
    ] = field(default_factory=lambda: tuple(SWEEPS))

    def check(self) -> None:
        """Raise ValueError for what would fail after minutes."""
        if not self.out.parent.is_dir():
            raise ValueError(f"--out: there is no folder {self.out.parent}")
        if self.out.is_dir():
            raise ValueError(f"--out {self.out} is a folder; expected a file")
        if self.rounds < 1:
            raise ValueError(f"--rounds {self.rounds}: expected 1 or more")
        if self.device == "cuda" and not torch.cuda.is_available():
            raise ValueError("--device cuda: torch finds no CUDA device")


def main(argv: list[str] | None = None) -> None:
    """Prove the designs equal, time them, write one JSON file."""
    options = read_options(argv)
    dtype = DTYPES[options.dtype]
    run = circumstances(options.device)
    run |= {"device": options.device, "dtype": options.dtype, "rows": []}
    cases = [(sweep, case) for sweep in options.sweeps for case in SWEEPS[sweep]]
    with tqdm(cases, unit="case") as bar:
        for done, (sweep, case) in enumerate(bar, start=1):
            bar.set_description(str(case))
            run["rows"] += rows_of(sweep, case, options, dtype)
            run |= {"load_after": psutil.getloadavg(), "cases_left": len(cases) - done}
            write_json(options.out, run)  # an interruption loses one case, not all
    print(f"written to {options.out}")
    report(run["rows"])


def rows_of(
    sweep: str, case: BenchmarkCase, options: Options, dtype: torch.dtype
) -> list[dict[str, Any]]:
    """Equal in float64 on two sentences, equal in the dtype, then measured."""
    small = BenchmarkCase(2, case.tokens, case.embed_dim, case.num_heads)
    exact = assert_designs_equal(
        make_runners(small, options.device, torch.float64), torch.float64
    )
    runners = make_runners(case, options.device, dtype)
    runners = {name: runners[name] for name in ONLY.get(sweep, runners)}
    if sweep == "compiled":
        runners |= compile_runners(runners)
    gap = assert_designs_equal(runners, dtype)
    with tqdm(
        total=len(runners) * len(PASSES) * (options.rounds + 1), leave=False
    ) as bar:
        rows = measure(runners, options.rounds, options.device, bar.update)
    about = {"sweep": sweep} | asdict(case) | {"gap": gap, "gap_float64": exact}
    return [about | row for row in rows]


def report(rows: list[dict[str, Any]]) -> None:
    """Print the first case's times, also as shares of PyTorch's and of the bare sum."""
    keys = ("sweep", "batch", "tokens", "embed_dim", "num_heads")
    first = [row for row in rows if all(row[k] == rows[0][k] for k in keys)]
    times = {(row["design"], row["pass"]): row["ms"] for row in first}
    print({key: rows[0][key] for key in keys}, "and shares of", *SHARES, sep=", ")
    for (design, which), ms in times.items():
        shares = (f"{ms / times[other, which]:6.2f}" for other in SHARES)
        print(f"{design:30} {which:17} {ms:9.2f} ms", *shares)


def read_options(argv: list[str] | None = None) -> Options:
    """The options; refuses in one line what would fail after minutes."""
    app = App(
        name="python -m mha.benchmark.cli", help=__doc__, result_action="return_value"
    )
    app.default(_options)
    try:
        options = app(argv, exit_on_error=False, print_error=False)
        if options is None:  # help was asked for
            sys.exit(0)
        options.check()
    except (CycloptsError, ValueError) as refusal:
        print(f"mha.benchmark: {refusal}", file=sys.stderr)
        sys.exit(2)
    return options


def _options(options: Annotated[Options, Parameter(name="*")]) -> Options:
    return options


if __name__ == "__main__":
    main()
