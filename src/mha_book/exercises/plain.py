"""The exercises for paper and without scripts: questions, folded answers."""

from collections.abc import Sequence
from html import escape
from typing import Any

from mha.check.fault import Fault
from mha_book.display.marked import marked
from mha_book.explorers.base import html_table


def plain_questions(exercises: Sequence[dict[str, Any]]) -> str:
    """Give each exercise's first question, its numbers and its folded answer."""
    return f'<ol class="mha-questions">{"".join(map(_plain, exercises))}</ol>'


def _plain(exercise: dict[str, Any]) -> str:
    return (
        f"<li>{question(exercise)}{_asked(exercise, exercise['draws'][0])}"
        f"<details><summary>Answer</summary>{answer(exercise)}</details></li>"
    )


def question(exercise: dict[str, Any]) -> str:
    """Write what is asked first, and its numbers."""
    first = exercise["draws"][0]
    tables = "".join(map(_table, first["given"]))
    return f"<p>{title(exercise)} {marked(first['ask'])}</p>{tables}"


def title(exercise: dict[str, Any]) -> str:
    """Write its title as the beginning of a line: it ends with a stop."""
    words = exercise["title"]
    stop = "" if words.endswith("?") else "."
    return f"<strong>{escape(words)}{stop}</strong>"


def _table(given: dict[str, Any]) -> str:
    rows = given["values"]
    heads = given["rows"] or [""] * len(rows)
    columns = given["columns"] or [""] * len(rows[0])
    cells = _written(rows)
    table = html_table(given["name"], columns, zip(heads, cells, strict=True))
    return table.replace(escape(given["name"]), marked(given["name"]), 1)


def number(value: Any, least: int = 0) -> str:
    """Write a number, a shape or a word: with `least` decimals, more where it has."""
    if isinstance(value, list | tuple):
        return f"({', '.join(map(str, value))}{',' * (len(value) == 1)})"
    if isinstance(value, str):
        return value
    whole, decimals = f"{value:.4f}".split(".")
    decimals = decimals.rstrip("0").ljust(least, "0")
    return f"{whole}.{decimals}".rstrip(".").replace("-", "−")


def _written(rows: Sequence[Sequence[Any]]) -> list[list[str]]:
    """The cells of a table: its numbers have as many decimals as one of them needs."""
    texts = [number(x) for row in rows for x in row if isinstance(x, int | float)]
    least = max((len(text.partition(".")[2]) for text in texts), default=0)
    return [[number(x, least) for x in row] for row in rows]


def _asked(exercise: dict[str, Any], first: dict[str, Any]) -> str:
    """What stands below: lines to order, a mask to fill, or a table that is wrong."""
    if exercise["kind"] == "mask":
        return _cut("The mask", ["…"] * len(first["right"]), first)
    if exercise["kind"] == "order":
        pieces = "".join(f"<li><pre>{escape(p)}</pre></li>" for p in first["pieces"])
        return f"<pre>{escape(first['head'])}</pre><ul>{pieces}</ul>"
    if exercise["kind"] != "find":
        return ""
    names = [exercise["faults"][n]["name"] for n, _ in first["options"]]
    listed = "".join(f"<li>{escape(name)}</li>" for name in names)
    return f"{results(first)}<ul>{listed}</ul>"


def results(first: dict[str, Any]) -> str:
    """Write what should come out, and what does: in two tables, or rows of one."""
    both = {"It should be": first["expected"], "It is": first["found"]}
    if not first["columns"]:
        shown = zip(both, _written([*both.values()]), strict=True)
        return html_table("The result", first["labels"], shown)
    return "".join(_cut(name, values, first) for name, values in both.items())


def _cut(name: str, values: Sequence, first: dict[str, Any]) -> str:
    """A table from all its numbers in one list."""
    width = len(first["columns"])
    rows = _written([values[n : n + width] for n in range(0, len(values), width)])
    return html_table(name, first["columns"], zip(first["labels"], rows, strict=True))


def _told(fault: dict[str, str]) -> str:
    """A mistake by its name, with what one thinks who makes it, and what happens."""
    why = marked(Fault(lines=(), **fault).why())
    return f"<p><b>{escape(fault['name'])}.</b> {why}</p>"


def answer(exercise: dict[str, Any]) -> str:
    """Write what is right: a mistake, lines, a table, or numbers by their labels."""
    first = exercise["draws"][0]
    if exercise["kind"] == "find":
        return _told(exercise["faults"][first["options"][first["right"][0]][0]])
    if exercise["kind"] == "order":
        lines = [first["pieces"][n] for n in first["right"][0]]
        body = "\n".join(lines).replace("\n", "\n    ")
        return f"<pre>{escape(first['head'])}\n    {escape(body)}</pre>"
    if exercise["kind"] == "mask":
        signs = ["·✓"[value != 0] for value in first["right"]]
        return _cut("✓ = may look", signs, first)
    pairs = zip(first["labels"], first["right"], strict=True)
    return escape(", ".join(f"{label}: {number(value)}" for label, value in pairs))
