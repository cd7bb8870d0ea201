"""AttentionExplorer on the published page, against its Python half."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

import checks
import reading
from explorer_pages import start_of
from later import later
from mha_book.examples import HOW_ARE_YOU
from mha_book.explorers import AttentionExplorer

# Each grid's name, and what Python calls its numbers.
STAGES = {
    "Scores": "scores",
    "Scaled": "scaled",
    "Masked": "masked",
    "Softmax": "weights",
    "Output": "output",
}
START = start_of(
    AttentionExplorer,
    *("embeddings", "scores_from", "scaled", "temperature", "causal", "mask_self"),
)
SOURCES = {"products": "the products X Xᵀ", "illustrative": "invented numbers"}
BOXES = {
    "scaled": "divide by √2",
    "causal": "hide later words",
    "mask_self": "hide the word itself",
}


@pytest.fixture
def plain(page, address):
    """The one without settings."""
    checks.open_page(page, f"{address}/softmax-and-scale.html")
    return page.get_by_role("region", name="Attention explorer with invented scores")


@pytest.fixture
def explorer(open_explorer):
    return open_explorer(AttentionExplorer, decimals=8)


def assert_shown(grids, state):
    stages = AttentionExplorer(**state).compute()
    expected = {name: stages[stage] for name, stage in STAGES.items()}
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


def cell(explorer, stage, place):
    return explorer.get_by_role("grid", name=stage).locator("tbody td").nth(place)


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
    assert grids == ["Scores", "Softmax", "Output"]
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
    ("which", "before"), [("plain", "Scores"), ("explorer", "Masked")]
)
def test_what_a_cell_was_made_from_is_marked(which, before, request):
    shown = request.getfixturevalue(which)  # they are on two pages
    cell(shown, "Softmax", 4).focus()
    assert used(shown) == [[before, 1]] * 3
    cell(shown, "Output", 5).focus()
    assert used(shown) == [["Softmax", 2]] * 3
    cell(shown, "Scores", 0).focus()
    assert used(shown) == []


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
        ("Scores", 3): "score “are” → “how”: 2.10·1.10 + 2.20·1.20 = 4.95",
        ("Scaled", 3): "scaled “are” → “how”: 4.95 / √2 / 2 = 1.75",
        ("Masked", 3): "masked “are” → “how”: allowed, stays 1.75",
        ("Masked", 4): "masked “are” → “are”: “are” may not attend to “are”, so −∞",
        ("Softmax", 0): "weight “how” → “how”: “how” has nothing to attend to, so 0.00",
        ("Softmax", 7): "weight “you” → “are”: e^4.79 / (e^2.56 + e^4.79 + 0) = 0.90",
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
            "found no number, expected -1000 to 1000",
            "2.2",
        ),
        ("embedding of “are”, x2", "1001", "found 1001, expected -1000 to 1000", "2.2"),
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


def test_a_refusal_stands_at_its_field_and_moves_nothing(explorer):
    grid = explorer.get_by_role("grid", name="Softmax")
    field, before = explorer.get_by_label("embedding of “are”, x2"), grid.bounding_box()
    field.fill("1001")
    told = explorer.get_by_role("alert").bounding_box()
    below = field.bounding_box()["y"] + field.bounding_box()["height"]
    assert 0 <= told["y"] - below < 10
    assert grid.bounding_box() == before
    field.blur()
    assert explorer.get_by_role("alert").inner_text() == ""


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
    grid = explorer.get_by_role("grid", name="Softmax")
    assert "rows sum to 1" in grid.inner_text()
    explorer.get_by_label("hide the word itself").check()
    assert "an empty row is 0" in grid.inner_text()


def test_hidden_and_heavy_cells_differ_by_more_than_colour(explorer):
    explorer.get_by_label("hide later words").check()
    masked = explorer.get_by_role("grid", name="Masked").locator("tbody td").nth(1)
    assert masked.inner_text() == "−∞"
    hidden = explorer.locator("td.mha-hidden").all_inner_texts()
    assert hidden == ["−∞"] * 3 + ["0.00000000"] * 3  # scores, then weights
    weight = explorer.get_by_role("grid", name="Softmax").locator("tbody td").nth(1)
    assert weight.inner_text() == "0.00000000"
