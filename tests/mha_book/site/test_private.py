"""Private parts of other tools are touched in one module, with versions seen."""

import ast
from importlib.metadata import version

import pytest

from mha_book.site import private
from project import PROJECT

SITE = PROJECT / "src" / "mha_book" / "site"
# Modules of which nothing is promised; and what no module promises: _names, and what
# MyST-NB and Sphinx keep for themselves on documents and environments.
TOOLS = ("myst_nb", "myst_parser", "sphinx_design")
NAMES = ("hide_mode", "prompt_show", "toc_fignumbers", "mystnb_config", "indexer")


def is_private(name: str) -> bool:
    """Whether a name says that it is not for others; `__version__` is for all."""
    return name.startswith("_") and not name.startswith("__")


def private_parts(code: str) -> list[str]:
    """What a module uses that belongs into `private`."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names]
            module = getattr(node, "module", None) or names[0]
            found += [module] if module.split(".")[0] in TOOLS else []
            found += [name for name in names if is_private(name)]
        elif isinstance(node, ast.Attribute):
            theirs = is_private(node.attr) and ast.unparse(node.value) != "self"
            found += [node.attr] if theirs or node.attr in NAMES else []
        elif isinstance(node, ast.Constant) and node.value in NAMES:
            found.append(node.value)
    return found


@pytest.mark.parametrize("name", private.SEEN_IN)
def test_it_was_seen_in_what_is_installed(name):
    assert version(name) == private.SEEN_IN[name], "look through private.py again"


@pytest.mark.parametrize("path", sorted(SITE.glob("*.py")), ids=lambda path: path.stem)
def test_no_other_module_touches_them(path):
    found = private_parts(path.read_text(encoding="utf-8"))
    assert bool(found) == (path.stem == "private")


@pytest.mark.parametrize(
    "line",
    [
        "from myst_nb.core.render import x",
        "import sphinx_design.shared",
        "app.builder.indexer",
        "indexer._index_entries",
        "cell.get('hide_mode')",
        "from sphinx.search import _word",
    ],
)
def test_a_private_part_is_seen(line):
    assert len(private_parts(line)) == 1
