"""What code imports, and all that this imports, read from the sources alone."""

import ast
import functools
from pathlib import Path


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
