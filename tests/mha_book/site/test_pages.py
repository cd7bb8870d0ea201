"""Every page keeps every promise, from a server and from a file."""

import pytest

import checks
import figure_checks
import one_edge
from later import later
from project import pages

# In each run these are visited, and three read by axe, which takes longest; the longer
# run visits and reads all.
QUICK = ["attention-by-hand", "bug-museum", "index", "notation", "search"]
QUICK += ["write-the-next-word"]
READ = ["attention-by-hand", "glossary", "index"]


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
    """All pages; those that are not among the quick ones wait for the longer run."""
    names = [*pages(), "search", "404"]
    return [*quick, *later(*(name for name in names if name not in quick))]


@pytest.fixture(scope="module", params=those(QUICK))
def seen(request, context, site):
    """A page's visit as a file. Each page is opened once for all who look at it."""
    url = f"{site.as_uri()}/{request.param}.html"
    visit = checks.Visit(context.new_page(), url)
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


@pytest.mark.parametrize("name", ["attention-by-hand", *later("index", "search")])
def test_nothing_is_fetched_and_nothing_complains_over_http(name, page, site, address):
    visit = checks.Visit(page, f"{address}/{name}.html", until="networkidle")
    assert faults_of(visit, site) == []


def looked_at(names):
    """A mark: the test looks at these pages, and in the longer run at all."""
    return pytest.mark.parametrize("seen", those(names), indirect=True, scope="module")


@looked_at(QUICK)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_figures_follow_the_theme_and_are_readable(seen, theme):
    be_wide(seen.page, 1280)
    assert figure_checks.apart(seen.page, theme) == []
    assert figure_checks.faint_text(seen.page, theme) == []


def test_one_search_box_and_one_header(seen):
    be_wide(seen.page, 1280)
    boxes = "input[type=search]:visible, .search-button-field:visible"
    with_one_in_the_text = ("/search.html", "/404.html")
    own = seen.page.url.endswith(with_one_in_the_text)
    assert seen.page.locator(boxes).count() == 1 + own
    assert seen.page.locator("#pst-header").is_hidden()


def test_folds_open_by_keyboard_and_on_paper(seen):
    assert checks.stuck_folds(seen.page) == checks.missing_on_paper(seen.page) == []


# Explorers are looked at one by one, in every look, and the list of pages on two pages.
OWN = {"without": [".mha-explorer", ".bd-sidebar-primary"]}


@looked_at(READ)
def test_accessible(seen):
    be_wide(seen.page, 1280)
    assert checks.axe_violations(seen.page, "light", **OWN) == []


@looked_at(READ[:1])
def test_accessible_in_the_dark_and_on_a_phone(seen):
    be_wide(seen.page, 390)
    found = checks.axe_violations(seen.page, "dark", rules=checks.OF_A_LOOK, **OWN)
    assert found == []


# The search page has all of it, and little else.
@pytest.mark.parametrize(
    ("width", "theme"),
    [(390, "light"), *later((390, "dark"), (1280, "light"), (1280, "dark"))],
)
def test_what_all_pages_share_is_accessible(theme, width, page, address):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=theme)
    checks.Visit(page, f"{address}/search.html")
    assert checks.axe_violations(page, theme) == []


def test_nothing_sticks_out_and_figures_keep_their_proportions(seen):
    page = seen.page  # as narrow as the test before has left it
    assert figure_checks.small_text(page, 390) == []
    assert [checks.overflow(page, width) for width in (390, 1000, 1280)] == [[]] * 3
    beside = page.locator(".page-toc a:visible")  # they are cut, and move nothing
    ends = beside.evaluate_all("all => all.map(a => a.getBoundingClientRect().right)")
    assert max(ends, default=0) <= 1280
    squashed = page.locator(".mha-figure").evaluate_all(
        """figures => figures.filter(f => {
             const shown = f.getBoundingClientRect(), own = f.viewBox.baseVal;
             const ratio = shown.width / shown.height * own.height / own.width;
             return Math.abs(ratio - 1) > 0.02;
           }).map(f => f.ariaLabel)"""
    )
    assert squashed == []


def test_tables_and_captions_keep_to_the_edges_of_the_text(seen):
    assert [one_edge.faults(seen.page, width) for width in (1280, 390)] == [[], []]
