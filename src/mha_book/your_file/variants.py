"""Changed attention layers: the listings of shelf pages, built on the reader's file.

Cells tagged ``variant`` hold them, each once. Training and tests take them from there.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from mha_book.your_file.cells import code_cells
from mha_book.your_file.contents import PROJECT, path_pages
from mha_book.your_file.listings import IMPORTS, MODULE, file_after, statements

TAG = "variant"  # of a cell that defines a changed layer
PAGES = ("attention-variants", "latent-keys-and-linear-attention")


def variants(*pages: str, project: Path = PROJECT) -> ModuleType:
    """The whole file of the path, and all that these pages define on top of it.

    Args:
        pages: names of pages of the shelf; `PAGES` when there is none.
        project: the folder that holds the book's pages.
    """
    module = ModuleType("variants")
    exec(file_after(path_pages(project)[-1], project), vars(module))
    for page in pages or PAGES:
        for source, tags in _cells_of(page, project):
            if TAG in tags:
                exec(source, vars(module))
    return module


def take_definitions(
    page: str,
    names: Iterable[str],
    project: Path = PROJECT,
    given: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Run a page's imports, and the first statement that defines each of these names.

    What a page only tries or draws is left out, so that its data and its settings can
    be used elsewhere without a second copy.

    Args:
        page: the page's name.
        names: what is asked for.
        project: the folder that holds the book's pages.
        given: what the page has from elsewhere, as from the reader's file.

    Raises:
        KeyError: the page defines one of them nowhere; says which.
    """
    names, space = [*names], dict(given or {})
    missing = set(names)
    for source, _ in _cells_of(page, project):
        for node, code in statements(source):
            if isinstance(node, IMPORTS):
                if f"from {MODULE} " not in code and "mha_book" not in code:
                    exec(code, space)
            elif missing & (defined := set(_defined_by(node))):
                exec(code, space)
                missing -= defined
    if missing:
        raise KeyError(f"{page} does not define {', '.join(sorted(missing))}")
    return {name: space[name] for name in names}


def _cells_of(page: str, project: Path) -> Iterator[tuple[str, list[str]]]:
    """The code and the tags of a page's cells."""
    return code_cells((project / "book" / f"{page}.md").read_text(encoding="utf-8"))


def _defined_by(node: ast.stmt) -> Iterator[str]:
    """The names that a statement gives a value."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            found = (part for part in ast.walk(target) if isinstance(part, ast.Name))
            yield from (name.id for name in found if isinstance(name.ctx, ast.Store))
