"""Every page keeps every promise, from a server and from a file."""

import re

import jupytext
import pytest
import yaml
from matplotlib.colors import to_rgb
from test_explorers import EXPLORERS

import checks
import figure_checks
from mha_book import palette
from mha_book.scales import contrast
from mha_book.site import colours
from project import CHAPTERS, PROJECT, listed, toc
from quotes import copied

PAGES = [toc()["root"], *listed()]


@pytest.fixture(scope="module")
def context(browser):
    """Pages that share what a browser keeps of the site's scripts and styles.

    Nothing moves on them, so nobody waits for it to arrive.
    """
    size = {"width": 1280, "height": 844}
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    context.set_default_timeout(20_000)
    yield context
    context.close()


@pytest.fixture(scope="module", params=[*PAGES, "search"])
def seen(request, context, site):
    """A page's visit as a file. Each page is opened once for all who look at it."""
    url = f"{site.as_uri()}/{request.param}.html"
    visit = checks.Visit(context.new_page(), url, until="load")
    yield visit
    visit.page.close()


@pytest.fixture(scope="module", params=PAGES)
def built(request, site):
    """A page as it was built. Each is parsed once for all who read it."""
    return request.param, checks.parsed(site / f"{request.param}.html")


def be_wide(page, width: int) -> None:
    """Resize a page, unless it has this width from its opening or the last test."""
    if page.viewport_size["width"] != width:
        checks.resize(page, width)
        page.wait_for_timeout(400)  # the theme then sees which code scrolls


def test_the_contents_list_every_page():
    assert sorted(PAGES) == sorted(p.stem for p in (PROJECT / "book").glob("*.md"))


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


def test_images_have_words(built):
    _, page = built
    assert checks.bad_alts(page) == []
    assert figure_checks.uncaptioned(page) == []


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


def test_no_prediction_shows_its_answer_and_every_exercise_is_solved(built):
    _, page = built
    assert checks.open_predictions(page) == checks.loose_exercises(page) == []


def test_folds_open_by_keyboard_and_on_paper(seen):
    assert checks.stuck_folds(seen.page) == checks.missing_on_paper(seen.page) == []


def test_exercises_count_from_1(built):
    _, page = built
    numbers = page.select(".exercise .caption-number")
    counted = [number.text.strip() for number in numbers]
    assert counted == [f"Exercise {n}" for n in range(1, len(counted) + 1)]


# Explorers are looked at one by one, in every look, and the list of pages on two pages.
OWN = {"without": [".mha-explorer", ".bd-sidebar-primary"]}


# Each theme and each width once a page; what all pages share, in every look.
@pytest.mark.parametrize(
    ("theme", "width", "rules"), [("light", 1280, ()), ("dark", 390, checks.OF_A_LOOK)]
)
def test_accessible(seen, theme, width, rules):
    be_wide(seen.page, width)
    assert checks.axe_violations(seen.page, theme, rules=rules, **OWN) == []


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


def source_cells(name: str) -> list:
    """A page's cells, as it was written."""
    return jupytext.read(PROJECT / "book" / f"{name}.md").cells


def test_every_described_figure_is_drawn(built):
    name, page = built
    described = [
        " ".join(cell.metadata["mystnb"]["image"]["alt"].split())
        for cell in source_cells(name)
        if "image" in cell.metadata.get("mystnb", {})
    ]
    figures = page.select("svg.mha-figure")
    assert [figure["aria-label"] for figure in figures] == described


def made_by(name: str) -> list[str]:
    """The explorers that a chapter's cells make, where the build runs them."""
    names = "|".join(kind.__name__ for kind in EXPLORERS)
    return [
        name
        for cell in source_cells(name)
        if cell.cell_type == "code"
        and "skip-execution" not in cell.metadata.get("tags", [])
        for name in re.findall(rf"\b({names})\(", cell.source)
    ]


def test_explorers_are_on_the_pages_that_promise_them(built):
    name, page = built
    assert checks.explorers_on(page) == made_by(name)


def test_every_explorer_is_on_a_page():
    made = {kind for name in PAGES for kind in made_by(name)}
    assert made == {kind.__name__ for kind in EXPLORERS}


def test_the_stages_stand_side_by_side(page, address):
    checks.Visit(page, f"{address}/attention-by-hand.html")
    explorers = page.locator(".mha-explorer").all()
    for explorer, count in zip(explorers, (3, 5), strict=True):
        stages = explorer.locator("table.mha-grid").all()
        assert len(stages) == count
        assert len({stage.bounding_box()["y"] for stage in stages}) == 1


def test_formulas_are_typeset(page, address):
    checks.Visit(page, f"{address}/attention-by-hand.html")
    page.locator("article details").evaluate_all("all => all.map(d => d.open = true)")
    formulas = page.locator(".math")
    assert formulas.count() > 5
    for formula in formulas.all():
        assert formula.locator("svg").bounding_box()["height"] > 5
        assert formula.locator("math").count() == 1


def test_numbers_stand_there_without_scripts(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/attention-by-hand.html")
    table = page.locator(".mha-static").first
    assert table.is_visible()
    for number in ("2.0630", "2.1630", "2.1020", "0.3883"):
        assert number in table.inner_text()
    context.close()


def test_numbers_stand_there_on_paper(page, address):
    checks.Visit(page, f"{address}/attention-by-hand.html")
    page.emulate_media(media="print")
    explorer = page.locator(".mha-explorer").first
    assert explorer.get_by_role("grid", name="Output").is_visible()
    assert "2.0630" in explorer.inner_text()
    assert explorer.get_by_role("button").count() == 0  # nothing to press on paper


def test_first_load_is_light(page, address):
    visit = checks.Visit(page, f"{address}/attention-by-hand.html")
    size = visit.gzip_bytes() / 2**20
    print(f"first load of chapter 1: {size:.2f} MiB gzip")
    assert size <= 0.60


def test_each_chapter_offers_its_notebook(built, site):
    name, page = built
    links = [link["href"] for link in page.select("a[href$='.ipynb']")]
    if name in [chapter.stem for chapter in CHAPTERS]:
        assert links[0] == f"_sources/{name}.ipynb"
        assert (site / links[0]).is_file()
    else:
        assert links == []


def test_query_key_and_value_have_the_palettes_colours(page, address):
    checks.Visit(page, f"{address}/notation.html")
    for role in ("query", "key", "value"):
        found = page.locator(f".mha-swatch.mha-{role}").evaluate(
            "swatch => getComputedStyle(swatch).backgroundColor"
        )
        red, green, blue = (
            round(255 * c) for c in to_rgb(getattr(palette, role.upper()))
        )
        assert found == f"rgb({red}, {green}, {blue})"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_books_colours_are_readable(theme, page, address):
    page.emulate_media(color_scheme=theme)
    checks.Visit(page, f"{address}/notation.html")
    for ground in ("background", "surface"):
        beneath = property_of(page, f"--pst-color-{ground}")
        for role in colours.ROLES:
            line = property_of(page, f"--mha-{role}")
            words = property_of(page, f"--mha-{role}-text")
            assert contrast(line, beneath) >= 3
            assert contrast(words, beneath) >= 4.5


def property_of(page, name: str) -> tuple[float, float, float]:
    """A colour that a page's style has given a name."""
    style = "getComputedStyle(document.documentElement)"
    return to_rgb(page.evaluate(f"{style}.getPropertyValue('{name}')").strip())


def test_of_an_article_a_line_is_quoted_at_most(site):
    for pattern in ("*.html", "*.js", "_sources/*"):
        for path in site.glob(pattern):
            assert copied(path.read_text(encoding="utf-8")) == [], path


def test_footer_has_the_year_of_the_configuration(page, address):
    checks.Visit(page, f"{address}/index.html")
    config = yaml.safe_load((PROJECT / "_config.yml").read_text(encoding="utf-8"))
    assert (
        f"© Copyright {config['copyright']}"
        in page.locator("footer.bd-footer-content").inner_text()
    )
