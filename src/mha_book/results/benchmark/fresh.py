"""How often a design asks for fresh memory; `make bench` writes it down.

Where the C library gives large tensors back to the system as soon as they are free, the
next one's memory is fetched anew, page by page. What this costs shows beside a run that
keeps its memory; see `KEEP`.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import torch

from mha.benchmark.designs import BenchmarkCase, Runner, make_runners
from mha.record import circumstances, write_json

# For glibc, Linux's usual C library: give nothing back.
KEEP = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(2**40)}
SHOW = (
    "import sys; from mha_book.results.benchmark import fresh; "
    "fresh.show(int(sys.argv[1]))"
)


def main(path: Path, num_heads: int = 16) -> None:
    """Measure with memory as usual and kept, and write one JSON file."""
    torch.set_num_threads(1)
    run = circumstances("cpu")
    ways = {"as usual": {}, "memory kept": KEEP}
    found = {
        way: measure_in_process(num_heads, os.environ | more)
        for way, more in ways.items()
    }
    run["rows"] = [
        {"memory": way, "design": name} | costs.to_dict()
        for way, table in found.items()
        for name, costs in table.items()
    ]
    write_json(path, run)


def measure_in_process(num_heads: int, environment: Mapping[str, str]) -> pd.DataFrame:
    """Wrapper and split on one long text, forward, in a process of its own.

    Args:
        num_heads: of the case: one text of 1024 tokens, width 256.
        environment: the process's variables.

    Returns:
        For each design the milliseconds of processor time, and the fresh pages.
    """
    command = [sys.executable, "-c", SHOW, str(num_heads)]
    run = subprocess.run(command, env=environment, capture_output=True, check=True)
    return pd.DataFrame(json.loads(run.stdout))


def show(num_heads: int) -> None:
    """Measure in this process, and print what `measure_in_process` reads."""
    torch.set_num_threads(1)
    runners = make_runners(BenchmarkCase(1, 1024, 256, num_heads))
    print(json.dumps({name: cost_of(runners[name]) for name in ("wrapper", "split")}))


def cost_of(runner: Runner, rounds: int = 9) -> dict[str, float]:
    """Medians of rounds; processor time, which other programs hardly change."""
    runner.forward()
    seen = pd.DataFrame([_one(runner) for _ in range(rounds)])
    return seen.median().to_dict()


def _one(runner: Runner) -> dict[str, float]:
    faults, start = _faults(), time.process_time()
    runner.forward()
    ms = (time.process_time() - start) * 1e3
    return {"ms": ms, "fresh pages": _faults() - faults}


def _faults() -> int:
    import resource  # not on Windows, where this module can yet be imported

    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


if __name__ == "__main__":
    main(Path(sys.argv[1]))
