"""The command runs a file in its own process, and says by its status what it is."""

import contextlib
import json
import os
import subprocess
import sys
import time

import psutil
import pytest
import torch

from mha.check import doctor, healthy
from mha.check.clinic import cli, plugin, process
from mha.check.clinic.masks import KINDS
from mha.check.fault import listing

FILE = """
import torch
from torch import nn

print("hello")


class Fine(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.inner = nn.MultiheadAttention(d_model, n_heads, batch_first=True)

    def forward(self, x):
        return self.inner(x, x, x)[0]


class Narrow(nn.Module):
    def __init__(self, dim, num_heads=8):
        super().__init__()
        self.qkv, self.proj = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.num_heads = num_heads

    def forward(self, x):
        q, k, v = (
            y.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for y in self.qkv(x).chunk(3, -1)
        )
        weights = (q @ k.mT / x.shape[-1] ** 0.5).softmax(-1)
        return self.proj((weights @ v).transpose(1, 2).flatten(2))


class Strange(nn.Module):
    def __init__(self, recipe):
        super().__init__()
        self.layer = nn.Linear(recipe["width"], 12)

    def forward(self, words, table, other):
        return self.layer(words) + table["of"]


class Sleeps(Fine):
    def __init__(self):
        import time

        time.sleep(1000)
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "my_model.py"
    path.write_text(FILE, encoding="utf-8")
    return path


def run(capsys, *words: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        cli.main(list(words))
    return int(ended.value.code or 0), capsys.readouterr().out


@pytest.fixture
def here(monkeypatch):
    """Answers are given in this process, which is quicker."""

    def run_here(command: list[str], _: float) -> str:
        process.answer(json.loads(command[3]), command[4])
        return ""

    monkeypatch.setattr(process, "_run", run_here)


def test_healthy_is_0(file, capsys) -> None:
    status, told = run(capsys, f"{file}:Fine")
    assert status == 0
    assert told.startswith("✓ Fine is healthy")
    assert "hello" not in told


def test_a_fault_is_1_and_json_says_which(file, capsys, here) -> None:
    status, told = run(capsys, f"{file}:Narrow", "--json")
    report = json.loads(told)
    assert status == 1
    assert report["status"] == "fault"
    known = listing("multi_head", "multi_head")
    narrow = known.fault_called("Divided by the root of the model’s width")
    parts = ("name", "belief", "symptom", "hint", "source")
    assert report["faults"][0] == {part: getattr(narrow, part) for part in parts}
    assert report["findings"][0]["page"] == "softmax-and-scale.html"


def test_who_does_not_end_is_ended(file, capsys) -> None:
    status, told = run(capsys, f"{file}:Sleeps", "--seconds", "0.5")
    assert status == 2
    assert "It had not ended after 0.5 s" in told


STARTS = """
import subprocess, sys, time
wait = [sys.executable, "-c", "import time; time.sleep(99)"]
quiet = {"stderr": subprocess.DEVNULL}  # nor is it waited for by its pipe
print(subprocess.Popen(wait, **quiet).pid, file=open(sys.argv[1], "w"), flush=True)
time.sleep(99)
"""


@pytest.mark.skipif(os.name != "posix", reason="there it ends no others")
def test_what_it_started_ends_with_it(tmp_path, monkeypatch) -> None:
    place, wait = tmp_path / "number", subprocess.Popen.communicate

    def until_it_has_started(child, timeout=None):
        if timeout is None:
            return wait(child)
        while not (place.exists() and place.read_text()):
            time.sleep(0.02)
        raise subprocess.TimeoutExpired(child.args, timeout)

    monkeypatch.setattr(subprocess.Popen, "communicate", until_it_has_started)
    assert "had not ended" in process._run(
        [sys.executable, "-c", STARTS, str(place)], 1
    )
    with contextlib.suppress(psutil.NoSuchProcess):
        started = psutil.Process(int(place.read_text()))
        ended = [started.status() == psutil.STATUS_ZOMBIE]  # nobody asks for it
        started.kill()
        assert ended == [True]


def test_who_dies_is_told_of(file) -> None:
    told = process._run([sys.executable, "-c", "raise SystemExit('no more')"], 20)
    assert told == "Its process ended without an answer: no more"


def test_the_fixture_fails_with_the_diagnosis(file, here) -> None:
    look = plugin.mha_doctor.__wrapped__()
    assert look(f"{file}:Fine")["status"] == "healthy"
    with pytest.raises(pytest.fail.Exception, match="Narrow is not well"):
        look(f"{file}:Narrow")
    with pytest.raises(pytest.fail.Exception, match="--init"):  # nobody could tell
        look(f"{file}:Strange")


def named(file, **known):
    return doctor(f"{file}:Strange", **known)


def test_what_cannot_be_built_asks_how(file) -> None:
    found = named(file)
    assert found.status == 2
    assert "--init" in str(found)


def test_sizes_that_are_asked_for_by_name_are_given() -> None:
    """A layer with embeddings of its own asks how many there are."""

    class Reads(torch.nn.MultiheadAttention):
        def __init__(self, *, hidden_size, num_heads, vocab_size, layer_idx):
            super().__init__(hidden_size, num_heads, batch_first=True)
            torch.nn.Embedding(vocab_size, hidden_size)
            assert layer_idx == 0

    assert doctor(Reads).status == 0


def test_every_kind_of_mask_can_be_named(capsys) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--help"])
    assert f"--mask {{{','.join(KINDS)}}}" in capsys.readouterr().out


def test_what_cannot_be_called_says_what_was_tried(file) -> None:
    found = named(file, init="Strange({'width': 12})")
    assert found.status == 2
    assert "Tried: module(x" in str(found)
    assert "--call" in str(found)


def test_somebody_s_own_call_is_taken(file) -> None:
    found = named(
        file,
        init="Strange({'width': 12})",
        call="module(x, {'of': x.mean(1, keepdim=True)}, None)",
    )
    assert found.status == 0
    assert found.assumed[0].startswith("It is called as `module(x, {'of'")


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("my_model.py", "is no file.py:Name"),
        ("nowhere.py:Name", "there is no file nowhere.py"),
        ("math:Nothing", "math has no Nothing"),
        ("math:pi", "is no class"),
    ],
)
def test_what_is_not_there_is_said(target: str, said: str) -> None:
    found = doctor(target)
    assert found.status == 2
    assert said in str(found)


def test_a_test_of_one_s_own() -> None:
    healthy(torch.nn.MultiheadAttention(12, 3, batch_first=True))
    with pytest.raises(AssertionError, match="could not be examined"):
        healthy(torch.nn.Linear(12, 12).weight)


def test_where_the_scale_is_meant(file) -> None:
    assert doctor(f"{file}:Narrow", scale=12**-0.5).status == 0
