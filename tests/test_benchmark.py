"""The benchmark compares before it times, and says what it ran on."""

import json
import re
import shutil

import pytest
import torch

from mha.benchmark import __main__ as command
from mha.benchmark.designs import (
    BARE,
    OURS,
    TORCH,
    TORCH_WEIGHTS,
    Case,
    compiled,
    runners,
)
from mha.benchmark.measure import PASSES, assert_equal, measure
from mha.benchmark.record import load, ratio
from mha.interop import convert
from mha.multihead import MultiHeadAttention

TINY = Case(batch=2, tokens=7, embed_dim=15, heads=3)


class ScaledByModelWidth(MultiHeadAttention):
    def attend(self, query, key, value, mask):
        return super().attend(query / 3**0.5, key, value, mask)


@pytest.fixture
def tiny(monkeypatch):
    monkeypatch.setattr(command, "SWEEPS", {"size": [TINY], "heads": [TINY]})


def test_a_run_is_complete(tiny, tmp_path, capsys):
    path = tmp_path / "run.json"
    command.main(["--out", str(path), "--rounds", "3", "--sweeps", "size"])
    run = json.loads(path.read_text())
    assert run["versions"]["torch"] == torch.__version__
    assert run["threads"] == torch.get_num_threads()
    assert len(run["load_before"]) == len(run["load_after"]) == 3
    assert run["machine"]["cores"] >= 1
    assert run["machine"]["cpu"] != "unknown"
    rows = run["rows"]
    designs = {*OURS, TORCH, TORCH_WEIGHTS, BARE}
    assert {(r["design"], r["pass"]) for r in rows} == {
        (d, p) for d in designs for p in PASSES
    }
    for row in rows:
        assert row["sweep"] == "size"
        assert Case(row["batch"], row["tokens"], row["embed_dim"], row["heads"]) == TINY
        assert 0 < row["low"] <= row["ms"] <= row["high"]
        assert row["rounds"] == 3
        assert row["gap"] < 1e-4
        assert row["gap_float64"] < 1e-10
    both = {r["design"]: r["ms"] for r in rows if r["pass"] == PASSES[1]}
    forward = {r["design"]: r["ms"] for r in rows if r["pass"] == PASSES[0]}
    assert sum(both.values()) > sum(forward.values())
    assert run["cases_left"] == 0
    assert list(tmp_path.iterdir()) == [path]
    told = capsys.readouterr().out
    assert all(design in told for design in designs)


def test_an_interruption_loses_one_case(tiny, tmp_path, monkeypatch):
    calls = iter([[{"design": "wrapper"}]])  # the second case raises StopIteration
    monkeypatch.setattr(command, "rows_of", lambda *_: next(calls))
    with pytest.raises(StopIteration):
        command.main(["--out", str(tmp_path / "run.json")])
    run = json.loads((tmp_path / "run.json").read_text())
    assert (run["rows"], run["cases_left"]) == ([{"design": "wrapper"}], 1)


def test_a_design_that_differs_is_named_before_anything_is_timed(
    tiny, tmp_path, monkeypatch
):
    monkeypatch.setattr(
        "mha.benchmark.designs.convert",
        lambda base, design: (
            _faulty(base) if design is OURS["merged batch"] else convert(base, design)
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
        (["--out", "run.json", "--rounds", "0"], "--rounds 0 is below 1"),
        (["--out", "run.json", "--dtype", "int8"], "choose from .*bfloat16"),
        (["--out", "run.json", "--sweeps", "width"], "choose from .*tokens.*heads"),
        ([], "required: --out"),
    ],
)
def test_wrong_words_are_named_before_anything_runs(words, message, capsys):
    with pytest.raises(SystemExit):
        command.main(words)
    assert re.search(message, capsys.readouterr().err)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a CUDA device")
def test_a_missing_gpu_is_named(capsys):
    with pytest.raises(SystemExit):
        command.main(["--out", "run.json", "--device", "cuda"])
    assert "torch finds no CUDA device" in capsys.readouterr().err


@pytest.mark.skipif(not shutil.which("g++"), reason="inductor needs a C++ compiler")
def test_a_compiled_design_is_timed_beside_the_others():
    made = {"split": runners(TINY)["split"]}
    both = made | compiled(made)
    assert list(both) == ["split", "split, compiled"]
    assert assert_equal(both, torch.float32) < 1e-4


def test_a_wrong_gradient_is_named():
    made = runners(TINY, dtype=torch.float64)
    split = made["split"]
    split.gradients[0] = split.gradients[0] * 1.01
    with pytest.raises(AssertionError, match=r"split: its gradient .* 1\.0e-02"):
        assert_equal(made, torch.float64)


def test_peak_memory_counts_the_weights_that_a_design_holds():
    case = Case(batch=2, tokens=128, embed_dim=16, heads=4)
    rows = measure(runners(case), rounds=1)
    peak = {(r["design"], r["pass"]): r["peak_mib"] for r in rows}
    table = 2 * 4 * 128 * 128 * 4 / 2**20  # (B, H, T, T) in float32: 0.5 MiB
    for design in ("wrapper", "split", "sequence first", "merged batch"):
        assert peak[design, "forward+backward"] > 2 * table
    assert 2 * table < peak["split", "forward"] < 3 * table
    assert peak["fused", "forward"] < table


def test_every_design_reaches_every_parameter():
    for name, runner in runners(TINY).items():
        assert all(g is not None for g in runner.backward()), name
        assert all(leaf.grad is None for leaf in runner.leaves), name


def test_an_unknown_stored_run_is_named():
    with pytest.raises(ValueError, match=r"no stored run 'gpu'; there are \['cpu'"):
        load("gpu")


# Design, compared with, at most this share of its time: forward and backward,
# 32 sentences of 1000 tokens, width 256, 4 heads, two cores. The bare sum is the
# least that the fused design can take, whatever stands between its parts.
TARGETS = [
    ("fused", BARE, 1.10),
    ("fused", TORCH, 0.85),
    ("fused", TORCH_WEIGHTS, 0.60),
    ("split", TORCH_WEIGHTS, 1.00),
]


@pytest.mark.parametrize(("design", "to", "most"), TARGETS)
def test_the_stored_run_meets_its_targets(design, to, most):
    run, rows = load("cpu")
    assert (run["device"], run["dtype"], run["threads"]) == ("cpu", "float32", 2)
    large = rows[rows["sweep"] == "size"]
    found = ratio(large, design, to)[32, 1000, 256, 4, PASSES[1]]
    print(f"{design} takes {found:.2f} of the time of {to}")
    assert found <= most
