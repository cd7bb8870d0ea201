"""What the packages bring along as data is what a person has read, row by row.

Of each only a mark: its words and numbers stand in the file itself, and are read there.
A row whose mark is another was changed, on purpose or not. What a command measures
anew is left out, and so are catalogues of faults, whose marks `test_refusals` holds.
"""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from project import PROJECT
from records import Record, mark_of

READ = Record(Path(__file__).with_name("data.txt"), exact=True)
SOURCES = PROJECT / "src"
ANEW = ("checks/faults.jsonl", "checks/links.json", "checks/times.json")
KINDS = {".toml", ".json", ".jsonl", ".txt", ".html", ".webmanifest"}
FILES = {
    path.relative_to(SOURCES).as_posix(): path
    for path in sorted(SOURCES.rglob("*"))
    if path.suffix in KINDS
    and path.parent.name != "catalogue"
    and not path.as_posix().endswith(ANEW)
}


def rows(path: Path) -> Iterator[object]:
    """What a file holds, in pieces of which each can change alone."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        for name, told in tomllib.loads(text).items():
            yield from told if isinstance(told, list) else [{name: told}]
    elif path.suffix == ".jsonl":
        yield from map(json.loads, text.splitlines())
    elif path.suffix == ".json":
        yield from json.loads(text).items()
    else:
        yield from text.split("\n\n")


@pytest.mark.parametrize("name", FILES)
def test_every_row_is_what_was_read(name):
    READ.holds(name, [" ".join(map(mark_of, rows(FILES[name])))])


def test_no_other_data_was_read():
    READ.has_only(set(FILES))
