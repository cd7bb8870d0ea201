"""What each command says when it is asked for help, as a person has read it.

A command is whatever can be run by ``python -m``, and each task of ``mha-train``. Its
options' defaults are told there, too: what it does where nothing more is said.
"""

import re
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mha_book.experiments import cli as experiments
from project import PROJECT
from records import Record

READ = Record(Path(__file__).with_name("helps.txt"), exact=True)
SOURCES = PROJECT / "src"
RUN = re.compile(r'^if __name__ == "__main__":$', re.MULTILINE)
ENTRIES = {
    ".".join(path.relative_to(SOURCES).with_suffix("").parts): path
    for path in sorted(SOURCES.rglob("*.py"))
    if path.name == "__main__.py" or RUN.search(path.read_text(encoding="utf-8"))
}
INSTALLED = {  # under a name of their own
    "mha.check.clinic.__main__": "mha-doctor",
    "mha.check.clinic.cli": "mha-doctor",
    "mha_book.capstone.__main__": "mha-next",
    "mha_book.experiments.cli": "mha-train",
}
NAMES = {
    entry: INSTALLED.get(entry, f"python -m {entry.removesuffix('.__main__')}")
    for entry in ENTRIES
}
TASKS = {f"mha-train {task}": task for task in experiments.TASKS}
FRAME = re.compile("[─-╿]+")  # around a table of options


@pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_s_help_is_what_was_read(entry, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", [NAMES[entry], "--help"])
    path = str(ENTRIES[entry])
    help_is_what_was_read(
        NAMES[entry],
        lambda: runpy.run_path(path, run_name="__main__"),
        capsys,
        monkeypatch,
    )


@pytest.mark.parametrize("name", TASKS)
def test_a_task_s_help_is_what_was_read(name, capsys, monkeypatch):
    asked = [TASKS[name], "--help"]
    help_is_what_was_read(name, lambda: experiments.main(asked), capsys, monkeypatch)


def help_is_what_was_read(name: str, run: Callable[[], object], capsys, monkeypatch):
    """Fail where it is not, or where more is done than to print it."""
    monkeypatch.setenv("COLUMNS", "2000")  # nothing is cut by a narrow window
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code in (None, 0)
    told = FRAME.sub("", capsys.readouterr().out)
    told = told.replace(str(PROJECT), "…").splitlines()
    said = [" ".join(line.split()) for line in told if line.strip()]
    assert said[0].lower().startswith("usage: ")
    READ.holds(name, said)


def test_no_other_help_was_read():
    READ.has_only({*NAMES.values(), *TASKS})
