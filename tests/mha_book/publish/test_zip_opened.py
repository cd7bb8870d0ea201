"""The site out of its zip, opened from files, with the network off."""

from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

import contract
from checks import MOUNTED, UNMOUNTED
from every_explorer import EXPLORERS
from mha_book.publish.archive import content_of, write_zip
from mha_book.your_file.contents import PACKAGE

pytestmark = pytest.mark.slow
WAIT = 240_000  # milliseconds for a model, on a busy machine
NAMES = [kind.__name__ for kind in EXPLORERS]
TOLD = {False: "Read on this page", True: "comes without the model"}


@pytest.fixture(scope="module", params=[False, True], ids=["whole", "small"])
def copy(request, site, tmp_path_factory):
    """The unpacked site, and whether it is the small one."""
    folder = tmp_path_factory.mktemp("zip")
    write_zip(folder / "book.zip", dict(content_of(site, small=request.param)))
    with ZipFile(folder / "book.zip") as packed:
        packed.extractall(folder)
    return folder / PACKAGE / "site", request.param


@pytest.fixture
def visit(browser):
    """A page without a network, and what it asks for that is no file."""
    context = browser.new_context(offline=True)
    for script in contract.SCRIPTS:
        context.add_init_script(path=script)
    page, asked = context.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    yield page
    context.close()
    assert [
        url for url in asked if not url.startswith(("file:", "data:", "blob:"))
    ] == []


def open_file(page, path):
    page.goto(path.as_uri())
    expect(page.locator(MOUNTED)).not_to_have_count(0)
    expect(page.locator(UNMOUNTED)).to_have_count(0)


@pytest.mark.parametrize("name", NAMES)
def test_each_explorer_starts_and_answers(copy, visit, name):
    site, _ = copy
    place = contract.places(site)[name]
    open_file(visit, site / place.page)
    explorer = place.within(visit)
    before = explorer.evaluate("node => contract.shown(node)")
    contract.turn(explorer)
    assert explorer.evaluate("node => contract.shown(node)") != before


def test_a_sentence_is_read_or_the_copy_says_that_it_cannot(copy, visit):
    site, is_small = copy
    open_file(visit, site / "several-heads.html")
    region = visit.get_by_role("region", name="Your sentence")
    region.get_by_label("Your sentence", exact=True).fill("The river had a bank.")
    region.get_by_role("button", name="Read it").click()
    expect(region).to_contain_text(TOLD[is_small], timeout=WAIT)


def test_python_runs_on_the_page(copy, visit):
    site, _ = copy
    open_file(visit, site / "attention-by-hand.html")
    editor = visit.locator(".mha-editor").first
    editor.get_by_role("button", name="Run").click()
    expect(editor).to_contain_text("gave nothing on", timeout=WAIT)
