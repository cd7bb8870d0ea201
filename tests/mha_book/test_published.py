"""Each published example of docs/writing.md runs where that says, and is asserted."""

import re

import pytest

from project import CHAPTERS, PROJECT, notebook_of


def listed_examples() -> list[list[str]]:
    """The table's rows: what was published, its chapter, and the tag or test there."""
    text = (PROJECT / "docs" / "writing.md").read_text(encoding="utf-8")
    table = text.split("## Where the published examples run")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if "|" in line]
    return [[part.strip("` ") for part in row] for row in rows[2:]]


def tagged(chapter: str) -> dict[str, str]:
    """By tag: the code of a chapter's cell that holds a published example."""
    path = PROJECT / "book" / f"{chapter}.md"
    cells = notebook_of(path).cells if path in CHAPTERS else []
    return {
        tag: cell.source
        for cell in cells
        for tag in cell.metadata.get("tags", [])
        if tag.startswith("published-")
    }


def fault(chapter: str, name: str) -> str:
    """What is missing of an example: its cell, its assertion, or its test."""
    if name.startswith("test_"):
        files = (PROJECT / "tests").rglob("test_*.py")
        texts = [path.read_text(encoding="utf-8") for path in files]
        found = sum(f"def {name}(" in text for text in texts)
        return "" if found == 1 else f"{found} tests are named {name}"
    code = tagged(chapter).get(name)
    if code is None:
        return f"no cell of {chapter} has the tag {name}"
    asserts = re.search(r"^ *assert ", code, re.MULTILINE)
    return "" if asserts else f"the cell {name} asserts nothing"


@pytest.mark.parametrize("row", listed_examples(), ids=lambda row: row[2])
def test_an_example_is_held_where_the_table_says(row):
    _, chapter, name = row
    assert fault(chapter, name) == ""


def test_every_tag_is_in_the_table_once():
    tags = [tag for path in CHAPTERS for tag in tagged(path.stem)]
    rows = [name for _, _, name in listed_examples() if name.startswith("published-")]
    assert sorted(tags) == sorted(rows)


def test_what_holds_nothing_is_seen(monkeypatch):
    missing = "no cell of nowhere has the tag published-x"
    assert fault("nowhere", "published-x") == missing
    assert (
        fault("walk-back", "test_nobody_wrote") == "0 tests are named test_nobody_wrote"
    )
    monkeypatch.setitem(globals(), "tagged", lambda chapter: {"published-x": "x = 3"})
    assert fault("walk-back", "published-x") == "the cell published-x asserts nothing"
