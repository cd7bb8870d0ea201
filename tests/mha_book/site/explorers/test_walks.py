"""All that the explorers show on a long walk, held to what a person has read.

A fault that one turn of a control does not show may stand out where a second comes on
top: what is typed twice, undone and changed again, done while something else goes on.
`walk.js`, among the scripts' tests, walks as chance has it, always the same way; kept
is a line of what each turn changes, and a mark of all of it. How the record is written
anew stands in `records.py`.
"""

from pathlib import Path

import pytest

import contract
from bare_page import HOME, open_bare
from every_explorer import OPENED, coarse_state
from mha_book.site.scripts import APART, write_scripts
from project import PROJECT
from records import Record

WALKED = Record(Path(__file__).with_name("walks.txt"), exact=True)
SCRIPTS = ("shown", "watched", "events", "held_time", "pretended", "walk")
LOADED = ("explorers.js", *APART.values())
STYLE = '<link rel="stylesheet" href="mha/explorers.css">'
TURNS = 80


@pytest.fixture(scope="module")
def empty(browser, tmp_path_factory):
    size = {"width": 1280, "height": 900}
    page = browser.new_page(viewport=size, reduced_motion="reduce")
    folder = tmp_path_factory.mktemp("scripts")
    write_scripts(folder)
    scripts = [f'<script src="mha/{name}"></script>' for name in LOADED]
    open_bare(page, folder, f"{STYLE}<article></article>{''.join(scripts)}")
    own = [PROJECT / "tests" / "js" / f"{name}.js" for name in SCRIPTS]
    for path in (*contract.SCRIPTS, *own):
        page.add_script_tag(path=path)
    yield page
    page.close()


@pytest.mark.parametrize("name", OPENED)
def test_what_a_walk_shows_is_what_was_read(empty, name):
    empty.evaluate("delete globalThis.mhaIds; held.begin(7)")
    explorer = contract.mount(empty, coarse_state(name))
    steps = explorer.evaluate("(node, turns) => contract.walk(node, turns)", TURNS)
    contract.unmount(empty)
    empty.evaluate("host => history.replaceState(null, '', host)", HOME)
    WALKED.holds(name, [line for what, new in steps for line in (f"## {what}", *new)])
