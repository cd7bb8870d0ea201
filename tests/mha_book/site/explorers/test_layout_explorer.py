"""TensorLayoutExplorer on the published page, against its Python half."""

import re

import pytest
import torch
from playwright.sync_api import expect

import checks
import reading
from explorer_pages import start_of
from mha_book.explorers import TensorLayoutExplorer

SIZES = {
    "batch": "B, sentences",
    "tokens": "T, tokens",
    "heads": "H, heads",
    "head_dim": "D, features a head",
}
STEPS = {
    "start": "the tensor x",
    "view": "view: cut each token into heads",
    "split": "transpose: heads before tokens",
    "merge": "and back: merge the heads",
}
START = start_of(TensorLayoutExplorer, "step", *SIZES)


@pytest.fixture
def explorer(open_explorer):
    return open_explorer(TensorLayoutExplorer)


# What each panel displays.
SHOWN = """node => [...node.querySelectorAll(".mha-tensor")].map(panel => ({
  facts: Object.fromEntries([...panel.querySelectorAll("dd")].map(
    d => [d.dataset.fact, d.textContent])),
  memory: [...panel.querySelectorAll(".mha-strip li")].map(
    c => Number(c.firstChild.data)),
  cells: [...panel.querySelectorAll("table td[tabindex]")].map(
    c => c.textContent.split("@").map(Number)),
}))"""


def assert_shown(panels, state):
    tensors = [tensor for _, tensor in TensorLayoutExplorer(**state).tensors()]
    assert len(panels) == len(tensors)
    for panel, tensor in zip(panels, tensors, strict=True):
        facts = panel["facts"]
        assert facts["shape"] == str(tuple(tensor.shape)), state
        assert facts["strides"] == str(tensor.stride()), state
        is_shared = state["step"] == "start" or tensor._is_view()
        assert facts["memory"] == ("shared with x" if is_shared else "a new copy"), (
            state
        )
        assert facts["contiguous"] == ("yes" if tensor.is_contiguous() else "no")
        values, places = zip(*panel["cells"], strict=True)
        assert list(values) == tensor.flatten().tolist(), state
        assert [panel["memory"][place] for place in places] == list(values)
        cells = torch.arange(tensor.numel())
        strided = cells.as_strided(tensor.shape, tensor.stride())
        assert list(places) == strided.flatten().tolist(), state


def edit(state, draw):
    """One random edit in the state that Python is given; gives it as the page's."""
    if draw.random() < 0.4:
        state["step"] = draw.choice(list(STEPS))
        return STEPS[state["step"]], True
    size = draw.choice(list(SIZES))
    limit = TensorLayoutExplorer().limits[size]
    state[size] = draw.randint(limit["min"], limit["max"])
    return SIZES[size], state[size]


def test_edits_show_pythons_tensors(explorer):
    for panels, state in reading.edit_at_random(explorer, START, edit, SHOWN):
        assert_shown(panels, state)


def test_the_wrong_view_stands_beside_the_right_one(explorer):
    right, wrong = explorer.locator(".mha-tensor").all()
    assert "✗ Wrong: x.view(B, H, T, D)" in wrong.inner_text()
    assert "✓ Right: " in right.inner_text()
    first = ".mha-panels table >> nth=0"
    assert right.locator(first).locator("td[tabindex]").nth(2).inner_text() == "10@4"
    assert wrong.locator(first).locator("td[tabindex]").nth(2).inner_text() == "02@2"


def test_each_element_that_is_wrong_has_a_cross_and_is_counted(explorer):
    for heads in (2, 3):
        explorer.get_by_label("H, heads").fill(str(heads))
        (_, right), (_, wrong) = TensorLayoutExplorer(heads=heads).tensors()
        differs = (right != wrong).flatten().tolist()
        panel = explorer.locator(".mha-tensor").nth(1)
        crossed = panel.locator("td[tabindex]").evaluate_all(
            "all => all.map(n => getComputedStyle(n, '::after').content.includes('✗'))"
        )
        assert crossed == differs
        count = f"{sum(differs)} of {len(differs)} elements stand where others should"
        assert count in panel.inner_text()


def test_nothing_is_smaller_than_eleven_pixels(explorer):
    sizes = explorer.locator("*").evaluate_all(
        "all => all.map(n => parseFloat(getComputedStyle(n).fontSize))"
    )
    assert min(sizes) >= 11


def test_a_cell_reads_its_way_to_memory_by_keyboard(explorer, live, page):
    grid = explorer.get_by_role("grid").nth(1)
    grid.locator("td[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    assert live.inner_text() == (
        "element [0, 1, 2, 1]: 0·12 + 1·2 + 2·4 + 1·1 = memory cell 11, "
        "which holds 23 (token 2, feature 3)"
    )
    ringed = explorer.locator(".mha-strip .mha-read")
    assert ringed.all_inner_texts() == ["23\n11"]


@pytest.mark.parametrize("panel", [0, 1])
def test_the_element_that_is_read_is_ringed_and_no_other(explorer, panel):
    for k in (1 - panel, panel):
        explorer.locator(".mha-tensor").nth(k).locator("td[tabindex]").nth(5).hover()
    ringed = explorer.locator("td.mha-read, li.mha-read")
    within = explorer.locator(".mha-tensor").nth(panel)
    assert within.locator("td, li").and_(ringed).count() == ringed.count() == 2
    expect(within.locator("td[tabindex]").nth(5)).to_have_class(re.compile("mha-read"))
    cell, of_memory = (re.findall(r"\d+", text) for text in ringed.all_inner_texts())
    assert cell == of_memory  # what it holds, and where that lies


def test_two_tensors_stand_at_one_height(explorer):
    tops = "all => all.map(n => n.getBoundingClientRect().top)"
    right, wrong = explorer.locator(".mha-tensor").all()
    for part in ("table", ".mha-strip", "dl"):
        first, second = (x.locator(part).first for x in (right, wrong))
        assert first.evaluate_all(tops) == second.evaluate_all(tops)


@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_said_at_last_moves_nothing_that_is_pointed_at(explorer, page, width):
    checks.resize(page, width)
    explorer.evaluate("node => node.scrollIntoView()")
    cell = explorer.locator(".mha-tensor").first.locator("td[tabindex]").nth(8)
    top = "node => node.getBoundingClientRect().top"
    before = cell.evaluate(top)
    cell.dispatch_event("pointermove", {"pointerType": "mouse"})
    expect(explorer.locator(".mha-task")).to_contain_text("✓ ")
    # On a phone the line itself stays in sight, and takes what room it needs more.
    room = 1 if width > 700 else 24
    assert cell.evaluate(top) == pytest.approx(before, abs=room)


@pytest.mark.parametrize("label", ["T, tokens", "H, heads"])
def test_equal_tensors_are_not_called_wrong(explorer, label):
    explorer.get_by_label(label).fill("1")
    words = explorer.locator(".mha-tensor").nth(1).inner_text()
    assert "No difference here" in words
    assert "Every element stands where it should." in words
    assert "Wrong" not in words


def test_the_live_line_forgets_an_element_that_is_gone(explorer, live):
    explorer.get_by_role("grid").nth(0).locator("td[tabindex]").last.focus()
    assert live.inner_text().startswith("element [0, 0, 2, 1]")
    explorer.get_by_label("T, tokens").fill("1")
    assert "element" not in live.inner_text()


@pytest.mark.parametrize(
    ("label", "typed", "found"),
    [
        ("T, tokens", "5", "5"),
        ("T, tokens", "2.5", "2.5"),
        ("T, tokens", "", "no number"),
    ],
)
def test_bad_sizes_are_named_and_lose_nothing(explorer, label, typed, found):
    explorer.get_by_label(label).fill(typed)
    message = f"found {found}, expected a whole number from 1 to 4; 3 is kept."
    assert message in explorer.get_by_role("alert").inner_text()
    assert_shown(explorer.evaluate(SHOWN), START)


@pytest.mark.parametrize("step", ["view", "split", "merge"])
def test_tables_of_one_name_are_told_apart_by_ear(explorer, step):
    explorer.get_by_label(STEPS[step], exact=True).check()
    grids = explorer.get_by_role("grid")
    heard = grids.evaluate_all("all => all.map(node => node.ariaLabel)")
    assert len(heard) > 1
    assert len(set(heard)) == len(heard)
