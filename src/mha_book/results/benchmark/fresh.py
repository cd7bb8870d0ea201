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
from statistics import median
from typing import Any

import cyclopts
import torch

from mha.benchmark.designs import BenchmarkCase, Runner, make_runners
from mha.record import circumstances, write_json

Costs = dict[str, dict[str, Any]]  # of each design

# For glibc, Linux's usual C library: give nothing back.
KEEP = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(2**40)}
SHOW = (
    "import sys; from mha_book.results.benchmark import fresh; "
    "fresh.show(int(sys.argv[1]))"
)


def main(path: Path, num_heads: int = 16, processes: int = 5) -> None:
    """Measure with memory as usual and kept, and write one JSON file.

    The ways take turns, each time in a new process: what the C library gives back
    differs from process to process.
    """
    torch.set_num_threads(1)
    run = circumstances("cpu")
    ways = {"as usual": {}, "memory kept": KEEP}
    found: dict[str, list[Costs]] = {way: [] for way in ways}
    for _ in range(processes):
        for way, more in ways.items():
            found[way].append(measure_in_process(num_heads, os.environ | more))
    run["rows"] = [
        {"memory": way, "design": name} | _join([costs[name] for costs in parts])
        for way, parts in found.items()
        for name in parts[0]
    ]
    write_json(path, run)


def _join(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """One design's costs in all processes: every round, and the median of the pages."""
    times = [ms for part in parts for ms in part["times"]]
    return {"times": times, "fresh pages": median(p["fresh pages"] for p in parts)}


def measure_in_process(num_heads: int, environment: Mapping[str, str]) -> Costs:
    """Wrapper and split on one long text, both passes, in a process of its own.

    Args:
        num_heads: of the case: one text of 1024 tokens, width 256.
        environment: the process's variables.

    Returns:
        For each design the milliseconds of processor time, round by round, and the
        median of the fresh pages.
    """
    command = [sys.executable, "-c", SHOW, str(num_heads)]
    run = subprocess.run(command, env=environment, capture_output=True, check=True)
    return json.loads(run.stdout)


def show(num_heads: int) -> None:
    """Measure in this process, and print what `measure_in_process` reads."""
    torch.set_num_threads(1)
    runners = make_runners(BenchmarkCase(1, 1024, 256, num_heads))
    print(json.dumps(costs_of({name: runners[name] for name in ("wrapper", "split")})))


def costs_of(runners: Mapping[str, Runner], rounds: int = 7) -> Costs:
    """What each design costs; in a round they take turns, as in the benchmark."""
    for runner in runners.values():
        runner.backward()
    seen = [{n: _one(runner) for n, runner in runners.items()} for _ in range(rounds)]
    costs: Costs = {}
    for name in runners:
        ms, pages = zip(*(found[name] for found in seen), strict=True)
        costs[name] = {"times": [*ms], "fresh pages": median(pages)}
    return costs


def _one(runner: Runner) -> tuple[float, int]:
    """Milliseconds of processor time, which other programs change less, and pages."""
    faults, start = _faults(), time.process_time()
    runner.backward()
    ms = (time.process_time() - start) * 1e3
    return float(f"{ms:.4g}"), _faults() - faults


def _faults() -> int:
    import resource  # not on Windows, where this module can yet be imported

    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


if __name__ == "__main__":
    cyclopts.run(main)
