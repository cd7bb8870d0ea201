"""Which chapters must run again: those whose code, or what it imports, has changed."""

import ast
import functools
import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jupytext
from IPython.core.inputtransformer2 import TransformerManager
from jupyter_cache import get_cache
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

DATA = (".json", ".jsonl", ".csv")  # what modules read beside them
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def fingerprint(chapter: Path, project: Path) -> str:
    """Hash what a chapter's cells import, all that this imports, and the environment.

    Args:
        chapter: a MyST file; its own code is the cache's to compare.
        project: the folder that holds ``src`` and ``requirements.txt``.

    Returns:
        16 hexadecimal digits; a change in one of these files gives others.
    """
    files = {project / "requirements.txt"}
    for module in imported(cells_of(chapter), project / "src"):
        files |= {module, *_data_of(module)}
    return digest_of(files, project)


def digest_of(files: Iterable[Path], root: Path) -> str:
    """16 hexadecimal digits; a change in a file's place or content gives others.

    Of Python files what they do counts, and not their comments and docstrings.
    """
    digest = hashlib.sha256()
    for path in sorted(files):
        content = path.read_bytes()
        if path.suffix == ".py":
            content = what_it_does(content)
        content = hashlib.sha256(content).hexdigest()
        digest.update(f"{os.path.relpath(path, root)} {content}\n".encode())
    return digest.hexdigest()[:16]


@functools.cache
def what_it_does(module: bytes) -> bytes:
    """A module without comments and docstrings, the same for the same code."""
    tree = ast.parse(module)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.dump(tree).encode()


def cells_of(chapter: Path) -> str:
    """The code of a chapter's cells, one after the other, in plain Python."""
    notebook: Any = jupytext.read(chapter, fmt="md:myst")
    sources = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    return "".join(map(TransformerManager().transform_cell, sources))


def imported(code: str, source: Path) -> set[Path]:
    """The modules below `source` that code imports, and all that these import."""
    found: set[Path] = set()
    left = set(_named(code))
    while left:
        path = _file_of(left.pop(), source)
        if path and path not in found:
            found.add(path)
            package = ".".join(path.parent.relative_to(source).parts)
            left |= _named(path.read_text(encoding="utf-8")) | _with_parents(package)
    return found


@functools.cache
def _named(code: str) -> frozenset[str]:
    """Every module that code may import: in ``from a import b``, a.b could be one.

    So could a.b.c where ``b.c`` is asked for: a lazy package loads it then.
    """
    names: set[str] = set()
    tree = ast.parse(code)
    bound = _bound(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {
                name for alias in node.names for name in _with_parents(alias.name)
            }
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= _with_parents(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            names.add(f"{bound.get(node.value.id, node.value.id)}.{node.attr}")
    return frozenset(names)


def _bound(tree: ast.AST) -> dict[str, str]:
    """What each imported name stands for: ``from a import b as c`` makes c a.b."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {a.asname or a.name: a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    return found


def _with_parents(name: str) -> set[str]:
    """a, a.b and a.b.c of a.b.c: importing it runs every package above it."""
    parts = name.split(".")
    return {".".join(parts[: k + 1]) for k in range(len(parts))}


def _file_of(name: str, source: Path) -> Path | None:
    base = source.joinpath(*name.split("."))
    places = (base / "__init__.py", base.with_suffix(".py"))
    found = next((path for path in places if path.is_file()), None)
    return found or _file_behind(base, source)


def _file_behind(base: Path, source: Path) -> Path | None:
    """The module that a lazy package takes a name from, as its stub says."""
    stub = base.parent / "__init__.pyi"
    if not stub.is_file():
        return None
    module = listed(stub.read_text(encoding="utf-8")).get(base.name)
    if not module:
        return None
    inner = ".".join([*base.parent.relative_to(source).parts, module])
    return _file_of(f"{inner}.{base.name}", source) or _file_of(inner, source)


@functools.cache
def listed(stub: str) -> dict[str, str]:
    """Each name in a lazy package's stub, with its module; read once for all."""
    return {
        alias.name: node.module
        for node in ast.walk(ast.parse(stub))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def _data_of(module: Path) -> list[Path]:
    """Data beside a module."""
    return [path for path in module.parent.iterdir() if path.suffix in DATA]


def outdated(
    app: Sphinx,
    env: BuildEnvironment,
    added: set[str],
    changed: set[str],
    removed: set[str],
) -> list[str]:
    """Sphinx asks which pages to read again, though their own text did not change.

    What ran with other code is taken out of the cache first, so that it runs again.
    """
    project = Path(app.srcdir).parent
    paths = {page: Path(env.doc2path(page)) for page in env.found_docs}
    now = {
        page: fingerprint(path, project)
        for page, path in paths.items()
        if path.suffix == ".md"
    }
    forget_changed(Path(app.config.nb_execution_cache_path), now, paths)
    read_with = getattr(env, "mha_fingerprints", {})
    vars(env)["mha_fingerprints"] = now  # kept with what Sphinx has read
    return [page for page in now if read_with.get(page) != now[page]]


def forget_changed(folder: Path, now: dict[str, str], paths: dict[str, Path]) -> None:
    """Drop from the cache each chapter that ran with another fingerprint."""
    note, cache = folder / "fingerprints.json", get_cache(folder)
    ran_with = json.loads(note.read_text()) if note.exists() else {}
    gone = {str(paths[page]) for page in now if ran_with.get(page) != now[page]}
    for record in cache.list_cache_records():
        if record.uri in gone:
            cache.remove_cache(record.pk)
    folder.mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps(now, indent=1))
