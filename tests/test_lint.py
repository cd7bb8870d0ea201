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


LIBRARY = "The book is built on the library, never the other way round"
ROOMS = "In the library, attention knows nothing of what is built on it"
BOOK = "In the book, pictures know nothing of the pages they stand on"


@pytest.mark.parametrize(
    ("module", "line", "rule"),
    [
        ("mha/attention/masks.py", "from mha_book import plots", LIBRARY),
        ("mha/training/loop.py", "from mha_book.examples import TWO_HEADS", LIBRARY),
        ("mha/models/block.py", "from mha.training.loop import train", ROOMS),
        ("mha/training/loop.py", "import mha.benchmark.measure", ROOMS),
        ("mha_book/scales.py", "from mha_book.explorers import MaskExplorer", BOOK),
    ],
)
def test_an_arrow_against_the_order_is_refused(module, line, rule, copy):
    add(copy / "src" / module, line)
    found = lint(copy, "lint-imports", "--no-logo")
    assert found.returncode == 1
    assert f"{rule} BROKEN" in found.stdout
    assert module.replace("/", ".").removesuffix(".py") in found.stdout


@pytest.mark.parametrize("package", ["mha", "mha_book"])
def test_a_room_that_no_rule_knows_is_refused(package, copy):
    room = copy / "src" / package / "attic"
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
