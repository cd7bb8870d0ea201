"""The room that a sheet leaves for an answer, by the kind of its exercise."""

from html import escape
from typing import Any

from mha_book.exercises.plain import results
from mha_book.explorers.base import html_table

WIDE = 4  # more fields than this stand below each other


def blank(exercise: dict[str, Any]) -> str:
    """Give what is filled in by hand: fields, places of a mask, boxes before lines."""
    first, kind = exercise["draws"][0], exercise["kind"]
    if kind == "order":
        lines = "".join(map(_line, first["pieces"]))
        return f"<pre>{escape(first['head'])}</pre><ul class='lines'>{lines}</ul>"
    if kind == "find":
        names = (exercise["faults"][number]["name"] for number, _ in first["options"])
        boxes = "".join(f"<li>{escape(name)}</li>" for name in names)
        return (
            f"<div class='tables'>{results(first)}</div><ul class='choice'>{boxes}</ul>"
        )
    if kind == "mask":
        empty = [""] * len(first["columns"])
        rows = ((label, empty) for label in first["labels"])
        return _filled_in("✓ = may look", first["columns"], rows)
    return _fields(first["labels"])


def _line(text: str) -> str:
    """A line of code, with a place for its number."""
    return f"<li><pre>{escape(text)}</pre></li>"


def _fields(labels: list[str]) -> str:
    """A place for each number: beside each other where there is room."""
    if len(labels) > WIDE:
        return _filled_in("", [""], ((label, [""]) for label in labels))
    return _filled_in("", labels, [("", [""] * len(labels))])


def _filled_in(caption: str, columns: list[str], rows: Any) -> str:
    table = html_table(caption, columns, rows).replace("<caption></caption>", "")
    return table.replace("<table>", '<table class="blank">', 1)
