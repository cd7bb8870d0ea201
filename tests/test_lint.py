"""`make lint` refuses what it is there to refuse: each fault is planted once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from project import PROJECT

BIN = Path(sys.executable).parent


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(PROJECT / "src", tmp_path / "src")
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(folder, *command):
    environment = os.environ | {"PYTHONPATH": str(folder / "src")}
    return subprocess.run(
        [BIN / command[0], *command[1:]],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def add(path, line):
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("attention/masks.py", "from mha_book.plots import palette"),
        ("attention/masks.py", "from mha import examples"),
        ("models/block.py", "from mha.training.loop import train"),
        ("training/loop.py", "import mha.benchmark.measure"),
        ("figures/plots.py", "from mha_book.explorers import MaskExplorer"),
    ],
)
def test_an_arrow_against_the_order_is_refused(module, line, copy):
    add(copy / "src" / "mha" / module, line)
    found = lint(copy, "lint-imports", "--no-logo")
    assert found.returncode == 1
    assert "Arrows run one way" in found.stdout
    assert module.replace("/", ".").removesuffix(".py") in found.stdout


def test_a_room_that_no_rule_knows_is_refused(copy):
    room = copy / "src" / "mha" / "attic"
    room.mkdir()
    (room / "__init__.py").touch()
    found = lint(copy, "lint-imports", "--no-logo")
    assert found.returncode == 1
    assert "attic" in found.stdout


def test_as_it_stands_nothing_is_refused(copy):
    assert lint(copy, "lint-imports", "--no-logo").returncode == 0


def test_a_wrong_type_is_refused(copy):
    add(copy / "src" / "mha" / "record.py", "LATER: int = cpu_name('x')")
    found = lint(copy, "pyrefly", "check", "src/mha/record.py")
    assert found.returncode == 1
    assert "record.py" in found.stdout
    assert "is not assignable to" in found.stdout
