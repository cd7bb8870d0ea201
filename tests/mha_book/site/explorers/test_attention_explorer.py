"""AttentionExplorer on the published page, against its Python half."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

import checks
import reading
from explorer_pages import open_explorer as open_in, start_of
from later import later
from mha_book.examples import HOW_ARE_YOU
from mha_book.explorers import AttentionExplorer

# Each grid's name, and what Python calls its numbers.
STAGES = {
    "Products": "products",
    "Scores": "scores",
    "Weights": "weights",
    "Output": "output",
}
START = start_of(
    AttentionExplorer,
    *("embeddings", "scores_from", "scaled", "temperature", "causal", "mask_self"),
)
SOURCES = {
    "products": "the products X · Xᵀ",
    "illustrative": "invented numbers, which stay as they are",
}
BOXES = {
    "scaled": "divide by √2",
    "causal": "hide later words",
    "mask_self": "hide the word itself",
}


@pytest.fixture
def plain(page, address):
    """The one without settings."""
    checks.open_page(page, f"{address}/softmax-and-scale.html")
    found = page.get_by_role("region", name="Attention explorer with invented scores")
    unfold(found)
    return found


@pytest.fixture
def explorer(open_explorer):
    opened = open_explorer(AttentionExplorer, decimals=8)
    unfold(opened)
    return opened


@pytest.fixture
def short(open_explorer):
    """As the page opens it, with two decimals."""
    return open_explorer(AttentionExplorer)


def unfold(explorer):
    explorer.locator("details").evaluate("folded => folded.open = true")


def assert_shown(grids, state):
    stages = AttentionExplorer(**state).compute()
    expected = {name: stages[stage] for name, stage in STAGES.items()}
    if state["scores_from"] == "illustrative":
        expected = {"Invented": expected.pop("Products")} | expected
    reading.assert_shows(grids, expected, state)


def edit(state, draw):
    """One random edit in the state that Python is given; gives it as the page's."""
    choice = draw.choice(["embeddings"] * 4 + ["scores_from", "temperature", *BOXES])
    if choice == "embeddings":
        i, j = draw.randrange(3), draw.randrange(2)
        number = round(draw.uniform(-9, 9), draw.randrange(4))
        state[choice][i][j] = number
        return f"embedding of “{HOW_ARE_YOU.tokens[i]}”, x{j + 1}", number
    if choice == "temperature":
        state[choice] = round(draw.uniform(0.05, 20), 2)
        return "Temperature", state[choice]
    if choice == "scores_from":
        state[choice] = draw.choice(list(SOURCES))
        return SOURCES[state[choice]], True
    state[choice] = not state[choice]
    return BOXES[choice], state[choice]


def test_edits_show_pythons_numbers(explorer):
    for grids, state in reading.edit_at_random(explorer, START, edit, reading.GRIDS):
        assert_shown(grids, state)


def grid_of(explorer, stage):
    return explorer.get_by_role("grid", name=stage, exact=True)


def cell(explorer, stage, place):
    return grid_of(explorer, stage).locator("tbody td").nth(place)


def test_arithmetic_of_the_worked_example(plain):
    plain.get_by_label("Decimals").select_option("3")
    live = plain.locator("[aria-live=polite]")
    cell(plain, "Output", 0).hover()
    spoken = "0.388·1.100 + 0.260·2.100 + 0.351·3.100 = 2.063"
    assert live.inner_text() == f"output “how”, x1: {spoken}"
    cell(plain, "Scores", 5).click()
    assert live.inner_text() == "score “are” → “you”: 0.300, an invented number"


def test_without_settings_there_are_the_plain_steps_alone(plain):
    grids = plain.locator("table.mha-grid").evaluate_all(
        "all => all.map(n => n.ariaLabel)"
    )
    assert grids == ["Scores", "Weights", "Output"]
    assert plain.get_by_role("checkbox").count() == 0
    assert plain.get_by_role("radio").count() == 0
    assert plain.get_by_role("spinbutton").count() == 6  # the embeddings


def used(explorer):
    """The stage and the row of each cell from which the one that is read was made."""
    return explorer.locator("td.mha-used").evaluate_all(
        """cells => cells.map(c =>
          [c.closest("table").ariaLabel, c.parentElement.sectionRowIndex])"""
    )


@pytest.mark.parametrize(
    ("which", "before"), [("plain", []), ("explorer", [["Products", 0]])]
)
def test_what_a_cell_was_made_from_is_framed(which, before, request):
    shown = request.getfixturevalue(which)  # they are on two pages
    cell(shown, "Weights", 4).focus()
    assert used(shown) == [["Scores", 1]] * 3
    cell(shown, "Output", 5).focus()
    of_x = [[None, 0], [None, 1], [None, 2]]
    assert used(shown) == of_x + [["Weights", 2]] * 3
    cell(shown, "Scores", 0).focus()
    assert used(shown) == before


def test_a_trace_goes_back_to_the_fields_of_x_and_the_rest_steps_back(short):
    cell(short, "Products", 3).focus()
    assert used(short) == [[None, 0]] * 2 + [[None, 1]] * 2
    assert ground(short.get_by_label("embedding of “you”, x1")) != ground(
        short.get_by_label("embedding of “are”, x1")
    )
    cell(short, "Output", 2).focus()
    lit = "tbody td:not(.mha-far, .mha-used, .mha-read)"
    tables = short.locator(f"table:has({lit})")
    # X's second column has a part, too; and a number's own row can still be read.
    further = ["how", "Products", "Scores", "Output"]
    names = tables.evaluate_all("all => all.map(t => t.ariaLabel ?? 'how')")
    assert names == further
    near, far = (cell(short, "Products", place) for place in (3, 0))
    assert ground(near) != ground(far)
    short.get_by_label("embedding of “are”, x1").focus()  # who edits sees all numbers
    assert ground(near) == ground(far)


def ground(place):
    """The colour of a cell, or of the cell that a field fills."""
    return place.evaluate("one => getComputedStyle(one.closest('td')).backgroundColor")


@pytest.mark.parametrize("how", ["Escape", "Reset"])
def test_a_cell_that_is_read_is_let_go(short, how):
    live = short.locator("[aria-live=polite]")
    hint = live.inner_text()
    cell(short, "Output", 2).click()
    expect(live).not_to_have_text(hint)
    if how == "Escape":
        short.page.keyboard.press("Escape")
    else:
        short.get_by_role("button", name="Reset").click()
    expect(live).to_have_text(hint)
    expect(short.locator("td:is(.mha-read, .mha-used, .mha-far)")).to_have_count(0)


def test_two_numbers_that_are_changed_at_once_are_undone_one_by_one(short):
    fields = [short.get_by_label(f"embedding of “{w}”, x1") for w in ("how", "are")]
    before = [field.input_value() for field in fields]
    for field in fields:
        field.fill("4")
    undo = short.get_by_role("button", name="Undo")
    undo.click()
    assert [field.input_value() for field in fields] == ["4", before[1]]
    undo.click()
    assert [field.input_value() for field in fields] == before


FRAME = """cell => {
  const insets = getComputedStyle(cell).boxShadow.match(/0px 0px 0px \\d+px inset/g);
  return insets && insets.length;
}"""


def test_a_source_is_framed_on_all_sides(short):
    cell(short, "Weights", 3).hover()
    assert cell(short, "Scores", 3).evaluate(FRAME) == 2
    assert cell(short, "Scores", 0).evaluate(FRAME) is None


# Whether a field's cell is painted over all others of its table.
RING = """field => {
  const cell = field.closest("td");
  const height = one => Number(getComputedStyle(one).zIndex) || 0;
  return [...cell.closest("table").querySelectorAll("td")]
    .every(other => other === cell || height(other) < height(cell));
}"""


def test_the_ring_of_the_focus_lies_over_the_cells_around(short):
    field = short.get_by_label("embedding of “are”, x1")
    field.focus()
    assert field.evaluate(RING)


def test_a_link_sets_nothing_that_is_not_offered(page, plain, address):
    numbers = plain.evaluate(reading.GRIDS)
    link = urlencode({"explorer": "illustrative", "causal": "true"})
    checks.open_page(page, f"{address}/softmax-and-scale.html#{link}")
    assert plain.evaluate(reading.GRIDS) == numbers


def test_each_stage_reads_its_own_arithmetic(explorer, live):
    explorer.get_by_label("Decimals").select_option("2")
    explorer.get_by_label("hide later words").check()
    explorer.get_by_label("hide the word itself").check()
    explorer.get_by_label("Temperature").fill("2")
    expected = {
        ("Products", 3): "product “are” → “how”: 2.10·1.10 + 2.20·1.20 = 4.95",
        ("Scores", 3): "score “are” → “how”: 4.95 ÷ √2 ÷ 2 = 1.75",
        ("Scores", 4): "score “are” → “are”: “are” may not look at “are”, so −∞",
        ("Weights", 0): "weight “how” → “how”: “how” has nothing to attend to, so 0.00",
        ("Weights", 7): "weight “you” → “are”: e^4.79 / (e^2.56 + e^4.79 + 0) = 0.90",
        ("Output", 5): "output “you”, x2: 0.10·1.20 + 0.90·2.20 + 0.00·3.20 = 2.10",
    }
    for (stage, place), line in expected.items():
        cell(explorer, stage, place).focus()
        assert live.inner_text() == line


@pytest.mark.parametrize(
    ("label", "typed", "message", "kept"),
    [
        (
            "embedding of “are”, x2",
            "",
            "found no number, expected −1000 to 1000",
            "2.2",
        ),
        ("embedding of “are”, x2", "1001", "found 1001, expected −1000 to 1000", "2.2"),
        ("Temperature", "0", "Temperature: found 0, expected 0.05 to 20", "1"),
    ],
)
def test_bad_input_is_named_and_loses_nothing(explorer, label, typed, message, kept):
    field = explorer.get_by_label(label)
    field.fill(typed)
    assert f"{message}; {kept} is kept." in explorer.get_by_role("alert").inner_text()
    assert field.get_attribute("aria-invalid") == "true"
    assert_shown(explorer.evaluate(reading.GRIDS), START)
    field.blur()  # the field shows again what is computed with
    assert field.input_value() == kept
    assert field.get_attribute("aria-invalid") == "false"
    field.fill("3")
    assert explorer.get_by_role("alert").inner_text() == ""


def test_a_refusal_stands_near_its_field_and_moves_nothing(explorer):
    grid = grid_of(explorer, "Weights")
    field, before = explorer.get_by_label("embedding of “are”, x2"), grid.bounding_box()
    field.fill("1001")
    told = explorer.get_by_role("alert").bounding_box()
    below = field.bounding_box()["y"] + field.bounding_box()["height"]
    assert 0 <= told["y"] - below < 100
    assert grid.bounding_box() == before
    field.blur()
    expect(explorer.get_by_role("alert")).to_contain_text("2.2 is kept")
    explorer.locator(".mha-task").click()
    expect(explorer.get_by_role("alert")).to_have_text("")


def test_a_refusal_is_read_whole_on_a_phone(explorer, page):
    page.set_viewport_size({"width": 390, "height": 760})
    explorer.get_by_label("embedding of “are”, x2").fill("99999")
    told = explorer.get_by_role("alert")
    assert told.evaluate("told => told.getBoundingClientRect().right") <= 390
    assert told.evaluate("told => told.scrollWidth <= told.clientWidth")


def test_a_comma_is_a_point_and_an_arrow_a_tenth(explorer):
    field = explorer.get_by_label("embedding of “are”, x2")
    field.fill("2.3")
    expected = explorer.evaluate(reading.GRIDS)
    field.fill("1,5")
    assert explorer.evaluate(reading.GRIDS) != expected
    field.fill("2,3")
    assert explorer.evaluate(reading.GRIDS) == expected
    field.fill("2.2")
    assert_shown(explorer.evaluate(reading.GRIDS), START)
    field.press("ArrowUp")
    assert field.input_value() == "2.3"
    assert explorer.evaluate(reading.GRIDS) == expected


def test_what_was_changed_can_be_undone(explorer):
    undo = explorer.get_by_role("button", name="Undo")
    assert undo.is_disabled()
    explorer.get_by_label("embedding of “are”, x2").fill("7")
    box = explorer.get_by_label("hide later words")
    box.check()
    box.press("Control+z")
    expect(box).not_to_be_checked()
    assert explorer.get_by_label("embedding of “are”, x2").input_value() == "7"
    undo.click()
    assert_shown(explorer.evaluate(reading.GRIDS), START)
    assert undo.is_disabled()


@pytest.mark.parametrize("keys", ["Control+z", "Meta+z"])
def test_undo_shows_in_the_field_that_was_typed_in(explorer, keys):
    field = explorer.get_by_label("embedding of “are”, x2")
    field.fill("7")
    field.press(keys)
    assert field.input_value() == "2.2"
    assert_shown(explorer.evaluate(reading.GRIDS), START)


def test_undo_takes_back_what_was_refused_and_then_what_was_changed(explorer):
    field = explorer.get_by_label("embedding of “are”, x2")
    field.fill("7")
    field.fill("99999")
    for kept in ("7", "2.2"):
        field.press("Control+z")
        assert field.input_value() == kept
        assert explorer.get_by_role("alert").inner_text() == ""


@pytest.mark.parametrize("keys", ["Control+y", *later("Control+Shift+z")])
def test_what_was_undone_comes_again_by_keyboard(explorer, keys):
    field = explorer.get_by_label("embedding of “are”, x2")
    field.fill("7")
    field.press("Control+z")
    assert field.input_value() == "2.2"
    field.press(keys)
    assert field.input_value() == "7"
    field.press("Control+z")
    assert field.input_value() == "2.2"


def test_of_a_number_that_may_not_be_no_digit_stays(explorer):
    field = explorer.get_by_label("embedding of “are”, x2")
    field.focus()
    field.select_text()
    field.press_sequentially("5000", delay=200)
    assert "2.2 is kept." in explorer.get_by_role("alert").inner_text()
    assert_shown(explorer.evaluate(reading.GRIDS), START)
    expect(explorer.get_by_role("button", name="Undo")).to_be_disabled()
    field.blur()
    assert field.input_value() == "2.2"


def test_reset_forgets_the_link_that_was_followed(open_explorer, page):
    explorer = open_explorer(AttentionExplorer, causal=True)
    explorer.get_by_role("button", name="Reset").click()
    assert "#" not in page.url
    page.reload()
    expect(explorer.get_by_label("hide later words")).not_to_be_checked()


def test_a_link_leads_to_its_explorer(open_explorer):
    explorer = open_explorer(AttentionExplorer, causal=True)
    expect(explorer).to_be_in_viewport()
    expect(explorer.get_by_label("hide later words")).to_be_checked()


def test_an_empty_row_is_named(explorer):
    explorer.get_by_label("hide later words").check()
    grid = grid_of(explorer, "Weights")
    assert "softmax of each row" in grid.inner_text()
    explorer.get_by_label("hide the word itself").check()
    assert "an empty row is 0" in grid.inner_text()


def test_hidden_and_heavy_cells_differ_by_more_than_colour(explorer):
    explorer.get_by_label("hide later words").check()
    assert cell(explorer, "Scores", 1).inner_text() == "−∞"
    hidden = explorer.locator("td.mha-hidden").all_inner_texts()
    assert hidden == ["−∞"] * 3 + ["0.00000000"] * 3  # scores, then weights
    assert cell(explorer, "Weights", 1).inner_text() == "0.00000000"


# Where each table and each cell stands, beside the first of them.
PLACES = """node => {
  const all = [...node.querySelectorAll("table, tbody td")]
    .map(n => n.getBoundingClientRect());
  return all.map(({ left, top, width, height }) =>
    [left - all[0].left, top - all[0].top, width, height].map(Math.round));
}"""
WIDEST = [10, -10.55, 999, 1000, -1000]


@pytest.mark.parametrize("width", [1280, 800, 390])
def test_no_number_and_no_pointer_moves_a_table(short, page, width):
    checks.resize(page, width)
    before = short.evaluate(PLACES)
    for number in WIDEST:
        short.get_by_label("embedding of “how”, x1").fill(str(number))
        short.get_by_label("embedding of “are”, x1").fill(str(-number))
        assert short.evaluate(PLACES) == before, number
        clipped = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
        assert short.locator("td").evaluate_all(clipped) == 0
    for stage in STAGES:
        cell(short, stage, 1).hover()
        assert short.evaluate(PLACES) == before, stage


def test_all_tables_stand_in_one_row_where_there_is_room(short):
    tops = short.locator("table").evaluate_all(
        "all => all.map(n => n.getBoundingClientRect().top)"
    )
    assert len(tops) == len(STAGES) + 1
    assert max(tops) == pytest.approx(min(tops), abs=1)


def test_a_press_selects_the_number_and_another_one_a_place_in_it(short, page):
    field = short.get_by_label("embedding of “how”, x1")
    field.click()
    page.keyboard.type("5")
    assert field.input_value() == "5"
    field.click()
    page.keyboard.press("End")
    page.keyboard.type("1")
    assert field.input_value() == "51"


FOLDED = ("Scores from", "hide the word itself", "Temperature", "Decimals")


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_not_needed_yet_is_folded(short, page, width):
    checks.resize(page, width)
    for name in FOLDED:
        expect(short.get_by_text(name, exact=True)).to_be_hidden()
    for name in ("divide by √2", "hide later words"):
        expect(short.get_by_label(name)).to_be_visible()
    short.get_by_text("Options").click()
    for name in FOLDED:
        expect(short.get_by_text(name, exact=True)).to_be_visible()


def test_a_link_opens_the_fold_where_it_sets_what_is_inside(open_explorer):
    plain = {"embeddings": [[1, 2]] * 3, "causal": True, "temperature": 1}
    folds = {"temperature": 3, "mask_self": True, "decimals": 5}
    folds["scores_from"] = "illustrative"
    for name, value in folds.items():
        for inputs, is_open in ((plain, False), (plain | {name: value}, True)):
            explorer = open_explorer(AttentionExplorer, **inputs)
            fold = explorer.locator("details.mha-options")
            assert (fold.get_attribute("open") is not None) == is_open, name
    explorer = open_explorer(AttentionExplorer, **folds)
    expect(explorer.get_by_label("Temperature")).to_have_value("3")
    expect(explorer.get_by_label("hide the word itself")).to_be_checked()
    expect(explorer.get_by_label("Decimals")).to_have_value("5")
    expect(explorer.get_by_label(SOURCES["illustrative"])).to_be_checked()


def test_what_was_done_is_asked_again_when_it_is_taken_back(short):
    line = short.locator(".mha-task")
    short.get_by_label("embedding of “how”, x1").fill("9")
    expect(line).to_contain_text("✓ You brought the weight “are” → “how” to 1.00")
    short.get_by_role("button", name="Undo").click()
    expect(line).to_contain_text("Try it: ")
    assert cell(short, "Weights", 3).inner_text() == "0.00"


def test_a_finger_is_told_to_tap(browser, browser_context_args, address):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    context = browser.new_context(**browser_context_args | phone, is_mobile=True)
    explorer = open_in(context.new_page(), address, AttentionExplorer)
    live = explorer.locator("[aria-live=polite]")
    expect(live).to_have_text("Tap a cell to read its arithmetic.")
    field = explorer.get_by_label("embedding of “how”, x1")
    field.tap()
    explorer.page.keyboard.type("9")
    assert field.input_value() == "9"
    cell(explorer, "Output", 2).tap()
    expect(live).to_contain_text("output “are”, x1: ")
    context.close()


COVERED = """node => {
  const box = node.getBoundingClientRect();
  const explorer = node.closest(".mha-explorer");
  const isHit = each => {
    const at = each.getBoundingClientRect();
    return at.left < box.right && box.left < at.right &&
      at.top < box.bottom && box.top < at.bottom;
  };
  return [...explorer.querySelectorAll("tbody td, button")].filter(isHit).length;
}"""


@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_refused_covers_no_number(explorer, page, width):
    checks.resize(page, width)
    for name in ("embedding of “how”, x1", "embedding of “you”, x2"):
        field = explorer.get_by_label(name)
        field.evaluate("node => node.scrollIntoView({block: 'center'})")
        before = field.bounding_box()
        field.fill("-5000")
        alert = explorer.get_by_role("alert")
        expect(alert).to_contain_text("found −5000, expected −1000 to 1000")
        expect(alert).to_be_in_viewport(ratio=1)
        assert alert.evaluate(COVERED) == 0
        assert field.bounding_box() == before  # nothing moves
        field.fill("1")


def test_a_number_that_comes_to_a_resting_mouse_is_not_read(explorer, live, page):
    cell = explorer.get_by_role("grid").first.locator("td[tabindex]").first
    said = live.inner_text()
    for kind in ("pointerenter", "pointerover"):  # as when the page is scrolled
        cell.dispatch_event(kind, {"pointerType": "mouse"})
    assert live.inner_text() == said
    cell.hover()
    expect(live).not_to_have_text(said)


def test_weights_keep_their_colours_while_another_number_is_read(explorer):
    weights = grid_of(explorer, "Weights").locator("tbody td")
    colours = "all => all.map(each => getComputedStyle(each).backgroundColor)"
    before = weights.evaluate_all(colours)
    assert len(set(before)) > 3
    grid_of(explorer, "Products").locator("td[tabindex]").first.focus()
    assert explorer.locator("td.mha-far").count() > 0
    assert weights.evaluate_all(colours) == before


def test_what_the_pages_head_covers_in_part_is_told_below_too(explorer, page):
    page.set_viewport_size({"width": 390, "height": 844})
    line, echo = explorer.locator(".mha-task"), explorer.locator(".mha-told")
    line.evaluate(
        """node => scrollBy({
          top: node.getBoundingClientRect().top - 56 + node.offsetHeight / 3,
          behavior: "instant",
        })"""
    )
    field = explorer.get_by_label("embedding of “how”, x1")
    field.fill("9")
    expect(line).to_contain_text("✓ ")
    expect(echo).to_contain_text("✓ ")
    expect(echo).to_be_visible()
    echo.get_by_role("button").press("Enter")  # what is asked next is new there
    expect(echo).not_to_contain_text("✓ ")
    expect(echo).to_be_visible()
    field.fill("8")
    expect(echo).to_be_hidden()
