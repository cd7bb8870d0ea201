"""What a chapter's code depends on, as a few digits that change with it."""

import ast
import functools
import hashlib
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import jupytext
from IPython.core.inputtransformer2 import TransformerManager

from mha_book.site.imports import find_imports
from mha_book.teaching import on_pages
from mha_book.your_file.contents import path_pages
from mha_book.your_file.listings import file_after, file_before
from mha_book.your_file.reading import hours_of_path, minutes_of

DATA = (".json", ".jsonl", ".csv", ".toml")  # what modules read beside them
READS = re.compile(r"^READS = (\(.*\))$", re.MULTILINE)  # as a module says it
LISTINGS = "catalogue"  # a folder of code and faults that a module reads as texts
# What a module may say that it reads, beside files.
BOOK: dict[str, Callable[[Path], str]] = {
    "file": lambda project: _whole_file(project),
    "titles": lambda project: repr(on_pages.titles(project)),
    "minutes": lambda p: repr([minutes_of(page, p) for page in on_pages.titles(p)]),
    "pictures": lambda project: repr(on_pages.everything(project)),
}
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
    code = code_of_cells(chapter)
    all_of_it = digest_code(code, project) + _file_for(chapter.stem, code, project)
    return hashlib.sha256(all_of_it.encode()).hexdigest()[:16]


def digest_code(code: str, project: Path) -> str:
    """What changes with what code imports, and with the environment.

    A module whose results depend on more of the book says so: ``READS = ("titles",)``.
    """
    source = project / "src"
    files, read = {project / "requirements.txt"}, ""
    for module in sorted(find_imports(code, source)):
        files |= {module, *_data_beside(module)}
        read += _read_by(module, project)
    return digest_files(files, project) + read


def _read_by(module: Path, project: Path) -> str:
    """What a module says that it reads of the book: files, or what `BOOK` knows."""
    read = READS.search(module.read_text(encoding="utf-8"))
    told = ""
    for name in ast.literal_eval(read[1]) if read else ():
        told += BOOK[name](project) if name in BOOK else _digest_pattern(name, project)
    return told


def _digest_pattern(pattern: str, project: Path) -> str:
    return digest_files(project.glob(pattern), project)


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


def _file_for(page: str, code: str, project: Path) -> str:
    """What a page has of the reader's file: that before it; the index, the whole."""
    if page in path_pages(project):
        return file_before(page, project)
    if "your_file" in code:
        return f"{hours_of_path(project)} hours: {_whole_file(project)}"
    return ""


def _whole_file(project: Path) -> str:
    pages = path_pages(project)
    return file_after(pages[-1], project) if pages else ""


def _data_beside(module: Path) -> list[Path]:
    """Data beside a module, and listings that are read as texts."""
    listings = module.parent / LISTINGS
    texts = listings.glob("*.*") if listings.is_dir() else ()
    beside = [path for path in module.parent.iterdir() if path.suffix in DATA]
    return beside + [path for path in texts if path.suffix in (".py", *DATA)]
