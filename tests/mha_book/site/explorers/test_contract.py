"""What every explorer that the package exports keeps, on the page where it stands."""

import pytest
from playwright.sync_api import expect

import checks
import contract
from contract import EXPLORERS, places
from later import later
from mha_book import HeadBrowser, MapExplorer, SentenceExplorer

# Each has most of this from what all share, so that two of them tell in each run.
FIRST = [HeadBrowser, MapExplorer]
KINDS = [*FIRST, *later(*(kind for kind in EXPLORERS if kind not in FIRST))]


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: kind.__name__)
def kind(request) -> type:
    """All tests of one explorer run one after the other, in one tab."""
    return request.param


@pytest.fixture
def place(kind, site):
    return places(site)[kind.__name__]


@pytest.fixture
def url(place, address) -> str:
    return f"{address}/{place.page}"


@pytest.fixture
def explorer(page, place, url):
    checks.open_page(page, url)
    return place.within(page)


FIELDS = """node => [...node.querySelectorAll("select, input")].map(
  field => [field.value, field.checked])"""


def test_reset_brings_the_start_back(explorer):
    start, fields = contract.state_of(explorer), explorer.evaluate(FIELDS)
    contract.turn(explorer)
    inputs, shown = contract.state_of(explorer)
    assert inputs != start[0]
    assert shown != start[1]
    explorer.get_by_role("button", name="Reset").click()
    assert contract.state_of(explorer) == start
    assert explorer.evaluate(FIELDS) == fields


def test_a_link_carries_every_input(explorer, kind, page, place, url):
    contract.turn(explorer)
    turned = contract.state_of(explorer)
    checks.open_page(page, f"{url}#{contract.link_of(place.state['name'], turned[0])}")
    expect(explorer).to_be_in_viewport()
    assert explorer.get_by_role("alert").inner_text() == ""
    inputs, shown = contract.state_of(explorer)
    assert inputs == turned[0]
    if kind is SentenceExplorer:  # who follows it did not type it
        assert "Someone shared: " in shown[0]
    else:
        assert shown == turned[1]


def test_a_damaged_link_says_so_and_loses_nothing(explorer, place):
    start = contract.state_of(explorer)
    damaged = [
        (key, text)
        for key in start[0]
        for text in ('"damaged"', "[1", "null", "-1e9")
        if text != "null" or start[0][key] is not None
        if text != '"damaged"' or "longest" not in place.state["limits"].get(key, {})
    ]
    links = [f"explorer={place.state['name']}&{key}={text}" for key, text in damaged]
    said = contract.follow_each(explorer, links, afresh=False)
    kept = "cannot be used; the present value is kept."
    assert said == [f"The link’s {key} ({text}) {kept}" for key, text in damaged]
    assert contract.state_of(explorer) == start


def test_a_damaged_link_changes_what_it_holds_rightly(explorer, place):
    start, _ = contract.state_of(explorer)
    contract.turn(explorer)
    turned, _ = contract.state_of(explorer)
    explorer.get_by_role("button", name="Reset").click()
    last = list(turned)[-1]  # on which no other depends
    link = contract.link_of(place.state["name"], turned | {last: "damaged"})
    alert = contract.follow(explorer, link)
    assert alert.startswith(f"The link’s {last} (")
    assert explorer.locator(".mha-at-field").count() == 0  # it is of no field
    assert contract.state_of(explorer)[0] == turned | {last: start[last]}


def test_another_explorers_link_is_none_of_its_business(explorer, place):
    start = contract.state_of(explorer)
    turned = dict.fromkeys(start[0], "damaged")
    link = contract.link_of(f"not {place.state['name']}", turned)
    assert contract.follow(explorer, link) == ""
    assert contract.state_of(explorer) == start
    explorer.evaluate("(_, link) => history.replaceState(null, '', link)", "#" + link)
    explorer.get_by_role("button", name="Reset").click()
    assert explorer.evaluate("() => location.hash.length") > 1  # nor is to end it


def test_a_page_sends_python_its_inputs_alone(explorer, page, place):
    inputs = contract.inputs_of(explorer)
    contract.turn(contract.mount(page, place.state))
    written = page.evaluate("Object.keys(contract.mounted.model.written)")
    contract.unmount(page)
    assert set(written) <= set(inputs)
    assert written


def test_limits_are_pythons(explorer, page, place):
    limits, links, tighter = place.state["limits"], [], {}
    for key, limit in limits.items():
        tighter[key], beyond = contract.narrowed(limit, place.state[key])
        value = contract.put_into(place.state[key], beyond)
        links.append(contract.link_of(place.state["name"], {key: value}))
    for given, is_refused in ((limits, False), (tighter, True)):
        mounted = contract.mount(page, place.state | {"limits": given})
        said = contract.follow_each(mounted, links, afresh=True)
        contract.unmount(page)
        for key, alert in zip(limits, said, strict=True):
            assert alert.startswith(f"The link’s {key} (") == is_refused, (key, given)


def test_tab_reaches_every_control_and_every_grid_once(explorer, page):
    contract.unfold(explorer)
    inside = "node => contract.stops(node).filter(n => n.closest('.mha-grid')).length"
    assert explorer.evaluate(inside) == explorer.locator(".mha-grid").count() > 0
    explorer.evaluate("node => contract.stops(node)[0].focus()")
    place, left = 0, True
    while left:  # counted anew each time: to read a number may bring its field
        stops = explorer.evaluate_handle("node => contract.stops(node)")
        at = "stops => stops.indexOf(document.activeElement)"
        assert stops.evaluate(at) == place
        page.keyboard.press("Tab")
        place += 1
        left = place < stops.evaluate("stops => stops.length")


def test_arrows_move_inside_a_grid_and_every_cell_is_read(explorer, page):
    page.evaluate(
        "addEventListener('keydown', e => (window.moved = e.defaultPrevented))"
    )
    contract.unfold(explorer)
    live = explorer.locator("[aria-live=polite]")
    hint = live.inner_text()
    assert explorer.locator(".mha-grid:visible").count()
    for grid in explorer.locator(".mha-grid:visible").all():
        stop = grid.locator("[tabindex='0']")
        stop.focus()
        first = live.inner_text()
        assert first != hint
        size = stop.evaluate("stop => contract.sizeOf(stop)")
        for key, moves in (("End", size["columns"] > 1), ("ArrowDown", True)):
            page.keyboard.press(key)
            assert page.evaluate("moved") == moves
        if size["columns"] * size["rows"] > 1:
            assert live.inner_text() != first


# A mouse that moves on within a number, and comes back to it from where the focus went.
MOVED = """([at, other]) => {
  const said = () => at.closest(".mha-explorer").querySelector(".mha-live").textContent;
  const move = () => (at.dispatchEvent(
    new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse" })), said());
  const first = move();
  other.focus();
  return [first, said(), move()];
}"""
TWO = """node => { const all = [...node.querySelectorAll(":is(td, td > *)[tabindex]")];
  return [all.find((one) => one.tabIndex), all.find((one) => one.tabIndex === 0)]; }"""


def test_a_mouse_that_moves_reads_again_what_the_focus_had_left(explorer):
    contract.unfold(explorer)
    for grid in explorer.locator("table.mha-grid:visible").all()[:2]:
        first, between, last = grid.evaluate(f"node => ({MOVED})(({TWO})(node))")
        assert first == last != between


def test_to_read_is_no_change_to_undo(explorer, page, place):
    undo = explorer.get_by_role("button", name="Undo")
    for tab in explorer.get_by_role("tab").all():
        tab.click()
    contract.unfold(explorer)
    for grid in explorer.locator(".mha-grid:visible").all():
        grid.locator("[tabindex='0']").focus()
        page.keyboard.press("ArrowDown")
        if place.state["name"] == "gradient":  # there it is a press that looks
            page.keyboard.press("Enter")
    expect(undo).to_be_disabled()
    contract.turn(explorer)
    expect(undo).to_be_enabled()
    undo.focus()
    while undo.is_enabled():
        page.keyboard.press("Enter")
    expect(undo).to_be_focused()  # and not the page's top


def test_explorers_of_a_page_have_names_that_a_person_would_say(explorer, page):
    regions = page.locator("section.mha-explorer")
    names = regions.evaluate_all("all => all.map(n => n.ariaLabel)")
    assert len(set(names)) == len(names)
    assert explorer.get_attribute("aria-label").replace(" ", "").isalpha()


def test_grids_have_names_of_their_own_and_captions(explorer):
    grids = explorer.locator("table.mha-grid, .mha-grid [role=grid]")
    names = grids.evaluate_all("all => all.map(n => n.ariaLabel)")
    assert all(names)
    assert len(set(names)) == len(names)
    tables = explorer.locator("table").all()
    assert all(table.locator("caption").count() == 1 for table in tables)


DARK = pytest.param("dark", marks=pytest.mark.slow)  # its colours are tested apart


@pytest.mark.parametrize("theme", ["light", DARK])
def test_it_is_accessible_and_fits_a_phone(explorer, page, theme):
    page.emulate_media(color_scheme=theme)
    contract.turn(explorer)
    contract.unfold(explorer)
    field = explorer.locator("[role=spinbutton]:visible")
    if field.count():
        field.first.fill("")
    explorer.locator(".mha-grid:visible [tabindex='0']").first.focus()
    assert checks.overflow(page, 390) == []
    assert explorer.evaluate("node => contract.stickingOut(node)") == []
    page.evaluate("scrollTo(0, 0)")
    rules = checks.OF_A_LOOK if theme == "dark" else ()  # the rest is the same
    assert checks.axe_violations(page, theme, ".mha-explorer", rules=rules) == []


def test_once_unmounted_nothing_of_it_is_left(explorer, page, place):
    contract.turn(contract.mount(page, place.state))
    assert contract.unmount(page) == []


def test_a_page_saves_data_alone(place):
    assert not {"_esm", "_css"} & set(place.state)
    assert "import " not in str(place.state)


def test_without_scripts_its_tables_show(browser, place, url):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url)
    mount = page.locator(f"[data-model-id='{place.model}'] .mha-static")
    assert mount.locator("table").first.is_visible()
    assert mount.locator("caption").count() == mount.locator("table").count()
    context.close()
