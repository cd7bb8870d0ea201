"""GradientInspector on the published page, against PyTorch's autograd in float64."""

import json
from urllib.parse import urlencode

import pytest
import torch

import checks
import reading
from mha_book.examples import HOW_ARE_YOU, TWO_HEADS
from mha_book.pictures.learning.gradients import TARGET

TOKENS = HOW_ARE_YOU.tokens
PROJECTIONS = ("w_q", "w_k", "w_v", "w_o")
MATRICES = ("embeddings", "target", *PROJECTIONS)
SYMBOLS = {
    "output": "O",
    "weights": "P",
    "scores": "S",
    "w_q": "W_Q",
    "w_k": "W_K",
    "w_v": "W_V",
    "w_o": "W_O",
}
VALUES = {"scores": "scores, scaled", "weights": "attention weights"}
VALUES |= {"output": "output"}
SLIDER = "Step h of the finite difference"
AFTER = {"weights": "output", "scores": "weights", "w_q": "scores", "w_k": "scores"}
AFTER |= {"w_v": "output", "w_o": "output"}
GIVEN = {"embeddings": HOW_ARE_YOU.embeddings, "target": TARGET}
GIVEN |= {  # multiplied from the right: the transposes of what PyTorch stores
    name: [*zip(*rows, strict=True)]
    for name, rows in zip(PROJECTIONS, vars(TWO_HEADS).values(), strict=True)
}
START = {
    **{name: [list(row) for row in rows] for name, rows in GIVEN.items()},
    "picked": ["scores", 0, 1],
    "exponent": -4,
}


def region(page):
    return page.get_by_role("region", name="Gradient inspector, gradient")


@pytest.fixture
def explorer(page, address):
    checks.open_page(page, f"{address}/walk-back.html")
    found = region(page)
    found.get_by_label("Decimals").select_option("8")
    return found


@pytest.fixture
def live(explorer):
    return explorer.locator("[aria-live=polite]")


def name_of(name, row, column) -> str:
    """What a matrix's field is called."""
    caption = {"embeddings": "Embeddings X", "target": "Target"}.get(name)
    letters = {"w_o": "DE"}.get(name, "ED")
    rows = f"{letters[0]} {row}" if caption is None else TOKENS[row]
    columns = f"{letters[1] if caption is None else 'E'} {column}"
    return f"{caption or SYMBOLS[name]}, {rows}, {columns}"


def field(explorer, *place):
    return explorer.get_by_label(name_of(*place), exact=True)


def cell(explorer, kind, row, column):
    name = f"gradient of {SYMBOLS[kind]}"
    table = explorer.get_by_role("grid", name=name, exact=True)
    return table.locator("tbody tr").nth(row).get_by_role("button").nth(column)


# ---- what is expected, by PyTorch alone ------------------------------------------


def forward(state, override=None) -> tuple[torch.Tensor, dict]:
    """Loss and tables; `override` is (kind, row, column, what to add)."""
    table = {}

    def keep(kind, tensor):
        if override and override[0] == kind:
            bump = torch.zeros_like(tensor)
            bump[override[1], override[2]] = override[3]
            tensor = tensor + bump
        table[kind] = tensor
        return tensor

    x, target, *rows = (
        torch.tensor(state[name], dtype=torch.float64, requires_grad=True)
        for name in MATRICES
    )
    w_q, w_k, w_v, w_o = (keep(*it) for it in zip(PROJECTIONS, rows, strict=True))
    scores = keep("scores", (x @ w_q) @ (x @ w_k).T / 2**0.5)
    weights = keep("weights", scores.softmax(-1))
    output = keep("output", weights @ (x @ w_v) @ w_o)
    return ((output - target) ** 2).sum() / 2, table


def derivative(of, table, at=None):
    return torch.autograd.grad(of, table, at, retain_graph=True)[0]


def expected_grids(state) -> dict[str, torch.Tensor]:
    loss, table = forward(state)
    grids = {VALUES[kind]: table[kind].detach() for kind in VALUES}
    for kind, symbol in SYMBOLS.items():
        grids[f"gradient of {symbol}"] = derivative(loss, table[kind])
    return grids


def expected_terms(state) -> list[list[float]]:
    """Slope, gradient and product for each number that reads the picked one."""
    kind, row, column = state["picked"]
    loss, table = forward(state)
    if kind == "output":
        gap = derivative(loss, table["output"])[row, column].item()
        return [[gap, 1, gap]]
    after = table[AFTER[kind]]
    above, found = derivative(loss, after), []
    for place, one in zip(
        torch.cartesian_prod(*map(torch.arange, after.shape)).tolist(),
        after.flatten(),
        strict=True,
    ):
        reads = {
            "weights": place[0] == row,
            "scores": place[0] == row,
            "w_o": place[1] == column,
        }.get(kind, True)
        if reads:
            slope = derivative(one, table[kind])[row, column].item()
            there = above[tuple(place)].item()
            found.append([slope, there, slope * there])
    return found


def expected_ways(state) -> list[float]:
    """The sum, autograd, the difference, and both faults."""
    kind, row, column = state["picked"]
    loss, table = forward(state)
    exact = derivative(loss, table[kind])[row, column].item()
    h = 10 ** state["exponent"]
    high, low = (forward(state, (kind, row, column, by))[0].item() for by in (h, -h))
    p, above = table["weights"], derivative(loss, table["weights"])
    faults = []
    for wrong in (above * p * (1 - p), above @ (p * (1 - p))):
        if kind == "scores":
            faults.append(wrong[row, column].item())
        elif kind in ("w_q", "w_k"):
            behind = derivative(table["scores"], table[kind], wrong.detach())
            faults.append(behind[row, column].item())
        else:
            faults.append(exact)
    return [exact, exact, (high - low) / (2 * h), *faults]


# ---- what the page shows ---------------------------------------------------------


# Title, and both tables of the picked number as texts.
DETAIL = """node => {
  const text = c => c.textContent;
  const rows = t => [...t.tBodies[0].rows].map(r => [...r.cells].map(text));
  const [sum, ways] = node.querySelectorAll(".mha-inspected table");
  return {
    title: node.querySelector(".mha-inspected .mha-title").textContent,
    sum: rows(sum), ways: rows(ways),
    chart: node.querySelector(".mha-inspected svg").ariaLabel,
  };
}"""
BOTH = f"node => [({reading.GRIDS})(node), ({DETAIL})(node)]"


def detail(explorer) -> dict:
    return explorer.evaluate(DETAIL)


def number(text: str) -> float:
    return float(text.replace("−", "-"))


def assert_shown(found, state):
    grids, shown = found
    reading.assert_shows(grids, expected_grids(state), state)
    *terms, total = shown["sum"]
    found = [[number(text) for text in row[1:]] for row in terms]
    torch.testing.assert_close(
        torch.tensor(found, dtype=torch.float64),
        torch.tensor(expected_terms(state), dtype=torch.float64),
        rtol=0,
        atol=1e-6,
        msg=lambda m: f"terms of {state}: {m}",
    )
    ways = expected_ways(state)
    assert number(total[-1]) == pytest.approx(ways[0], abs=1e-6), state
    loss = forward(state)[0].item()
    lost = 100 * 2**-53 * max(abs(loss), 1) / 10 ** state["exponent"]  # to rounding
    slack = [1e-6, 1e-6, 1e-6 + lost, 1e-6, 1e-6]
    for row, value, off in zip(shown["ways"], ways, slack, strict=True):
        assert number(row[1]) == pytest.approx(value, abs=off), (row, state)


def edit(state, draw):
    """One random edit in the state that PyTorch is given; gives it as the page's."""
    chance = draw.random()
    if chance < 0.3:
        kind = draw.choice(list(SYMBOLS))
        size = {"output": (3, 2), "weights": (3, 3), "scores": (3, 3)}.get(kind, (2, 2))
        place = [draw.randrange(size[0]), draw.randrange(size[1])]
        state["picked"] = [kind, *place]
        grids = [f"gradient of {SYMBOLS[kind]}", VALUES.get(kind)]
        return [draw.choice(list(filter(None, grids))), *place], None
    if chance < 0.4:
        state["exponent"] = draw.randrange(-12, 0)
        return SLIDER, state["exponent"]
    name = draw.choice(MATRICES)
    row, column = draw.randrange(len(state[name])), draw.randrange(2)
    value = round(draw.uniform(-3, 3), draw.randrange(6))
    state[name][row][column] = value
    return name_of(name, row, column), value


def test_two_hundred_edits_show_pytorchs_gradients(explorer):
    for found, state in reading.two_hundred_edits(explorer, START, edit, BOTH):
        assert_shown(found, state)


def test_the_example_starts_with_a_score_taken_apart(explorer):
    explorer.get_by_label("Decimals").select_option("4")
    shown = detail(explorer)
    assert shown["title"] == "Gradient of score how → are"
    assert shown["sum"] == [
        ["weight how → how", "−0.1176", "2.9667", "−0.3490"],
        ["weight how → are", "0.2221", "5.5482", "1.2322"],
        ["weight how → you", "−0.1045", "8.1298", "−0.8492"],
        ["sum", "", "", "0.0340"],
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
    assert explorer.locator(".mha-score").inner_text().endswith("= 2.6210")


@pytest.mark.parametrize("kind", ["output", "weights", "w_v", "w_o"])
def test_before_the_softmax_the_faults_change_nothing(explorer, kind):
    cell(explorer, kind, 0, 1).click()
    judged = [row[2] for row in detail(explorer)["ways"]]
    assert judged[3:] == ["equal: no softmax on the way back"] * 2


@pytest.mark.parametrize("kind", ["scores", "w_q", "w_k"])
def test_behind_the_softmax_both_faults_are_called_wrong(explorer, kind):
    cell(explorer, kind, 1, 0).click()
    ways = detail(explorer)["ways"]
    for row in ways[3:]:
        gap = abs(number(row[1]) - number(ways[1][1]))
        assert number(row[2].removeprefix("wrong by ")) == pytest.approx(gap, rel=0.06)


@pytest.mark.parametrize(
    ("picked", "line"),
    [
        (
            ("output", 0, 0),
            "output of how, feature 0 is −3.03; its gradient: "
            "output − target = −3.03 − (−2.00) = −1.03",
        ),
        (
            ("weights", 2, 0),
            "weight you → how is 0.42; its gradient: −1.65·1.14 + −0.83·0.56 = −2.35",
        ),
        (
            ("scores", 0, 1),
            "score how → are is −0.14; its gradient: "
            "−0.12·2.97 + 0.22·5.55 + −0.10·8.13 = 0.03",
        ),
        (
            ("w_o", 1, 0),
            "W_O, row 1, column 0 is 0.40; its gradient: "
            "−2.51·−1.03 + −2.44·0.06 + −2.37·1.14 = −0.25",
        ),
    ],
)
def test_the_live_line_reads_a_gradient_as_a_sum(explorer, live, picked, line):
    explorer.get_by_label("Decimals").select_option("2")
    cell(explorer, *picked).hover()
    assert live.inner_text() == line
    cell(explorer, "w_v", 0, 0).focus()
    assert live.inner_text() != line
    cell(explorer, *picked).focus()
    assert live.inner_text() == line


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
    for other, symbol in SYMBOLS.items():
        width = 3 if other in ("weights", "scores") else 2
        read = [width] if other == kind else []  # row 1, column 0
        expected = [used if other == after else [], read]
        assert marks[f"gradient of {symbol}"] == expected
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
    ("typed", "found"), [("10.5", "10.5"), ("-11", "-11"), ("", "no number")]
)
def test_bad_numbers_are_named_and_lose_nothing(explorer, typed, found):
    wrong = field(explorer, "w_k", 1, 0)
    wrong.fill(typed)
    alert = explorer.get_by_role("alert")
    assert alert.inner_text() == (
        f"W_K, E 1, D 0: found {found}, expected -10 to 10; 0.2 is kept."
    )
    assert wrong.get_attribute("aria-invalid") == "true"
    wrong.blur()
    assert_shown(explorer.evaluate(BOTH), START)
    wrong.fill("10")
    assert alert.inner_text() == ""


def too_wide(explorer) -> list[str]:
    """Parts whose content reaches over their neighbours, or beyond the frame."""
    return explorer.evaluate(
        """node => [...node.querySelectorAll(".mha-inspected, .mha-part, table")]
             .filter(n => n.scrollWidth > n.parentElement.clientWidth)
             .map(n => n.outerHTML.slice(0, 80))"""
    )


def test_the_longest_numbers_fit_a_phone(page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    large = {name: [[-9.87654] * 2] * 2 for name in PROJECTIONS}
    large |= {"embeddings": [[-9.87654] * 2] * 3, "target": [[9.87654] * 2] * 3}
    coded = {name: json.dumps(rows) for name, rows in large.items()}
    link = urlencode({"explorer": "gradient", **coded, "picked": '["w_v", 0, 0]'})
    checks.open_page(page, f"{address}/walk-back.html#{link}")
    region(page).get_by_label("Decimals").select_option("8")
    cell(region(page), "w_v", 0, 1).hover()
    assert checks.overflow(page, 390) == []
    assert too_wide(region(page)) == []
    assert "NaN" not in region(page).inner_text()  # scores beyond e's reach
