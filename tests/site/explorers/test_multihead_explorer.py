"""MultiHeadExplorer on the published page, against PyTorch in float64."""

import json
import re
from urllib.parse import urlencode

import pytest
import torch
from playwright.sync_api import expect
from torch.nn import functional as F

import checks
import reading
from mha.examples import THE_CAT_SAT
from mha.figures import palette, plots

CARRY = "move the final projection's columns along"
COUNTS = {2: "2 heads of 2 features", 4: "4 heads of 1 feature"}
START = {
    "x": [list(row) for row in THE_CAT_SAT.embeddings],
    "heads": 2,
    "silenced": [],
    "order": [0, 1],
    "carry": False,
}


@pytest.fixture
def explorer(page, address):
    checks.open_page(page, f"{address}/heads-in-a-loop.html")
    found = region(page)
    found.get_by_label("Decimals").select_option("8")
    return found


def region(page):
    return page.get_by_role("region", name="Multi-head explorer, multihead")


def start() -> dict:
    return json.loads(json.dumps(START))


def expected(state: dict) -> dict[str, torch.Tensor]:
    """Every grid by PyTorch alone, head by head, not by the book's package."""
    x, w_q, w_k, w_v, w_o = (
        torch.tensor(rows, dtype=torch.float64)
        for rows in (
            state["x"],
            *(getattr(THE_CAT_SAT, r) for r in ("query", "key", "value", "out")),
        )
    )
    width = 4 // state["heads"]
    slices = [slice(h * width, h * width + width) for h in range(state["heads"])]
    grids, outputs, weights = {}, [], []
    for h, rows in enumerate(slices):
        q, k, v = (x @ w[rows].T for w in (w_q, w_k, w_v))
        weights.append((q @ k.T / width**0.5).softmax(-1))
        outputs.append(F.scaled_dot_product_attention(q, k, v))
        for name, grid in zip(
            ("Query", "Key", "Value", "Weights", "Output"),
            (q, k, v, weights[h], outputs[h]),
            strict=True,
        ):
            grids[f"{name} of head {h}"] = grid
    heard = [out * (h not in state["silenced"]) for h, out in enumerate(outputs)]
    joined = torch.cat([heard[h] for h in state["order"]], -1)
    if state["carry"]:
        w_o = torch.cat([w_o[:, slices[h]] for h in state["order"]], -1)
    standing = {  # the groups stand in the order of the concatenation
        name: grids[name]
        for h in state["order"]
        for name in grids
        if name.endswith(str(h))
    }
    return standing | {
        "Concatenation": joined,
        "Final projection": w_o,
        "Output": joined @ w_o.T,
        "Average weights": torch.stack(weights).mean(0),
    }


# The grids, and the buttons that move a head as far as there is a place for it.
SHOWN = f"""node => [({reading.GRIDS})(node), [...node.querySelectorAll(
  "button[aria-label^='move head']:enabled")].map(button => button.ariaLabel)]"""


def assert_shown(found, state):
    grids, moves = found
    reading.assert_shows(grids, expected(state), state)
    assert sorted(moves) == sorted(moves_of(state))


def moves_of(state) -> list[str]:
    """What can be done to the order: all but a move beyond its ends."""
    order = state["order"]
    earlier = [f"move head {head} earlier" for head in order[1:]]
    return earlier + [f"move head {head} later" for head in order[:-1]]


def assert_same(explorer, state):
    assert_shown(explorer.evaluate(SHOWN), state)


def cut(state, heads):
    """Into this many heads, which undoes swaps and silence if it is another number."""
    if state["heads"] != heads:
        state |= {"heads": heads, "silenced": [], "order": list(range(heads))}


def choose(explorer, state, heads):
    explorer.get_by_label(COUNTS[heads]).check()
    cut(state, heads)


def swap(state, head, step):
    order, place = state["order"], state["order"].index(head)
    order.insert(place + step, order.pop(place))


def move(explorer, state, head, step):
    name = f"move head {head} {'earlier' if step < 0 else 'later'}"
    explorer.get_by_role("button", name=name).click()
    swap(state, head, step)


def toggle(state, head):
    state["silenced"] = sorted({head} ^ set(state["silenced"]))


def silence(explorer, state, head):
    """Silence a head, or let it be heard again."""
    toggle(state, head)
    box = explorer.get_by_label(f"silence head {head}")
    box.set_checked(head in state["silenced"])


def edit(state, draw):
    """One random edit in the state that PyTorch is given; gives it as the page's."""
    choice = draw.choice(["x"] * 4 + ["heads", "silenced", *["order"] * 4, "carry"])
    if choice == "x":
        i, j = draw.randrange(3), draw.randrange(4)
        state["x"][i][j] = number = round(draw.uniform(-9, 9), draw.randrange(4))
        label = f"embedding of {THE_CAT_SAT.tokens[i]}, {THE_CAT_SAT.features[j]}"
        return label, number
    if choice == "heads":
        heads = draw.choice([2, 4])
        cut(state, heads)
        return COUNTS[heads], True
    if choice == "silenced":
        head = draw.randrange(state["heads"])
        toggle(state, head)
        return f"silence head {head}", head in state["silenced"]
    if choice == "order":
        name = draw.choice(moves_of(state))
        _, _, head, where = name.split()
        swap(state, int(head), -1 if where == "earlier" else 1)
        return name, None
    state["carry"] = not state["carry"]
    return CARRY, state["carry"]


def test_two_hundred_edits_show_pytorchs_numbers(explorer):
    for found, state in reading.two_hundred_edits(explorer, START, edit, SHOWN):
        assert_shown(found, state)


def test_head_order_is_a_convention_as_long_as_the_projection_agrees(explorer):
    state, name = start(), "Output"
    choose(explorer, state, 4)
    before = reading.shown(explorer)[name]
    move(explorer, state, 1, -1)
    assert (reading.shown(explorer)[name] - before).abs().max() > 0.1
    explorer.get_by_label(CARRY).check()
    torch.testing.assert_close(reading.shown(explorer)[name], before)


LINES = {
    2: {
        ("Query of head 0", 1, 1): (
            "query of cat, head 0, feature 1: 0·0 + 1·2 + 0·0 + 1·0 = 2"
        ),
        ("Key of head 1", 0, 0): (
            "key of the, head 1, feature 0: 1·2 + 0·0 + 0·0 + 0·0 = 2"
        ),
        ("Value of head 1", 1, 1): (
            "value of cat, head 1, feature 1: 0·0 + 1·0 + 0·0 + 1·1 = 1"
        ),
        ("Weights of head 0", 1, 2): (
            "weight cat → sat, head 0: scaled score (0·0 + 2·2) / √2 = 2.83, "
            "so e^2.83 / (e^0 + e^0 + e^2.83) = 0.89"
        ),
        ("Output of head 0", 1, 1): (
            "output of cat, head 0, feature 1: 0.05·0 + 0.05·0 + 0.89·1 = 0.89"
        ),
        ("Average weights", 1, 2): "average cat → sat: (0.89 + 0.05) / 2 = 0.47",
        ("Concatenation", 0, 3): (
            "concatenation of the, column 3: from head 1, feature 1: 0.89"
        ),
        ("Final projection", 2, 2): (
            "final projection, row 2, column 2: −1 multiplies head 1, feature 0"
        ),
        ("Output", 0, 3): (
            "output of the, feature 3: 0.33·0 + 0.33·1 + 0.05·0 + 0.89·−1 = −0.56"
        ),
    },
    4: {
        ("Query of head 3", 0, 0): (
            "query of the, head 3, feature 0: 1·2 + 0·0 + 0·0 + 0·0 = 2"
        ),
        ("Key of head 2", 0, 0): (
            "key of the, head 2, feature 0: 1·2 + 0·0 + 0·0 + 0·0 = 2"
        ),
        ("Value of head 1", 2, 0): (
            "value of sat, head 1, feature 0: 0·0 + 0·0 + 1·1 + 0·0 = 1"
        ),
        ("Weights of head 3", 0, 1): (
            "weight the → cat, head 3: scaled score (2·2) / √1 = 4, "
            "so e^4 / (e^0 + e^4 + e^0) = 0.96"
        ),
        ("Output of head 3", 0, 0): (
            "output of the, head 3, feature 0: 0.02·0 + 0.96·1 + 0.02·0 = 0.96"
        ),
        ("Average weights", 0, 1): (
            "average the → cat: (0.33 + 0.33 + 0.33 + 0.96) / 4 = 0.49"
        ),
        ("Concatenation", 0, 3): (
            "concatenation of the, column 3: from head 3, feature 0: 0.96"
        ),
        ("Final projection", 3, 1): (
            "final projection, row 3, column 1: 1 multiplies head 1, feature 0"
        ),
        ("Output", 0, 1): (
            "output of the, feature 1: 0.33·0 + 0.33·1 + 0.33·0 + 0.96·1 = 1.30"
        ),
    },
}


def cell(explorer, grid, i, j):
    table = explorer.get_by_role("grid", name=grid, exact=True)
    return table.locator("tbody tr").nth(i).locator("td").nth(j)


@pytest.mark.parametrize("heads", [2, 4])
def test_each_kind_of_cell_reads_its_arithmetic(heads, explorer):
    explorer.get_by_label("Decimals").select_option("2")
    choose(explorer, start(), heads)
    live = explorer.locator("[aria-live=polite]")
    for place, line in LINES[heads].items():
        cell(explorer, *place).focus()
        assert live.inner_text() == line


def test_a_cell_can_be_pointed_at_and_follows_the_edits(explorer):
    explorer.get_by_label("Decimals").select_option("2")
    cell(explorer, "Query of head 0", 1, 1).hover()
    explorer.get_by_label("embedding of cat, noun").fill("3")
    spoken = "query of cat, head 0, feature 1: 0·0 + 3·2 + 0·0 + 1·0 = 6"
    live = explorer.locator("[aria-live=polite]")
    assert live.inner_text() == spoken
    choose(explorer, start(), 4)
    assert "head 0" not in live.inner_text()  # that head is gone
    assert explorer.locator(".mha-read, .mha-used").count() == 0


def test_swapped_and_silenced_heads_are_named_where_they_arrive(explorer):
    live, state = explorer.locator("[aria-live=polite]"), start()
    move(explorer, state, 0, 1)
    assert live.inner_text() == (
        "The heads' outputs are concatenated in the order 1, 0. Each column of the "
        "final projection multiplies whichever head now stands in its place."
    )
    explorer.get_by_label(CARRY).check()
    assert "multiplies the head that it was made for" in live.inner_text()
    explorer.get_by_label(CARRY).uncheck()
    silence(explorer, state, 1)
    assert cell(explorer, "Concatenation", 0, 0).inner_text() == "0.00000000"
    cell(explorer, "Concatenation", 0, 0).focus()
    spoken = "concatenation of the, column 0: head 1 is silenced, so 0"
    assert live.inner_text() == spoken
    cell(explorer, "Final projection", 0, 0).focus()
    moved = "final projection, row 0, column 0: 1 multiplies head 1, feature 0"
    assert live.inner_text() == f"{moved}, but was made for head 0, feature 0"
    heads = ["h1 f0", "h1 f1", "h0 f0", "h0 f1"]
    assert columns(explorer, "Concatenation") == heads
    assert columns(explorer, "Final projection") == sorted(heads)
    explorer.get_by_label(CARRY).check()
    assert columns(explorer, "Final projection") == heads
    assert live.inner_text() == moved
    move(explorer, state, 0, -1)
    assert marked(explorer, "read") == set()
    assert "in the order 0, 1." in live.inner_text()


def test_a_swap_of_two_of_four_heads_is_told_and_read(explorer):
    live, state = explorer.locator("[aria-live=polite]"), start()
    explorer.get_by_label("Decimals").select_option("2")
    choose(explorer, state, 4)
    move(explorer, state, 0, 1)  # the other two stay where they were made for
    assert "whichever head now stands in its place" in live.inner_text()
    explorer.get_by_label(CARRY).check()
    cell(explorer, "Output", 2, 0).focus()
    spoken = "output of sat, feature 0: 0.33·0 + 0.96·1 + 0.33·1 + 0.33·0 = 1.30"
    assert live.inner_text() == spoken


def columns(explorer, grid) -> list[str]:
    table = explorer.get_by_role("grid", name=grid, exact=True)
    return table.locator("th[scope=col]").all_inner_texts()


# The cell that is read -> all that it was made from: grid, rows, columns.
MARKS = {
    ("Query of head 1", 2, 0): [("Embeddings", [2], range(4))],
    ("Key of head 1", 0, 1): [("Embeddings", [0], range(4))],
    ("Value of head 0", 1, 1): [("Embeddings", [1], range(4))],
    ("Weights of head 1", 0, 2): [
        ("Query of head 1", [0], range(2)),
        ("Key of head 1", [2], range(2)),
    ],
    ("Output of head 1", 2, 0): [
        ("Weights of head 1", [2], range(3)),
        ("Value of head 1", range(3), [0]),
    ],
    ("Average weights", 1, 0): [
        ("Weights of head 0", [1], [0]),
        ("Weights of head 1", [1], [0]),
    ],
    ("Concatenation", 2, 0): [("Output of head 1", [2], [0])],
    ("Final projection", 3, 1): [],
    ("Output", 1, 3): [
        ("Concatenation", [1], range(4)),
        ("Final projection", [3], range(4)),
    ],
}


def marked(explorer, kind) -> set:
    return {
        tuple(place)
        for place in explorer.evaluate(
            """(node, kind) => [...node.querySelectorAll("." + kind)].map(found => {
                 const cell = found.closest("td"), row = cell.closest("tr");
                 return [cell.closest("table").ariaLabel ?? "Embeddings",
                         row.sectionRowIndex, cell.cellIndex - 1]; })""",
            f"mha-{kind}",
        )
    }


def test_the_cell_is_ringed_and_its_sources_marked(explorer):
    move(explorer, start(), 1, -1)  # so that no column is where it was
    for place, sources in MARKS.items():
        cell(explorer, *place).focus()
        assert marked(explorer, "read") == {place}
        used = {(g, i, j) for g, rows, cols in sources for i in rows for j in cols}
        assert marked(explorer, "used") == used, place


def test_reading_a_cell_moves_nothing(explorer):
    explorer.get_by_label("Decimals").select_option("4")
    tables = explorer.get_by_role("grid")

    def places():
        return tables.evaluate_all(
            "all => all.map(t => JSON.stringify(t.getBoundingClientRect().toJSON()))"
        )

    cell(explorer, "Weights of head 0", 0, 0).focus()
    before = places()
    for grid in ("Weights of head 1", "Output of head 1", "Output"):
        cell(explorer, grid, 1, 1).focus()
        assert places() == before


def test_focus_stays_with_the_head_that_is_moved(explorer, page):
    state = start()
    choose(explorer, state, 4)
    later = explorer.get_by_role("button", name="move head 1 later")
    later.focus()
    page.keyboard.press("Enter")
    expect(later).to_be_focused()
    page.keyboard.press("Space")  # now the last: nothing is later
    earlier = explorer.get_by_role("button", name="move head 1 earlier")
    expect(earlier).to_be_focused()
    assert_same(explorer, state | {"order": [0, 2, 3, 1]})
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(later).to_be_focused()
    assert_same(explorer, state | {"order": [1, 0, 2, 3]})
    box = explorer.get_by_label("silence head 1")
    box.focus()
    page.keyboard.press("Space")
    expect(box).to_be_focused()


def test_focus_stays_where_a_link_reorders_the_heads(explorer, page):
    box = explorer.get_by_label("silence head 0")
    box.focus()
    page.evaluate("location.hash = 'explorer=multihead&order=[1,0]'")
    group = explorer.get_by_role("group", name=re.compile("^head")).last
    expect(group).to_have_accessible_name("head 0")
    expect(box).to_be_focused()
    page.evaluate("location.hash = 'explorer=multihead&num_heads=2&order=[0,0]'")
    alert = explorer.get_by_role("alert")
    expect(alert).to_have_text(re.compile("the present value is kept"))
    assert_same(explorer, START | {"order": [1, 0]})


def test_roles_have_words_and_the_palettes_colours(explorer):
    for role in ("query", "key", "value"):
        name = f"{role.capitalize()} of head 1"
        table = explorer.get_by_role("grid", name=name)
        assert table.locator("caption").inner_text() == role.capitalize()
        style = table.locator(".mha-role").get_attribute("style")
        assert getattr(palette, role.upper()) in style


def test_whole_numbers_have_no_digits_after_the_point(explorer):
    query = cell(explorer, "Query of head 0", 1, 1)
    assert query.inner_text() == "2"
    explorer.get_by_label("embedding of the, verb").fill("0.3")
    assert query.inner_text() == "2.00000000"  # as the others of its grid


def test_the_scale_is_that_of_the_heads_width(explorer):
    for heads, scale in ((2, "1/√2"), (4, "1/√1")):
        explorer.get_by_label(COUNTS[heads]).check()
        table = explorer.get_by_role("grid", name="Weights of head 1")
        assert table.locator("caption").inner_text() == f"Weights scale {scale}"
    group = explorer.get_by_role("group", name="head 3")
    assert "row 3 of each projection" in group.inner_text()


@pytest.mark.parametrize("grid", ["Weights of head 0", "Average weights"])
def test_weights_have_the_books_colours(explorer, grid):
    scale, weights = plots.weight_colormap(), expected(START)[grid]
    for i, j in ((1, 2), (1, 1)):
        style = "c => getComputedStyle(c).backgroundColor"
        found = cell(explorer, grid, i, j).evaluate(style)
        channels = [int(c) for c in found[4:-1].split(",")]
        drawn = [255 * c for c in scale(weights[i, j].item())[:3]]
        assert channels == pytest.approx(drawn, abs=3)  # as in test_core_js
    plain = cell(explorer, "Concatenation", 0, 0).get_attribute("style")
    assert plain is None  # colour means a weight


@pytest.mark.parametrize(
    ("typed", "found"), [("", "no number"), ("1001", "1001"), ("-1000.5", "-1000.5")]
)
def test_bad_input_is_named_and_loses_nothing(explorer, typed, found):
    field = explorer.get_by_label("embedding of cat, noun")
    field.fill(typed)
    message = (
        f"Embedding of cat, noun: found {found}, expected -1000 to 1000; 1 is kept."
    )
    assert explorer.get_by_role("alert").inner_text() == message
    assert field.get_attribute("aria-invalid") == "true"
    assert_same(explorer, START)
    field.blur()
    assert field.input_value() == "1"
    field.fill("3")
    assert explorer.get_by_role("alert").inner_text() == ""


def test_a_link_to_four_heads_alone_leaves_none_silenced(page, address):
    link = urlencode({"explorer": "multihead", "num_heads": 4})
    checks.open_page(page, f"{address}/heads-in-a-loop.html#{link}")
    explorer = region(page)
    expect(explorer).to_be_in_viewport()
    explorer.get_by_role("button", name="Copy link").click()
    page.wait_for_function("location.hash.includes('order')")
    assert "order=%5B0%2C1%2C2%2C3%5D" in page.url  # as many as there are heads
