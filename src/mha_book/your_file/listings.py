"""What the pages' tagged cells hold, and the file that they make together."""

import ast
import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mha_book.your_file.cells import code_cells
from mha_book.your_file.contents import (
    PROJECT,
    number_of,
    page_before,
    path_pages,
    title_of,
)

TAG = "your-file"  # of a cell whose code the file keeps
MODULE = "from_scratch"
IMPORTS = (ast.Import, ast.ImportFrom)


@dataclass(frozen=True)
class Listing:
    """One definition: its name, its code, and the page that first writes it."""

    name: str
    code: str
    page: str


def cells_of(page: str, project: Path = PROJECT) -> tuple[str, ...]:
    """The code of a page's tagged cells."""
    return _cells_in((project / "book" / f"{page}.md").read_text(encoding="utf-8"))


@cache
def _cells_in(text: str) -> tuple[str, ...]:
    return tuple(code for code, tags in code_cells(text) if TAG in tags)


def statements(code: str) -> Iterator[tuple[ast.stmt, str]]:
    """Each statement of a cell and its lines, decorators included."""
    lines = code.splitlines()
    for node in ast.parse(code).body:
        marks = [mark.lineno for mark in getattr(node, "decorator_list", [])]
        first = min([node.lineno, *marks])
        yield node, "\n".join(lines[first - 1 : node.end_lineno])


def name_of(node: ast.stmt) -> str:
    """What a statement defines.

    Raises:
        ValueError: it defines nothing: what is only tried belongs into other cells.
    """
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    raise ValueError(f"a cell of the file may only define, not {ast.unparse(node)!r}")


def listings(page: str, project: Path = PROJECT) -> tuple[list[str], list[Listing]]:
    """The imports up to a page, and each definition as it stands after it."""
    imports: dict[str, None] = {}
    found: dict[str, Listing] = {}
    for earlier in path_pages(project)[: number_of(page, project)]:
        for node, code in (
            pair for c in cells_of(earlier, project) for pair in statements(c)
        ):
            if isinstance(node, IMPORTS):
                imports[code] = None
                continue
            name = name_of(node)
            first = found[name].page if name in found else earlier
            found[name] = Listing(name, code, first)
    return list(imports), list(found.values())


def file_after(page: str, project: Path = PROJECT) -> str:
    """The file as it stands after a page: each definition once, as it is by then."""
    imports, found = listings(page, project)
    text = "\n".join(sorted(imports, key=lambda line: (line.startswith("from"), line)))
    last = ""
    for one in found:
        if one.page != last:
            number, last = number_of(one.page, project), one.page
            text += f"\n\n\n# Page {number}: {title_of(one.page, project)}"
        text += f"\n\n\n{one.code}"
    return f"{text}\n"


def file_before(page: str, project: Path = PROJECT) -> str:
    """The file that a page starts from; "" on the first."""
    earlier = page_before(page, project)
    return file_after(earlier, project) if earlier else ""


def new_lines(before: str, after: str) -> list[int]:
    """Numbers, from 1, of the lines in `after` that `before` has not."""
    old, new = before.splitlines(), after.splitlines()
    steps = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changed = [k for kind, _, _, a, b in steps if kind != "equal" for k in range(a, b)]
    return [k + 1 for k in changed if new[k].strip()]


def grown_lines(page: str, code: str, project: Path = PROJECT) -> list[int]:
    """Numbers, from 1, of a cell's lines that its earlier listing has not.

    Empty where all that the cell defines is new: then nothing has grown.
    """
    earlier = page_before(page, project)
    if earlier is None:
        return []
    names = {name_of(n) for n, _ in statements(code) if not isinstance(n, IMPORTS)}
    _, found = listings(earlier, project)
    old = [one.code for one in found if one.name in names]
    return new_lines("\n".join(old), code) if old else []
