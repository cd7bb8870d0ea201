"""What the packages say, where they refuse or warn and else, as a person has read it.

Tests of each refusal hold the number in it, and that it comes in time. Here no word is
lost: all of them as they stand in the sources, in braces what is put in. How the
record is written anew stands in `records.py`.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from project import PROJECT
from records import Record, mark_of

READ = Record(Path(__file__).with_name("refusals.txt"), exact=True)
MISTAKES = Record(Path(__file__).with_name("mistakes.txt"), exact=True)
TOLD = {"warning", "refuse", "error", "add_argument"}  # calls that tell a reader
DRAWN = "mha_book/pictures"  # where texts are read in what is drawn; see their records
LABEL = re.compile("[A-ZÄÖÜ][a-zäöüß’]+[.:?]?")


def messages(tree: ast.AST) -> Iterator[str]:
    """Every text in what is raised, warned of, or said of an option."""
    for node in ast.walk(tree):
        told = isinstance(node, ast.Call) and getattr(node.func, "attr", "") in TOLD
        if told or (isinstance(node, ast.Raise) and node.exc):
            yield from texts(node)


def sentences(tree: ast.AST) -> Iterator[str]:
    """Every label and every text of several words, but for what documents the code."""
    for text in texts(tree):
        if " " in text.strip() or LABEL.fullmatch(text):
            yield text


def texts(node: ast.AST) -> Iterator[str]:
    """The texts in an expression, whole, with what each has in braces."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(map(part, node.values))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            if is_read(child, node):
                yield from texts(child)


def is_read(child: ast.AST, parent: ast.AST) -> bool:
    """Not what documents code or names a type, and no pattern: machines read it."""
    if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
        return False
    if isinstance(child, ast.Call) and ast.unparse(child.func).startswith("re."):
        return False
    types = (getattr(parent, "annotation", None), getattr(parent, "returns", None))
    return child not in types


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
        name = path.relative_to(PROJECT / "src").as_posix()
        more = () if name.startswith(DRAWN) else sentences(tree)
        if found := list(dict.fromkeys([*messages(tree), *more])):
            said[name] = found
    for name, found in said.items():
        READ.holds(name, found)
    READ.has_only(set(said))


def test_mistakes_are_told_as_was_read():
    """Of each only a mark: its words stand in a catalogue, and are read there."""
    folder = PROJECT / "src"
    read = set()
    for path in sorted(folder.rglob("catalogue/*.toml")):
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        marks = [f"{row['name']}: {mark_of(row)}" for row in told.pop("fault")]
        marks += [f"{name}: {mark_of(other)}" for name, other in told.items()]
        of = path.relative_to(folder).parts[1]  # mha/check, mha_book/exercises, …
        name = path.stem if of == "check" else f"{path.stem}, {of}"
        MISTAKES.holds(name, marks)
        read.add(name)
    MISTAKES.has_only(read)
