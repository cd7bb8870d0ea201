"""What is in sight of a path page's code can be typed: no name comes from a fold."""

import ast
import builtins

import jupytext
import pytest

from project import PATH

FOLDED = {"hide-input", "remove-input", "remove-cell", "hide-cell", "checked"}
GIVEN = {"show", *dir(builtins)}  # page 1 says what `show` is


def visible_code(path) -> list[str]:
    """The cells whose code is in sight."""
    cells = [c for c in jupytext.read(path).cells if c.cell_type == "code"]
    return [c.source for c in cells if not FOLDED & set(c.metadata.get("tags", []))]


def names(tree: ast.AST) -> tuple[set[str], set[str]]:
    """What code binds anywhere in it, and what it reads."""
    bound: set[str] = set()
    read: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound |= {(a.asname or a.name).split(".")[0] for a in node.names}
    return bound, read


def missing(cells: list[str]) -> list[str]:
    """Names that a cell reads, and neither it nor one before it binds."""
    known, found = set(GIVEN), []
    for code in cells:
        bound, read = names(ast.parse(code))
        known |= bound
        found += sorted(read - known)
    return found


@pytest.mark.parametrize("path", PATH, ids=lambda path: path.stem)
def test_what_is_in_sight_can_be_typed(path):
    assert missing(visible_code(path)) == []


def test_a_name_out_of_a_fold_is_seen():
    assert missing(["import torch", "x = torch.ones(y)\nshow(x=x)"]) == ["y"]
    assert missing(["def f(a):\n    return a", "print([f(b) for b in range(3)])"]) == []
