"""What a chapter's code depends on, as a few digits that change with it."""

import ast
import functools
import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jupytext
from IPython.core.inputtransformer2 import TransformerManager

from mha_book.teaching.cards import asked, words
from mha_book.your_file.contents import parts_of, path_pages, title_of
from mha_book.your_file.listings import file_after, file_before
from mha_book.your_file.reading import hours_of_path, minutes_of

DATA = (".json", ".jsonl", ".csv", ".toml")  # what modules read beside them
LISTINGS = "catalogue"  # a folder of code and faults that a module reads as texts
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def fingerprint(chapter: Path, project: Path) -> str:
    """Hash what a chapter's cells import, all that this imports, and the environment.

    A page of the path imports the reader's file, as the pages before it make it.

    Args:
        chapter: a MyST file; its own code is the cache's to compare.
        project: the folder that holds ``src`` and ``requirements.txt``.

    Returns:
        16 hexadecimal digits; a change in one of these files gives others.
    """
    files, code = {project / "requirements.txt"}, code_of_cells(chapter)
    for module in find_imports(code, project / "src"):
        files |= {module, *_data_beside(module)}
    if "RecallCards" in code:  # its cards have the words of other pages
        files |= {project / "book" / f"{one.PAGE}.md" for one in (asked, words)}
    all_of_it = digest_files(files, project) + _file_for(chapter.stem, code, project)
    return hashlib.sha256(all_of_it.encode()).hexdigest()[:16]


def digest_files(files: Iterable[Path], root: Path) -> str:
    """16 hexadecimal digits; a change in a file's place or content gives others.

    Of Python files what they do counts, and not their comments and docstrings.
    """
    digest = hashlib.sha256()
    for path in sorted(files):
        content = path.read_bytes()
        if path.suffix == ".py":
            content = strip_docstrings(content)
        content = hashlib.sha256(content).hexdigest()
        digest.update(f"{os.path.relpath(path, root)} {content}\n".encode())
    return digest.hexdigest()[:16]


@functools.cache
def strip_docstrings(module: bytes) -> bytes:
    """A module without comments and docstrings, the same for the same code."""
    tree = ast.parse(module)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.dump(tree).encode()


def code_of_cells(chapter: Path) -> str:
    """The code of a chapter's cells, one after the other, in plain Python."""
    notebook: Any = jupytext.read(chapter, fmt="md:myst")
    sources = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    return "".join(map(TransformerManager().transform_cell, sources))


def find_imports(code: str, source: Path) -> set[Path]:
    """The modules below `source` that code imports, and all that these import."""
    found: set[Path] = set()
    left = set(imported_names(code))
    while left:
        path = _find_file(left.pop(), source)
        if path and path not in found:
            found.add(path)
            package = ".".join(path.parent.relative_to(source).parts)
            code = path.read_text(encoding="utf-8")
            left |= imported_names(code) | _and_parents(package)
    return found


@functools.cache
def imported_names(code: str) -> frozenset[str]:
    """Every module that code may import: in ``from a import b``, a.b could be one.

    So could a.b.c where ``b.c`` is asked for: a lazy package loads it then.
    """
    names: set[str] = set()
    tree = ast.parse(code)
    bound = _bound_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {name for alias in node.names for name in _and_parents(alias.name)}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= _and_parents(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            package = bound.get(node.value.id)
            names |= {f"{package}.{node.attr}"} if package else set()
    return frozenset(names)


def _bound_names(tree: ast.AST) -> dict[str, str]:
    """What each imported name stands for: ``from a import b as c`` makes c a.b."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {a.asname or a.name: a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    return found


def _and_parents(name: str) -> set[str]:
    """a, a.b and a.b.c of a.b.c: importing it runs every package above it."""
    parts = name.split(".")
    return {".".join(parts[: k + 1]) for k in range(len(parts))}


def _find_file(name: str, source: Path) -> Path | None:
    base = source.joinpath(*name.split("."))
    places = (base / "__init__.py", base.with_suffix(".py"))
    found = next((path for path in places if path.is_file()), None)
    return found or _find_file_behind(base, source)


def _find_file_behind(base: Path, source: Path) -> Path | None:
    """The module that a lazy package takes a name from, as its stub says."""
    stub = base.parent / "__init__.pyi"
    if not stub.is_file():
        return None
    module = modules_by_name(stub.read_text(encoding="utf-8")).get(base.name)
    if not module:
        return None
    inner = ".".join([*base.parent.relative_to(source).parts, module])
    return _find_file(f"{inner}.{base.name}", source) or _find_file(inner, source)


@functools.cache
def modules_by_name(stub: str) -> dict[str, str]:
    """Each name in a lazy package's stub, with its module; read once for all."""
    return {
        alias.name: node.module
        for node in ast.walk(ast.parse(stub))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def _file_for(page: str, code: str, project: Path) -> str:
    """What a page has of the reader's file: that before it; the index, the whole."""
    pages = path_pages(project)
    if "teaching.course" in code:  # routes tell each page's title and minutes
        every = {page for part in parts_of(project).values() for page in part}
        return repr(
            [(title_of(p, project), minutes_of(p, project)) for p in sorted(every)]
        )
    if page in pages:
        return file_before(page, project)
    if pages and ("your_file" in code or "outline" in code):
        return f"{hours_of_path(project)} hours: {file_after(pages[-1], project)}"
    return ""


def _data_beside(module: Path) -> list[Path]:
    """Data beside a module, and listings that are read as texts."""
    listings = module.parent / LISTINGS
    texts = listings.glob("*.*") if listings.is_dir() else ()
    beside = [path for path in module.parent.iterdir() if path.suffix in DATA]
    return beside + [path for path in texts if path.suffix in (".py", *DATA)]
