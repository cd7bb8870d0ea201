"""The benchmark's command: equal first, then timed, and every case kept."""

import json
import re
from dataclasses import asdict
from itertools import product

import pytest
import torch

from mha import MultiHeadAttention, convert
from mha.benchmark import cli as command, measure as measuring
from mha.benchmark.designs import BARE, DESIGNS, TORCH, TORCH_WEIGHTS, BenchmarkCase
from mha.benchmark.measure import PASSES
from mha_book.results.benchmark import load_benchmark as load

TINY = BenchmarkCase(batch=3, tokens=7, embed_dim=15, num_heads=5)
EVERY = [*DESIGNS, TORCH_WEIGHTS, TORCH, BARE]


class ScaledByModelWidth(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        return super().mix(heads._replace(query=heads.query / 3**0.5), mask, bias)


@pytest.fixture
def tiny(monkeypatch):
    """Tiny cases, each timed by single calls."""
    sweeps = {"size": [TINY], "heads": [TINY, TINY]}
    monkeypatch.setattr(command, "SWEEPS", sweeps)
    monkeypatch.setattr(measuring, "_calls", lambda timer: 1)


def test_a_run_is_complete(tiny, tmp_path, capsys, monkeypatch):
    bars = []

    class Bar(command.tqdm):
        def close(self):
            bars.append((self.n, self.total))
            super().close()

    monkeypatch.setattr(command, "tqdm", Bar)
    path = tmp_path / "run.json"
    command.main(["--out", str(path), "--rounds", "3", "--sweeps", "size"])
    run = json.loads(path.read_text(encoding="utf-8"))
    assert (run["device"], run["dtype"], run["cases_left"]) == ("cpu", "float32", 0)
    assert len(run["load_after"]) == 3
    assert run.keys() == {*load("cpu")[0], "rows"}
    rows = run["rows"]
    both = [(d, p) for d in EVERY for p in PASSES]
    assert [(r["design"], r["pass"]) for r in rows] == both
    for row in rows:
        assert row["sweep"] == "size"
        assert {name: row[name] for name in asdict(TINY)} == asdict(TINY)
        assert 0 < row["low"] <= row["ms"] <= row["high"]
        assert len(row["times"]) == 3
        assert row["gap"] < 1e-4
        assert row["gap_float64"] < 1e-10
    assert bars[0][0] == bars[0][1] == len(both) * (3 + 1)
    assert all(n == total for n, total in bars)
    assert list(tmp_path.iterdir()) == [path]
    told = capsys.readouterr().out
    assert all(design in told for design in EVERY)
    assert f"written to {path}" in told


def test_each_case_is_proven_small_in_float64_and_then_timed(tiny, monkeypatch):
    done = []
    small = BenchmarkCase(2, TINY.tokens, TINY.embed_dim, TINY.num_heads)
    monkeypatch.setattr(command, "make_runners", lambda *made: {made: None})
    monkeypatch.setattr(command, "compile_runners", lambda made: {"compiled": None})

    def equal(made, dtype):
        done.append((list(made), dtype))
        return 0.5 if dtype is torch.float64 else 0.25

    def timed(made, rounds, device, tick):
        done.append((list(made), rounds, device))
        return [{"design": "split"}, {"design": "fused"}]

    monkeypatch.setattr(command, "assert_designs_equal", equal)
    monkeypatch.setattr(command, "measure", timed)
    words = ["--out", "run.json", "--dtype", "bfloat16", "--rounds", "4"]
    options = command.read_options(words)
    for sweep, more in (("size", []), ("compiled", ["compiled"])):
        made = [(TINY, "cpu", torch.bfloat16), *more]
        rows = command.rows_of(sweep, TINY, options, torch.bfloat16)
        assert done[-3:] == [
            ([(small, "cpu", torch.float64)], torch.float64),
            (made, torch.bfloat16),
            (made, 4, "cpu"),
        ]
        about = asdict(TINY) | {"sweep": sweep, "gap": 0.25, "gap_float64": 0.5}
        assert rows == [about | {"design": d} for d in ("split", "fused")]


@pytest.mark.parametrize("name", command.DTYPES)
def test_the_run_is_in_the_dtype_that_is_named(tiny, tmp_path, monkeypatch, name):
    found = []
    monkeypatch.setattr(command, "report", found.append)
    monkeypatch.setattr(command, "rows_of", lambda *about: found.append(about) or [])
    command.main(["--out", str(tmp_path / "run.json"), "--dtype", name])
    *cases, rows = found
    assert [c[:2] for c in cases] == [("size", TINY), ("heads", TINY), ("heads", TINY)]
    assert {str(c[3]) for c in cases} == {f"torch.{name}"}
    assert rows == []
    run = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert run["dtype"] == name


def test_the_defaults_are_those_of_the_stored_run():
    options = command.read_options(["--out", "run.json"])
    run, rows = load("cpu")
    assert (options.device, options.dtype) == (run["device"], run["dtype"])
    assert {options.rounds} == set(map(len, rows["times"]))
    assert command.read_options(["--out", "run.json", "--rounds", "1"]).rounds == 1
    timed = rows.groupby(["sweep", *asdict(TINY)])[["design", "pass"]]
    found = {key: sorted(map(tuple, made.to_numpy())) for key, made in timed}
    also = [f"{design}, compiled" for design in EVERY if design != BARE]
    designs = {"size": EVERY, "compiled": EVERY + also} | command.ONLY
    assert found == {
        (sweep, *asdict(case).values()): sorted(product(designs[sweep], PASSES))
        for sweep in options.sweeps
        for case in command.SWEEPS[sweep]
    }


def test_an_interruption_loses_one_case(tiny, tmp_path, monkeypatch):
    calls = iter([[{"design": "a"}], [{"design": "b"}]])  # the third: StopIteration
    monkeypatch.setattr(command, "rows_of", lambda *_: next(calls))
    with pytest.raises(StopIteration):
        command.main(["--out", str(tmp_path / "run.json")])
    run = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    rows = [{"design": "a"}, {"design": "b"}]
    assert (run["rows"], run["cases_left"]) == (rows, 1)


def test_a_design_that_differs_is_named_before_anything_is_timed(
    tiny, tmp_path, monkeypatch
):
    merged = DESIGNS["merged batch"]
    monkeypatch.setattr(
        "mha.benchmark.designs.convert",
        lambda base, design: (
            _faulty(base) if design is merged else convert(base, design)
        ),
    )
    monkeypatch.setattr(command, "measure", lambda *_: pytest.fail("timed"))
    with pytest.raises(AssertionError, match="merged batch: its output differs"):
        command.main(["--out", str(tmp_path / "run.json")])
    assert list(tmp_path.iterdir()) == []


def _faulty(base):
    module = ScaledByModelWidth(base.embed_dim, base.num_heads).to(base.out_proj.weight)
    module.load_state_dict(base.state_dict())
    return module


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--out", "nowhere/run.json"], "--out: there is no folder nowhere"),
        (["--out", "."], "--out . is a folder; expected a file"),
        (["--out", "run.json", "--rounds", "0"], "--rounds 0: expected 1 or more"),
        (["--out", "run.json", "--dtype", "int8"], "Choose from.*bfloat16"),
        (["--out", "run.json", "--sweeps", "width"], "Choose from.*grid.*compiled"),
        (["--out", "run.json", "--device", "cuda"], "torch finds no CUDA device"),
        ([], "--out requires an argument"),
    ],
)
def test_wrong_words_are_named_before_anything_runs(
    words, message, capsys, monkeypatch
):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(SystemExit):
        command.main(words)
    assert re.search(message, capsys.readouterr().err)


def test_a_gpu_that_is_there_is_taken(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    options = command.read_options(["--out", "run.json", "--device", "cuda"])
    assert options.device == "cuda"


def test_the_report_shows_the_first_cases_shares(capsys):
    times = {"wrapper": (8, 3), TORCH_WEIGHTS: (4, 6), TORCH: (2, 12), BARE: (1, 24)}
    about = {"sweep": "size"} | asdict(TINY)
    rows = [
        about | {"design": design, "pass": which, "ms": ms}
        for design, both in times.items()
        for which, ms in zip(PASSES, both, strict=True)
    ]
    later = [row | {key: 99, "ms": 99} for key in about for row in rows]
    command.report(rows + later)
    head, *told = capsys.readouterr().out.splitlines()
    assert head.startswith(str(about))
    assert head.endswith(f"and shares of, {TORCH_WEIGHTS}, {TORCH}, {BARE}")
    lines = [" ".join(line.split()) for line in told]
    assert len(lines) == len(rows)
    assert lines[0] == "wrapper forward 8.00 ms 2.00 4.00 8.00"
    assert lines[1] == "wrapper forward+backward 3.00 ms 0.50 0.25 0.12"


def test_help_says_what_there_is_and_ends_well(capsys):
    with pytest.raises(SystemExit) as ended:
        command.read_options(["--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert all(word in told for word in ("python -m mha.benchmark.cli", "--rounds"))
