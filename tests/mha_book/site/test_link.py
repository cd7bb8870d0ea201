"""Modules are joined once each, and what could not be joined is named."""

import re
from pathlib import Path
from urllib.parse import quote

import pytest

from mha_book import explorers
from mha_book.explorers.base import ENTRY
from mha_book.explorers.link import in_order, link, link_all
from project import PROJECT

EXPLORERS = Path(explorers.__file__).parent
SCRIPTS = sorted(EXPLORERS.rglob("*.js"))

SOURCES = {
    "low.js": """
export const ONE = 1;
export function twice(x) { return 2 * x; }
globalThis.times = (globalThis.times ?? 0) + 1;
""",
    "middle.js": """
import { ONE as one, twice } from "./low.js";
const three = one + twice(one);
export { three, three as drei };
export { ONE } from "./low.js";
export class Kind {}
""",
    "passing.js": """
export * from "./low.js";
export { three as tres } from "./middle.js";
""",
    "entry.js": """
import {
  three,
  Kind,
} from "./middle.js";
import { twice, tres, ONE } from "./passing.js";
export const six = twice(three);
export default { six, tres, ONE, kind: Kind.name, text: 'import nothing' };
""",
}


@pytest.fixture
def folder(tmp_path):
    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(page, script, found):
    """What an expression gives once a module has run in the browser."""
    url = f"data:text/javascript,{quote(script)}"
    return page.evaluate(f"import('{url}').then(linked => {found})")


EXPECTED = {"six": 6, "tres": 3, "ONE": 1, "kind": "Kind", "text": "import nothing"}


def test_a_linked_module_does_what_its_sources_do(folder, page):
    found = "[linked.default, linked.six, globalThis.times]"
    assert run(page, link(folder / "entry.js"), found) == [EXPECTED, 6, 1]


def test_several_entries_are_one_script_in_which_each_module_runs_once(folder, page):
    (folder / "other.js").write_text(
        'import { ONE } from "./low.js";\nexport default ONE;\n', encoding="utf-8"
    )
    entries = {name: folder / f"{name}.js" for name in ("entry", "other")}
    found = run(page, link_all(entries, "parts"), "[parts, globalThis.times]")
    assert found == [{"entry": EXPECTED, "other": 1}, 1]


def test_modules_follow_what_they_import(folder):
    names = [path.name for path in in_order([folder / "entry.js"])]
    assert names == ["low.js", "middle.js", "passing.js", "entry.js"]


@pytest.mark.parametrize(
    "line",
    [
        'import * as all from "./low.js";',
        'import "./low.js";',
        "import { ONE } from './low.js';",
        'import low from "./low.js";',
        'const low = await import("./low.js");',
        "export var old = 1;",
    ],
)
def test_a_form_that_is_not_known_is_named(folder, line):
    (folder / "entry.js").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"entry\.js: no form that can be linked"):
        link(folder / "entry.js")


def test_modules_that_import_each_other_are_named(folder):
    text = 'import { three } from "./middle.js";\n' + SOURCES["low.js"]
    (folder / "low.js").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"each other: .*/low\.js -> \S*/middle\.js"):
        link(folder / "entry.js")


def test_a_missing_module_is_named(folder):
    (folder / "low.js").unlink()
    with pytest.raises(FileNotFoundError, match=r"low\.js"):
        link(folder / "entry.js")


def test_every_script_of_the_book_is_somebodys():
    assert set(in_order(EXPLORERS.glob(f"*/{ENTRY}"))) == set(SCRIPTS)


def test_every_export_of_the_book_is_imported():
    """By another script, or by a test of the scripts alone."""
    imports = re.compile(r"^import\s*\{([^}]*)\}", re.MULTILINE)
    tests = (PROJECT / "tests" / "js").glob("*.mjs")
    texts = [path.read_text(encoding="utf-8") for path in (*SCRIPTS, *tests)]
    lists = [names for text in texts for names in imports.findall(text)]
    imported = {word for names in lists for word in re.findall(r"\w+", names)}
    declared = re.compile(r"^export (?:const|function|class) (\w+)", re.MULTILINE)
    for path in SCRIPTS:
        names = set(declared.findall(path.read_text(encoding="utf-8")))
        assert names <= imported, path


def test_scripts_are_short_and_so_are_their_lines():
    for path in SCRIPTS:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 180, path
        assert max(map(len, lines)) <= 120, path
