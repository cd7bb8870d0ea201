"""MaskExplorer on the published page, against its Python half."""

import copy

import pytest
import torch
from playwright.sync_api import expect

import checks
import reading
from explorer_pages import start_of
from mha_book.examples import YOUR_JOURNEY
from mha_book.explorers import MaskExplorer
from mha_book.explorers.mask.conventions import CONVENTIONS

TOKENS = YOUR_JOURNEY.tokens
X = torch.tensor(YOUR_JOURNEY.embeddings, dtype=torch.float64)  # (T, E)
SCORES = X @ X.T / 3**0.5
START = start_of(
    MaskExplorer,
    *("lengths", "causal", "padding", "window", "painted", "sentence", "convention"),
)
BOXES = {"causal": "later words", "padding": "padding"}
BY_NAME = {convention.name: convention for convention in CONVENTIONS}
BY_KEY = [convention.name for convention in CONVENTIONS if convention.by_key]


@pytest.fixture
def explorer(open_explorer):
    return open_explorer(MaskExplorer, decimals=8)


def start() -> dict:
    return copy.deepcopy(START)


def cells(explorer, name):
    """A table's cells: the mask's are buttons."""
    grid = explorer.get_by_role("grid", name=name, exact=True)
    return grid.locator("tbody [tabindex]")


def choose(explorer, convention):
    explorer.get_by_label("As wanted by").select_option(label=BY_NAME[convention].title)


def show_sentence(explorer, sentence):
    explorer.get_by_label(f"sentence {sentence}", exact=True).check()


# ---- the numbers -----------------------------------------------------------------


FACTS = """node => Object.fromEntries([...node.querySelectorAll("dt")].map(
  name => [name.textContent, name.nextElementSibling.textContent]))"""
PRESSED = """node => [...node.querySelectorAll("[aria-label=Mask] tbody button")].map(
  cell => cell.ariaPressed === "true")"""
ALL = f"node => [{reading.GRIDS}, {FACTS}, {PRESSED}].map(read => read(node))"


def assert_shown(found, state):
    grids, facts, pressed = found
    python, b = MaskExplorer(**state), state["sentence"]
    tables = {name: table[b].double() for name, table in python.compute().items()}
    passed = python.passed()
    expected = {
        "Mask": tables["mask"],
        "Weights": tables["weights"],
        "Scores": tables["masked"],
        "Tensor": BY_NAME[state["convention"]].slice_of(passed, b).double(),
    }
    reading.assert_shows(grids, expected, state)
    assert f"torch.{facts['dtype']}" == str(passed.dtype)
    assert facts["shape"].startswith(f"{tuple(passed.shape)} = ")
    assert pressed == tables["mask"].bool().flatten().tolist()


def assert_same(explorer, state):
    assert_shown(explorer.evaluate(ALL), state)


def attributes(explorer, name) -> list[str]:
    return cells(explorer, "Mask").evaluate_all(
        f"cells => cells.map(cell => cell.getAttribute('{name}'))"
    )


def edit(state, draw):
    """One random edit in the state that Python is given; gives it as the page's."""
    b = state["sentence"]
    choice = draw.choice(["painted", "painted", *sorted(START)])
    if choice == "causal" and state["window"]:  # then there is no such choice
        choice = "painted"
    if choice == "painted":
        i, j = draw.randrange(6), draw.randrange(6)
        state["painted"][b][i][j] = not state["painted"][b][i][j]
        return ["Mask", i, j], None
    if choice == "lengths":
        state["lengths"][b] = draw.randrange(7)
        return f"Length of sentence {b}", state["lengths"][b]
    if choice == "window":
        state["window"] = draw.choice([0, 0, *range(1, 7)])
        return "Window, 0 = none", state["window"]
    if choice == "sentence":
        state["sentence"] = draw.randrange(2)
        return f"sentence {state['sentence']}", True
    if choice == "convention":
        state["convention"] = draw.choice(list(BY_NAME))
        return "As wanted by", BY_NAME[state["convention"]].title
    state[choice] = not state[choice]
    return BOXES[choice], state[choice]


def test_edits_show_pythons_numbers(explorer):
    for found, state in reading.edit_at_random(explorer, START, edit, ALL):
        assert_shown(found, state)


# ---- the tensor that is passed ---------------------------------------------------


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda each: each.name)
def test_a_convention_has_its_facts_its_part_and_its_heads(explorer, convention):
    show_sentence(explorer, 1)
    choose(explorer, convention.name)
    passed = MaskExplorer(convention=convention.name).passed()
    assert explorer.evaluate(FACTS) == {
        "argument": convention.argument,
        "taken by": convention.taken_by,
        "dtype": str(passed.dtype).removeprefix("torch."),
        "shape": f"{tuple(passed.shape)} = {convention.axes}",
        "meaning": convention.meaning,
    }
    grid = explorer.get_by_role("grid", name="Tensor")
    places = {"b": ":" if convention.by_key else "1", "i": ":", "j": ":", "0": "0"}
    part = ", ".join(places[axis] for axis in convention.index)
    said = grid.locator("caption code").inner_text()
    assert said == f"{convention.argument}[{part}]"
    heads = grid.locator("tbody th").all_inner_texts()
    columns = grid.locator("thead th").all_inner_texts()
    if convention.by_key:
        assert (heads, columns) == (["sentence 0", "sentence 1"], list("012345"))
    else:
        assert heads == columns == [*TOKENS[:4], "pad", "pad"]


# ---- words -----------------------------------------------------------------------


def left_out(explorer) -> str:
    grid = explorer.get_by_role("grid", name="Tensor")
    return grid.locator("xpath=../following-sibling::p").inner_text()


@pytest.mark.parametrize("convention", BY_KEY)
def test_what_a_tensor_leaves_out_is_said(explorer, convention):
    words = dict(BY_NAME[convention].left_out)

    def assert_says(*what):
        assert left_out(explorer) == " ".join(words[each] for each in what)

    choose(explorer, convention)
    assert_says("padding", "later")
    explorer.get_by_role("checkbox", name="later words").uncheck()
    assert_says("padding")
    cells(explorer, "Mask").nth(35).click()
    assert_says("padding", "painted")
    show_sentence(explorer, 1)  # the whole tensor is shown, and what it lacks
    assert_says("padding", "painted")
    explorer.get_by_label("Window, 0 = none").fill("2")
    assert_says("padding", "window", "painted")
    explorer.get_by_role("button", name="Clear paint").click()
    assert_says("padding", "window")
    choose(explorer, "boolean")
    assert_says()


PAD_ROW = ". The row is padding itself: a padding mask hides keys, never rows."


@pytest.mark.parametrize(
    ("sentence", "i", "j", "line"),
    [
        (0, 1, 2, "“journey” may not attend to “starts”: it is later"),
        (0, 2, 2, "“starts” may attend to “starts”: no rule hides it"),
        (0, 5, 3, "“step” may not attend to “with”: it is beyond the window"),
        (0, 4, 4, "“one” may not attend to “one”: painted by hand"),
        (0, 0, 3, "“Your” may attend to “with”: painted by hand, though it is later"),
        (
            1,
            3,
            4,
            "“with” may not attend to pad (5th): it is later and padding",
        ),
        (
            1,
            4,
            4,
            f"pad (5th) may not attend to pad (5th): it is padding{PAD_ROW}",
        ),
        (
            1,
            5,
            2,
            f"pad (6th) may not attend to “starts”: it is beyond the window{PAD_ROW}",
        ),
        (
            1,
            4,
            3,
            f"pad (5th) may attend to “with”: no rule hides it{PAD_ROW}",
        ),
    ],
)
def test_the_mask_says_which_rule_hides(explorer, live, sentence, i, j, line):
    explorer.get_by_label("Window, 0 = none").fill("2")
    for painted in (28, 3):
        cells(explorer, "Mask").nth(painted).click()
    show_sentence(explorer, sentence)
    cells(explorer, "Mask").nth(6 * i + j).hover()
    assert live.inner_text() == line
    other = cells(explorer, "Mask").nth((6 * i + j + 1) % 36)
    other.focus()
    assert live.inner_text() != line
    cells(explorer, "Mask").nth(6 * i + j).focus()
    assert live.inner_text() == line


def test_the_weights_read_their_arithmetic(explorer, live):
    explorer.get_by_label("Decimals").select_option("2")
    cells(explorer, "Weights").nth(6).hover()
    first, second = (f"e^{score:.2f}" for score in SCORES[1, :2].tolist())
    value = MaskExplorer().weights[0][1][0]
    powers = f"{first} + {second} + 0 + 0 + 0 + 0"
    line = f"weight “journey” → “Your”: {first} / ({powers}) = {value:.2f}"
    assert live.inner_text() == line
    show_sentence(explorer, 1)  # read anew for what is now shown
    explorer.get_by_label("Length of sentence 1").fill("0")
    line = "weight pad (2nd) → pad (1st): pad (2nd) has nothing to attend to, so 0.00"
    assert live.inner_text() == line


@pytest.mark.parametrize(
    ("convention", "place", "line"),
    [
        (
            "boolean",
            8,
            "mask[1, 0, 1, 2] = False: “journey” may not attend to “starts”",
        ),
        ("additive", 7, "attn_mask[1, 0, 1, 1] = 0: “journey” may attend to “journey”"),
        (
            "attn_mask",
            29,
            "attn_mask[1, 4, 5] = True: pad (5th) may not attend to pad (6th)",
        ),
        (
            "key_padding_mask",
            10,
            "key_padding_mask[1, 4] = True: "
            "pad (5th) of sentence 1 is padding, hidden from every query",
        ),
        (
            "attention_mask",
            4,
            "attention_mask[0, 4] = 1: “one” of sentence 0 counts as a token",
        ),
        ("sequence_first", 6, "mask[1, 0, 1] = True: “journey” may attend to “Your”"),
    ],
)
def test_the_tensor_reads_its_elements(explorer, live, convention, place, line):
    show_sentence(explorer, 1)
    choose(explorer, convention)
    explorer.page.mouse.move(0, 0)  # a focus scrolls, and may bring a cell under it
    cells(explorer, "Tensor").nth(place).focus()
    assert live.inner_text() == line


def test_what_is_gone_is_no_longer_read(explorer, live):
    hint = live.inner_text()
    assert "A padding mask hides keys" in hint
    cells(explorer, "Tensor").nth(8).focus()
    explorer.get_by_role("checkbox", name="later words").uncheck()
    assert live.inner_text().startswith("mask[0, 0, 1, 2] = True: ")
    choose(explorer, "attention_mask")
    assert live.inner_text() == hint
    assert set(marks(explorer)) == {"Mask", *TABLES}
    assert not any(marks(explorer).values())
    cells(explorer, "Mask").nth(8).focus()
    choose(explorer, "additive")
    assert live.inner_text().startswith("“journey” may attend to “starts”")


def test_a_reset_lets_go_of_what_is_read(explorer, live):
    hint = live.inner_text()
    cells(explorer, "Weights").nth(8).click()
    assert live.inner_text() != hint
    explorer.get_by_role("button", name="Reset").click()
    assert live.inner_text() == hint
    assert not any(marks(explorer).values())


def marks(explorer) -> dict[str, list]:
    """Places of what is ringed (r) and underlined (u), table by table."""
    return explorer.evaluate(
        """node => Object.fromEntries(
             [...node.querySelectorAll("table.mha-grid")].map(t => [t.ariaLabel,
               [...t.querySelectorAll("tbody [tabindex]")].flatMap((c, k) =>
                 c.classList.contains("mha-read") ? [`r${k}`] :
                 c.classList.contains("mha-used") ? [`u${k}`] : [])]))"""
    )


TABLES = ("Scores", "Weights", "Tensor")


def assert_marked(explorer, read, place, *others):
    """A table's cell is ringed, and in the three others these are underlined."""
    expected = {name: [f"u{k}" for k in others] for name in ("Mask", *TABLES)}
    assert marks(explorer) == expected | {read: [f"r{place}"]}


def test_the_same_pair_is_marked_in_each_table(explorer, page):
    cells(explorer, "Mask").nth(8).focus()
    assert_marked(explorer, "Mask", 8, 8)
    cells(explorer, "Scores").nth(9).focus()
    assert_marked(explorer, "Scores", 9, 9)
    cells(explorer, "Tensor").nth(21).hover()
    assert_marked(explorer, "Tensor", 21, 21)
    choose(explorer, "attention_mask")
    show_sentence(explorer, 1)
    page.mouse.move(0, 0)  # what scrolls below the pointer would be read
    cells(explorer, "Weights").nth(8).focus()  # key 2 of sentence 1
    assert_marked(explorer, "Weights", 8, 8)
    cells(explorer, "Tensor").nth(9).focus()  # key 3, from every query
    assert_marked(explorer, "Tensor", 9, *range(3, 36, 6))
    cells(explorer, "Tensor").nth(3).focus()  # of the sentence that is not shown
    assert_marked(explorer, "Tensor", 3)


def test_the_scores_read_their_arithmetic(explorer, live):
    explorer.get_by_label("Decimals").select_option("2")
    cells(explorer, "Scores").nth(6).hover()
    products = " + ".join(f"{a:.2f}·{b:.2f}" for a, b in zip(X[1], X[0], strict=True))
    line = f"score “journey” → “Your”: ({products}) / √3 = {SCORES[1, 0]:.2f}"
    assert live.inner_text() == line
    cells(explorer, "Scores").nth(8).hover()
    assert live.inner_text() == "score “journey” → “starts”: hidden, so −∞"


def test_hidden_is_hatched_among_scores_and_weights(explorer):
    for name in ("Scores", "Weights"):
        seen, hidden = (cells(explorer, name).nth(k).evaluate(HATCH) for k in (0, 1))
        assert (seen, "gradient" in hidden) == ("none", True)
        assert cells(explorer, name).nth(1).inner_text() in ("−∞", "0.00000000")
    cells(explorer, "Mask").nth(1).click()  # painted: seen again
    for name in ("Scores", "Weights"):
        assert cells(explorer, name).nth(1).evaluate(HATCH) == "none"


HATCH = "cell => getComputedStyle(cell).backgroundImage"


def test_padding_is_named(explorer):
    show_sentence(explorer, 1)
    for name in ("Mask", *TABLES):
        grid = explorer.get_by_role("grid", name=name, exact=True)
        for part in ("thead", "tbody"):
            heads = grid.locator(f"{part} th").all_inner_texts()
            assert heads == ["Your", "journey", "starts", "with", "pad", "pad"]
    names = attributes(explorer, "aria-label")
    assert names[1] == "“Your” may attend to “journey”"
    assert names[-2] == "pad (6th) may attend to pad (5th)"


def test_an_empty_row_is_told_in_words(explorer):
    weights = explorer.get_by_role("grid", name="Weights")
    note = weights.locator("xpath=../following-sibling::p")
    assert note.inner_text() == ""
    show_sentence(explorer, 1)
    explorer.get_by_label("Window, 0 = none").fill("1")
    heads = weights.locator("tbody th").all_inner_texts()
    empty = "pad\nall 0"
    assert heads == ["Your", "journey", "starts", "with", empty, empty]
    share = torch.full((6,), -1e9, dtype=torch.float64).softmax(0)[5]
    assert note.inner_text() == (
        "All 0: the row has nothing to attend to. With −1e9 in place of −∞ it would "
        f"not be 0: every key, hidden as it is, would get 1/6 = {share:.8f}."
    )


@pytest.mark.parametrize("width", [390, 1280])
def test_a_window_says_that_it_is_causal_and_stays_where_it_is(explorer, page, width):
    page.set_viewport_size({"width": width, "height": 844})
    box = explorer.get_by_role("checkbox", name="later words")
    box.uncheck()
    window = explorer.get_by_label("Window, 0 = none")
    place = window.bounding_box()
    rows = [each.bounding_box()["y"] for each in explorer.locator(".mha-choice").all()]
    window.fill("6")
    assert window.bounding_box() == place  # also below who types
    assert rows[:2] == rows[2:]  # each of one list beside its like in the other
    expect(box).to_be_checked()
    expect(box).to_be_disabled()
    expect(box).to_have_accessible_name("later words, by the window")
    explorer.get_by_label("Window, 0 = none").fill("0")
    expect(box).not_to_be_checked()
    expect(box).to_be_enabled()
    expect(box).to_have_accessible_name("later words")


def test_seen_and_painted_cells_differ_by_more_than_colour(explorer):
    mask = cells(explorer, "Mask")
    assert mask.nth(0).inner_text() == "✓"
    assert mask.nth(1).inner_text() == "·"
    mask.nth(1).click()
    mask.nth(0).click()
    assert mask.nth(1).inner_text() == "✓*"
    assert mask.nth(0).inner_text() == "·*"
    assert [mask.nth(k).evaluate(IS_HATCHED) for k in range(2)] == [True, False]


def test_what_is_hidden_is_hatched_in_every_table(explorer):
    for convention in ("boolean", "attn_mask"):
        choose(explorer, convention)
        for name in ("Mask", "Scores", "Weights", "Tensor"):
            hatched = [
                cells(explorer, name).nth(k).evaluate(IS_HATCHED) for k in range(2)
            ]
            assert hatched == [False, True], name


IS_HATCHED = """cell => getComputedStyle(cell.closest("td"))
  .backgroundImage.includes("gradient")"""


# ---- keyboard, reset, links ------------------------------------------------------


def test_keyboard_alone_paints_and_reads(explorer, live, page):
    focused = "document.activeElement.closest('table')?.ariaLabel"
    state = start()
    explorer.get_by_label("Decimals").focus()
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "Mask"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert live.inner_text() == "“journey” may not attend to “starts”: it is later"
    page.keyboard.press("Space")
    state["painted"][0][1][2] = True
    assert_same(explorer, state)
    assert live.inner_text().endswith(": painted by hand, though it is later")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    state["painted"][0][1][0] = True
    assert_same(explorer, state)
    page.keyboard.press("Enter")
    state["painted"][0][1][0] = False
    assert_same(explorer, state)
    for name in ("Undo", "Clear paint"):
        page.keyboard.press("Tab")
        expect(explorer.get_by_role("button", name=name)).to_be_focused()
    for table in ("Weights", "Scores"):  # one stop per table
        page.keyboard.press("Tab")
        assert page.evaluate(focused) == table
    page.keyboard.press("Tab")
    expect(explorer.get_by_label("As wanted by")).to_be_focused()
    page.keyboard.press("ArrowDown")
    assert_same(explorer, state | {"convention": "additive"})
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "Tensor"
    explorer.get_by_role("button", name="Clear paint").press("Enter")
    assert_same(explorer, start() | {"convention": "additive"})


@pytest.mark.parametrize(
    ("label", "kept"),
    [
        ("Length of sentence 0", "6"),
        ("Length of sentence 1", "4"),
        ("Window, 0 = none", "0"),
    ],
)
def test_bad_numbers_are_named_and_lose_nothing(explorer, label, kept):
    field = explorer.get_by_label(label)
    expected = f"expected a whole number from 0 to 6; {kept} is kept."
    for typed in ("7", "-1", "1.5", ""):
        field.fill(typed)
        said = typed.replace("-", "−") or "no number"
        found = f"{label}: found {said}, {expected}"
        assert explorer.get_by_role("alert").inner_text() == found
        assert field.get_attribute("aria-invalid") == "true"
        assert_same(explorer, START)
        assert far(explorer.get_by_role("alert"), field) < 50
        field.blur()
        assert field.input_value() == kept


def far(one, other) -> float:
    """How far two boxes are apart, in px: across and down."""
    a, b = (each.bounding_box() for each in (one, other))
    return sum(
        max(0, a[at] - b[at] - b[size], b[at] - a[at] - a[size])
        for at, size in (("x", "width"), ("y", "height"))
    )


def test_every_convention_fits_a_phone(page, open_explorer):
    page.set_viewport_size({"width": 390, "height": 844})
    long = {"window": 1, "sentence": 1, "lengths": [6, 2], "decimals": 8}
    explorer = open_explorer(MaskExplorer, **long)
    for convention in BY_NAME:
        choose(explorer, convention)
        cells(explorer, "Mask").nth(7).click()
        assert checks.overflow(page, 390) == []
        assert explorer.evaluate("node => contract.stickingOut(node)") == []


TOPS = """node => [...node.querySelectorAll("table.mha-tile")].map(
  (table) => Math.round(table.tBodies[0].getBoundingClientRect().top))"""


LEFTS = """node => [...node.querySelectorAll("table.mha-tile tbody td")].map(
  cell => cell.getBoundingClientRect().left)"""


@pytest.mark.parametrize("width", [1280, 390])
def test_pads_move_no_table(explorer, page, width):
    checks.resize(page, width)
    before = explorer.evaluate(LEFTS)
    explorer.get_by_label("Length of sentence 0").fill("1")
    assert explorer.evaluate(LEFTS) == pytest.approx(before, abs=1)


def test_a_row_of_nothing_is_as_high_as_the_others(explorer, page):
    checks.resize(page, 1280)
    before = explorer.evaluate(TOPS)
    cells(explorer, "Mask").first.click()
    expect(explorer.get_by_text("all 0", exact=True)).to_be_visible()
    assert explorer.evaluate(TOPS) == before


def test_all_that_is_set_stands_in_one_row(explorer, page):
    checks.resize(page, 1280)
    fields = explorer.locator(".mha-controls > *")
    assert len({round(field.bounding_box()["y"]) for field in fields.all()}) == 1


def test_paint_is_cleared_where_there_is_some(explorer):
    clear = explorer.get_by_role("button", name="Clear paint")
    expect(clear).to_have_attribute("aria-disabled", "true")
    cells(explorer, "Mask").first.click()
    expect(clear).to_have_attribute("aria-disabled", "false")
    clear.click()
    expect(clear).to_have_attribute("aria-disabled", "true")


HEIGHT = {1280: 980, 800: 1060}


@pytest.mark.parametrize("width", [1280, 800])
def test_the_tables_stand_level_and_in_one_window(explorer, page, width):
    checks.resize(page, width)
    mask, weights, scores, tensor = explorer.evaluate(TOPS)
    assert mask == weights
    assert scores == tensor
    assert explorer.bounding_box()["height"] <= HEIGHT[width]
    facts, below = explorer.locator("dl"), explorer.locator("table.mha-tile").last
    assert far(facts, below) < 60
    assert facts.bounding_box()["width"] > 0.6 * explorer.bounding_box()["width"]
    checks.resize(page, 390)
    assert explorer.evaluate(TOPS) == sorted(set(explorer.evaluate(TOPS)))


def test_on_a_phone_what_was_painted_is_undone_beside_the_mask(explorer, page):
    page.set_viewport_size({"width": 390, "height": 844})
    last = cells(explorer, "Mask").last
    before = last.inner_text()
    last.click()
    expect(last).not_to_have_text(before)
    undo = explorer.get_by_role("button", name="Undo")
    below = undo.bounding_box()["y"] - last.bounding_box()["y"]
    assert 0 < below < 250
    undo.click()
    expect(last).to_have_text(before)
    expect(last).to_be_in_viewport(ratio=1)
