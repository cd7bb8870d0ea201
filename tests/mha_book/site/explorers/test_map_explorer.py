"""MapExplorer on the published page, against its Python half."""

import copy
import itertools
import math
import random
import re

import pytest
import torch
from playwright.sync_api import expect

import checks
import contract
from explorer_pages import start_of
from later import later
from map_reference import changed_by, cut_heads
from mha_book.explorers import MapExplorer
from mha_book.explorers.map.explorer import MATRICES, SWITCHES
from mha_book.pictures.kit.layer import layer
from mha_book.pictures.kit.steps import STEPS
from project import PROJECT
from seeds import any_seed

PAGE_SCRIPT = PROJECT / "tests" / "js" / "map_page.js"
WIDTHS = {390: "column", 768: "pair", 1000: "pair", 1280: "row", 1440: "row"}
LABELS = {
    "num_heads": {1: "one", 2: "two"},
    "design": {"wrapper": "wrapper", "split": "weight split"},
    "causal": dict.fromkeys([False, True], "causal mask"),
    "placed": dict.fromkeys([False, True], "positions"),
}
OTHERS = {"num_heads": [1, 2], "design": ["wrapper", "split"]}


@pytest.fixture
def open_map(page, open_explorer):
    """A function: a link's inputs -> the explorer, on its page."""

    def opened(**link):
        explorer = open_explorer(MapExplorer, **link)
        explorer.locator(".mha-options").evaluate("node => (node.open = true)")
        if not page.evaluate("'map' in window && 'edit' in map"):
            page.add_script_tag(path=PAGE_SCRIPT)
        return explorer

    return opened


@pytest.fixture
def explorer(open_map):
    return open_map()


def start() -> dict[str, object]:
    return start_of(MapExplorer, *MATRICES, *SWITCHES)


def press(explorer, cell: str) -> None:
    explorer.evaluate("(node, cell) => map.press(node, cell)", cell)


def marked(explorer, kind: str) -> set[str]:
    return set(explorer.evaluate("(node, kind) => map.marked(node, kind)", kind))


def said(explorer) -> str:
    return explorer.locator("[aria-live=polite]").inner_text()


def number(words: str) -> float:
    return -math.inf if words == "−∞" else float(words.replace("−", "-"))


# ---- edits ---------------------


def edit(state: dict, draw: random.Random) -> dict[str, object]:
    """One random edit in the state that Python is given; gives it as the page's."""
    if draw.random() < 0.3:
        switch = draw.choice(SWITCHES)
        choices = OTHERS.get(switch, [False, True])
        state[switch] = next(c for c in choices if c != state[switch])
        return {"turn": LABELS[switch][state[switch]]}
    blocks = layer(state["num_heads"], state["design"], state["placed"])
    block = draw.choice([b for b in blocks if b.given in MATRICES])
    i, j = draw.randrange(block.shape[0]), draw.randrange(block.shape[1])
    value = round(draw.uniform(-10, 10), draw.randrange(4))
    state[block.given][block.first + i][j] = value
    return {"cell": f"{block.name}:{i},{j}", "number": value}


def assert_shows(printed: dict, state: dict) -> None:
    """Each printed number is Python's, to its last digit: large ones have no others."""
    tables = {n: rows.tolist() for n, rows in MapExplorer(**state).compute().items()}
    assert list(printed) == list(tables)
    for name, rows in tables.items():
        for words, row in zip(printed[name], rows, strict=True):
            for word, x in zip(words, row, strict=True):
                near = 0.500001 if abs(x) > 99.99 else 0.005001
                assert number(word) == pytest.approx(x, abs=near), (name, state)


def test_edits_show_pythons_numbers(explorer):
    seed = any_seed()
    draw, state = random.Random(seed), start()
    edits, states = [], []
    for _ in range(20):
        edits.append(edit(state, draw))
        states.append(copy.deepcopy(state))
    shown = explorer.evaluate("(node, edits) => map.edit(node, edits)", edits)
    for printed, expected in zip(shown, states, strict=True):
        assert_shows(printed, expected)


def test_a_number_that_is_none_is_named_and_loses_nothing(explorer):
    press(explorer, "w_q1:0,1")
    field = explorer.get_by_label("Change this number")
    expect(field).to_have_value("0.1")
    for typed, found in (("", "no number"), ("11", "11")):
        field.fill(typed)
        alert = explorer.get_by_role("alert").inner_text()
        expected = "expected −10 to 10; 0.1 is kept."
        assert alert == f"The number: found {found}, {expected}"
    field.blur()
    expect(field).to_have_value("0.1")
    press(explorer, "q1:0,0")
    expect(field).to_be_hidden()  # computed, not given


def test_what_was_refused_is_said_until_the_next_key(explorer, page):
    press(explorer, "w_q0:0,0")
    field = explorer.get_by_label("Change this number")
    field.focus()
    field.select_text()
    field.press_sequentially("50")
    field.press("Enter")  # back to the picture
    expect(field).to_have_value("−0.3")
    told = explorer.get_by_role("alert")
    expect(told).to_contain_text("found 50, expected −10 to 10; −0.3 is kept.")
    page.keyboard.press("ArrowRight")
    expect(told).to_have_text("")


# ---- the keyboard, the pointer ---------------------


def test_the_keyboard_walks_the_steps(explorer, page):
    whole = said(explorer)
    explorer.get_by_role("radio", name="Whole").focus()
    for k, step in enumerate(STEPS, 1):
        page.keyboard.press("ArrowRight")
        assert said(explorer).startswith(f"{k} {step.capitalize()}. ")
    page.keyboard.press("ArrowRight")
    assert said(explorer) == whole
    next_, back = (explorer.get_by_role("button", name=n) for n in ("Next", "Back"))
    expect(back).to_be_disabled()
    next_.focus()
    for k, step in enumerate(STEPS, 1):
        page.keyboard.press("Enter")
        assert said(explorer).startswith(f"{k} {step.capitalize()}. ")
    expect(next_).to_be_disabled()
    expect(next_).to_be_focused()  # a reader is not thrown out at the end
    back.focus()
    for _ in STEPS:
        page.keyboard.press("Enter")
    assert said(explorer) == whole
    expect(back).to_be_focused()


FREE = """node => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  const foot = node.querySelector(".mha-foot").getBoundingClientRect();
  const at = document.activeElement.closest("label") ?? document.activeElement;
  const box = at.getBoundingClientRect();
  const above = document.elementFromPoint(box.left + 9, (box.top + box.bottom) / 2);
  return bottom <= foot.top && at.contains(above);
}"""
BUTTONS = """node => [...node.querySelectorAll(".mha-foot button")]
  .filter(each => each.checkVisibility())
  .map(each => each.getBoundingClientRect().bottom)"""


def test_what_has_the_focus_is_not_covered(open_map, page):
    page.set_viewport_size({"width": 1280, "height": 720})
    explorer = open_map(fault="over_queries")
    explorer.get_by_role("button", name="Go to the first").press("Enter")
    page.wait_for_function("document.activeElement.closest('.mha-area')")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
        assert explorer.evaluate(
            f"node => new Promise(requestAnimationFrame).then(() => ({FREE})(node))"
        )
    radio = explorer.get_by_role("radio", name="1 Place")
    radio.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
        assert explorer.evaluate(FREE)
    page.set_viewport_size({"width": 390, "height": 844})
    press(explorer, "mixed0:0,0")
    assert max(explorer.evaluate(BUTTONS)) < 844 - 44


def test_a_step_shows_what_is_made_by_then(explorer):
    explorer.get_by_role("radio", name="3 Score").check(force=True)
    blocks = {block.name: block for block in layer()}
    for name, rows in explorer.evaluate("node => map.read(node)").items():
        is_shown = [words != "" for row in rows for words in row]
        assert set(is_shown) == {blocks[name].step <= 3}, name
    now = {cell.split(":")[0] for cell in marked(explorer, "now")}
    assert now == {"scores0", "scores1"}
    assert {c.split(":")[0] for c in marked(explorer, "later")} == {
        name for name, block in blocks.items() if block.step > 3
    }


def test_what_is_not_made_yet_says_so_and_no_number(explorer):
    explorer.get_by_role("radio", name="3 Score").check(force=True)
    blank = explorer.get_by_role("gridcell", name="not made yet")
    assert blank.count() == len(marked(explorer, "later"))
    press(explorer, "weights0:0,0")
    assert "weights0[“how”, “how”] (head 0) is not made yet: step 5" in said(explorer)
    expect(explorer.locator(".mha-inspector")).to_be_hidden()
    explorer.get_by_role("radio", name="Whole").check(force=True)
    assert blank.count() == 0


@pytest.mark.parametrize("width", [768, *later(390, 1280)])
def test_arrow_keys_reach_and_read_every_number(explorer, page, width):
    checks.resize(page, width)
    explorer.locator(".mha-area [tabindex='0']").focus()
    met = explorer.evaluate("node => map.walk(node)")
    made = MapExplorer().compute()
    cells = {
        f"{n}:{i},{j}"
        for n, t in made.items()
        for i, j in torch.ones_like(t).nonzero().tolist()
    }
    assert set(met) == cells
    for cell, line in met.items():
        name, i, j = re.fullmatch(r"(.+):(.+),(.+)", cell).groups()
        assert line.startswith(f"{name}["), line
        value = made[name][int(i), int(j)].item()
        results = [number(x) for x in re.findall(r"= (−?[\d.]+)(?=[\n;]|$)", line)]
        assert results == pytest.approx([value], abs=0.0000501), line


def test_home_and_end_stay_in_the_row_and_escape_lets_go(explorer, page):
    explorer.locator(".mha-area [tabindex='0']").focus()
    keys = {"End": "x:0,1", "ArrowDown": "x:1,1", "Home": "x:1,0", "ArrowUp": "x:0,0"}
    for key, cell in keys.items():
        page.keyboard.press(key)
        assert marked(explorer, "read") == {cell}
    page.keyboard.press("Escape")
    assert marked(explorer, "read") == set()
    assert said(explorer).startswith("Three words go in")
    expect(explorer.locator(".mha-inspector")).to_be_hidden()
    page.keyboard.press("Enter")
    assert marked(explorer, "read") == {"x:0,0"}
    field = explorer.get_by_label("Change this number")
    for leave in ("Escape", "Enter"):
        expect(field).to_be_focused()
        page.keyboard.press(leave)
        expect(field).not_to_be_focused()
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    for typed in ("7", "-"):  # goes into the field
        page.keyboard.type(typed)
        expect(field).to_have_value(typed)
        page.keyboard.press("Escape")
    page.keyboard.type("7")
    field.fill("1.1")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert marked(explorer, "read") == set()
    press(explorer, "x:0,0")  # which has the focus already
    assert marked(explorer, "read") == {"x:0,0"}
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    assert marked(explorer, "read") == {"x:0,1"}  # it goes on from where it was


def test_a_new_picture_keeps_the_focus_and_reads_nothing(explorer, page):
    explorer.locator(".mha-area [tabindex='0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("Escape")
    checks.resize(page, 390)
    assert explorer.locator("svg").get_attribute("viewBox").startswith("0 0 336 ")
    focused = explorer.locator("[role=gridcell]:focus")
    expect(focused).to_have_text("1.2")
    assert marked(explorer, "read") == set()
    expect(explorer.locator(".mha-inspector")).to_be_hidden()
    page.keyboard.press("ArrowDown")
    assert marked(explorer, "read") == {"x:1,1"}


def test_pointing_peeks_and_a_click_pins(explorer, page):
    whole = said(explorer)
    weights = explorer.get_by_role("grid", name="Attention weights of head 1, 3 rows")
    weights.get_by_role("gridcell").nth(5).hover()
    assert said(explorer).startswith("weights1[“are”, “you”] (head 1) = softmax")
    assert marked(explorer, "read") == {"weights1:1,2"}
    expect(explorer.locator(".mha-inspector")).to_be_hidden()
    page.mouse.move(1, 1)
    assert (said(explorer), marked(explorer, "read")) == (whole, set())
    weights.get_by_role("gridcell").nth(5).click()
    page.mouse.move(1, 1)
    assert marked(explorer, "read") == {"weights1:1,2"}
    explorer.get_by_role("grid", name="X, the words’ numbers, 3 rows").get_by_role(
        "gridcell"
    ).first.hover()
    assert marked(explorer, "read") == {"weights1:1,2"}  # pinned is pinned
    code = explorer.locator(".mha-inspector code").inner_text()
    assert code == "weights1 = masked1.softmax(dim=-1)"


def test_a_trace_is_marked_where_it_leads(explorer):
    press(explorer, "masked1:1,2")
    assert marked(explorer, "direct") == {"scores1:1,2"}
    queries = {"q1:1,0", "x:1,0", "x:1,1", "w_q1:0,0", "w_q1:0,1"}
    keys = {"k1:2,0", "x:2,0", "x:2,1", "w_k1:0,0", "w_k1:0,1"}
    assert marked(explorer, "older") == queries | keys
    assert "Made from 1 number, which comes from 10 earlier numbers." in said(explorer)
    press(explorer, "x:0,0")  # given: what it has a part in
    fed = fed_by_the_first_number() - {"x:0,0"}
    assert (marked(explorer, "direct"), marked(explorer, "older")) == (set(), fed)
    part = f"{len(fed)} numbers depend on it (they did not fade)."
    assert part in said(explorer)


def fed_by_the_first_number() -> set[str]:
    """The cells that change with the first embedding's first number."""
    state = start()
    state["embeddings"][0][0] += 0.5
    here, there = MapExplorer().compute(), MapExplorer(**state).compute()
    gaps = {n: ~torch.isclose(here[n], there[n], rtol=0, atol=1e-9) for n in here}
    return {f"{n}:{i},{j}" for n in gaps for i, j in gaps[n].nonzero().tolist()}


def test_a_number_that_a_switch_takes_away_is_let_go(explorer):
    press(explorer, "scores1:2,2")
    explorer.get_by_label("one").check()
    assert marked(explorer, "read") == set()
    expect(explorer.locator(".mha-inspector")).to_be_hidden()
    explorer.get_by_label("two", exact=True).check()
    press(explorer, "scores1:2,2")
    explorer.get_by_role("button", name="Reset").click()
    assert marked(explorer, "read") == set()


# ---- links, switches, cuts, code ---------------------


def test_a_link_carries_step_numbers_cell_and_switches(open_map):
    query = [[5, 0.6], [-0.9, 0.1]]
    state = {"query": query, "num_heads": 1, "design": "split", "placed": True}
    explorer = open_map(**state, causal=True, cell="w_q:0,0", step=6)
    expect(explorer.get_by_role("radio", name="6 Mix")).to_be_checked()
    for label in ("one", "weight split", "causal mask", "positions"):
        expect(explorer.get_by_label(label, exact=True)).to_be_checked()
    assert marked(explorer, "read") == {"w_q:0,0"}
    expect(explorer.get_by_label("Change this number")).to_have_value("5")
    shown = explorer.evaluate("node => map.read(node)")
    assert shown["w_q"][0] == ["5", "0.6"]
    assert shown["masked0"][0][1] == "−∞"
    again = contract.inputs_of(explorer)
    expected = state | {"causal": True, "cell": "w_q:0,0", "step": 6}
    assert {name: again[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("switch", "turned"),
    [("causal", True), ("placed", True), ("num_heads", 1), ("design", "split")],
)
def test_a_switch_marks_and_counts_what_it_changed(explorer, switch, turned):
    explorer.get_by_label(LABELS[switch][turned], exact=True).click()
    cells, common = changed_by(MapExplorer(**{switch: turned}), switch)
    assert marked(explorer, "changed") == cells
    visible = explorer.locator(".mha-changed-mark:visible").count()
    assert visible == len(cells)
    count = len(cells) or "None"
    assert f"{count} of {common} numbers differ" in said(explorer)
    assert (cells == set()) == (switch == "design")
    explorer.get_by_label("Show what depends on").select_option("")
    assert marked(explorer, "changed") == set()


# ---- a state that is kept ---------------------


def barred(explorer) -> dict[str, float]:
    """The cells with a bar, while a state is compared, and how wide it is."""
    return dict(explorer.evaluate("node => map.barred(node)"))


ROOM = """cell => {
  const [bar, box] = [".mha-moved", "rect"].map((part) =>
    cell.querySelector(part).getBoundingClientRect());
  return [bar.left - box.left, box.right - bar.right];
}"""


def test_what_is_changed_after_a_state_is_kept_has_a_bar_and_is_told(explorer, page):
    button = explorer.get_by_role("button", name="Keep this to compare")
    button.focus()
    page.keyboard.press("Enter")
    all_ = sum(rows.numel() for rows in MapExplorer().compute().values())
    none = f"None of {all_} numbers differs from what you kept. Shapes"
    assert said(explorer).startswith(none)
    assert not barred(explorer)
    assert not marked(explorer, "first")
    grounds = explorer.evaluate("node => map.shaded(node)")  # of weights alone
    assert {name.split(":")[0] for name in grounds} == {"weights0", "weights1"}
    explorer.get_by_label("causal mask").check()
    cells, common = changed_by(MapExplorer(causal=True), "causal")
    bars = barred(explorer)
    assert set(bars) == marked(explorer, "changed") == cells
    assert bars["masked0:0,1"] == pytest.approx(max(bars.values()), rel=1e-3)
    assert bars["masked0:0,1"] > 4 * min(bars.values())
    assert explorer.evaluate("node => map.shaded(node)") == grounds
    assert marked(explorer, "first") == {"masked0:0,1"}
    left, right = explorer.locator("[data-name=masked0] .mha-first").evaluate(ROOM)
    assert 0 < left == pytest.approx(right, abs=1.5)  # the longest fills its cell
    strokes = explorer.locator("[data-name=masked0] .mha-first .mha-hatch")
    expect(strokes).to_be_visible()
    here, there = (MapExplorer(causal=c).compute()["output"] for c in (True, False))
    apart = (here - there).abs().max().item()
    count = f"{len(cells)} of {common} numbers differ from what you kept."
    assert said(explorer).startswith(count)
    assert explorer.locator(".mha-changed-mark").count() == 0  # a bar says it
    explorer.get_by_role("button", name="Say more").click()
    assert count in said(explorer)
    assert "The first has a ring: Masked scores of head 0, row “how”" in said(explorer)
    same = "Shapes and row sums are the same"
    summary = f"{same}; the outputs are up to {apart:.2f} apart."
    assert said(explorer).endswith(summary)
    press(explorer, "output:0,0")
    assert f"It was {there[0, 0].item():.4f}".replace("-", "−") in said(explorer)
    go_to_the_first_from_before_it_is_made(explorer)
    inputs = contract.inputs_of(explorer)
    assert (inputs["held"]["causal"], inputs["compare"]) == (False, "")
    explorer.get_by_role("button", name="Undo").click()  # the mask
    explorer.get_by_role("button", name="Undo").click()  # that it was kept
    expect(button).to_be_visible()
    assert not barred(explorer)


def go_to_the_first_from_before_it_is_made(explorer):
    """The whole is shown then, and the number has the focus."""
    explorer.locator(".mha-steps input").nth(1).check(force=True)
    explorer.get_by_role("button", name="Go to the first that moved").press("Enter")
    expect(explorer.locator(".mha-first")).to_be_focused()
    inputs = contract.inputs_of(explorer)
    assert (inputs["step"], inputs["cell"]) == (0, "masked0:0,1")


def test_a_link_brings_what_was_kept_and_a_button_ends_it(open_map, page):
    explorer = open_map(causal=True, held={"causal": False})
    assert marked(explorer, "first") == {"masked0:0,1"}
    assert "Kept: no mask" in explorer.locator(".mha-keep").inner_text()
    end = explorer.get_by_role("button", name="End the comparison")
    assert checks.overflow(page, 390) == []
    press(explorer, "output:0,0")  # in a column there is room for what it was alone
    assert "in what you kept." in said(explorer)
    assert "outputs are up to " not in said(explorer)
    end.click()
    assert contract.inputs_of(explorer)["held"] == {}
    assert marked(explorer, "first") == marked(explorer, "changed") == set()


def test_a_number_that_is_compared_says_three_lines_and_more_when_asked(open_map, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    explorer = open_map(causal=True, held={"causal": False})
    press(explorer, "output:0,0")
    made, worth, there = said(explorer).splitlines()
    assert made.startswith("output[“how”, 0] = ")
    assert re.search(r"= −?[\d.]+$", worth)
    assert there.startswith("It was ")
    explorer.get_by_role("button", name="Say more").click()
    assert "outputs are up to " in said(explorer)


CUTS = {"right": "Right", "sliced": "Wrong: slice", "untransposed": "Wrong: reshape"}
READ_CUT = """part => [...part.querySelectorAll("table")].map(table => [
  table.caption.textContent,
  [...table.tBodies[0].rows].map(row => [...row.querySelectorAll("td")].map(
    cell => [cell.textContent, cell.classList.contains("mha-wrong")]))])"""


def test_wrong_cuts_mark_exactly_the_numbers_that_are_wrong(explorer):
    panels = explorer.locator(".mha-cuts")
    expect(panels).to_be_hidden()  # a wrapper has nothing to cut
    explorer.get_by_label("weight split").check()
    expect(panels).to_be_visible()
    expect(panels.locator(".mha-part").first).to_be_hidden()  # until it is asked for
    panels.get_by_role("checkbox").check()
    cuts = cut_heads(MapExplorer())
    for name, title in CUTS.items():
        part = panels.locator(".mha-part").filter(has_text=title)
        tables = list(part.evaluate(READ_CUT))
        assert [caption for caption, _ in tables] == [
            "Q of head 0",
            "Q of head 1",
            "output",
        ]
        expected, right = (
            [*cuts[each]["query"], cuts[each]["output"]] for each in (name, "right")
        )
        wrong = 0
        for (_, rows), numbers, others in zip(tables, expected, right, strict=True):
            is_wrong = ~torch.isclose(numbers, others, rtol=0, atol=1e-9)
            wrong += is_wrong.sum().item()
            shown = [[number(words) for words, _ in row] for row in rows]
            assert torch.allclose(
                torch.tensor(shown, dtype=torch.float64), numbers, atol=0.005001
            )
            assert [[mark for _, mark in row] for row in rows] == is_wrong.tolist()
        verdict = part.locator(".mha-note").last.inner_text()
        assert verdict == (
            f"{wrong} of 12 numbers are wrong" if wrong else "12 numbers, as on the map"
        )
        assert (wrong == 0) == (name == "right")
    explorer.get_by_role("button", name="Undo").press("Enter")
    expect(panels.get_by_role("checkbox")).not_to_be_checked()
    explorer.get_by_label("one").check()
    expect(panels).to_be_hidden()


def test_a_wrong_cuts_code_is_broken_between_its_calls_alone(page, address):
    page.set_viewport_size({"width": 390, "height": 760})
    checks.Visit(page, f"{address}/heads-in-one-product.html")
    page.locator(".mha-cuts input").check()
    calls = page.locator(".mha-cuts code > span, .mha-explorer .mha-title code > span")
    assert calls.count() > 8
    assert set(
        calls.evaluate_all("all => all.map(a => a.getClientRects().length)")
    ) == {1}


def test_a_block_is_copied_as_python_that_runs(open_map, page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    explorer = open_map(causal=True, placed=True)
    made = MapExplorer(causal=True, placed=True).compute()
    for name in ("x", "masked0", "weights1", "w_v1", "output"):
        press(explorer, f"{name}:0,0")
        explorer.get_by_role("button", name="Copy tensor").click()
        expect(explorer.locator("[aria-live=polite]")).to_have_text(
            re.compile(f"^{name} is copied as a tensor")
        )
        copied = eval(page.evaluate("navigator.clipboard.readText()"), {"torch": torch})
        torch.testing.assert_close(copied.double(), made[name], rtol=1e-6, atol=1e-6)


# ---- how it looks ---------------------


@pytest.mark.parametrize(("width", "form"), WIDTHS.items())
def test_the_picture_changes_its_form_and_stays_legible(explorer, page, width, form):
    assert checks.overflow(page, width) == []
    pictures = MapExplorer().pictures
    box = [float(x) for x in explorer.locator("svg").get_attribute("viewBox").split()]
    drawn = pictures[f"2 wrapper false {form}"]
    assert box[2:] == [drawn["width"], drawn["height"]]
    assert min(explorer.evaluate("node => map.digits(node)")) >= 11


# How far the word on an arrow is from the nearest cell at its height, on either side.
BESIDE = """node => {
  const box = (part) => part.getBoundingClientRect();
  const words = [...node.querySelectorAll("svg text")].filter(
    (text) => text.textContent === "softmax");
  const cells = [...node.querySelectorAll(".mha-cell rect")].map(box);
  return words.map(box).map((word) => Math.min(...cells
    .filter((cell) => cell.bottom > word.top && cell.top < word.bottom)
    .map((cell) => Math.max(cell.left - word.right, word.left - cell.right))));
}"""


@pytest.mark.parametrize("heads", [1, 2])
@pytest.mark.parametrize("design", ["wrapper", "split"])
def test_the_word_on_an_arrow_touches_no_number(open_map, heads, design):
    explorer = open_map(num_heads=heads, design=design)
    found = explorer.evaluate(BESIDE)
    assert len(found) == heads
    assert min(found) >= 2.5


@pytest.mark.parametrize("most", [1, 2.3, 10])
def test_every_number_fits_its_cell(open_map, most):
    table = [[-most, most], [most, -most]]
    explorer = open_map(
        embeddings=[*table, [-most, -most]], query=table, key=table, num_heads=1
    )
    assert explorer.evaluate("node => map.wider(node)") == []


@pytest.mark.parametrize("theme", ["light", *later("dark")])
@pytest.mark.parametrize("cell", ["weights1:2,1", *later("")])
def test_the_map_is_accessible(open_map, page, theme, cell):
    page.emulate_media(color_scheme=theme)
    explorer = open_map(design="split", causal=True, cell=cell)
    assert marked(explorer, "read") == ({cell} if cell else set())
    assert checks.axe_violations(page, theme, ".mha-explorer") == []


# ---- what stays in sight ---------------------


def foot(explorer) -> dict:
    return explorer.locator(".mha-foot").bounding_box()


@pytest.mark.parametrize("width", [1280, *later(390)])
def test_what_walks_on_is_in_sight_with_the_picture_and_covers_nothing_else(
    page, open_explorer, width
):
    page.set_viewport_size({"width": width, "height": 800})
    explorer = open_explorer(MapExplorer)
    page.evaluate("scrollTo(0, 0)")
    expect(explorer.get_by_role("button", name="Next")).to_be_in_viewport(ratio=1)
    expect(explorer.locator("[aria-live=polite]")).to_be_in_viewport(ratio=1)
    explorer.evaluate("n => scrollBy(0, n.getBoundingClientRect().top - 700)")
    options = explorer.locator(".mha-options").bounding_box()
    assert foot(explorer)["y"] >= options["y"] + options["height"]


@pytest.mark.parametrize("width", [1280, *later(390)])
def test_undo_is_in_sight_while_a_number_is_changed(explorer, page, width):
    page.set_viewport_size({"width": width, "height": 844})
    press(explorer, "w_q0:0,1")
    field = explorer.get_by_label("Change this number")
    field.fill("2")
    undo = explorer.get_by_role("button", name="Undo")
    expect(undo).to_be_in_viewport(ratio=1)
    boxes = [part.bounding_box() for part in (undo, field)]
    assert boxes[0]["y"] < boxes[1]["y"] + boxes[1]["height"]
    assert boxes[1]["y"] < boxes[0]["y"] + boxes[0]["height"]  # in one line
    parts = explorer.locator(".mha-foot :is(button, input):visible").all()
    line = sorted((part.bounding_box() for part in parts), key=lambda box: box["x"])
    for left, right in itertools.pairwise(line):
        assert left["x"] + left["width"] <= right["x"]
    undo.click()
    expect(field).to_have_value("0.6")


def test_who_comes_by_tab_finds_what_the_step_made(explorer, page):
    explorer.locator(".mha-steps input").nth(4).check(force=True)
    explorer.locator(".mha-steps input").nth(4).focus()
    page.keyboard.press("ArrowRight")
    explorer.locator(".mha-area [tabindex='0']").focus()
    assert marked(explorer, "read") == {"weights0:0,0"}


def test_by_keyboard_the_steps_cover_no_part_of_what_they_make(explorer, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    explorer.get_by_label("causal mask").check()
    explorer.locator(".mha-steps input").first.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    options = explorer.locator(".mha-options")
    assert options.evaluate("n => getComputedStyle(n).position") == "static"
    steps = explorer.locator(".mha-steps").bounding_box()
    made = explorer.locator("[data-name=weights0]").bounding_box()
    assert steps["y"] + steps["height"] <= made["y"]
    assert made["y"] + made["height"] <= foot(explorer)["y"]


def test_a_table_that_hides_nothing_says_so(explorer):
    picture = explorer.locator(".mha-area")
    for is_on in (False, True, False):
        explorer.get_by_label("causal mask").set_checked(is_on)
        for words, is_shown in (("no mask is on", not is_on), ("hidden: −∞", is_on)):
            notes = picture.locator("tspan", has_text=words)
            assert notes.count() == 2
            seen = notes.evaluate_all("all => all.map(one => one.checkVisibility())")
            assert seen == [is_shown] * 2


def test_all_heads_are_in_sight_while_options_are_open(explorer, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    options = explorer.locator(".mha-options")
    options.evaluate("node => (node.open = true, node.scrollIntoView())")
    page.wait_for_timeout(200)
    assert explorer.get_by_label("causal mask").bounding_box()["y"] >= 0
    foot = explorer.locator(".mha-foot").bounding_box()
    last = explorer.locator("[data-name=weights1]").bounding_box()
    assert last["y"] + last["height"] <= foot["y"]


def test_the_rows_of_the_options_begin_on_one_line(explorer, page):
    def starts(*parts):
        boxes = [explorer.locator(part).first.bounding_box() for part in parts]
        return [box["x"] for box in boxes]

    rows = [f".mha-map-controls fieldset:nth-of-type({k}) input" for k in (1, 2, 3)]
    for width, parts in (
        (1280, (".mha-map-controls", ".mha-keep > button")),
        (390, rows),
    ):
        page.set_viewport_size({"width": width, "height": 844})
        first, *others = starts(*parts)
        assert others == pytest.approx([first] * len(others), abs=1), width


def test_an_exponent_is_raised_and_heard_as_one(explorer):
    press(explorer, "weights0:1,0")
    live = explorer.locator("[aria-live=polite]")
    sums = "= e^0.6969 / (e^0.6969 + e^1.3179 + e^1.9389) = 0.1581"
    expect(live).to_contain_text(sums)
    powers = live.locator("sup")
    assert powers.count() == 4
    widths = powers.locator("i").evaluate_all("all => all.map(n => n.offsetWidth)")
    assert widths == [0] * 4
    press(explorer, "weights1:0,0")
    expect(live).to_contain_text("e^(−")
    expect(powers.locator("i", has_text="(").first).to_have_css("font-size", "0px")


def test_the_line_of_code_of_what_is_given_is_whole(explorer, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    press(explorer, "x:0,0")
    code = explorer.locator(".mha-inspector code")
    expect(code).to_have_text("x = torch.tensor(…)")
    assert code.evaluate("node => node.scrollWidth <= node.clientWidth")


def test_the_numbers_of_a_fault_can_be_seen_on_the_map(open_map):
    explorer = open_map(fault="over_queries", causal=True)
    right, faulty = MapExplorer(causal=True), MapExplorer(causal=True)
    expected = [right.compute(), faulty.compute("over_queries")]
    assert not torch.allclose(expected[0]["output"], expected[1]["output"])
    for choice in (1, 0):
        explorer.get_by_label(("right", "faulty")[choice], exact=True).check()
        shown = explorer.evaluate("node => map.read(node)")
        for name in ("weights0", "output"):
            numbers = [[number(words) for words in row] for row in shown[name]]
            made = torch.tensor(numbers, dtype=torch.float64)
            assert torch.allclose(made, expected[choice][name], atol=0.005001), name
    explorer.get_by_label("faulty").check()
    explorer.get_by_role("button", name="End the comparison").click()
    assert contract.inputs_of(explorer)["other"] is False
    shown = explorer.evaluate("node => map.read(node)")
    assert number(shown["output"][0][0]) == pytest.approx(
        expected[0]["output"][0, 0].item(), abs=0.005001
    )


def test_without_a_fault_the_map_prints_its_own_numbers_again(open_map):
    explorer = open_map(fault="over_queries", other=True)
    faults = explorer.locator(".mha-keep select")
    for fault, other in (("", False), ("over_queries", False)):
        faults.select_option(fault)
        inputs = contract.inputs_of(explorer)
        assert (inputs["fault"], inputs["other"]) == (fault, other)


def test_a_comparison_stays_in_sight_where_options_are_folded(explorer):
    explorer.get_by_role("button", name="Keep this to compare").click()
    explorer.locator("summary").click()
    expect(explorer.get_by_label("causal mask")).to_be_hidden()
    explorer.get_by_role("button", name="End the comparison").click()
    expect(explorer.locator(".mha-keep")).to_be_hidden()
