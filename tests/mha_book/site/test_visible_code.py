"""What is in sight of a path page's code can be typed: no name comes from a fold."""

import ast
import builtins

import pytest

from mha_book.your_file.listings import TAG
from project import PATH, TEACHING, notebook_of

FOLDED = {"hide-input", "remove-input", "remove-cell", "hide-cell", "checked"}
GIVEN = {"show", *dir(builtins)}  # page 1 says what `show` is


def code_cells(path) -> list[tuple[str, bool]]:
    """Each cell's code that counts, and whether it is in sight.

    Of a listing that has grown the page shows what changed, and folds the whole.
    """
    cells = [c for c in notebook_of(path).cells if c.cell_type == "code"]
    marked = [(c.source, set(c.metadata.get("tags", []))) for c in cells]
    return [
        (code, not FOLDED & tags)
        for code, tags in marked
        if TAG in tags or not FOLDED & tags
    ]


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
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound |= {(a.asname or a.name).split(".")[0] for a in node.names}
    return bound, read


def missing(cells: list[tuple[str, bool]]) -> list[str]:
    """Names that a cell in sight reads, and neither it nor one before it binds."""
    known, found = set(GIVEN), []
    for code, in_sight in cells:
        bound, read = names(ast.parse(code))
        known |= bound
        found += sorted(read - known) if in_sight else []
    return found


def early(cells: list[tuple[str, bool]]) -> list[str]:
    """Names that a cell in sight reads, and that only a folded one below it binds."""
    known, found = set(GIVEN), {}
    for code, in_sight in cells:
        bound, read = names(ast.parse(code))
        known |= bound
        found |= {name: False for name in read - known} if in_sight else {}
        found |= {name: not in_sight for name in bound if name in found}
    return [name for name, is_below in found.items() if is_below]


@pytest.mark.parametrize("path", TEACHING, ids=lambda path: path.stem)
def test_what_is_in_sight_is_not_made_below_it(path):
    assert early(code_cells(path)) == []


def test_a_name_that_a_fold_below_makes_is_seen():
    use = ("def f(G):\n    return made(G)", True)
    assert early([use, ("def made(G):\n    return G", False)]) == ["made"]
    assert early([("made = int", False), use]) == []
    assert early([use, ("made = int", True)]) == []


@pytest.mark.parametrize("path", PATH, ids=lambda path: path.stem)
def test_what_is_in_sight_can_be_typed(path):
    assert missing(code_cells(path)) == []


def test_a_name_out_of_a_fold_is_seen():
    one = [("import torch", True), ("x = torch.ones(y)\nshow(x=x)", True)]
    assert missing(one) == ["y"]
    folded = ("def f(a):\n    return a + c", False)
    assert missing([folded, ("print([f(b) for b in range(3)])", True)]) == []
