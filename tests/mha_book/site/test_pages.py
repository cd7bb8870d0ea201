"""Every page keeps every promise, from a server and from a file."""

import re

import pytest

import checks
import figure_checks
from project import pages

# Between them they have every component that a page has: how the others of the shelf do
# is asked of them in the longer run.
ENOUGH = ["api", "attention-by-hand", "batched-products", "bug-museum", "glossary"]
ENOUGH += ["index", "keep-less", "longer-texts", "look-inside-a-real-model", "notation"]
ENOUGH += ["padding-and-packing", "references", "tell-the-order"]
AT_NIGHT = ["attention-by-hand", "bug-museum", "index", "padding-and-packing"]
QUICK = {*ENOUGH, "search", "write-the-next-word"}


@pytest.fixture(scope="module")
def context(browser):
    """Pages that share what a browser keeps of the site's scripts and styles.

    Nothing moves on them, so nobody waits for it to arrive.
    """
    size = {"width": 1280, "height": 844}
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    context.set_default_timeout(60_000)  # a busy machine is no fault
    yield context
    context.close()


def those(quick) -> list:
    """All pages; those that are not among the quick ones are marked as slow."""
    names = [*pages(), "search"]
    slow = pytest.mark.slow
    return [pytest.param(one, marks=[] if one in quick else slow) for one in names]


@pytest.fixture(scope="module", params=those(QUICK))
def seen(request, context, site):
    """A page's visit as a file. Each page is opened once for all who look at it."""
    url = f"{site.as_uri()}/{request.param}.html"
    visit = checks.Visit(context.new_page(), url, until="load")
    yield visit
    visit.page.close()


def be_wide(page, width: int) -> None:
    """Resize a page, unless it has this width from its opening or the last test."""
    if page.viewport_size["width"] != width:
        checks.resize(page, width)
        page.wait_for_timeout(400)  # the theme then sees which code scrolls


def faults_of(visit, site) -> list:
    """What it asked for elsewhere, complained of, or did not bring to life."""
    name = visit.page.url.rsplit("/")[-1].split(".html")[0]
    notebook = site / "_sources" / f"{name}.ipynb"
    dead = checks.unmounted_views(visit.page, notebook) if notebook.exists() else []
    found = (visit.outside_requests(), visit.complaints, visit.formula_errors(), dead)
    return [fault for faults in found for fault in faults]


def test_nothing_is_fetched_and_nothing_complains(seen, site):
    assert faults_of(seen, site) == []


@pytest.mark.parametrize("name", ["index", "attention-by-hand", "search"])
def test_nothing_is_fetched_and_nothing_complains_over_http(name, page, site, address):
    assert faults_of(checks.Visit(page, f"{address}/{name}.html"), site) == []


def looked_at(names):
    """A mark: the test looks at these pages, and in the longer run at all."""
    return pytest.mark.parametrize("seen", those(names), indirect=True, scope="module")


@looked_at(ENOUGH)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_figures_follow_the_theme_and_are_readable(seen, theme):
    be_wide(seen.page, 1280)
    assert figure_checks.apart(seen.page, theme) == []
    assert figure_checks.faint_text(seen.page, theme) == []


def test_one_search_box_and_one_header(seen):
    be_wide(seen.page, 1280)
    boxes = "input[type=search]:visible, .search-button-field:visible"
    own = seen.page.url.endswith("/search.html")  # that page has one in its text too
    assert seen.page.locator(boxes).count() == 1 + own
    assert seen.page.locator("#pst-header").is_hidden()


def test_folds_open_by_keyboard_and_on_paper(seen):
    assert checks.stuck_folds(seen.page) == checks.missing_on_paper(seen.page) == []


# Explorers are looked at one by one, in every look, and the list of pages on two pages.
OWN = {"without": [".mha-explorer", ".bd-sidebar-primary"]}


@looked_at(ENOUGH)
def test_accessible(seen):
    be_wide(seen.page, 1280)
    assert checks.axe_violations(seen.page, "light", **OWN) == []


@looked_at(AT_NIGHT)
def test_accessible_in_the_dark_and_on_a_phone(seen):
    be_wide(seen.page, 390)
    found = checks.axe_violations(seen.page, "dark", rules=checks.OF_A_LOOK, **OWN)
    assert found == []


def components(path) -> set[str]:
    """The classes of what a page's text is made of, drawings and code apart."""
    text = path.read_text(encoding="utf-8")
    article = text.split("<article", 1)[1].split("</article>")[0]
    article = re.sub(r"<svg.*?</svg>", "", article, flags=re.DOTALL)
    names = re.findall(r'class="([^"]*)"', article)
    # A width, a tag of a cell, a part of a formula, a token of code.
    apart = r"mha-fits-\d+|mha-wide|tag_.*|highlight-.*|[A-Z]+|[a-z]{1,2}\d?"
    found = {name for names in names for name in names.split()}
    return {name for name in found if not re.fullmatch(apart, name)}


def test_the_pages_that_are_looked_at_have_every_component(site):
    every = {name: components(site / f"{name}.html") for name in pages()}
    shown = set().union(*(every[name] for name in ENOUGH))
    assert {name: own - shown for name, own in every.items() if own - shown} == {}


# The search page has all of it, and little else.
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_all_pages_share_is_accessible(theme, width, page, address):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=theme)
    checks.Visit(page, f"{address}/search.html")
    assert checks.axe_violations(page, theme) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_button_that_leads_back_up_is_readable(theme, page, address):
    checks.Visit(page, f"{address}/notation.html")
    page.evaluate("document.getElementById('pst-back-to-top').style.display = 'block'")
    assert checks.axe_violations(page, theme) == []


def test_the_button_that_leads_back_up_covers_no_explorers_words(page, address):
    page.set_viewport_size({"width": 390, "height": 760})  # wider, there is none
    checks.Visit(page, f"{address}/attention-by-hand.html")
    page.evaluate("document.getElementById('pst-back-to-top').style.display = 'block'")
    button = page.locator("#pst-back-to-top")
    assert button.is_visible()
    page.locator(".mha-explorer input").first.focus()
    assert button.is_hidden()


def test_nothing_sticks_out_and_figures_keep_their_proportions(seen):
    page = seen.page  # as narrow as the test before has left it
    assert figure_checks.small_text(page, 390) == []
    assert [checks.overflow(page, width) for width in (390, 1000, 1280)] == [[]] * 3
    squashed = page.locator(".mha-figure").evaluate_all(
        """figures => figures.filter(f => {
             const shown = f.getBoundingClientRect(), own = f.viewBox.baseVal;
             const ratio = shown.width / shown.height * own.height / own.width;
             return Math.abs(ratio - 1) > 0.02;
           }).map(f => f.ariaLabel)"""
    )
    assert squashed == []
