"""The names that the checks know, of layers, arguments and settings, as read.

What a layer of any making calls its parts is looked up in tables. A name that is lost
from one is missed by no test of a layer that has another, so all stand here.
"""

import ast
from pathlib import Path

import pytest

from mha import check
from records import Record

READ = Record(Path(__file__).with_name("known_names.txt"), exact=True)
ROOM = Path(check.__file__).parent


def strings(node: ast.AST) -> list[str]:
    found = [one for one in ast.walk(node) if isinstance(one, ast.Constant)]
    return [one.value for one in found if isinstance(one.value, str)]


def tables(path: Path) -> dict[str, list[str]]:
    """A module's constants that hold several texts: their names, and these texts."""
    found: dict[str, list[str]] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value:
            target = getattr(node, "target", None) or node.targets[0]
            said = strings(node.value)
            if isinstance(target, ast.Name) and len(said) > 1:
                found[target.id] = found.get(target.id, []) + said
    return found


FOUND = {
    path.relative_to(ROOM).as_posix(): found
    for path in sorted(ROOM.rglob("*.py"))
    if path.parent.name != "catalogue" and (found := tables(path))
}


@pytest.mark.parametrize("name", FOUND)
def test_names_that_are_known_are_what_was_read(name):
    READ.holds(name, [f"{of}: {', '.join(all_)}" for of, all_ in FOUND[name].items()])


def test_nothing_else_was_read():
    READ.has_only(set(FOUND))
