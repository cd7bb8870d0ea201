"""Equal first, then timed: all designs in turn, round after round."""

import json
import logging
import os
import tempfile
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import Any

import pandas as pd
import torch
from torch.profiler import ProfilerActivity, profile

from mha.benchmark.designs import BARE, Runner

# Where there is a CUDA toolkit but no GPU, a build of torch for CUDA warns at the next
# import, and in a chapter that would stop the book's build.
logging.getLogger("torch.utils.cpp_extension").setLevel(logging.ERROR)
from torch.utils.benchmark import Timer  # noqa: E402

# The profiler says on stderr when it starts and stops, once for each case.
os.environ.setdefault("KINETO_LOG_LEVEL", "6")

PASSES = ("forward", "forward+backward")
# Of the largest number; a sum of thousands in half precision keeps two digits.
TOLERANCE = {torch.float64: 1e-10, torch.float32: 1e-4, torch.bfloat16: 5e-2}


def assert_designs_equal(runners: dict[str, Runner], dtype: torch.dtype) -> float:
    """Compare each design's output and input gradient with the first one's.

    Returns:
        The largest difference found, as a share of the largest number compared.

    Raises:
        AssertionError: it exceeds the dtype's tolerance; names the design.
    """
    first, *others = (name for name in runners if name != BARE)
    expected = _output_and_gradient(runners[first])
    worst = 0.0
    for name in others:
        for what, ours, theirs in zip(
            ("output", "gradient"),
            _output_and_gradient(runners[name]),
            expected,
            strict=True,
        ):
            gap = ((ours - theirs).abs().max() / theirs.abs().max()).item()
            if not gap <= TOLERANCE[dtype]:
                raise AssertionError(
                    f"{name}: its {what} differs from {first}'s by {gap:.1e} of the "
                    f"largest number; at most {TOLERANCE[dtype]:.0e} expected"
                )
            worst = max(worst, gap)
    return worst


def _output_and_gradient(runner: Runner) -> list[torch.Tensor]:
    """Both (B, T, E) in float64, whatever the design's own layout."""
    output, gradient = runner.forward()[0], runner.backward()[0]
    assert gradient is not None  # the input's
    if runner.sequence_first:
        output, gradient = output.transpose(0, 1), gradient.transpose(0, 1)
    return [output.double(), gradient.double()]


def time_designs(
    runners: dict[str, Runner], rounds: int, tick: Callable[[], object] = lambda: None
) -> dict[tuple[str, str], list[float]]:
    """Milliseconds of each design and pass, one number per round.

    Within a round every design is timed once, so that a busy spell of the machine
    meets them all; compare ratios within one run.

    Args:
        runners: the designs, from `make_runners`.
        rounds: how often each is timed.
        tick: called after each timing.
    """
    jobs = {
        (name, which): function
        for name, runner in runners.items()
        for which, function in zip(
            PASSES, (runner.forward, runner.backward), strict=True
        )
    }
    timers = {key: _timer(function) for key, function in jobs.items()}
    calls = {key: _calls(timer) for key, timer in timers.items()}
    times: dict[tuple[str, str], list[float]] = {key: [] for key in jobs}
    for _ in range(rounds):
        for key, timer in timers.items():
            times[key].append(timer.timeit(calls[key]).mean * 1e3)
            tick()
    return times


def _timer(function: Callable[[], object]) -> Timer:
    return Timer(
        "run()", globals={"run": function}, num_threads=torch.get_num_threads()
    )


def _calls(timer: Timer, seconds: float = 0.05) -> int:
    """How many calls make a measurement long enough to trust; also the warm-up."""
    timer.timeit(1)
    return max(1, round(seconds / timer.timeit(1).mean))


def peak_mib(function: Callable[[], object], device: str) -> float:
    """Memory in MiB that a call holds at its worst, beyond what was held before."""
    function()  # what is allocated once and kept is not the call's
    if device == "cuda":
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        function()
        return (torch.cuda.max_memory_allocated() - before) / 2**20
    return max(trace_mib(function))


def trace_mib(function: Callable[[], object]) -> list[float]:
    """Memory in MiB that a call on the CPU holds, after each change of it.

    Begins with 0: what was held before is not counted.
    """
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as record:
        function()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        record.export_chrome_trace(str(path))
        events = json.loads(path.read_text(encoding="utf-8"))["traceEvents"]
    changes = [event for event in events if event.get("name") == "[memory]"]
    changes.sort(key=lambda event: event["ts"])
    held = accumulate((event["args"]["Bytes"] for event in changes), initial=0)
    return [number / 2**20 for number in held]


def trace_both_passes(
    runner: Runner, unit: float = 1.0
) -> tuple[list[float], list[float]]:
    """What a design on the CPU holds in its forward, then in its backward pass.

    Args:
        runner: the design.
        unit: how many MiB count as 1.

    Returns:
        Both as from ``trace_mib``; the second begins where the first ends.
    """
    outputs: list[torch.Tensor] = []
    there = trace_mib(lambda: outputs.extend(runner.call()))
    back = trace_mib(lambda: _backward(outputs, runner.gradients))
    return [mib / unit for mib in there], [(there[-1] + mib) / unit for mib in back]


def _backward(outputs: list[torch.Tensor], gradients: list[torch.Tensor]) -> None:
    """The backward pass, in which the outputs are let go."""
    torch.autograd.backward([outputs.pop(0) for _ in gradients], gradients)


def measure(
    runners: dict[str, Runner],
    rounds: int,
    device: str = "cpu",
    tick: Callable[[], object] = lambda: None,
) -> list[dict[str, Any]]:
    """One row for each design and pass: its times, round by round too, and its memory.

    Args:
        runners: the designs, from `make_runners`.
        rounds: how often each is timed.
        device: "cpu" or "cuda".
        tick: called after each timing and each memory reading.
    """
    times = time_designs(runners, rounds, tick)
    rows = []
    for (name, which), taken in times.items():
        runner = runners[name]
        function = runner.forward if which == PASSES[0] else runner.backward
        low, median, high = pd.Series(taken).quantile([0.25, 0.5, 0.75])
        row = {"design": name, "pass": which, "ms": median, "low": low, "high": high}
        row |= {"times": [float(f"{ms:.4g}") for ms in taken]}  # round by round
        rows.append(row | {"peak_mib": peak_mib(function, device)})
        tick()
    return rows
