"""MapExplorer on the published page, against PyTorch in float64."""

import copy
import json
import math
import random
import re
from urllib.parse import urlencode

import pytest
import torch
from playwright.sync_api import expect

import checks
import contract
import reading
from mha_book.explorers import MapExplorer
from mha_book.explorers.map.explorer import MATRICES, SWITCHES
from mha_book.pictures.kit.layer import layer
from mha_book.pictures.kit.steps import STEPS
from project import PROJECT

PAGE_SCRIPT = PROJECT / "tests" / "js" / "map_page.js"
WIDTHS = {390: "column", 768: "pair", 1000: "pair", 1280: "row", 1440: "row"}
FRAME = 16  # ms
LABELS = {
    "num_heads": {1: "one", 2: "two"},
    "design": {"wrapper": "wrapper", "split": "weight split"},
    "causal": dict.fromkeys([False, True], "causal mask"),
    "placed": dict.fromkeys([False, True], "positions"),
}
OTHERS = {"num_heads": [1, 2], "design": ["wrapper", "split"]}


@pytest.fixture
def open_map(page, address):
    """A function: link -> the explorer, on its page."""

    def opened(**link):
        values = {name: json.dumps(value) for name, value in link.items()}
        sign = "#" + urlencode({"explorer": "map"} | values) if link else ""
        checks.open_page(page, f"{address}/map.html{sign}")
        if not page.evaluate("'map' in window && 'edit' in map"):
            page.add_script_tag(path=PAGE_SCRIPT)
        return page.get_by_role("region", name="The map, map")

    return opened


@pytest.fixture
def explorer(open_map):
    return open_map()


def start() -> dict[str, object]:
    started = MapExplorer()
    return {n: copy.deepcopy(getattr(started, n)) for n in (*MATRICES, *SWITCHES)}


def press(explorer, cell: str) -> None:
    explorer.evaluate("(node, cell) => map.press(node, cell)", cell)


def marked(explorer, kind: str) -> set[str]:
    return set(explorer.evaluate("(node, kind) => map.marked(node, kind)", kind))


def said(explorer) -> str:
    return explorer.locator("[aria-live=polite]").inner_text()


def number(words: str) -> float:
    return -math.inf if words == "−∞" else float(words.replace("−", "-"))


# ---- two hundred edits ---------------------


def drawn(state: dict, draw: random.Random) -> dict[str, object]:
    """One random edit: done in the state, and told to the page."""
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


def assert_shows(found: dict, state: dict) -> None:
    """Results to full precision, and what is printed to its last digit."""
    expected = MapExplorer(**state)
    close = {"rtol": 0, "atol": 1e-6}
    for name in ("weights", "output"):
        pair = found[name], getattr(expected, name)
        tensors = (torch.tensor(rows, dtype=torch.float64) for rows in pair)
        torch.testing.assert_close(*tensors, **close)
    made = {name: rows.tolist() for name, rows in expected.compute().items()}
    assert list(found["printed"]) == list(made)
    for name, rows in made.items():
        printed = [[number(words) for words in row] for row in found["printed"][name]]
        for shown, row in zip(printed, rows, strict=True):
            assert shown == pytest.approx(row, abs=0.005001), (name, state)


def test_two_hundred_edits_show_pytorchs_numbers(explorer, page, site):
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    draw, state = random.Random(seed), start()
    edits, states = [], []
    for _ in range(200):
        edits.append(drawn(state, draw))
        states.append(copy.deepcopy(state))
    mounted = contract.mount(page, contract.places(site)["MapExplorer"].state)
    shown = mounted.evaluate("(node, edits) => map.edit(node, edits)", edits)
    contract.unmount(page)
    for found, expected in zip(shown, states, strict=True):
        assert_shows(found, expected)
    seen = {tuple(s[name] for name in SWITCHES) for s in states}
    assert len(seen) > 8


def test_a_number_that_is_none_is_named_and_loses_nothing(explorer):
    press(explorer, "w_q1:0,1")
    field = explorer.get_by_label("The number that is read")
    expect(field).to_have_value("0.1")
    for typed, found in (("", "no number"), ("11", "11")):
        field.fill(typed)
        alert = explorer.get_by_role("alert").inner_text()
        expected = "expected -10 to 10; 0.1 is kept."
        assert alert == f"The number: found {found}, {expected}"
    field.blur()
    expect(field).to_have_value("0.1")
    press(explorer, "q1:0,0")
    expect(field).to_be_hidden()  # computed, not given


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
    expect(back).to_be_focused()  # a reader is not thrown out at the end
    for _ in STEPS:
        page.keyboard.press("Enter")
    assert said(explorer) == whole
    expect(next_).to_be_focused()


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


@pytest.mark.parametrize("width", [390, 768, 1280])
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
        results = [number(x) for x in re.findall(r"= (−?[\d.]+)(?=\n|$)", line)]
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
    field = explorer.get_by_label("The number that is read")
    for leave in ("Escape", "Enter"):
        expect(field).to_be_focused()
        page.keyboard.press(leave)
        expect(field).not_to_be_focused()
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.type("7")  # goes into the field
    expect(field).to_have_value("7")
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
    weights = explorer.get_by_role("grid", name="weights, head 1")
    weights.get_by_role("gridcell").nth(5).hover()
    assert said(explorer).startswith("weights1[are, you] (head 1) = softmax")
    assert marked(explorer, "read") == {"weights1:1,2"}
    expect(explorer.locator(".mha-inspector")).to_be_hidden()
    page.mouse.move(1, 1)
    assert (said(explorer), marked(explorer, "read")) == (whole, set())
    weights.get_by_role("gridcell").nth(5).click()
    page.mouse.move(1, 1)
    assert marked(explorer, "read") == {"weights1:1,2"}
    explorer.get_by_role("grid", name="X").get_by_role("gridcell").first.hover()
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
    assert f"It has a part in {len(fed)} numbers." in said(explorer)


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
    expect(explorer.get_by_label("The number that is read")).to_have_value("5")
    shown = explorer.evaluate("node => map.read(node)")
    assert shown["w_q"][0] == ["5", "0.6"]
    assert shown["masked0"][0][1] == "−∞"
    again = contract.inputs_of(explorer)
    expected = state | {"causal": True, "cell": "w_q:0,0", "step": 6}
    assert {name: again[name] for name in expected} == expected


def changed_by(state: dict, switch: str, other: object) -> tuple[set[str], int]:
    """The cells that a switch changes, and how many there are in both pictures."""
    here, there = (
        MapExplorer(**state).compute(),
        MapExplorer(**state | {switch: other}).compute(),
    )
    common = [n for n in here if n in there and here[n].shape == there[n].shape]
    gaps = {n: ~torch.isclose(here[n], there[n], rtol=0, atol=1e-9) for n in common}
    cells = {f"{n}:{i},{j}" for n in common for i, j in gaps[n].nonzero().tolist()}
    return cells, sum(here[n].numel() for n in common)


@pytest.mark.parametrize(
    ("switch", "turned"),
    [("causal", True), ("placed", True), ("num_heads", 1), ("design", "split")],
)
def test_a_switch_marks_and_counts_what_it_changed(explorer, switch, turned):
    explorer.get_by_label(LABELS[switch][turned], exact=True).click()
    state = start()
    before = state[switch]
    cells, common = changed_by(state | {switch: turned}, switch, before)
    assert marked(explorer, "changed") == cells
    visible = explorer.locator(".mha-changed-mark:visible").count()
    assert visible == len(cells)
    count = len(cells) or "none"
    assert f", {count} of the {common} numbers that both have differ" in said(explorer)
    assert (cells == set()) == (switch == "design")
    explorer.get_by_label("Mark what changes with").select_option("")
    assert marked(explorer, "changed") == set()


def wrong_cuts(state: dict) -> dict[str, dict[str, torch.Tensor]]:
    """Tables of each way to cut, by PyTorch: Q of each head, and the output."""
    tensors = [torch.tensor(state[name], dtype=torch.float64) for name in MATRICES]
    x, *projections, w_o = tensors
    ways = {
        "Right": lambda w: torch.stack((x @ w.T).chunk(2, 1)),
        "Wrong: slice": lambda w: torch.stack([x[:, [h]] * w[h, h] for h in (0, 1)]),
        "Wrong: reshape": lambda w: (x @ w.T).view(2, 3, 1),
    }
    made = {}
    for name, cut in ways.items():
        q, k, v = (cut(w) for w in projections)
        mixed = torch.nn.functional.scaled_dot_product_attention(q, k, v)
        output = torch.cat(list(mixed), 1) @ w_o.T
        made[name] = {"Q of head 0": q[0], "Q of head 1": q[1], "output": output}
    return made


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
    made = wrong_cuts(start())
    for name, tables in made.items():
        part = panels.locator(".mha-part").filter(has_text=name)
        found, wrong = dict(part.evaluate(READ_CUT)), 0
        assert list(found) == list(tables)
        for caption, expected in tables.items():
            is_wrong = ~torch.isclose(
                expected, made["Right"][caption], rtol=0, atol=1e-9
            )
            wrong += is_wrong.sum().item()
            for cells, row, marks in zip(
                found[caption], expected, is_wrong, strict=True
            ):
                shown = [number(words) for words, _ in cells]
                assert shown == pytest.approx(row.tolist(), abs=0.005001)
                assert [mark for _, mark in cells] == marks.tolist()
        verdict = part.locator(".mha-note").last.inner_text()
        assert verdict == (
            f"{wrong} of 12 numbers are wrong" if wrong else "12 numbers, as on the map"
        )
        assert (wrong == 0) == (name == "Right")
    explorer.get_by_label("one").check()
    expect(panels).to_be_hidden()


def test_a_block_is_copied_as_python_that_runs(open_map, page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    explorer = open_map(causal=True, placed=True)
    made = MapExplorer(causal=True, placed=True).compute()
    for name in ("x", "masked0", "weights1", "w_v1", "output"):
        press(explorer, f"{name}:0,0")
        explorer.get_by_role("button", name="Copy as tensor").click()
        expect(explorer.locator("[aria-live=polite]")).to_have_text(
            re.compile(f"^{name} is copied as a tensor")
        )
        copied = eval(page.evaluate("navigator.clipboard.readText()"), {"torch": torch})
        torch.testing.assert_close(copied.double(), made[name], rtol=1e-6, atol=1e-6)


# ---- how it looks, and how fast it is ---------------------


@pytest.mark.parametrize(("width", "form"), WIDTHS.items())
def test_the_picture_changes_its_form_and_stays_legible(explorer, page, width, form):
    assert checks.overflow(page, width) == []
    pictures = MapExplorer().pictures
    box = [float(x) for x in explorer.locator("svg").get_attribute("viewBox").split()]
    drawn = pictures[f"2 wrapper false {form}"]
    assert box[2:] == [drawn["width"], drawn["height"]]
    assert min(explorer.evaluate("node => map.digits(node)")) >= 11


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("cell", ["", "weights1:2,1"])
def test_the_map_is_accessible(open_map, page, theme, cell):
    page.emulate_media(color_scheme=theme)
    explorer = open_map(design="split", causal=True, cell=cell)
    assert marked(explorer, "read") == ({cell} if cell else set())
    assert checks.axe_violations(page, theme, ".mha-explorer") == []


def test_a_key_press_is_painted_within_a_frame(explorer, page):
    press(explorer, "x:0,0")
    assert reading.press_cost(page, "ArrowRight", "ArrowLeft", limit=FRAME) <= FRAME
    press(explorer, "x:0,0")
    explorer.get_by_label("The number that is read").focus()
    assert reading.press_cost(page, "ArrowUp", "ArrowDown", limit=FRAME) <= FRAME
