"""A record that was read sees each change, and no rounding of another machine."""

import pytest

import records
from records import Record, matches


@pytest.mark.parametrize(
    ("made", "read"),
    [
        ("rect: 11.9 7", "rect: 12 7"),
        ("rect:\n 0.2 7", "rect: 0.2\n    7"),
        ("text: 3 4 “0.42”", "text: 3 4 “0.43”"),
    ],
)
def test_another_rounding_is_the_same(made, read):
    assert matches(made, read)
    assert matches(read, made)


@pytest.mark.parametrize(
    ("made", "read"),
    [
        ("rect: 12", "rect: 13"),
        ("rect: 11.8", "rect: 12"),
        ("rect: 1 2", "rect: 1"),
        ("rect: 1", "path: 1"),
        ("text: “0.42”", "text: “0.44”"),
        ("text: “0.01”", "text: “0”"),
        ("text: “2.1”", "text: “2.2”"),
    ],
)
def test_a_change_is_seen(made, read):
    assert not matches(made, read)
    assert not matches(read, made)


def test_a_record_says_where_it_differs(tmp_path):
    path = tmp_path / "seen.txt"
    path.write_text("# one\nrect: 1\n\n# two\nline: 2\n", encoding="utf-8")
    seen = Record(path)
    seen.holds("one", ["rect: 1"])
    with pytest.raises(AssertionError, match="rect: 3"):
        seen.holds("two", ["rect: 3"])
    with pytest.raises(AssertionError):
        seen.has_only({"one"})


def test_a_line_that_looks_like_a_name_is_a_line(tmp_path, monkeypatch):
    path, lines = tmp_path / "seen.txt", ["first", "# A comment of Python", "last"]
    with monkeypatch.context() as writing:
        writing.setattr(records, "WRITES", True)
        Record(path).holds("one", lines)
    seen = Record(path)
    seen.holds("one", lines)
    seen.has_only({"one"})
