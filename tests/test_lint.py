"""`make lint` refuses what it is there to refuse: each fault is planted once."""

import os
import shlex
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
    for name in ("pyproject.toml", "Makefile", "requirements.txt"):
        shutil.copy(PROJECT / name, tmp_path)
    return tmp_path


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


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("mha/attention/masks.py", "from mha_book import palette", LIBRARY),
        ("mha/training/loop.py", "import mha_book.results.training", LIBRARY),
        ("mha/attention/masks.py", "import mha.models.block", ATTENTION),
        ("mha/models/block.py", "from mha.training.loop import train", ATTENTION),
        ("mha/training/loop.py", "import mha.benchmark.measure", ATTENTION),
        ("mha_book/palette.py", "import mha_book.plots.style", PICTURES),
        ("mha_book/plots/style.py", "import mha_book.explorers.base", PICTURES),
        ("mha_book/explorers/base.py", "import mha_book.site.folds", PICTURES),
    ],
)
def test_an_arrow_against_the_order_is_refused(module, line, contract, copy):
    add(copy / "src" / module, line)
    found = lint(copy, "lint-imports", "--no-logo")
    assert found.returncode == 1
    assert f"{contract} BROKEN" in found.stdout
    assert module.replace("/", ".").removesuffix(".py") in found.stdout


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


@pytest.mark.parametrize(
    ("module", "line", "complaint"),
    [
        ("src/mha_book/palette.py", "import requests", "'requests' imported but it is"),
        (
            "src/mha/record.py",
            "import pytest",
            "'pytest' imported but declared as a dev",
        ),
        ("src/mha/record.py", "import seaborn", "'seaborn' imported but declared as a"),
        ("tests/test_new.py", "import referencing", "'referencing' imported but it is"),
    ],
)
def test_an_import_that_nobody_declared_is_refused(module, line, complaint, copy):
    (copy / "tests").mkdir()
    add(copy / module, line)
    assert f"{module}" in (told := undeclared(copy))
    assert complaint in told


def test_a_dependency_that_nothing_imports_is_refused(copy):
    words = (copy / "pyproject.toml").read_text(encoding="utf-8")
    more = words.replace("\nbook = [", '\nbook = [\n    "six",  # no reason')
    (copy / "pyproject.toml").write_text(more, encoding="utf-8")
    (copy / "tests").mkdir()
    assert "'six' defined as a dependency but not used" in undeclared(copy)


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
