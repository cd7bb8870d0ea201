"""The search for a browser, step by step, and a run of tests that finds none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import chromium
from project import PROJECT

DEBIAN = {"executable_path": "/usr/bin/chromium"}
CHROME, EDGE = {"channel": "chrome"}, {"channel": "msedge"}
OWN, UNSEEN = {"channel": "chromium"}, {}
SYSTEM, PLAYWRIGHTS = [DEBIAN, CHROME, EDGE], [OWN, UNSEEN]
UPDATE = ("apt-get", "update")


class Machine:
    """A stub that keeps what was tried; works and succeeds are what goes well there."""

    def __init__(self, works=(), succeeds=(), gives=None):
        self.working, self.succeeds = list(works), succeeds
        self.gives = gives or {}  # by command: the way that works after it
        self.tried, self.ran = [], []

    def works(self, way):
        self.tried.append(way)
        return way in self.working

    def run(self, command, *, timeout, **_):
        assert timeout == 600
        self.ran.append(command)
        self.working += self.gives.get(command, [])
        return subprocess.CompletedProcess(command, command not in self.succeeds)


@pytest.fixture
def search(monkeypatch, tmp_path):
    """A function: a machine -> the way that is agreed on there."""

    def run_on(machine, *, root=True, programs=("chromium", "apt-get")):
        def which(name):
            return f"/usr/bin/{name}" if name in programs else None

        monkeypatch.setattr(shutil, "which", which)
        monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000, raising=False)
        monkeypatch.setattr(subprocess, "run", machine.run)
        return chromium.agreed(tmp_path, machine.works)

    return run_on


@pytest.mark.parametrize("way", [*SYSTEM, *PLAYWRIGHTS])
def test_the_first_that_launches_is_taken_and_nothing_fetched(search, way):
    machine = Machine(works=[way, UNSEEN])
    assert search(machine) == way
    known = SYSTEM + PLAYWRIGHTS
    assert machine.tried == known[: known.index(way) + 1]
    assert machine.ran == []


def test_what_is_not_on_the_path_is_not_tried(search):
    machine = Machine(works=[EDGE])
    assert search(machine, programs=("msedge", "google-chrome")) == EDGE
    names = [way.get("executable_path") for way in machine.tried]
    assert names == ["/usr/bin/google-chrome", "/usr/bin/msedge", None, None]


@pytest.mark.parametrize("way", PLAYWRIGHTS)
def test_else_playwrights_own_is_fetched(search, way):
    machine = Machine(succeeds=[chromium.OWN], gives={chromium.OWN: [way]})
    assert search(machine) == way
    assert machine.ran == [chromium.OWN]


@pytest.mark.parametrize("fetched", [[], [chromium.OWN]], ids=["refused", "in vain"])
def test_else_debians_is_installed(search, fetched):
    succeeds = [*fetched, UPDATE, chromium.DEBIAN_PACKAGE]
    machine = Machine(succeeds=succeeds, gives={chromium.DEBIAN_PACKAGE: [DEBIAN]})
    assert search(machine) == DEBIAN
    assert machine.ran == [chromium.OWN, UPDATE, chromium.DEBIAN_PACKAGE]


@pytest.mark.parametrize(
    "may_not", [{"root": False}, {"programs": ("chromium",)}], ids=["user", "no apt"]
)
def test_debians_is_left_alone_where_it_may_not_be_installed(search, may_not):
    machine = Machine(succeeds=[UPDATE, chromium.DEBIAN_PACKAGE])
    assert search(machine, **may_not) is None
    assert machine.ran == [chromium.OWN]


@pytest.mark.parametrize(
    ("succeeds", "tried"),
    [
        ([], SYSTEM + PLAYWRIGHTS),
        ([UPDATE], SYSTEM + PLAYWRIGHTS),
        ([chromium.OWN], SYSTEM + 2 * PLAYWRIGHTS),
        (
            [chromium.OWN, UPDATE, chromium.DEBIAN_PACKAGE],
            SYSTEM + 2 * PLAYWRIGHTS + SYSTEM,
        ),
    ],
    ids=["nothing", "the list alone", "the download", "everything"],
)
def test_where_nothing_launches_there_is_none(search, succeeds, tried):
    machine = Machine(succeeds=succeeds)
    assert search(machine) is None
    assert machine.tried == tried


@pytest.mark.parametrize("failure", [OSError(), subprocess.TimeoutExpired("apt", 600)])
def test_a_command_that_cannot_run_or_takes_too_long_is_passed_over(search, failure):
    machine = Machine()

    def fail(command, **_):
        machine.ran.append(command)
        raise failure

    machine.run = fail
    assert search(machine) is None
    assert machine.ran == [chromium.OWN, UPDATE]


@pytest.mark.parametrize("way", [CHROME, None], ids=["one", "none"])
def test_all_workers_agree_and_one_alone_looks(search, way):
    first, second = Machine(works=[way]), Machine(works=[DEBIAN])
    assert search(first) == search(second) == way
    assert second.tried == second.ran == []


# ---- a run without a browser ------------------------------------------------------

PLAIN = "def test_plain(): pass\n"
# Each file of tests is one worker's.
BROWSING = PLAIN + "def test_page(page): pass\ndef test_browser(browser): pass\n"
NONE_HERE = """

def ways():
    with Path("looked").open("a") as log:
        log.write("once")
    yield {"executable_path": sys.executable}  # starts, and is no browser
"""


@pytest.fixture
def suite(tmp_path):
    """A folder with the project's conftest files, where no browser can be found."""
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\naddopts = -ra\npythonpath = tests tests/site\n"
    )
    for name in ("conftest.py", "project.py", "site/conftest.py", "site/chromium.py"):
        copy = tmp_path / "tests" / name
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(PROJECT / "tests" / name, copy)
    with (tmp_path / "tests/site/chromium.py").open("a") as search:
        search.write(NONE_HERE)
    (tmp_path / "tests/test_plain.py").write_text(PLAIN)
    for name in ("one", "two"):
        (tmp_path / f"tests/site/test_{name}.py").write_text(BROWSING)
    return tmp_path


def run_pytest(folder: Path, *options: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "pytest", "-v", "--basetemp=base", *options]
    ours = ("PYTEST_", "COV_")  # what tells a process that it is one of our workers
    env = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_rest_runs_and_one_sentence_says_what_to_do(suite, workers):
    run = run_pytest(suite, "-n", workers, "--dist", "loadfile")
    *_, counts, last = run.stdout.strip().splitlines()
    assert f" 3 passed, 4 {chromium.MISSING} in " in counts, run.stdout + run.stderr
    assert last == chromium.ADVICE.format(4)
    assert "SKIPPED" not in run.stdout  # of each of which -ra would tell again
    assert run.stdout.count(last) == 1
    assert (suite / "looked").read_text() == "once"
    assert run.returncode == 1


def test_a_run_that_needs_no_browser_looks_for_none(suite):
    run = run_pytest(suite, "-k", "plain")
    assert run.returncode == 0, run.stdout
    assert "browser" not in run.stdout.splitlines()[-1]
    assert not (suite / "looked").exists()
