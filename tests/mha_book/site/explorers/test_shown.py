"""All that the explorers show, held to what a person has read.

Each is opened in an empty page, and everything in it turned once: `shown.js`, among
the scripts' tests, says how. Kept are the lines of the first state, and those that each
turn changes. How the record is written anew stands in `records.py`.
"""

import difflib
import json
from pathlib import Path

import pytest

import contract
from every_explorer import EXPLORERS, GIVEN
from mha_book.site.scripts import write_scripts
from project import PROJECT
from records import Record

READ = Record(Path(__file__).with_name("shown.txt"))
TURN_ALL = "node => contract.everything(node)"


@pytest.fixture(scope="module")
def empty(browser, tmp_path_factory):
    """A page that has the explorers' scripts and styles, and nothing else."""
    folder = tmp_path_factory.mktemp("scripts")
    write_scripts(folder)
    size = {"width": 1280, "height": 900}
    page = browser.new_page(viewport=size, reduced_motion="reduce")
    page.set_content("<article></article>")
    for name in ("explorers.css", "diagram.css"):
        page.add_style_tag(path=folder / name)
    page.add_script_tag(path=folder / "explorers.js")
    for path in (*contract.SCRIPTS, PROJECT / "tests" / "js" / "shown.js"):
        page.add_script_tag(path=path)
    yield page
    page.close()


def changes(steps: list[tuple[str, list[str]]]) -> list[str]:
    """What is shown first, and the lines that are new after each step."""
    (_, before), *others = steps
    found = list(before)
    for name, now in others:
        diff = list(difflib.unified_diff(before, now, n=0, lineterm=""))[2:]
        new = [line[1:] for line in diff if line[0] == "+"]
        found += [f"## {name}", *new] if name else []
        before = now
    return found


@pytest.mark.parametrize("kind", EXPLORERS)
def test_what_is_shown_is_what_was_read(kind, empty):
    state = json.dumps(kind(*GIVEN.get(kind, [])).get_state(), default=str)
    explorer = contract.mount(empty, json.loads(state))
    steps = explorer.evaluate(TURN_ALL)
    contract.unmount(empty)
    READ.holds(kind.__name__, changes(steps))
