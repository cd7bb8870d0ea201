"""WeightStackExplorer on the published page, against PyTorch in float64."""

import json
from urllib.parse import urlencode

import pytest
import torch

import checks
import reading
from mha.examples import STACKING

STEPS = {
    "product": "one product for both heads: X Wᵀ",
    "view": "view: cut each token into heads",
    "transpose": "transpose: heads before tokens",
}
AXES = {"product": "(T, E)", "view": "(B, T, H, D)", "transpose": "(B, H, T, D)"}
START = {
    "weights": [list(row) for head in STACKING.weights for row in head],
    "step": "product",
}
X = torch.tensor(STACKING.embeddings, dtype=torch.float64)


def region(page):
    return page.get_by_role("region", name="Weight stack explorer, stack")


@pytest.fixture
def explorer(page, address):
    checks.open_page(page, f"{address}/heads-in-one-product.html")
    return region(page)


@pytest.fixture
def live(explorer):
    return explorer.locator("[aria-live=polite]")


def name_of(row, column) -> str:
    """What W's field is called, which says its head."""
    return f"weight of head {row // 2}, row {row % 2}, column {column}"


def field(explorer, row, column):
    return explorer.get_by_label(name_of(row, column))


def cells(explorer):
    """The result's cells, in the order of the tables."""
    return explorer.locator(".mha-tensor td[tabindex]")


def source(explorer):
    """X's cells."""
    return explorer.get_by_role("grid", name="X", exact=True).locator("td[tabindex]")


def expected(weights, step) -> torch.Tensor:
    """What a step shows, by PyTorch alone: one head after the other."""
    w = torch.tensor(weights, dtype=torch.float64)
    heads = torch.stack([X @ w[:2].T, X @ w[2:].T])  # (H, T, D)
    both = torch.cat(list(heads), dim=1)  # (T, H · D)
    torch.testing.assert_close(both, X @ w.T)
    shown = {
        "product": both,
        "view": both.view(1, 3, 2, 2),
        "transpose": heads[None],
    }
    return shown[step]


# What the explorer displays: its tables as texts, and its caption.
SHOWN = """node => ({
  code: node.querySelector(".mha-title").textContent,
  note: node.querySelector(".mha-note").textContent,
  tables: [...node.querySelectorAll(".mha-tensor table")].map(t => ({
    caption: t.caption.textContent,
    columns: [...t.tHead.querySelectorAll("th")].map(c => c.textContent),
    rows: [...t.tBodies[0].rows].map(r => r.cells[0].textContent),
    cells: [...t.querySelectorAll("td[tabindex]")].map(c => c.textContent),
  })),
  fields: [...node.querySelectorAll("input[type=number]")].map(f => f.valueAsNumber),
})"""


def shown(explorer) -> dict:
    return explorer.evaluate(SHOWN)


def assert_shown(page, state):
    weights, step = state["weights"], state["step"]
    tensor = expected(weights, step)
    texts = [text for table in page["tables"] for text in table["cells"]]
    found = torch.tensor(
        [float(t.replace("−", "-")) for t in texts], dtype=torch.float64
    )
    assert found.shape == tensor.flatten().shape
    where = f"{step} of {weights}"
    torch.testing.assert_close(
        found, tensor.flatten(), rtol=0, atol=1e-6, msg=lambda m: f"{where}: {m}"
    )
    assert page["note"].startswith(f"shape {tuple(tensor.shape)} = {AXES[step]}: a ")
    assert page["fields"] == [number for row in weights for number in row], where


def edit(state, draw):
    """One random edit in the state that PyTorch is given; gives it as the page's."""
    if draw.random() < 0.3:
        state["step"] = draw.choice(list(STEPS))
        return STEPS[state["step"]], True
    row, column = draw.randrange(4), draw.randrange(4)
    size = draw.choice([9, 1000])
    number = round(draw.uniform(-size, size), draw.randrange(9))
    state["weights"][row][column] = number
    return name_of(row, column), number


def test_two_hundred_edits_show_pytorchs_numbers(explorer):
    for page, state in reading.two_hundred_edits(explorer, START, edit, SHOWN):
        assert_shown(page, state)


def test_the_product_stands_head_beside_head(explorer):
    page = shown(explorer)
    assert page["code"] == "X @ W.T"
    (table,) = page["tables"]
    heads = ["0: head 0", "1: head 0", "2: head 1", "3: head 1"]
    assert table["columns"] == heads
    assert table["rows"] == ["T 0", "T 1", "T 2"]
    assert " ".join(table["cells"]) == "10 100 20 200 20 200 40 400 30 300 60 600"
    weights = explorer.locator("table.mha-inputs tbody th")
    assert weights.all_inner_texts() == [
        f"{i}: head {i // 2}, row {i % 2}" for i in range(4)
    ]
    assert source(explorer).all_inner_texts()[-4:] == ["3", "30", "300", "3000"]


def test_the_view_lists_head_after_head_of_each_token(explorer):
    explorer.get_by_label(STEPS["view"]).check()
    page = shown(explorer)
    assert page["code"] == "(X @ W.T).view(1, 3, 2, 2)"
    assert page["note"].endswith("index (batch, token, head).")
    captions = [table["caption"] for table in page["tables"]]
    assert captions == ["B = 0, T = 0", "B = 0, T = 1", "B = 0, T = 2"]
    last = page["tables"][2]
    assert last["rows"] == ["(0, 2, 0)", "(0, 2, 1)"]
    assert last["columns"] == ["D 0", "D 1"]
    assert last["cells"] == ["30", "300", "60", "600"]


def test_the_transpose_lists_token_after_token_of_each_head(explorer):
    explorer.get_by_label(STEPS["transpose"]).check()
    page = shown(explorer)
    assert page["code"] == "(X @ W.T).view(1, 3, 2, 2).transpose(1, 2)"
    assert page["note"].endswith("index (batch, head, token).")
    captions = [table["caption"] for table in page["tables"]]
    assert captions == ["B = 0, H = 0", "B = 0, H = 1"]
    last = page["tables"][1]
    assert last["rows"] == ["(0, 1, 0)", "(0, 1, 1)", "(0, 1, 2)"]
    assert last["columns"] == ["D 0", "D 1"]
    assert last["cells"] == ["20", "200", "40", "400", "60", "600"]


LINES = {
    (2, 1): "3·0 + 30·10 + 300·0 + 3000·0 = 300, "
    "from row 1 of W, which is row 1 of head 0",
    (1, 2): "2·20 + 20·0 + 200·0 + 2000·0 = 40, "
    "from row 2 of W, which is row 0 of head 1",
}


@pytest.mark.parametrize(
    ("step", "place", "name", "origin"),
    [
        ("product", 9, "token 2, column 1", (2, 1)),
        ("product", 6, "token 1, column 2", (1, 2)),
        ("view", 9, "element [0, 2, 0, 1] = token 2, head 0, feature 1", (2, 1)),
        ("view", 6, "element [0, 1, 1, 0] = token 1, head 1, feature 0", (1, 2)),
        ("transpose", 5, "element [0, 0, 2, 1] = token 2, head 0, feature 1", (2, 1)),
        ("transpose", 8, "element [0, 1, 1, 0] = token 1, head 1, feature 0", (1, 2)),
    ],
)
def test_a_number_reads_its_way_back_to_its_row(
    explorer, live, step, place, name, origin
):
    line = f"{name}: {LINES[origin]}"
    explorer.get_by_label(STEPS[step]).check()
    cells(explorer).nth(place).hover()
    assert live.inner_text() == line
    cells(explorer).nth(0).focus()
    assert live.inner_text() != line
    cells(explorer).nth(place).focus()
    assert live.inner_text() == line


def marks(explorer) -> dict:
    """Places of what is ringed in the result and X, underlined in X and in W."""
    return explorer.evaluate(
        """node => {
             const places = (query, mark) => [...node.querySelectorAll(query)]
               .flatMap((n, i) => n.classList.contains(mark) ? [i] : []);
             const source = "[aria-label=X] td[tabindex]";
             return {
               ring: places(".mha-tensor td[tabindex]", "mha-read"),
               source: places(source, "mha-read"),
               x: places(source, "mha-used"),
               w: places("input[type=number]", "mha-used"),
               count: node.querySelectorAll(".mha-read, .mha-used").length,
             };
           }"""
    )


@pytest.mark.parametrize("step", STEPS)
def test_the_two_rows_of_each_number_are_underlined(explorer, step):
    explorer.get_by_label(STEPS[step]).check()
    place = torch.arange(12).view(1, 3, 2, 2)  # token · 4 + row of W
    order = place.transpose(1, 2).flatten() if step == "transpose" else place.flatten()
    for nth, origin in enumerate(order.tolist()):
        token, row = divmod(origin, 4)
        cells(explorer).nth(nth).focus()
        assert marks(explorer) == {
            "ring": [nth],
            "source": [],
            "x": [4 * token + k for k in range(4)],
            "w": [4 * row + k for k in range(4)],
            "count": 9,
        }


def test_marks_are_seen(explorer):
    cells(explorer).nth(9).hover()
    for place in (cells(explorer).nth(9), field(explorer, 1, 0)):
        assert "inset" in place.evaluate("n => getComputedStyle(n).boxShadow")
    plain = field(explorer, 0, 0).evaluate("n => getComputedStyle(n).boxShadow")
    assert plain == "none"


def test_a_number_is_followed_through_the_steps(explorer, live):
    cells(explorer).nth(6).focus()
    explorer.get_by_label(STEPS["transpose"]).check()
    assert marks(explorer)["ring"] == [8]
    assert live.inner_text().startswith("element [0, 1, 1, 0] = token 1, head 1")
    field(explorer, 2, 0).fill("-12.5")
    assert "2·−12.5 + 20·0 + 200·0 + 2000·0 = −25, from row 2" in live.inner_text()
    assert marks(explorer)["w"] == [8, 9, 10, 11]


def test_a_number_of_x_says_what_it_meets(explorer, live):
    source(explorer).nth(6).hover()
    assert live.inner_text() == "X, token 1, feature 2: 200, which meets column 2 of W"
    found = {"ring": [], "source": [6], "x": [], "w": [2, 6, 10, 14], "count": 5}
    assert marks(explorer) == found


def test_a_heavier_rule_stands_between_the_heads(explorer):
    rows = explorer.locator("table.mha-inputs tbody tr").all()
    tops = [row.locator("td").first.evaluate(border("Top")) for row in rows]
    columns = explorer.locator(".mha-tensor tbody tr").first.locator("td").all()
    lefts = [cell.evaluate(border("Left")) for cell in columns]
    for widths in (tops, lefts):
        assert widths.index(max(widths)) == 2
        assert sorted(widths)[-1] > sorted(widths)[-2]


def border(side: str) -> str:
    return f"cell => parseFloat(getComputedStyle(cell).border{side}Width)"


@pytest.mark.parametrize(
    ("typed", "found"),
    [("1000.5", "1000.5"), ("-1001", "-1001"), ("", "no number")],
)
def test_bad_weights_are_named_and_lose_nothing(explorer, typed, found):
    wrong = field(explorer, 3, 1)
    wrong.fill(typed)
    alert = explorer.get_by_role("alert")
    assert alert.inner_text() == (
        f"Weight of head 1, row 1, column 1: found {found}, "
        "expected -1000 to 1000; 20 is kept."
    )
    assert wrong.get_attribute("aria-invalid") == "true"
    assert shown(explorer)["tables"][0]["cells"][-1] == "600"
    wrong.blur()
    assert wrong.get_attribute("aria-invalid") == "false"
    assert_shown(shown(explorer), START)
    wrong.fill("1000")
    assert alert.inner_text() == ""


def test_every_step_fits_a_phone_with_long_numbers(page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    weights = json.dumps([[-987.654321] * 4] * 4)
    link = urlencode({"explorer": "stack", "weights": weights})
    checks.open_page(page, f"{address}/heads-in-one-product.html#{link}")
    explorer = region(page)
    for label in STEPS.values():
        explorer.get_by_label(label).check()
        cells(explorer).nth(1).focus()
        assert checks.overflow(page, 390) == []
        assert explorer.evaluate("node => contract.stickingOut(node)") == []
