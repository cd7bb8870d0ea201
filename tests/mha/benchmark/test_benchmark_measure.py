"""How designs are compared, timed and weighed: with clocks that tell known times."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from mha.benchmark import measure as measuring
from mha.benchmark.designs import BARE, BenchmarkCase, make_runners
from mha.benchmark.measure import (
    PASSES,
    assert_designs_equal,
    measure,
    peak_mib,
    time_designs,
    trace_both_passes,
    trace_mib,
)


class Stopwatch:
    """Stands in for torch's timer: a job takes as long as it says, and is counted."""

    def __init__(self):
        self.now, self.done, self.threads = 0.0, [], set()

    def job(self, name, *seconds):
        """Takes each of these in turn, then always the last."""
        left = list(seconds)

        def run():
            self.now += left.pop(0) if len(left) > 1 else left[0]
            self.done.append(name)

        return run

    def __call__(self, statement, globals, num_threads):
        self.threads.add(num_threads)

        def timeit(number):
            start = self.now
            for _ in range(number):
                exec(statement, globals)
            return SimpleNamespace(mean=(self.now - start) / number)

        return SimpleNamespace(timeit=timeit)


@pytest.fixture
def watch(monkeypatch):
    monkeypatch.setattr(measuring, "Timer", made := Stopwatch())
    return made


def test_each_round_times_every_design_in_turn(watch):
    made = {
        name: SimpleNamespace(
            forward=watch.job(name, 0.1), backward=watch.job(f"{name} back", 0.3)
        )
        for name in ("a", "b")
    }
    ticks = []
    times = time_designs(made, 3, lambda: ticks.append(len(watch.done)))
    warm = len(watch.done) - 3 * 4
    assert watch.done[warm:] == ["a", "a back", "b", "b back"] * 3
    assert ticks == list(range(warm + 1, len(watch.done) + 1))
    assert list(times) == [(name, which) for name in "ab" for which in PASSES]
    for (_, which), found in times.items():
        expected = 100 if which == PASSES[0] else 300  # milliseconds
        assert found == pytest.approx([expected] * 3)
    assert watch.threads == {torch.get_num_threads()}


def test_a_short_job_is_called_until_it_takes_50_ms(watch):
    short, long = watch.job("short", 10, 0.01), watch.job("long", 0.03)
    made = {"a": SimpleNamespace(forward=short, backward=long)}
    times = time_designs(made, 1)
    assert watch.done[-7:] == ["short"] * 5 + ["long"] * 2
    assert watch.done.count("short") == 2 + 5
    assert list(times.values()) == [pytest.approx([10]), pytest.approx([30])]


def test_a_row_has_the_median_and_the_quartiles(monkeypatch):
    times = {("a", PASSES[0]): [9, 2, 1, 3, 4], ("b", PASSES[1]): [8, 8, 8, 8, 6]}
    done = []
    made = {
        name: SimpleNamespace(forward=f"{name} forward", backward=f"{name} backward")
        for name in ("a", "b")
    }
    monkeypatch.setattr(measuring, "time_designs", lambda *about: times)
    monkeypatch.setattr(measuring, "peak_mib", lambda *about: done.append(about) or 7.0)
    rows = measure(made, 5, "cuda", lambda: done.append("tick"))
    columns = ("design", "pass", "low", "ms", "high", "times", "peak_mib")
    first, second = times.values()
    assert rows == [
        dict(zip(columns, ("a", PASSES[0], 2, 3, 4, first, 7.0), strict=True)),
        dict(zip(columns, ("b", PASSES[1], 8, 8, 8, second, 7.0), strict=True)),
    ]
    both = [("a forward", "cuda"), ("b backward", "cuda")]
    assert done == [both[0], "tick", both[1], "tick"]


def test_times_round_by_round_keep_four_digits(monkeypatch):
    times = {("a", PASSES[0]): [0.000123456, 12.34567, 98765.4]}
    monkeypatch.setattr(measuring, "time_designs", lambda *about: times)
    monkeypatch.setattr(measuring, "peak_mib", lambda *about: 7.0)
    made = {"a": SimpleNamespace(forward=None, backward=None)}
    (row,) = measure(made, 3)
    assert row["times"] == [0.0001235, 12.35, 98770]


def answering(output, gradient, dtype=torch.float64):
    """A runner that has these numbers as its output and its input's gradient."""
    output, gradient = (torch.tensor(t, dtype=dtype) for t in (output, gradient))
    return SimpleNamespace(
        forward=lambda: [output],
        backward=lambda: [gradient, None],
        sequence_first=False,
    )


def test_the_largest_gap_is_returned_as_a_share_of_the_largest_number():
    made = {
        BARE: answering([0.0], [0.0]),
        "first": answering([-3.0, 1.0], [2.0, 4.0], torch.bfloat16),
        "less": answering([-3.0, 1.0], [2.0, 4.03125], torch.bfloat16),
        "most": answering([-3.0625, 1.0], [2.0, 4.0], torch.bfloat16),
        "none": answering([-3.0, 1.0], [2.0, 4.0], torch.bfloat16),
    }
    assert assert_designs_equal(made, torch.bfloat16) == 0.0625 / 3
    del made["most"]
    assert assert_designs_equal(made, torch.bfloat16) == 0.03125 / 4
    with pytest.raises(AssertionError) as found:
        assert_designs_equal(made, torch.float32)
    assert str(found.value) == (
        "less: its gradient differs from first's by 7.8e-03 of the largest number; "
        "at most 1e-04 expected"
    )


@pytest.mark.parametrize("wrong", [float("nan"), float("inf")])
def test_what_is_no_number_is_no_equal(wrong):
    right = answering([1.0, 2.0], [1.0, 2.0])
    for others in (([wrong, 2.0], [1.0, 2.0]), ([1.0, 2.0], [1.0, wrong])):
        with pytest.raises(AssertionError, match=f"second: its .* by {wrong}"):
            assert_designs_equal(
                {"first": right, "second": answering(*others)}, torch.float32
            )


@pytest.mark.parametrize(
    ("dtype", "most"),
    [(torch.float64, 1e-10), (torch.float32, 1e-4), (torch.bfloat16, 5e-2)],
)
def test_each_dtype_has_its_tolerance(dtype, most):
    first = answering([1.0, 1.0], [1.0, 1.0])
    near, far = (answering([1.0, 1 + share * most], [1.0, 1.0]) for share in (0.9, 1.1))
    gap = assert_designs_equal({"first": first, "near": near}, dtype)
    assert gap == pytest.approx(0.9 * most, rel=1e-3)
    with pytest.raises(AssertionError, match="far: its output"):
        assert_designs_equal({"first": first, "near": near, "far": far}, dtype)


def test_a_wrong_gradient_is_named():
    made = make_runners(BenchmarkCase(2, 7, 15, 3), dtype=torch.float64)
    split = made["split"]
    split.gradients[0] = split.gradients[0] * 1.01
    with pytest.raises(AssertionError, match=r"split: its gradient .* 1\.0e-02"):
        assert_designs_equal(made, torch.float64)


class Trace:
    """Stands in for torch's profiler: writes a trace with these events."""

    def __init__(self, *changes):
        self.events = [
            {"name": "[memory]", "ts": ts, "args": {"Bytes": mib * 2**20}}
            for ts, mib in changes
        ]

    def __call__(self, activities, profile_memory):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def export_chrome_trace(self, path):
        other = {"name": "aten::empty", "ts": 0, "args": {"Bytes": 2**40}}
        text = json.dumps({"traceEvents": [other, *self.events, {"ph": "s"}]})
        Path(path).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([(1, 2.0), (2, -2.0), (3, 3.0), (4, -3.0)], 3.0),  # not their sum
        ([(1, 2.0), (2, 3.0), (3, -3.0)], 5.0),  # not the largest alone
        ([(3, 4.0), (1, 3.0), (2, -3.0)], 4.0),  # in the order of their times
        ([(1, -3.0), (2, 1.0)], 0.0),  # never below what was held before
        ([], 0.0),
    ],
)
def test_peak_memory_is_the_most_that_is_held_at_once(monkeypatch, changes, expected):
    monkeypatch.setattr(measuring, "profile", Trace(*changes))
    assert peak_mib(lambda: None, "cpu") == expected


def test_what_is_held_is_told_after_each_change(monkeypatch):
    changes = [(3, 4.0), (1, 3.0), (2, -3.0)]
    monkeypatch.setattr(measuring, "profile", Trace(*changes))
    assert trace_mib(lambda: None) == [0, 3, 0, 4]


def test_what_a_design_holds_goes_on_from_pass_to_pass():
    made = make_runners(BenchmarkCase(batch=2, tokens=64, embed_dim=16, num_heads=4))
    table = 2 * 4 * 64 * 64 * 4 / 2**20  # (B, H, T, T) in float32
    there, back = trace_both_passes(made["split"], unit=table)
    assert there[0] == 0
    assert back[0] == there[-1] > 1  # kept for the way back
    assert max(there) < 3 < max(back)
    assert back[-1] < 1  # gradients alone: nothing holds the outputs


def test_peak_memory_is_one_calls_beyond_what_it_keeps():
    kept = []

    def call():
        if not kept:
            kept.append(torch.zeros(4, 2**18))  # 4 MiB, once
        for mib in (1, 2, 1):
            torch.zeros(mib, 2**18)

    assert peak_mib(call, "cpu") == 2


def test_peak_memory_on_a_gpu_is_what_torch_counts(monkeypatch):
    held, most = [5], [90]  # MiB

    def call():
        if len(held) == 1:
            held.append(7)  # kept from the first call on
        most.append(sum(held) + 3)

    for name, function in {
        "reset_peak_memory_stats": lambda: most.clear(),
        "memory_allocated": lambda: sum(held) * 2**20,
        "max_memory_allocated": lambda: max(most) * 2**20,
    }.items():
        monkeypatch.setattr(torch.cuda, name, function)
    assert peak_mib(call, "cuda") == 3


@pytest.fixture
def two_threads():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


def test_peak_memory_counts_the_weights_that_a_design_holds(two_threads):
    case = BenchmarkCase(batch=2, tokens=128, embed_dim=16, num_heads=4)
    made = make_runners(case)
    table = 2 * 4 * 128 * 128 * 4 / 2**20  # (B, H, T, T) in float32: 0.5 MiB
    for design in ("wrapper", "split", "sequence first", "merged batch"):
        assert peak_mib(made[design].backward, "cpu") > 2 * table
    assert 2 * table < peak_mib(made["split"].forward, "cpu") < 3 * table
    # Its kernel has a buffer a thread.
    assert peak_mib(made["fused"].forward, "cpu") < table


@pytest.mark.slow  # the profiler starts
def test_a_chapter_that_uses_it_has_nothing_on_stderr():
    """A build of torch for CUDA would warn, on a machine with a toolkit alone.

    The profiler would say when it starts and when it stops.
    """
    code = "from mha.benchmark.measure import trace_mib; trace_mib(lambda: None)"
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, capture_output=True, check=True).stderr == b""
