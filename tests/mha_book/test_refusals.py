"""What the packages say where they refuse or warn, held to what a person has read.

Tests of each refusal hold the number in it, and that it comes in time. Here no word is
lost: all of them as they stand in the sources, in braces what is put in. How the
record is written anew stands in `records.py`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from project import PROJECT
from records import Record

READ = Record(Path(__file__).with_name("refusals.txt"), exact=True)
TOLD = {"warning", "refuse", "error", "add_argument"}  # calls that tell a reader


def messages(tree: ast.AST) -> Iterator[str]:
    """Every text in what is raised, warned of, or said of an option."""
    for node in ast.walk(tree):
        told = isinstance(node, ast.Call) and getattr(node.func, "attr", "") in TOLD
        if told or (isinstance(node, ast.Raise) and node.exc):
            yield from texts(node)


def texts(node: ast.AST) -> Iterator[str]:
    """The texts in an expression, whole, with what each has in braces."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(map(part, node.values))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from texts(child)


def part(node: ast.expr) -> str:
    """A piece of an f-string, as it is written."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    assert isinstance(node, ast.FormattedValue)
    form = "".join(map(part, getattr(node.format_spec, "values", [])))
    written = f"!{chr(node.conversion)}" if node.conversion > 0 else ""
    return f"{{{ast.unparse(node.value)}{written}{form and f':{form}'}}}"


def test_refusals_say_what_was_read():
    said = {}
    for path in sorted((PROJECT / "src").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if found := list(messages(tree)):
            said[path.relative_to(PROJECT / "src").as_posix()] = found
    for name, found in said.items():
        READ.holds(name, found)
    READ.has_only(set(said))
