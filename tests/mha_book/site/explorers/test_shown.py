"""All that the explorers show, held to what a person has read.

Each is opened in an empty page, and everything in it turned once: `shown.js`, among
the scripts' tests, says how. Kept are the lines of the first state, and those that each
turn changes. Opened anew, it meets events, as `events.js` has them, and the first lines
that each changes are kept, with a mark of the others. How the records are written anew
stands in `records.py`.
"""

import difflib
import json
from pathlib import Path

import pytest

import contract
from every_explorer import OPENED, OTHERS, coarse_state
from mha_book.site import extension
from mha_book.site.scripts import APART, write_scripts
from own_sheets import asleep, of_tools
from page_looks import AT_ONCE, ON_THE_SITE, in_lines, looks_of
from project import PROJECT
from records import Record

READ = Record(Path(__file__).with_name("shown.txt"))
MET = Record(Path(__file__).with_name("events.txt"))
LOOKS = Record(Path(__file__).with_name("looks.txt"))
# Without drawings by Python, which a picture's own tests look at.
PARTS = ".mha-explorer, .mha-explorer *:not([data-block] *, option)"
PAGES_STYLES = Path(extension.__file__).with_name("static") / "mha"
MEET_ALL = "(node, parts) => contract.happenings(node, parts)"
OWN = ("looks", "looked_at", "shown", "watched", "events")
TURN_ALL = "(node, parts) => contract.everything(node, parts)"


@pytest.fixture(scope="module")
def empty(browser, tmp_path_factory):
    """A page that has the explorers' scripts and styles, and nothing else awake."""
    folder = tmp_path_factory.mktemp("scripts")
    write_scripts(folder)
    size = {"width": 1280, "height": 900}
    page = browser.new_page(viewport=size, reduced_motion="reduce")
    page.set_content("<article class='bd-article cell_output'></article>")
    page.add_style_tag(content=asleep(*of_tools(), *sorted(PAGES_STYLES.glob("*.css"))))
    for name in ("explorers.css", "diagram.css"):
        page.add_style_tag(path=folder / name)
    for name in ("explorers.js", *APART.values()):
        page.add_script_tag(path=folder / name)
    page.add_style_tag(content=AT_ONCE)
    own = [PROJECT / "tests" / "js" / f"{n}.js" for n in OWN]
    for path in (*contract.SCRIPTS, *own):
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


def mounted(empty, state):
    """An explorer as it opens, with the ids of the first on its page."""
    empty.evaluate("delete globalThis.mhaIds")
    return contract.mount(empty, state)


@pytest.fixture(scope="module", params=OPENED)
def turned(request, empty):
    """An explorer's name, what it showed at each turn, and how it looked then."""
    state = json.dumps(OPENED[request.param]().get_state(), default=str)
    explorer = mounted(empty, json.loads(state))
    steps, seen = explorer.evaluate(TURN_ALL, PARTS)
    looks = looks_of(empty, PARTS, ON_THE_SITE)
    contract.unmount(empty)
    passing = {kind: look for kind, look in seen if kind not in looks}
    return request.param, steps, looks, passing


def test_what_is_shown_is_what_was_read(turned):
    name, steps, *_ = turned
    READ.holds(name, changes(steps))


def test_it_looks_as_was_seen(turned):
    name, _, looks, passing = turned
    if name not in OTHERS:  # as the same one
        LOOKS.holds(name, in_lines(looks, set()))
        LOOKS.holds(f"{name}, while it was turned", in_lines(passing, set()))


@pytest.mark.parametrize("name", OPENED)
def test_what_events_show_is_what_was_read(empty, name):
    steps, looks = mounted(empty, coarse_state(name)).evaluate(MEET_ALL, PARTS)
    contract.unmount(empty)
    lines = [line for what, new in steps for line in (f"## {what}", *new)]
    MET.holds(name, lines)
    if name not in OTHERS:
        LOOKS.holds(f"{name}, in its states", in_lines(dict(looks), set()))
