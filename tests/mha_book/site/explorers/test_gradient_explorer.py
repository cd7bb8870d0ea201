"""GradientInspector on the published page, against its Python half."""

import pytest
import torch
from playwright.sync_api import expect

import checks
import contract
import reading
from explorer_pages import start_of
from mha_book import palette
from mha_book.examples import HOW_ARE_YOU
from mha_book.explorers import GradientInspector
from mha_book.explorers.gradient.explorer import MATRICES, SYMBOLS

TOKENS = HOW_ARE_YOU.tokens
PROJECTIONS = MATRICES[2:]
NAMES = {"output": "outputs", "weights": "attention weights", "scores": "scores"}
VALUES = dict(NAMES)  # of these the numbers are shown, too
NAMES |= {"w_q": "query matrix", "w_k": "key matrix", "w_v": "value matrix"}
NAMES |= {"w_o": "output matrix"}
SLIDER = "Step h of the finite difference"
START = start_of(GradientInspector, *MATRICES, "picked", "exponent")


@pytest.fixture
def explorer(open_explorer):
    """With all that it folds unfolded."""
    explorer = open_explorer(GradientInspector, decimals=8)
    contract.unfold(explorer)
    return explorer


def gradients_of(kind) -> str:
    """What a table of gradients is called."""
    return f"gradients of the {NAMES[kind]}"


def name_of(name, row, column) -> str:
    """What a matrix's field is called."""
    if name in ("embeddings", "target"):
        word = name.removesuffix("s")
        return f"{word} of “{TOKENS[row]}”, feature {column}"
    return f"{NAMES[name]} {SYMBOLS[name]}, row {row}, column {column}"


def field(explorer, *place):
    return explorer.get_by_label(name_of(*place), exact=True)


def cell(explorer, kind, row, column):
    table = explorer.get_by_role("grid", name=gradients_of(kind), exact=True)
    return table.locator("tbody tr").nth(row).get_by_role("button").nth(column)


# ---- what the page shows ---------------------------------------------------------


# Title, and both tables of the picked number as texts.
DETAIL = """node => {
  const text = c => c.textContent;
  const rows = t => [...t.tBodies[0].rows].map(r => [...r.cells].map(text));
  const [sum, ways] = node.querySelectorAll("table.mha-terms");
  return {
    title: node.querySelector(".mha-headline .mha-title").textContent,
    sum: rows(sum), ways: rows(ways),
    chart: node.querySelector(".mha-step-size svg").ariaLabel,
  };
}"""
BOTH = f"node => [({reading.GRIDS})(node), ({DETAIL})(node)]"


def detail(explorer) -> dict:
    return explorer.evaluate(DETAIL)


def number(text: str) -> float:
    return float(text.replace("−", "-"))


def assert_shown(found, state):
    """Every number is Python's, the sum adds up to its gradient, and so do the ways."""
    grids, shown = found
    python = GradientInspector(**state)
    numbers, rules = python.compute()[1], python.gradients
    expected = {}  # in reading order
    for kind in SYMBOLS:
        if kind in VALUES:
            expected[VALUES[kind]] = numbers[kind].detach()
        gradient = torch.tensor(rules["exact"][kind], dtype=torch.float64)
        expected[gradients_of(kind)] = gradient
    reading.assert_shows(grids, expected, state)
    kind, row, column = state["picked"]
    exact, *faults = (rules[rule][kind][row][column] for rule in rules)
    near = {"abs": 1e-5, "rel": 1e-6}
    *terms, total = (
        [number(text) for text in line[1:] if text != "–"] for line in shown["sum"]
    )
    for slope, above, product in terms:
        assert slope * above == pytest.approx(product, **near), state
    assert sum(product for *_, product in terms) == pytest.approx(exact, **near), state
    assert total == [pytest.approx(exact, **near)], state
    by_sum, by_tape, by_difference, *by_fault = shown["ways"]
    for way, value in zip(
        (by_sum, by_tape, *by_fault), (exact, exact, *faults), strict=True
    ):
        assert number(way[1]) == pytest.approx(value, **near), (way, state)
    off = number(by_difference[2].removeprefix("off by "))
    gap = abs(number(by_difference[1]) - exact)
    assert off == pytest.approx(gap, rel=0.06, abs=1e-7), state


def edit(state, draw):
    """One random edit in the state that Python is given; gives it as the page's."""
    chance = draw.random()
    if chance < 0.3:
        kind = draw.choice(list(SYMBOLS))
        size = {"output": (3, 2), "weights": (3, 3), "scores": (3, 3)}.get(kind, (2, 2))
        place = [draw.randrange(size[0]), draw.randrange(size[1])]
        state["picked"] = [kind, *place]
        grids = [gradients_of(kind), VALUES.get(kind)]
        return [draw.choice(list(filter(None, grids))), *place], None
    if chance < 0.4:
        state["exponent"] = draw.randrange(-12, 0)
        return SLIDER, state["exponent"]
    name = draw.choice(MATRICES)
    row, column = draw.randrange(len(state[name])), draw.randrange(2)
    value = round(draw.uniform(-3, 3), draw.randrange(6))
    state[name][row][column] = value
    return name_of(name, row, column), value


def test_edits_show_pythons_gradients(explorer):
    for found, state in reading.edit_at_random(explorer, START, edit, BOTH):
        assert_shown(found, state)


def test_the_example_starts_with_a_score_taken_apart(explorer):
    explorer.get_by_label("Decimals").select_option("4")
    shown = detail(explorer)
    assert shown["title"] == "One number: score “how” → “are” = −0.1377"
    says = explorer.locator(".mha-headline p").last.inner_text()
    assert (
        says
        == "Its gradient is 0.0340: as it grows, the loss grows 0.0340 times as fast."
    )
    way = ["score “how” → “are”", "all weights of “how”", "both outputs of “how”"]
    path = explorer.get_by_role("list", name="Its way to the loss")
    assert path.get_by_role("listitem").all_inner_texts() == [*way, "the loss"]
    assert shown["sum"] == [
        ["weight “how” → “how”", "−0.1176", "2.9667", "−0.3490"],
        ["weight “how” → “are”", "0.2221", "5.5482", "1.2322"],
        ["weight “how” → “you”", "−0.1045", "8.1298", "−0.8492"],
        ["sum", "–", "–", "0.0340"],
    ]
    ways = shown["ways"]
    assert [row[0] for row in ways] == [
        "the sum above",
        "autograd (a tape)",
        "difference, h = 10⁻⁴",
        "p(1 − p) elementwise",
        "p(1 − p) multiplied",
    ]
    assert [row[1] for row in ways[:4]] == ["0.0340"] * 3 + ["1.2322"]
    assert [row[2] for row in ways[:2]] == ["equal", "the reference"]
    assert ways[2][2].startswith("off by ")
    assert [row[2][:9] for row in ways[3:]] == ["wrong by "] * 2
    assert "L = ½ Σ (O − Y)² = 2.6210." in explorer.inner_text()


def test_one_number_and_its_way_come_first_and_the_rest_unfolds(open_explorer, page):
    explorer = open_explorer(GradientInspector)
    summaries = explorer.locator("summary")
    assert [text[:20] for text in summaries.all_inner_texts()] == [
        "4. Further back: the",
        "More ways to this gr",
        "Change the numbers: ",
    ]
    assert explorer.locator("details[open]").count() == 0
    assert explorer.evaluate("node => contract.stops(node).length") <= 12
    headline, sums = (
        explorer.locator(part).bounding_box() for part in (".mha-headline", ".mha-sum")
    )
    assert sums["y"] + sums["height"] - headline["y"] < 740  # at once in sight
    pressed = explorer.locator("[aria-pressed=true]")
    assert pressed.all_inner_texts() == ["−0.1377", "0.0340"]
    assert explorer.locator(".mha-used").count() == 3  # what it goes into


def test_what_a_link_picks_is_unfolded(open_explorer):
    explorer = open_explorer(GradientInspector, picked=["w_k", 0, 1])
    expect(explorer.locator("[aria-pressed=true]")).to_have_count(1)
    expect(explorer.locator("[aria-pressed=true]")).to_be_visible()


def test_cells_are_32_px_high_equally_wide_and_in_their_roles_colours(explorer):
    for kind in NAMES:
        boxes = [
            cell(explorer, kind, 0, j).locator("..").bounding_box() for j in (0, 1)
        ]
        assert all(box["height"] >= 32 for box in boxes)
        assert boxes[0]["width"] == pytest.approx(boxes[1]["width"], abs=2), kind
    roles = {"w_q": "QUERY", "w_k": "KEY", "w_v": "VALUE"}
    for kind, role in roles.items():
        border = (
            cell(explorer, kind, 0, 0)
            .locator("..")
            .evaluate("node => getComputedStyle(node).borderTopColor")
        )
        assert border == f"rgb{tuple(bytes.fromhex(getattr(palette, role)[1:]))}"


@pytest.mark.parametrize("kind", ["output", "weights", "w_v", "w_o"])
def test_before_the_softmax_the_faults_change_nothing(explorer, kind):
    cell(explorer, kind, 0, 1).click()
    judged = [row[2] for row in detail(explorer)["ways"]]
    assert judged[3:] == ["equal: no softmax on the way back"] * 2


@pytest.mark.parametrize("kind", ["scores", "w_q", "w_k"])
def test_behind_the_softmax_both_faults_are_called_wrong(explorer, kind):
    cell(explorer, kind, 1, 0).click()
    caption = explorer.locator(".mha-terms caption").first.inner_text()
    assert caption.endswith("of the Jacobian") == (kind == "scores")
    ways = detail(explorer)["ways"]
    for row in ways[3:]:
        gap = abs(number(row[1]) - number(ways[1][1]))
        assert number(row[2].removeprefix("wrong by ")) == pytest.approx(gap, rel=0.06)


@pytest.mark.parametrize(
    ("picked", "line"),
    [
        (
            ("output", 0, 0),
            "output of “how”, feature 0 is −3.03; its gradient: "
            "output − target = −3.03 − (−2.00) = −1.03",
        ),
        (
            ("weights", 2, 0),
            "weight “you” → “how” is 0.42; "
            "its gradient: (−1.65)·1.14 + (−0.83)·0.56 = −2.35",
        ),
        (
            ("scores", 0, 1),
            "score “how” → “are” is −0.14; its gradient: "
            "(−0.12)·2.97 + 0.22·5.55 + (−0.10)·8.13 = 0.03",
        ),
        (
            ("w_o", 1, 0),
            "WO, row 1, column 0 is 0.40; its gradient: "  # O is set below
            "(−2.51)·(−1.03) + (−2.44)·0.06 + (−2.37)·1.14 = −0.25",
        ),
    ],
)
def test_the_live_line_reads_a_gradient_as_a_sum(explorer, live, page, picked, line):
    explorer.get_by_label("Decimals").select_option("2")
    cell(explorer, *picked).hover()
    assert live.inner_text() == line
    page.mouse.move(0, 0)  # to focus may scroll
    cell(explorer, "w_v", 0, 0).focus()
    assert live.inner_text() != line
    cell(explorer, *picked).focus()
    assert live.inner_text() == line


def test_what_is_read_stands_at_the_windows_foot_and_at_rest_lies_over_nothing(
    explorer, page
):
    page.set_viewport_size({"width": 1280, "height": 700})
    foot, bottom = explorer.locator(".mha-foot"), page.viewport_size["height"]
    first = cell(explorer, "output", 0, 0)
    first.evaluate("node => node.scrollIntoView({block: 'start'})")
    page.mouse.move(0, 0)
    assert foot.bounding_box()["y"] > bottom  # below all that is seen
    first.hover()
    box = foot.bounding_box()
    assert abs(box["y"] + box["height"] - bottom) < 2
    page.mouse.move(0, 0)
    assert foot.bounding_box()["y"] > bottom


def test_what_gets_the_focus_stands_above_the_line_that_reads_it(explorer, page):
    page.set_viewport_size({"width": 1280, "height": 700})
    page.evaluate("scrollTo(0, 0)")
    for _ in range(12):
        stops = explorer.evaluate_handle("node => contract.stops(node)")
        at = "stops => stops.indexOf(document.activeElement)"
        if stops.evaluate(at) < 0:
            explorer.evaluate("node => contract.stops(node)[0].focus()")
        page.keyboard.press("Tab")
        line = explorer.locator(".mha-foot").bounding_box()["y"]
        focused = page.locator(":focus").bounding_box()
        assert focused["y"] + focused["height"] <= line + 1


def test_a_wrong_press_is_answered_and_what_is_typed_says_how_far_it_came(
    explorer, live
):
    explorer.get_by_label("Decimals").select_option("2")
    cell(explorer, "scores", 1, 1).click()
    expect(live).to_contain_text("“are” has the gradient 0.01. Look in dS")
    cell(explorer, "scores", 2, 0).hover()  # which presses nothing
    expect(live).not_to_contain_text("Not yet")
    cell(explorer, "scores", 2, 0).click()
    field(explorer, "w_q", 1, 0).fill("0.5")  # of which the task says nothing
    expect(live).not_to_contain_text("Not yet")
    expect(live).to_contain_text("score “you” → “how” is")
    cell(explorer, "scores", 0, 0).click()
    expect(live).not_to_contain_text("Not yet")  # it is done
    explorer.get_by_role("button", name="Next task").first.click()
    cell(explorer, "w_o", 0, 0).click()
    expect(live).to_contain_text("does not lead through all nine")
    cell(explorer, "w_k", 0, 0).click()
    explorer.get_by_role("button", name="Next task").first.click()
    field(explorer, "w_q", 1, 0).fill("-2")
    expect(live).to_contain_text("the largest weights of the rows are 0.8")
    expect(live).not_to_contain_text("gradient:")  # no sum of something else
    explorer.get_by_role("button", name="Reset").click()
    expect(live).not_to_contain_text("Not yet")


TORN = """all => all.filter(part => {
  const range = document.createRange();
  range.selectNodeContents(part);
  return range.getClientRects().length > 1;
}).map(part => part.textContent)"""


def test_on_a_phone_heads_are_whole_and_narrow_fields_share_a_row(page, open_explorer):
    page.set_viewport_size({"width": 390, "height": 844})
    explorer = open_explorer(GradientInspector)
    contract.unfold(explorer)
    fields = explorer.locator("table.mha-inputs")
    assert fields.locator("th").evaluate_all(TORN) == []
    tops = [table.bounding_box()["y"] for table in fields.all()]
    assert tops[0::2] == pytest.approx(tops[1::2], abs=1)


READ_NEXT = {
    "output": ("loss", []),
    "weights": ("output", [2, 3]),
    "scores": ("weights", [3, 4, 5]),
    "w_q": ("scores", list(range(9))),
    "w_k": ("scores", list(range(9))),
    "w_v": ("output", list(range(6))),
    "w_o": ("output", [0, 2, 4]),
}


@pytest.mark.parametrize("kind", SYMBOLS)
def test_the_gradients_that_it_is_made_of_are_underlined(explorer, kind):
    cell(explorer, kind, 1, 0).focus()
    marks = explorer.evaluate(
        """node => Object.fromEntries([...node.querySelectorAll("table.mha-grid")].map(
             t => [t.ariaLabel, ["mha-used", "mha-read"].map(mark =>
               [...t.querySelectorAll("button")].flatMap(
                 (b, i) => b.classList.contains(mark) ? [i] : []))]))"""
    )
    after, used = READ_NEXT[kind]
    for other in SYMBOLS:
        width = 3 if other in ("weights", "scores") else 2
        read = [width] if other == kind else []  # row 1, column 0
        expected = [used if other == after else [], read]
        assert marks[gradients_of(other)] == expected
        if other in VALUES:
            assert marks[VALUES[other]] == [[], read]


def test_smaller_steps_come_closer_until_rounding_takes_over(explorer):
    errors = {}
    slider = explorer.get_by_role("slider")
    for exponent in (-1, -3, -5, -9, -12):
        slider.fill(str(exponent))
        words = detail(explorer)["ways"][2][2]
        errors[exponent] = number(words.removeprefix("off by "))
        assert slider.get_attribute("aria-valuetext").startswith("h = 10⁻")
    assert errors[-1] > 100 * errors[-3] > 1000 * errors[-5]
    assert errors[-5] < errors[-9] < errors[-12]


def test_the_slider_can_be_seen(explorer):
    """All explorers share one style sheet: another's rule can hide a control."""
    shown = "node => node.checkVisibility({ opacityProperty: true })"
    assert explorer.get_by_role("slider").evaluate(shown)


def test_the_chart_tells_its_numbers(explorer):
    slider = explorer.get_by_role("slider")
    slider.fill("-1")
    shown = detail(explorer)
    off = shown["ways"][2][2].removeprefix("off by ")
    assert f"At h = 10⁻¹ it is {off}; it is least at h = 10⁻" in shown["chart"]
    errors = {}
    for exponent in range(-12, 0):
        slider.fill(str(exponent))
        words = detail(explorer)["ways"][2]
        name = words[0].removeprefix("difference, ")
        errors[name] = number(words[2].removeprefix("off by "))
    least = shown["chart"].split("it is least at ")[1].removesuffix(".")
    assert errors[least] == min(errors.values())
    slider.fill("-1")
    assert explorer.locator("svg .mha-name").text_content() == f"off by {off}"
    line = explorer.locator("svg polyline").get_attribute("points").split()
    assert len(line) == 12
    heights = [float(point.split(",")[1]) for point in line]
    dot = explorer.locator("svg .mha-dot")
    assert float(dot.get_attribute("cy")) == pytest.approx(heights[-1], abs=0.01)
    assert heights[-1] < heights[-2] < heights[-3]  # higher: a larger error


@pytest.mark.parametrize(
    ("typed", "found"), [("10.5", "10.5"), ("-11", "−11"), ("", "no number")]
)
def test_bad_numbers_are_named_and_lose_nothing(explorer, typed, found):
    wrong = field(explorer, "w_k", 1, 0)
    wrong.fill(typed)
    alert = explorer.get_by_role("alert")
    assert alert.inner_text() == (
        f"Key matrix W_K, row 1, column 0: found {found}, expected −10 to 10; "
        "0.2 is kept."
    )
    assert wrong.get_attribute("aria-invalid") == "true"
    wrong.blur()
    assert_shown(explorer.evaluate(BOTH), START)
    wrong.fill("10")
    assert alert.inner_text() == ""


def too_wide(explorer) -> list[str]:
    """Parts whose content reaches over their neighbours, or beyond the frame."""
    return explorer.evaluate(
        """node => [...node.querySelectorAll(".mha-scroll, .mha-panels, .mha-way")]
             .filter(n => n.clientWidth > node.clientWidth)
             .map(n => n.outerHTML.slice(0, 80))"""
    )


BROKEN = """node => [...node.querySelectorAll("td, dd, li")]
  .filter(part => !part.firstElementChild && /^−?[\\d.]+$/.test(part.textContent))
  .filter(part => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getClientRects().length > 1;
  })
  .map(part => part.textContent)"""


def test_the_longest_numbers_fit_a_phone(page, open_explorer):
    page.set_viewport_size({"width": 390, "height": 844})
    large = {name: [[-9.87654] * 2] * 2 for name in PROJECTIONS}
    large |= {"embeddings": [[-9.87654] * 2] * 3, "target": [[9.87654] * 2] * 3}
    picked = ["w_v", 0, 0]
    explorer = open_explorer(GradientInspector, **large, picked=picked, decimals=8)
    contract.unfold(explorer)
    cell(explorer, "w_v", 0, 1).hover()
    assert checks.overflow(page, 390) == []
    assert too_wide(explorer) == []
    assert "NaN" not in explorer.inner_text()  # scores beyond e's reach
    assert explorer.evaluate(BROKEN) == []


@pytest.mark.parametrize("width", [1280, 800])
def test_the_steps_stand_beside_each_other_and_their_numbers_have_air(
    explorer, page, width
):
    checks.resize(page, width)
    tops = explorer.locator(".mha-step").evaluate_all(
        "all => all.map(step => step.getBoundingClientRect().top)"
    )
    assert len(tops) == 3
    assert len(set(tops)) == 1
    room = explorer.locator(".mha-step tbody td > button").evaluate_all(
        """all => all.map(cell => {
             const words = document.createRange();
             words.selectNodeContents(cell);
             return cell.clientWidth - words.getBoundingClientRect().width;
           })"""
    )
    assert len(room) == 48
    assert min(room) >= 5
