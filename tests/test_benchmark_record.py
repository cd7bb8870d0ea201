"""A run's circumstances on any machine, and runs kept whole and found again."""

import json
import sys
from datetime import UTC, datetime
from types import SimpleNamespace

import pandas as pd
import pytest
import torch

from mha.benchmark import record
from mha.benchmark.designs import BARE, TORCH, TORCH_WEIGHTS
from mha.benchmark.measure import PASSES
from mha.benchmark.record import circumstances, cpu_name, load, ratio, save


def test_an_interrupted_writing_leaves_the_older_run(tmp_path, monkeypatch):
    path = tmp_path / "run.json"
    save(path, {"rows": ["größer"]})
    older = path.read_text(encoding="utf-8")
    assert json.loads(older) == {"rows": ["größer"]}
    assert list(tmp_path.iterdir()) == [path]

    def full(partial, *_, **__):
        partial.write_bytes(b"{")
        raise OSError("the disk is full")

    monkeypatch.setattr(record.Path, "write_text", full)
    with pytest.raises(OSError, match="full"):
        save(path, {"rows": []})
    assert path.read_text(encoding="utf-8") == older


LINUX = """
Architecture:   x86_64
CPU(s):         2
  BIOS Model name: Virtual CPU
Model name:     AMD EPYC 7B13
Model:          1
"""
WINDOWS = """
----------------------
Name: 12th Gen Intel(R) Core(TM) i7-12700
Manufacturer: GenuineIntel
----------------------
Name: another
"""


@pytest.mark.parametrize(
    ("told", "name"),
    [
        (LINUX, "AMD EPYC 7B13"),
        (LINUX.replace("\n", "\r\n"), "AMD EPYC 7B13"),
        (WINDOWS, "12th Gen Intel(R) Core(TM) i7-12700"),
        ("Apple M2 Pro\n", "Apple M2 Pro"),
        ("Intel(R) Core(TM) i7-9750H CPU @ 2.60GHz", None),
        ("/bin/sh: 1: lscpu: not found", "a processor"),
        ("Model name:\nModel: 1", "a processor"),
        ("", "a processor"),
    ],
)
def test_every_systems_cpu_has_its_name(monkeypatch, told, name):
    monkeypatch.setattr(record.platform, "processor", lambda: "a processor")
    assert cpu_name(told) == (name or told)


def test_a_cpu_that_nothing_names_is_unknown(monkeypatch):
    monkeypatch.setattr(record.platform, "processor", lambda: "")
    assert cpu_name("") == "unknown"


@pytest.fixture
def collected(monkeypatch):
    """What torch tells of a machine, and what a GPU would be called."""
    told = SimpleNamespace(cpu="Apple M2 Pro", os="macOS 15.0 (arm64)")
    monkeypatch.setattr(record.collect_env, "get_cpu_info", lambda run: told.cpu)
    monkeypatch.setattr(record.collect_env, "get_os", lambda run: told.os)
    monkeypatch.setattr(
        torch.cuda, "get_device_name", lambda device: f"name of {device}"
    )
    return told


@pytest.mark.parametrize(
    ("device", "gpu"),
    [
        ("cpu", None),
        ("mps", None),
        ("cuda", "name of cuda"),
        ("cuda:1", "name of cuda:1"),
    ],
)
def test_a_run_says_what_it_ran_on(collected, monkeypatch, device, gpu):
    monkeypatch.setattr(record.psutil, "getloadavg", lambda: (1.0, 2.0, 3.0))
    monkeypatch.setattr(record.os, "cpu_count", lambda: 12)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 6)
    first = datetime.now(UTC).date().isoformat()
    found = circumstances(device)
    assert first <= found.pop("date") <= datetime.now(UTC).date().isoformat()
    versions = found.pop("versions")
    assert sys.version.startswith(versions["python"] + " ")
    assert versions["torch"] == torch.__version__
    assert versions["cuda"] == torch.version.cuda
    assert found == {
        "machine": {"cpu": "Apple M2 Pro", "cores": 12, "os": collected.os, "gpu": gpu},
        "threads": 6,
        "load_before": (1.0, 2.0, 3.0),
    }


def test_a_machine_that_tells_nothing_is_written_down_too(collected):
    collected.cpu = None
    assert circumstances("cpu")["machine"]["cpu"]


def test_this_machine_is_told_in_a_stored_runs_words():
    found = json.loads(json.dumps(circumstances("cpu")))
    run, _ = load("cpu")
    for key in ("machine", "versions"):
        assert found[key].keys() == run[key].keys()
    assert found["machine"]["cpu"]
    assert len(found["load_before"]) == len(run["load_before"]) == 3


def test_an_unknown_stored_run_is_named():
    with pytest.raises(ValueError, match=r"no stored run 'gpu'; there are \['cpu'"):
        load("gpu")


def test_stored_runs_are_told_in_their_order(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "STORED", tmp_path)
    for name in "fcgbeda":
        save(tmp_path / f"{name}.json", {"device": name, "rows": [{"ms": 1}]})
    with pytest.raises(ValueError, match=r"'z'.*'a', 'b', 'c', 'd', 'e', 'f', 'g'"):
        load("z")
    run, rows = load("b")
    assert run == {"device": "b"}
    assert rows.to_dict("records") == [{"ms": 1}]


def test_a_ratio_is_taken_within_each_case_and_pass():
    columns = ["batch", "tokens", "embed_dim", "heads", "pass", "design", "ms"]
    cases = [(1, 2, 3, 4, PASSES[0]), (9, 2, 3, 4, PASSES[0]), (1, 9, 3, 4, PASSES[0])]
    cases += [(1, 2, 9, 4, PASSES[0]), (1, 2, 3, 9, PASSES[0]), (1, 2, 3, 4, PASSES[1])]
    rows = [
        (*case, design, ms)
        for i, case in enumerate(cases, start=1)
        for design, ms in (("a", i), ("b", 2.0), ("c", 7.0))
    ]
    again = (*cases[0], "a", 99)  # a case that two sweeps share: the first counts
    found = ratio(pd.DataFrame([*rows, again], columns=columns), "a", "b")
    expected = {case: i / 2 for i, case in enumerate(cases, start=1)}
    assert found.to_dict() == expected


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
