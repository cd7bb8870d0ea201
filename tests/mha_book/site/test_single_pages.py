"""What single pages promise: seen where it can be seen best."""

import pytest
import yaml
from matplotlib.colors import to_rgb

import checks
from figure_checks import rgb
from later import later
from mha_book import palette
from mha_book.scales import contrast
from on_a_sheet import put_on_paper
from project import PROJECT


@pytest.mark.slow
def test_the_stages_stand_side_by_side(page, address):
    for name, count in (("softmax-and-scale", 4), ("attention-by-hand", 5)):
        checks.Visit(page, f"{address}/{name}.html")
        stages = page.locator(".mha-explorer table").all()
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


def test_a_screen_reader_gets_a_formulas_parts_once(page, address):
    page.goto(f"{address}/rotary-and-relative.html")
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    roles = [node["role"]["value"] for node in nodes if not node["ignored"]]
    count = page.locator(".math:visible").count()
    assert roles.count("MathMLMath") == count >= 20
    assert {"MathMLSup", "MathMLSub", "MathMLTable"} <= {*roles}
    drawings = page.locator(".math svg")
    hidden = drawings.evaluate_all("all => all.map(svg => svg.ariaHidden)")
    assert {*hidden} == {"true"}


def test_numbers_stand_there_without_scripts(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/softmax-and-scale.html")
    table = page.locator(".mha-static").first
    assert table.is_visible()
    for number in ("2.0630", "2.1630", "2.1020", "0.3883"):
        assert number in table.inner_text()
    context.close()


OVERLAPPED = """document.querySelector(".mha-static").getBoundingClientRect().top <
  document.querySelector(".bd-sidebar-secondary").getBoundingClientRect().bottom"""


def test_without_scripts_nothing_lies_over_the_numbers(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/walk-back.html")
    page.locator(".mha-static").first.scroll_into_view_if_needed()
    assert page.evaluate(OVERLAPPED) is False
    cell = page.locator(".mha-static td").first
    line = cell.evaluate("cell => getComputedStyle(cell).borderRightWidth")
    assert line == "1px"  # its colour is one that the theme has
    context.close()


@pytest.mark.slow
def test_numbers_stand_there_on_paper(page, address):
    checks.Visit(page, f"{address}/softmax-and-scale.html")
    page.emulate_media(media="print")
    explorer = page.locator(".mha-explorer").first
    assert explorer.get_by_role("grid", name="Output").is_visible()
    assert "2.0630" in explorer.inner_text()
    assert explorer.get_by_role("button").count() == 0  # nothing to press on paper


ON_PAPER = """query => [...document.querySelectorAll(`article ${query}`)]
  .filter(node => node.checkVisibility())
  .map(node => [node.className, getComputedStyle(node).position])"""


def test_on_paper_nothing_is_pressed_and_nothing_sticks(page, address):
    checks.Visit(page, f"{address}/hide-the-future.html")
    controls = ":is(button, select, input, .cell.tag_checked)"
    assert len(page.evaluate(ON_PAPER, controls)) > 10
    page.emulate_media(media="print")
    assert page.evaluate(ON_PAPER, controls) == []
    places = {place for _, place in page.evaluate(ON_PAPER, "*")}
    assert not places & {"sticky", "fixed"}


@pytest.mark.slow
def test_on_paper_stands_what_was_made_and_no_code_that_only_draws(page, address):
    checks.Visit(page, f"{address}/heads-in-one-product.html")
    page.emulate_media(media="print")
    seen = page.evaluate(ON_PAPER, ".tag_hide-input :is(.cell_input, .mha-explorer)")
    assert [name.split()[0] for name, _ in seen] == ["mha-explorer"]


@pytest.mark.parametrize(
    "name", ["padding-and-packing", *later("attention-by-hand", "heads-in-one-product")]
)
def test_on_paper_nobody_is_told_to_press(page, address, name):
    checks.Visit(page, f"{address}/{name}.html")
    page.emulate_media(media="print")
    assert page.locator(".mha-explorer :is(td, svg)").locator("visible=true").count()
    words = page.locator(".mha-explorer").first.inner_text()
    assert not [
        ask for ask in ("Point at", "ress a cell", "edit", "Step") if ask in words
    ]


@pytest.mark.slow
def test_on_paper_no_cell_covers_its_neighbours_line(page, address):
    checks.Visit(page, f"{address}/attention-by-hand.html")
    page.emulate_media(media="print")
    layers = page.locator(".mha-tile tbody td").evaluate_all(
        "all => all.map(cell => getComputedStyle(cell).zIndex)"
    )
    assert len(layers) > 20
    assert set(layers) == {"-1"}


CODE = "article .cell_input pre"
# How many lines it has, how it and its frame are cut, and what is too wide for it.
ROOM = f"""() => [...document.querySelectorAll("{CODE}")]
  .filter(node => node.checkVisibility())
  .map(node => [node.querySelectorAll(".mha-row").length,
                [node, node.closest(".highlight")].map(
                  part => getComputedStyle(part).breakInside),
                getComputedStyle(node).overflowX])"""


@pytest.mark.slow
def test_on_paper_long_code_goes_on_overleaf_and_short_code_does_not(page, address):
    checks.Visit(page, f"{address}/write-the-next-word.html")
    page.emulate_media(media="print")
    found = page.evaluate(ROOM)
    assert {over for *_, over in found} == {"visible"}  # what scrolls is never cut
    assert {rows > 7 for rows, _, _ in found} == {False, True}
    ways = {True: ["auto", "auto"], False: ["avoid", "avoid"]}
    assert all(inside == ways[rows > 7] for rows, inside, _ in found)


@pytest.mark.slow
def test_on_paper_no_word_of_a_sentence_is_cut(page, address):
    put_on_paper(page, address, "several-heads")
    words = page.locator(".mha-explorer .mha-word")
    cut = "all => all.filter(word => word.scrollWidth > word.clientWidth).length"
    assert words.count() > 20
    assert words.evaluate_all(cut) == 0


@pytest.mark.slow
def test_on_paper_an_explorer_has_a_screens_width_and_no_fields(page, address):
    put_on_paper(page, address, "walk-back")
    explorer = page.locator(".mha-explorer")
    steps = explorer.locator(".mha-step").evaluate_all(
        "all => all.map(step => step.getBoundingClientRect().top)"
    )
    assert len(set(steps)) == 1  # beside each other
    assert not page.locator(".mha-explorer .mha-inputs:visible").count()


@pytest.mark.slow
def test_on_paper_no_one_is_asked_to_keep_a_score(page, address):
    checks.Visit(page, f"{address}/index.html")
    assert page.locator(".mha-progress").is_visible()
    page.emulate_media(media="print")
    assert not page.locator(".mha-progress").is_visible()


@pytest.mark.slow
def test_words_after_a_table_keep_their_distance(page, address):
    checks.Visit(page, f"{address}/attention-by-hand.html")
    gaps = page.locator(".admonition .pst-scrollable-table-container + p").evaluate_all(
        "all => all.map(words => words.getBoundingClientRect().top"
        " - words.previousElementSibling.getBoundingClientRect().bottom)"
    )
    assert len(gaps) == 2
    assert min(gaps) >= 8


@pytest.mark.slow
def test_a_number_stands_level_with_the_names_beside_it(page, address):
    checks.Visit(page, f"{address}/walk-back.html")
    tops = page.locator(".mha-shown:has(> .mha-number):has(> figure)").first.locator(
        "> .mha-number > code, > figure > figcaption > code"
    )
    tops = tops.evaluate_all("all => all.map(name => name.getBoundingClientRect().top)")
    assert len(tops) == 3
    assert max(tops) - min(tops) < 3


EMPTY = """all => all.filter(part => part.checkVisibility())
  .filter(part => part.textContent.trim() && !part.innerText.trim())
  .map(part => part.textContent)"""


@pytest.mark.parametrize(
    "name", ["walk-back", *later("padding-and-packing", "smollm2-in-detail")]
)
def test_on_paper_no_cell_loses_its_number_nor_a_token_its_word(page, address, name):
    checks.Visit(page, f"{address}/{name}.html")
    page.emulate_media(media="print")
    parts = page.locator(".mha-explorer :is(td, li):has(> button)")
    assert parts.count() > 10
    assert parts.evaluate_all(EMPTY) == []


def test_paper_is_light_and_the_screen_dark_again_after_it(page, address):
    page.emulate_media(color_scheme="dark")
    checks.Visit(page, f"{address}/notation.html")
    ink = "() => getComputedStyle(document.querySelector('article td')).color"
    on_screen = page.evaluate(ink)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert contrast(rgb(page.evaluate(ink)), "white") >= 7
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(ink) == on_screen


READ = """() => {
  const links = [...document.querySelectorAll("#pst-page-toc-nav a")];
  const line = 0.3 * innerHeight;
  const begun = (link) =>
    document.querySelector(link.hash).getBoundingClientRect().top <= line;
  const marked = (how) => links.filter((link) => link.matches(how));
  const places = [".active", "[aria-current=true]"].map((how) =>
    marked(how).map((link) => links.indexOf(link)));
  return [links.filter(begun).length - 1, ...places];
}"""


def test_the_list_of_contents_marks_what_is_read_also_after_a_leap(page, address):
    checks.Visit(page, f"{address}/walk-back.html")
    for top in (6_900, 4_200, 8_000, 1_000):
        page.evaluate(f"scrollTo({{top: {top}, behavior: 'instant'}})")
        page.wait_for_timeout(200)  # the theme's own script has had its say
        place, *marked = page.evaluate(READ)
        assert marked == [[place], [place]]  # to see, and to hear


def test_the_list_of_contents_is_at_its_beginning_where_the_page_is(page, address):
    page.set_viewport_size({"width": 1280, "height": 400})
    checks.Visit(page, f"{address}/walk-back.html")
    place = "document.getElementById('pst-page-toc-nav').scrollTop"
    page.evaluate("scrollTo({top: 12000, behavior: 'instant'})")
    page.wait_for_function(f"{place} > 0")
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    page.wait_for_function(f"{place} === 0")


ENTRY = """() => {
  const sidebar = document.querySelector(".bd-sidebar-primary").getBoundingClientRect();
  const entry = [...document.querySelectorAll(".bd-sidebar-primary a.current")].at(-1);
  const { top, bottom } = entry.getBoundingClientRect();
  const inSight = top >= sidebar.top && bottom <= innerHeight;
  return [inSight, document.activeElement.tagName, scrollY];
}"""


def test_the_sidebar_shows_the_pages_own_entry_wherever_the_last_page_left_it(
    page, address
):
    page.set_viewport_size({"width": 1280, "height": 800})
    for name in ("map", "attention-by-hand", "write-the-next-word"):
        checks.Visit(page, f"{address}/{name}.html")
        page.wait_for_function(f"({ENTRY})()[0]")
        assert page.evaluate(ENTRY) == [True, "BODY", 0]  # and nothing else moves


# The first page, and that with the most in it: a model's stored answers.
FIRST_LOADS = [("attention-by-hand", 0.35), *later(("run-a-real-model", 0.35))]


@pytest.mark.parametrize(("name", "most"), FIRST_LOADS)
def test_first_load_is_light(page, address, name, most):
    visit = checks.Visit(page, f"{address}/{name}.html", until="networkidle")
    size = visit.gzip_bytes() / 2**20
    print(f"first load of {name}: {size:.2f} MiB gzip")
    assert size <= most


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


def test_of_a_table_the_first_column_alone_stands_at_the_texts_edge(page, address):
    checks.Visit(page, f"{address}/notation.html")
    left = "all => all.map(cell => parseFloat(getComputedStyle(cell).paddingLeft))"
    rows = page.locator(".bd-article table.table tr")
    assert set(rows.locator("> :first-child").evaluate_all(left)) == {0}
    assert min(rows.locator("> :not(:first-child)").evaluate_all(left)) > 4


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_books_colours_are_readable(theme, page, address):
    page.emulate_media(color_scheme=theme)
    checks.Visit(page, f"{address}/notation.html")
    for ground in ("background", "surface"):
        beneath = property_of(page, f"--pst-color-{ground}")
        for role in ("query", "key", "value", "weights"):
            line = property_of(page, f"--mha-{role}")
            words = property_of(page, f"--mha-{role}-text")
            assert contrast(line, beneath) >= 3
            assert contrast(words, beneath) >= 4.5


def property_of(page, name: str) -> tuple[float, float, float]:
    """A colour that a page's style has given a name."""
    style = "getComputedStyle(document.documentElement)"
    return to_rgb(page.evaluate(f"{style}.getPropertyValue('{name}')").strip())


@pytest.mark.slow
def test_footer_has_the_year_of_the_configuration(page, address):
    checks.Visit(page, f"{address}/index.html")
    config = yaml.safe_load((PROJECT / "_config.yml").read_text(encoding="utf-8"))
    assert (
        f"© Copyright {config['copyright']}"
        in page.locator("footer.bd-footer-content").inner_text()
    )
