"""`make lint` refuses what it is there to refuse: each fault is planted once."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from project import PROJECT

BIN = Path(sys.executable).parent


def copy_into(folder):
    shutil.copytree(PROJECT / "src", folder / "src")
    for name in ("pyproject.toml", "Makefile", "requirements.txt"):
        shutil.copy(PROJECT / name, folder)
    return folder


@pytest.fixture
def copy(tmp_path):
    return copy_into(tmp_path)


def lint(folder, *command):
    environment = os.environ | {"PYTHONPATH": str(folder / "src"), "NO_COLOR": "1"}
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
ATTENTION = "In the library, attention knows nothing of what is built on it"
PICTURES = "In the book, pictures know nothing of the pages they stand on"


ARROWS = [
    ("mha.attention.masks", "mha_book.palette", LIBRARY),
    ("mha.training.loop", "mha_book.results.training", LIBRARY),
    ("mha.attention.masks", "mha.models.block", ATTENTION),
    ("mha.models.block", "mha.training.loop", ATTENTION),
    ("mha.training.loop", "mha.benchmark.measure", ATTENTION),
    ("mha_book.palette", "mha_book.plots.style", PICTURES),
    ("mha_book.plots.style", "mha_book.explorers.base", PICTURES),
    ("mha_book.explorers.base", "mha_book.site.folds", PICTURES),
]


@pytest.fixture(scope="module")
def refused_arrows(tmp_path_factory):
    """What import-linter says of a copy in which all of these were planted."""
    folder = copy_into(tmp_path_factory.mktemp("arrows"))
    for module, other, _ in ARROWS:
        path = folder.joinpath("src", *module.split(".")).with_suffix(".py")
        add(path, f"import {other}")
    found = lint(folder, "lint-imports", "--no-logo")
    assert found.returncode == 1
    return found.stdout


@pytest.mark.parametrize(("module", "other", "contract"), ARROWS)
def test_an_arrow_against_the_order_is_refused(module, other, contract, refused_arrows):
    after = refused_arrows.split(f"\n{contract}\n---")[1]
    section = re.split(r"\n.+\n---", after)[0]  # as far as the next contract
    assert f"{module} -> {other} (l." in section


@pytest.mark.parametrize("package", ["mha", "mha_book"])
def test_a_room_that_no_rule_knows_is_refused(package, copy):
    room = copy / "src" / package / "attic"
    room.mkdir()
    (room / "__init__.py").touch()
    found = lint(copy, "lint-imports", "--no-logo")
    assert found.returncode == 1
    assert "attic" in found.stdout


def undeclared(folder) -> str:
    """What the Makefile's calls of deptry say of this copy's imports."""
    make = ["make", "--dry-run", "lint", f"VENV={BIN.parent}"]
    planned = subprocess.run(make, cwd=folder, capture_output=True, text=True)
    calls = [line for line in planned.stdout.splitlines() if "/deptry " in line]
    assert len(calls) == 3
    answers = [lint(folder, "deptry", *shlex.split(call)[1:]) for call in calls]
    return "".join(answer.stderr for answer in answers if answer.returncode)


UNDECLARED = [
    ("src/mha_book/palette.py", "import requests", "'requests' imported but it is a"),
    ("src/mha/record.py", "import hypothesis", "'hypothesis' imported but declared"),
    ("src/mha/record.py", "import seaborn", "'seaborn' imported but declared as a dev"),
    ("tests/test_new.py", "import referencing", "'referencing' imported but it is a"),
    ("pyproject.toml", "", "'six' defined as a dependency but not used"),
]


@pytest.fixture(scope="module")
def refused_imports(tmp_path_factory):
    """What deptry says of a copy in which all of these were planted."""
    folder = copy_into(tmp_path_factory.mktemp("imports"))
    (folder / "tests").mkdir()
    for module, line, _ in UNDECLARED:
        add(folder / module, line)
    project = folder / "pyproject.toml"
    words = project.read_text(encoding="utf-8")
    project.write_text(words.replace("\nbook = [", '\nbook = [\n    "six",'))
    return undeclared(folder)


@pytest.mark.parametrize(("module", "line", "complaint"), UNDECLARED)
def test_an_undeclared_import_is_refused(module, line, complaint, refused_imports):
    told = [line for line in refused_imports.splitlines() if complaint in line]
    assert any(module in line for line in told)


def test_as_it_stands_nothing_is_refused(copy):
    assert lint(copy, "lint-imports", "--no-logo").returncode == 0
    shutil.copytree(PROJECT / "tests", copy / "tests")
    assert undeclared(copy) == ""


def test_a_wrong_type_is_refused(copy):
    add(copy / "src" / "mha" / "record.py", "LATER: int = cpu_name('x')")
    found = lint(copy, "pyrefly", "check", "src/mha/record.py")
    assert found.returncode == 1
    assert "record.py" in found.stdout
    assert "is not assignable to" in found.stdout
