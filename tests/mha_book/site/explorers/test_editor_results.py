"""What the editor shows of a run: the own sentence, and the call that went wrong."""

import copy
import math
import re

import pytest
from playwright.sync_api import expect

from mha_book.editor.posed import all_posed
from told_python import PYTHON, STARTED, mount, open_editors, run, said

TILES = """node => [...node.querySelectorAll(".mha-yours .mha-tile")].map(tile => [
  tile.querySelector("caption, .mha-tile-title, p, [role=grid]")?.textContent ?? "",
  [...tile.querySelectorAll(".mha-off")].map(cell => cell.textContent.trim())])"""
CALL = """node => [...node.querySelectorAll(".mha-call table")].map(table => [
  table.querySelector("caption").textContent,
  [...table.querySelectorAll("tbody tr")].map(row =>
    [...row.children].map(cell => cell.textContent))])"""


@pytest.fixture(scope="module")
def bare(browser):
    """A page with nothing in it."""
    context = browser.new_context()
    page = context.new_page()
    open_editors(page, PYTHON)
    yield page
    context.close()


def posed(page, name):
    """A listing as its page has it."""
    return next(part for part in all_posed(page) if part["name"] == name)


def shown_after(bare, part, change):
    """The editor after a run whose results were right before this change of them."""
    all_calls = [*part["calls"], *([part["shown"]] if part.get("shown") else [])]
    calls = copy.deepcopy([call["right"] for call in all_calls])
    change(calls)
    editor = mount(bare, "page", [part])
    text = said(STARTED, {"is": "done", "calls": calls, "cut": 0})
    expect(run(editor, text)).to_have_text(re.compile("^[✓✗]"))
    return editor


def off_by(call, result, at, by):
    """A change of one number."""

    def change(calls):
        calls[call]["results"][result]["values"][at] += by

    return change


@pytest.mark.parametrize(
    ("by", "is_same"), [(0, True), (0.0009, True), (0.0011, False), (0.5, False)]
)
def test_the_own_sentence_stands_beside_the_books_where_it_is_another(
    bare, by, is_same
):
    part = posed("queries-keys-values", "Head")
    editor = shown_after(bare, part, off_by(-1, 1, 2, by))
    words = "the book’s own numbers" if is_same else "beside the book’s"
    expect(editor.locator(".mha-yours .mha-note")).to_contain_text(words)
    tiles = editor.evaluate(TILES)
    assert len(tiles) == (2 if is_same else 4)
    value = part["shown"]["right"]["results"][1]["values"][2] + by
    off = [] if is_same else [f"{value:.3f}"]
    assert [cells for _, cells in tiles] == ([[], []] if is_same else [[], [], off, []])


def test_what_has_another_shape_is_not_drawn(bare):
    def turn(calls):
        calls[-1]["results"][0]["shape"].reverse()

    def raise_instead(calls):
        calls[-1] = {"kind": "ValueError: no", "line": 1}

    part = posed("queries-keys-values", "Head")
    for change in (turn, raise_instead):
        editor = shown_after(bare, part, change)
        assert editor.locator(".mha-yours").count() == 0


ARGUMENTS = [
    "x",
    *(f"matrix of the {one}" for one in ("query", "key", "value", "output")),
]
BOTH = ["{}, yours", "{}, expected"]
CALLS = [  # a listing, a call of it, and the tables that stand below
    ("heads-in-a-loop", "HeadsInALoop", 0, [*ARGUMENTS, *BOTH], "output"),
    ("tell-the-order", "sinusoids", 0, BOTH, "table"),
    ("tell-the-order", "sinusoids", 2, [], "table"),  # ten columns
    ("hide-the-future", "causal_mask", 3, [], "mask"),
    ("heads-in-one-product", "merge_heads", 1, BOTH, "result"),
    ("heads-in-one-product", "split_heads", 0, ["x"], "result"),
]


@pytest.mark.parametrize(("page", "name", "call", "tables", "result"), CALLS)
def test_of_the_call_that_went_wrong_what_is_small_can_be_looked_at(
    bare, page, name, call, tables, result
):
    part = posed(page, name)
    editor = shown_after(bare, part, off_by(call, 0, 0, 0.12345))
    found = editor.evaluate(CALL)
    assert [caption for caption, _ in found] == [one.format(result) for one in tables]
    fold = editor.locator(".mha-call")
    assert fold.count() == (1 if tables else 0)
    if not tables:
        return
    expect(fold.locator("summary")).to_have_text(
        f"Look at {part['calls'][call]['told']}"
    )
    if "{}, yours" not in tables:
        return
    right = part["calls"][call]["right"]["results"][0]["values"]
    own, expected = ([x for row in rows for x in row] for _, rows in found[-2:])
    read = [[float(x.replace("−", "-")) for x in all_] for all_ in (own, expected)]
    assert read[1] == pytest.approx(right, abs=6e-4)
    assert read[0] == pytest.approx([right[0] + 0.12345, *right[1:]], abs=6e-4)
    decimals = {len(x.partition(".")[2]) for x in own}
    assert decimals == {3}


def of_size(*shape):
    """A result of zeros."""
    return {"shape": list(shape), "values": [0] * math.prod(shape), "family": 2}


@pytest.mark.parametrize(
    ("own", "right", "count"),
    [
        ((8, 8), (8, 8), 2),
        ((9, 8), (9, 8), 0),
        ((8, 9), (8, 9), 0),
        ((8, 8), (8, 9), 0),  # one of two is nothing to compare
        ((9, 8), (8, 8), 0),
        ((8,), (8,), 0),
        ((2, 2, 2), (2, 2, 2), 0),
    ],
)
def test_a_result_is_small_up_to_eight_rows_and_columns(bare, own, right, count):
    part = copy.deepcopy(posed("tell-the-order", "sinusoids"))
    part["calls"][0]["right"]["results"] = [of_size(*right)]

    def change(calls):
        calls[0]["results"] = [of_size(*own)]
        calls[0]["results"][0]["values"][0] = 1

    editor = shown_after(bare, part, change)
    assert len(editor.evaluate(CALL)) == count


def test_nothing_of_a_run_before_stays(bare):
    part = posed("tell-the-order", "sinusoids")
    editor = shown_after(bare, part, off_by(0, 0, 0, 0.5))
    assert editor.locator(".mha-call").count() == 1
    broken = {"is": "done", "broken": {"kind": "missing"}, "cut": 0}
    expect(run(editor, said(STARTED, broken))).to_contain_text("There is no")
    assert editor.locator(".mha-call").count() == 0
