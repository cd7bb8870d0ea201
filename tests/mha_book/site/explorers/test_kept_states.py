"""What exercises and listings show of what is kept, held to what a person has read.

Each opens with nothing, something or all solved, and with what is damaged; with some
solved its buttons are pressed. How the record is written anew stands in `records.py`.
"""

import json
from pathlib import Path

import pytest

import contract
from bare_page import open_bare
from mha_book.editor.parts import PAGES as LISTED
from mha_book.editor.widget import Editor
from mha_book.exercises.contents import PAGES
from mha_book.exercises.widget import Exercises
from mha_book.site.scripts import write_scripts
from project import PROJECT
from records import Record

READ = Record(Path(__file__).with_name("kept_states.txt"), hang=2)
BODY = '<article></article><script src="mha/explorers.js"></script>'
PAGE = "keep-keys-and-values"
SOLVED = {"solved": True}
PRESSED = "the last solved"  # with what is kept so the buttons are pressed
PUT = "text => text === null || localStorage.setItem('mha-progress', text)"
# The steps of a reader, and what another tab writes.
STEPS = {
    Exercises: """page => [
  ["new numbers", press("New numbers")],
  ["another tab", elsewhere({ [page]: { numbers: { solved: true } } })],
  ["reset, and not sure", answering(false, press("Reset"))],
  ["reset, and sure", answering(true, press("Reset"))]]""",
    Editor: """() => [
  ["start again, as it was", answering(false, press("Start again"))],
  ["typed", type("textarea", "x = 1\\n\\ny = 2\\n".repeat(4))],
  ["start again, and not sure", answering(false, press("Start again"))],
  ["start again, and sure", answering(true, press("Start again"))],
  ["the last", (node) => [...node.querySelectorAll("nav button")].at(-1).click()]]""",
}
RUN = """(node, page) => {
  const { press, type, elsewhere, answering } = contract.keptSteps;
  return contract.keptStates(node, (%s)(page)); }"""


def names_of(kind, page: str) -> list[str]:
    """What a browser calls the things to solve of a page."""
    parts = PAGES[page] if kind is Exercises else LISTED[page]
    return [f"{'write ' * (kind is Editor)}{part.name}" for part in parts]


def stores(kind, page: str) -> dict[str, str | None]:
    """What is kept, by the name of a state."""
    names = names_of(kind, page)
    first, last = names[0], names[-1]
    drafts = {first: {"text": "draft = 1", "draw": 1, "raw": ["7", "8"]}}
    pages = {
        "the first solved": {first: SOLVED},
        "the last solved": {last: SOLVED},
        "all solved": dict.fromkeys(names, SOLVED),
        "no truth": {first: {"solved": "yes"}, last: 7},
        "begun": drafts,
    }
    texts = {name: json.dumps({"pages": {page: on}}) for name, on in pages.items()}
    return {"nothing": None, **texts, "damaged": "{damaged"}


@pytest.fixture(scope="module")
def keeping(browser, tmp_path_factory):
    """An empty page of a site, which keeps what is written."""
    folder = tmp_path_factory.mktemp("scripts")
    write_scripts(folder)
    page = browser.new_page()
    open_bare(page, folder, BODY)
    for path in (*contract.SCRIPTS, PROJECT / "tests" / "js" / "kept_states.js"):
        page.add_script_tag(path=path)
    yield page
    page.close()


@pytest.mark.parametrize("kind", STEPS, ids=lambda kind: kind.__name__)
def test_what_is_kept_is_shown_as_was_read(keeping, kind):
    page = PAGE if kind is Exercises else max(LISTED, key=lambda p: len(LISTED[p]))
    state = json.loads(json.dumps(kind(page).get_state(), default=str))
    lines = []
    for name, text in stores(kind, page).items():
        steps = RUN % (STEPS[kind] if name == PRESSED else "() => []")
        keeping.evaluate("localStorage.clear()")
        keeping.evaluate(PUT, text)
        contract.mount(keeping, state)
        node = keeping.locator(".mha-mount > section")
        for what, seen in node.evaluate(steps, page):
            lines += [f"## {name}: {what}", *seen]
        contract.unmount(keeping)
    READ.holds(kind.__name__, lines)
