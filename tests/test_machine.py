"""What `make doctor-env` says of a machine, and what it calls by its size."""

import importlib.util
import json
import re
import subprocess
import sys

import pytest

from mha_book.results.checks import built
from project import PROJECT

SCRIPT = PROJECT / "tools" / "machine.py"
SIZES = json.loads((PROJECT / "tools" / "sizes.json").read_text(encoding="utf-8"))
LINUX = SIZES["loads"]["Linux x86_64"]
CPU = "https://download.pytorch.org/whl/cpu"


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """The script, on a Linux machine where nothing is installed."""
    spec = importlib.util.spec_from_file_location("machine", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(module, "SYSTEM", "Linux x86_64")
    monkeypatch.delenv("TORCH_INDEX", raising=False)
    return module


def test_it_runs_with_pythons_own_modules_and_says_each_thing_in_a_line():
    python = [sys.executable, "-I", "-S"]  # no package can be seen
    told = subprocess.run([*python, SCRIPT], capture_output=True, text=True)
    marks = [line.split()[0] for line in told.stdout.splitlines()]
    assert told.stderr == ""
    assert len(marks) == 9
    assert set(marks) <= {"ok", "note", "MISSING"}
    assert told.returncode == ("MISSING" in marks)


def test_what_would_be_loaded_is_said_with_its_measured_size(machine, monkeypatch):
    mark, words = machine.packages()
    assert mark == "note"
    assert f"{LINUX['packages']} packages, {LINUX['bytes'] / 1e9:.1f} GB" in words
    monkeypatch.setenv("TORCH_INDEX", CPU)
    small = LINUX["bytes"] - LINUX["torch"] + SIZES["torch_for_cpus"]
    assert f"{small / 1e9:.1f} GB" in machine.packages()[1]
    assert f"without CUDA {small / 1e9:.1f} GB" in words


def test_what_is_installed_wants_no_network_and_no_room(machine, tmp_path, monkeypatch):
    (tmp_path / ".installed").touch()
    monkeypatch.setenv("UV_INDEX_URL", "http://127.0.0.1:1/")
    for check in (machine.packages, machine.index, machine.disk):
        assert check()[0] == "ok"
    assert "takes about 0.0 GB more" in machine.disk()[1]


def test_what_is_missing_is_said_with_the_way_to_get_it(machine, monkeypatch):
    monkeypatch.setattr(machine.sys, "version_info", (3, 10, 13))
    assert machine.python()[0] == "MISSING"
    monkeypatch.setattr(machine.sys, "version_info", (3, 13, 0))
    monkeypatch.setattr(machine, "find_spec", lambda name: None)
    assert "apt-get install python3-venv" in machine.python()[1]
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://127.0.0.1:1/")
    assert machine.index()[0] == "MISSING"
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda path: Disk)
    assert machine.disk()[0] == "MISSING"
    monkeypatch.setattr(machine, "find_chromium", lambda own: None)
    assert machine.browser() == ("note", "for tests alone: `make browser`")
    monkeypatch.setattr(machine, "SYSTEM", "Plan9 mips")
    assert machine.system()[0] == "note"


class Disk:
    free = 1_000_000


def test_what_is_written_of_sizes_was_measured():
    small, large = SIZES["torch_for_cpus"] / 1e9, LINUX["torch"] / 1e9
    told = " ".join((PROJECT / "docs/install.md").read_text("utf-8").split())
    readme = " ".join((PROJECT / "README.md").read_text("utf-8").split())
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    more = int(re.search(r"a download of more than (\d+) GB", told)[1])
    assert more < large < more + 1
    assert f"for CPUs has {small:.1f} GB" in told
    assert f"which is more than {more} GB. For {small:.1f} GB" in readme
    assert f"without CUDA: {small:.1f} GB, not more than {more}." in makefile


def test_the_sizes_were_measured_for_what_is_pinned():
    """In about; `make sizes` measures again."""
    lock = (PROJECT / "requirements.txt").read_text(encoding="utf-8")
    pins = len(re.findall(r"^[\w.-]+==", lock, re.MULTILINE))
    assert 0.75 * pins < SIZES["loads"]["Darwin arm64"]["packages"] < pins


BESIDE = 3  # minutes: to install, and to write what has run
MINUTES = r"(\w+) to (\w+) minutes the first time"
NUMBERS = {"five": 5, "seven": 7, "ten": 10}


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "docs/install.md"])
def test_the_minutes_that_are_told_fit_what_the_pages_took(name):
    told = " ".join((PROJECT / name).read_text(encoding="utf-8").split())
    least, most = (NUMBERS[word] for word in re.search(MINUTES, told).groups())
    seconds = sum(built.times()["seconds"].values())
    assert least <= seconds / 60 / 2 + BESIDE <= most  # two pages at a time
