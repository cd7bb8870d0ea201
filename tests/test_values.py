"""What stands under a name: each module's words and numbers, as a person has read them.

Names of heads that the doctor knows, the numbers of an example, a picture's measures:
data that stands in code. Of Python's modules and classes, and of the scripts' modules.
A long value has a mark for each of its pieces; it is read where it stands.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from project import PROJECT
from records import Record, mark_of

READ = Record(Path(__file__).with_name("values.txt"), exact=True)
SOURCES = PROJECT / "src"
SHORT = 70  # letters of a value that is written whole
# A script's value ends with the first line that ends a statement at its beginning; a
# remark may follow.
SCRIPT_VALUE = re.compile(
    r"^(?:export )?const ([\w\[\]{}, ]+?) = (.*?);(?: //[^\n]*)?$(?=\n\S|\n\n|\n*\Z)",
    re.MULTILINE | re.DOTALL,
)


def of_python(text: str) -> Iterator[str]:
    """A line for each value of a module, or of a class, with data in it.

    What a class's fields are by themselves, `test_defaults` holds.
    """
    tree = ast.parse(text)
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    kinds = (ast.Assign, ast.AnnAssign, ast.AugAssign)
    named = [node for node in tree.body if isinstance(node, kinds)]
    named += [n for own in classes for n in own.body if isinstance(n, ast.Assign)]
    for node in named:
        parts = [part for part in pieces(node.value) if is_data(part)]
        if parts:
            targets = getattr(node, "targets", None) or [node.target]
            name, value = ast.unparse(targets[0]), ast.unparse(node.value)
            yield line(name, value, list(map(ast.unparse, parts)))


def is_data(value: ast.AST) -> bool:
    """Whether a word or a number is in it, and nothing that is done with them."""
    inside = list(ast.walk(value))
    said = [n for n in inside if isinstance(n, ast.Constant) and n.value is not None]
    return bool(said) and not any(isinstance(node, ast.Lambda) for node in inside)


def pieces(value: ast.expr | None) -> list[ast.AST]:
    """What of a table can change alone."""
    match value:
        case None:
            return []
        case ast.List(parts) | ast.Tuple(parts) | ast.Set(parts):
            return parts
        case ast.Dict(keys, values):
            pairs = zip(keys, values, strict=True)
            return [ast.Dict([key], [one]) for key, one in pairs]
        case ast.Call(_, [one], []):
            return pieces(one)
    return [value]


def of_script(text: str) -> Iterator[str]:
    """A line for each value that is no function and has none in it."""
    for name, value in SCRIPT_VALUE.findall(text):
        if "=>" not in value and "function" not in value:
            yield line(name, " ".join(value.split()), value.split("\n"))


def line(name: str, value: str, parts: list[str]) -> str:
    if len(value) <= SHORT:
        return f"{name} = {value}"
    return " ".join([f"{name}:", *map(mark_of, parts)])


def files() -> list[str]:
    """Every module whose values are held."""
    return [
        path.relative_to(SOURCES).as_posix()
        for kind in ("py", "js")
        for path in sorted(SOURCES.rglob(f"*.{kind}"))
        if not path.name.endswith(".de.js")  # as German, by a record of its own
    ]


@cache  # not while tests are collected, which each worker does
def values(name: str) -> list[str]:
    text = (SOURCES / name).read_text(encoding="utf-8")
    return list((of_python if name.endswith(".py") else of_script)(text))


@pytest.mark.parametrize("name", files())
def test_every_value_is_what_was_read(name):
    if values(name):
        READ.holds(name, values(name))


def test_no_other_value_was_read():
    READ.has_only({name for name in files() if values(name)})
