"""Joins ES modules into one text, each module once: no Node, no bundler.

A module becomes a function that runs once and returns what it exports, and follows
those that it imports. The sources stay plain modules that any browser or Node runs.
"""

import re
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

NAMES, FROM = r"\{(?P<names>[^}]*)\}", r'\s*from\s*"(?P<path>\.[\w./-]+)"'
IMPORT = re.compile(rf"^import\s*{NAMES}{FROM};", re.MULTILINE)
PASSED_ON = re.compile(rf"^export\s*(?:{NAMES}|\*){FROM};", re.MULTILINE)
LISTED = re.compile(rf"^export\s*{NAMES};", re.MULTILINE)
KINDS = r"(?:const|let|class|(?:async )?function\*?)"
DECLARED = re.compile(rf"^export (?={KINDS} (?P<name>[\w$]+))", re.MULTILINE)
DEFAULT = re.compile(r"^export default ", re.MULTILINE)
UNKNOWN = re.compile(r"^\s*(?:import|export)\b.*|^.*\bimport\s*\(.*", re.MULTILINE)


def link(entry: Path) -> str:
    """One ES module that exports what `entry` does, with all that it imports inside.

    Raises:
        ValueError: an import or export of a form that this book does not use, or
            modules that import each other; names them.
        FileNotFoundError: an imported file is not there.
    """
    order = in_order([entry])
    names = dict(_exports(order[-1]))
    last = f"m{len(order) - 1}"
    exports = [
        f"export default {last}.default;\n"
        if name == "default"
        else f"export const {name} = {last}.{name};\n"
        for name in names
    ]
    return "".join([*_functions(order), *exports])


def link_all(entries: dict[str, Path], name: str) -> str:
    """One classic script for several entries: `name` maps each key to its default.

    Raises:
        As `link` does.
    """
    order = in_order(entries.values())
    numbers = _numbered(order)
    pairs = [
        f'  "{key}": m{numbers[path.resolve()]}.default,\n'
        for key, path in entries.items()
    ]
    body = "".join([*_functions(order), "return {\n", *pairs, "};\n"])
    return f"globalThis.{name} = (() => {{\n{body}}})();\n"


def in_order(entries: Iterable[Path]) -> list[Path]:
    """Every module that the entries need, each after those that it imports."""
    graph, left = {}, [path.resolve() for path in entries]
    while left:
        path = left.pop()
        if path not in graph:
            graph[path] = _imported(path)
            left += graph[path]
    try:
        return list(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        names = " -> ".join(map(_named, circle.args[1]))
        raise ValueError(f"modules import each other: {names}") from None


def _named(path: Path) -> str:
    """A module by its folder too: every explorer has an index.js."""
    return f"{path.parent.name}/{path.name}"


def _numbered(order: list[Path]) -> dict[Path, int]:
    return {path: number for number, path in enumerate(order)}


def _imported(path: Path) -> list[Path]:
    text = path.read_text(encoding="utf-8")
    forms = (IMPORT, PASSED_ON)
    return [_beside(path, found) for form in forms for found in form.finditer(text)]


def _beside(path: Path, found: re.Match[str]) -> Path:
    return (path.parent / found["path"]).resolve()


def _functions(order: list[Path]) -> list[str]:
    """``const m3 = (() => { …; return { what module 3 exports }; })();`` for each."""
    numbers = _numbered(order)
    return [_function(path, numbers) for path in order]


def _function(path: Path, numbers: dict[Path, int]) -> str:
    def bring(found: re.Match[str]) -> str:
        names = ", ".join(f"{a}: {b}" for a, b in _pairs(found["names"]))
        return f"const {{ {names} }} = m{numbers[_beside(path, found)]};"

    def pass_on(found: re.Match[str]) -> str:
        return f"const from{found.start()} = m{numbers[_beside(path, found)]};"

    text = path.read_text(encoding="utf-8")
    exports = ", ".join(f"{there}: {here}" for there, here in _exports(path))
    spread = [f"...from{m.start()}" for m in PASSED_ON.finditer(text) if not m["names"]]
    changes = [(PASSED_ON, pass_on), (IMPORT, bring), (LISTED, ""), (DECLARED, "")]
    for form, change in [*changes, (DEFAULT, "const standard = ")]:
        text = form.sub(change, text)
    if unknown := UNKNOWN.search(text):
        raise ValueError(f"{_named(path)}: no form that can be linked: {unknown[0]!r}")
    every = ", ".join([*spread, *([exports] if exports else [])])
    head = f"const m{numbers[path]} = (() => {{ // {_named(path)}\n"
    return f"{head}{text}return {{ {every} }};\n}})();\n"


def _exports(path: Path) -> list[tuple[str, str]]:
    """What a module exports by name, and what that is called inside."""
    text, found = path.read_text(encoding="utf-8"), []
    for form in (LISTED, DECLARED, PASSED_ON):
        for match in form.finditer(text):
            if form is DECLARED:
                found.append((match["name"], match["name"]))
            elif match["names"]:
                origin = f"from{match.start()}." if form is PASSED_ON else ""
                pairs = _pairs(match["names"])
                found += [(there, origin + here) for here, there in pairs]
    return found + [("default", "standard")] * bool(DEFAULT.search(text))


def _pairs(names: str) -> list[tuple[str, str]]:
    """Each ``a`` or ``a as b`` of a list, as (a, a) or (a, b)."""
    parts = [part.split() for part in names.split(",") if part.strip()]
    return [(part[0], part[-1]) for part in parts]
