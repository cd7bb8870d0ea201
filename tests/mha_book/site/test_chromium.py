"""Which browser the tests drive, and how a run ends where there is none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import chromium
from project import PROJECT

OWN = "/somewhere/chrome"


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A function: it puts a program on the PATH that ends with this status."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "FOLDERS", ())

    def put(name: str, status: int) -> str:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\nexit {status}\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    return put


def test_the_systems_browser_comes_before_playwrights(program):
    own = program("own", 0)
    assert chromium.find_chromium(own) == own
    chrome = program("google-chrome", 0)
    assert chromium.find_chromium(own) == chrome
    shell = program("chromium-headless-shell", 0)
    assert chromium.find_chromium(own) == shell


def test_a_name_that_is_a_stub_is_passed_over(program):
    program("chromium-browser", 1)
    assert chromium.find_chromium(program("own", 0)).endswith("own")


def test_what_is_no_program_is_no_browser(program, tmp_path):
    program("chromium", 1)
    (tmp_path / "own").write_text("cut off", encoding="utf-8")
    assert chromium.find_chromium(str(tmp_path / "own")) is None
    assert chromium.find_chromium(OWN) is None


def test_a_folder_where_installers_put_it_is_looked_into(
    program, monkeypatch, tmp_path
):
    path = tmp_path / chromium.BELOW[0]
    path.parent.mkdir(parents=True)
    shutil.copy(program("chrome-to-copy", 0), path)
    monkeypatch.setattr(chromium, "FOLDERS", (str(tmp_path),))
    assert chromium.find_chromium(OWN) == str(path)


# ---- a run without a browser ------------------------------------------------------

PLAIN = "def test_plain(): pass\n"
BROWSING = PLAIN + "def test_page(page): pass\ndef test_browser(browser): pass\n"


@pytest.fixture
def suite(tmp_path):
    """The project's conftest files, and tests of which some want a browser."""
    ini = "[pytest]\naddopts = -ra\npythonpath = support\nmarkers = browser: planted\n"
    (tmp_path / "pytest.ini").write_text(ini, encoding="utf-8")
    tests = PROJECT / "tests"
    shutil.copytree(tests / "support", tmp_path / "support")
    shutil.copy(tests / "conftest.py", tmp_path)
    (tmp_path / "site").mkdir()
    shutil.copy(tests / "mha_book/conftest.py", tmp_path / "site")
    with (tmp_path / "support/chromium.py").open("a", encoding="utf-8") as module:
        module.write("\n\ndef starts(path):\n    return False\n")
    (tmp_path / "test_plain.py").write_text(PLAIN, encoding="utf-8")
    for name in ("one", "two"):
        path = tmp_path / f"site/test_{name}.py"
        path.write_text(BROWSING, encoding="utf-8")
    return tmp_path


def run_pytest(folder: Path, *options: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "pytest", "--basetemp=base", *options]
    # What tells a process that it is one of our own workers is not passed on.
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("workers", ["0", pytest.param("2", marks=pytest.mark.slow)])
def test_the_rest_runs_and_one_sentence_says_what_to_do(suite, workers):
    run = run_pytest(suite, "-n", workers, "--dist", "loadfile")
    *_, counts, last = run.stdout.strip().splitlines()
    assert " 3 passed, 4 without a browser in " in counts, run.stdout + run.stderr
    assert last == chromium.MISSING
    assert run.stdout.count(last) == 1
    assert run.returncode == 1


def test_a_run_that_needs_no_browser_is_green_without(suite):
    run = run_pytest(suite, "-m", "not browser")
    assert run.returncode == 0, run.stdout
    assert "3 passed, 4 deselected" in run.stdout
