"""Joins ES modules into one text, each module once: no Node, no bundler.

A module becomes a function that runs once and returns what it exports, and follows
those that it imports. The sources stay plain modules that any browser or Node runs.
"""

import re
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from mha_book.explorers.modules import (
    DECLARED,
    DEFAULT,
    IMPORT,
    LISTED,
    Module,
    pairs_of,
    read_module,
    source_name,
)


def link(entry: Path) -> str:
    """One ES module that exports what `entry` does, with all that it imports inside.

    Raises:
        ValueError: an import or export of a form that this book does not use, an
            imported name that is not exported, or modules that import each other.
        FileNotFoundError: an imported file is not there.
    """
    modules = read_in_order([entry])
    last = f"$m{len(modules) - 1}"
    exports = [
        f"export default {last}.default;\n"
        if name == "default"
        else f"export const {name} = {last}.{name};\n"
        for name in list(modules.values())[-1].exports
    ]
    return "".join([*_functions(modules), *exports])


def link_all(entries: dict[str, Path], name: str, language: str = "en") -> str:
    """One classic script for several entries: `name` maps each key to its default.

    What has been translated says so in `language`, and the rest in English.

    Raises:
        As `link` does.
    """
    modules = read_in_order(entries.values(), language)
    numbers = {path: number for number, path in enumerate(modules)}
    pairs = [
        f'  "{key}": $m{numbers[path.resolve()]}.default,\n'
        for key, path in entries.items()
    ]
    body = "".join([*_functions(modules), "return {\n", *pairs, "};\n"])
    return f"globalThis.{name} = (() => {{\n{body}}})();\n"


def read_in_order(entries: Iterable[Path], language: str = "en") -> dict[Path, Module]:
    """Every module that the entries need, by its file, after those that it imports."""
    modules, left = {}, [path.resolve() for path in entries]
    while left:
        path = left.pop()
        if path not in modules:
            modules[path] = module = read_module(path, language)
            left += map(module.target, module.imports)
    graph = {path: map(m.target, m.imports) for path, m in modules.items()}
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        names = " -> ".join(modules[path].name for path in circle.args[1])
        raise ValueError(f"modules import each other: {names}") from None
    return {path: modules[path] for path in order}


def _functions(modules: dict[Path, Module]) -> list[str]:
    """``const $m3 = (() => { …; return { what module 3 exports }; })();`` for each."""
    numbers = {path: f"$m{number}" for number, path in enumerate(modules)}
    for module in modules.values():
        _check_imports(module, modules)
    return [_function(module, numbers) for module in modules.values()]


def _check_imports(module: Module, modules: dict[Path, Module]) -> None:
    for statement in module.imports:
        source = modules[module.target(statement)]
        for name, _ in pairs_of(statement["names"] or ""):
            if name not in (offered := _offered(source, modules)):
                module.refuse(
                    statement.start(),
                    f"found {name}, which {source.name} does not export; expected one "
                    f"of {', '.join(sorted(offered))}",
                )


def _offered(module: Module, modules: dict[Path, Module]) -> set[str]:
    """What others can import from a module, passed on by `export *` or its own."""
    passed = [match for match in module.imports if _passes_all(match)]
    others = [_offered(modules[module.target(match)], modules) for match in passed]
    return set(module.exports).union(*(names - {"default"} for names in others))


def _passes_all(statement: re.Match[str]) -> bool:
    return statement["names"] is None


def _function(module: Module, numbers: dict[Path, str]) -> str:
    changes = []
    for statement in module.imports:
        source = numbers[module.target(statement)]
        if statement.re is IMPORT:
            pairs = pairs_of(statement["names"])
            names = ", ".join(f"{there}: {here}" for there, here in pairs)
            changes.append((statement, f"const {{ {names} }} = {source};"))
        else:
            changes.append((statement, f"const {source_name(statement)} = {source};"))
    for form, change in ((LISTED, ""), (DECLARED, ""), (DEFAULT, "const $default = ")):
        changes += [(match, change) for match in form.finditer(module.code)]
    stars = [f"...{source_name(m)}" for m in module.imports if _passes_all(m)]
    own = [f"{there}: {here}" for there, here in module.exports.items()]
    head = f"const {numbers[module.path]} = (() => {{ // {module.name}\n"
    body = _replace(module.text, changes)
    return f"{head}{body}return {{ {', '.join([*stars, *own])} }};\n}})();\n"


def _replace(text: str, changes: list[tuple[re.Match[str], str]]) -> str:
    for match, change in sorted(changes, key=lambda pair: -pair[0].start()):
        text = text[: match.start()] + change + text[match.end() :]
    return text
