"""Whatever can be run by `python -m` says what it does where it is asked for help."""

import re
import runpy
import sys

import pytest

from project import PROJECT

SOURCES = PROJECT / "src"
RUN = re.compile(r'^if __name__ == "__main__":$', re.MULTILINE)
ENTRIES = [
    path
    for path in sorted(SOURCES.rglob("*.py"))
    if path.name == "__main__.py" or RUN.search(path.read_text(encoding="utf-8"))
]


def test_there_are_entries():
    assert len(ENTRIES) > 10


@pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
@pytest.mark.parametrize(
    "path", ENTRIES, ids=lambda path: path.relative_to(SOURCES).as_posix()
)
def test_an_entry_prints_its_help_and_does_nothing_else(path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [str(path), "--help"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(path), run_name="__main__")
    assert ended.value.code in (None, 0)
    said = capsys.readouterr().out
    assert re.match(r"usage: ", said.strip(), re.IGNORECASE)
    assert "--help" in said
