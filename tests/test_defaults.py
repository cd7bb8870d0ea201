"""What a call does that says nothing more: every default, as a person has read it.

Of all packages, so that none is changed by mistake: of functions, and of classes that
have fields. A default that has a name is told with what that stands for.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from project import PROJECT
from records import Record

READ = Record(Path(__file__).with_name("defaults.txt"), exact=True)
SOURCES = PROJECT / "src"
NOTHING = ("None", "()", "''", "MISSING")  # stands for nothing


@cache  # not while tests are collected, which each worker does
def trees() -> dict[str, ast.Module]:
    """Each module's code."""
    return {
        path.relative_to(SOURCES).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in sorted(SOURCES.rglob("*.py"))
    }


@cache
def values() -> dict[str, dict[str, str]]:
    """What each module's names stand for."""
    return {name: dict(named(tree)) for name, tree in trees().items()}


def named(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that a module gives to values."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            target, value = node.targets[-1], node.value
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                yield from zip(*map(unparsed, (target, value)), strict=True)
            else:
                yield ast.unparse(target), ast.unparse(value)


def unparsed(several: ast.Tuple) -> list[str]:
    return [ast.unparse(one) for one in several.elts]


def known_in(file: str) -> dict[str, str]:
    """What stands for what in a module: its own names, and those that it imports."""
    found = dict(values()[file])
    for node in trees()[file].body:
        if isinstance(node, ast.ImportFrom):
            theirs = values().get(f"{str(node.module).replace('.', '/')}.py", {})
            found |= {a.name: theirs[a.name] for a in node.names if a.name in theirs}
    return found


def defaults(file: str) -> Iterator[str]:
    """A line for each function, and each class, that has some."""
    known = known_in(file)
    for node in ast.walk(trees()[file]):
        told = [
            f"{name}={value}" + (f" ({known[value]})" if value in known else "")
            for name, value in of_node(node)
            if value not in NOTHING
        ]
        if told:
            yield f"{getattr(node, 'name', 'lambda')}: {', '.join(told)}"


def of_node(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Name and default of each parameter, or field, that has one."""
    if isinstance(node, ast.ClassDef):
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and part.value is not None:
                yield ast.unparse(part.target), ast.unparse(part.value)
    elif isinstance(node, ast.FunctionDef | ast.Lambda):
        arguments = node.args
        placed = [*arguments.posonlyargs, *arguments.args][::-1]
        by_place = zip(placed, arguments.defaults[::-1], strict=False)
        by_name = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        for parameter, value in [*list(by_place)[::-1], *by_name]:
            if value is not None:
                yield parameter.arg, ast.unparse(value)


def test_every_default_is_what_was_read():
    found = {file: [*defaults(file)] for file in trees()}
    found = {file: told for file, told in found.items() if told}
    for file, told in found.items():
        READ.holds(file, told)
    READ.has_only(set(found))
