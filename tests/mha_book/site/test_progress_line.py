"""How far a reader is, beside links and on the index, in a page of nothing else."""

import json

import pytest
from playwright.sync_api import expect

from project import PROJECT

BUILT = PROJECT / "_build" / "html" / "_static" / "mha"
# Page "two" is not among the index's; what is asked on it only its own answers say.
LINKS = """<nav class="bd-links">
<a class="internal" href="sub/one.html#part">One</a>
<a class="internal" href="two.html">Two</a><a href="one.html">out of the list</a></nav>
<div class="mha-chapters"><p class="sd-card-title">Card <a href="one.html">1</a></p>
</div>"""
HOST = (
    """<p class="mha-progress" data-exercises='{"one": 2, "three": 3}'>no scripts</p>"""
)
SCRIPT = "<script src='progress.js'></script>"
SHOWN = """() => [...document.querySelectorAll(".mha-solved")].map(mark =>
  [mark.parentNode.textContent, mark.ariaLabel, mark.title, mark.role])"""
SOLVED = {"solved": True}


@pytest.fixture
def opened(page, alone):
    """A function: what was kept, and whether the index's line is there -> the page."""

    def open_with(kept=None, host=HOST):
        text = kept if isinstance(kept, str) else json.dumps(kept or {"pages": {}})
        keep = f"localStorage.setItem('mha-progress', {json.dumps(text)})"
        alone(BUILT, f"<script>{keep}</script>{LINKS}{host}{SCRIPT}")
        return page

    return open_with


def marks(page):
    return page.evaluate(SHOWN)


def count(**pages):
    """A store with so many solved, of so many."""
    solved = {
        page: {f"{k}": SOLVED if k < done else {"raw": 1} for k in range(5)}
        for page, (done, _) in pages.items()
    }
    return {
        "pages": solved,
        "totals": {page: all_ for page, (_, all_) in pages.items()},
    }


@pytest.mark.parametrize(
    ("kept", "one", "two", "line"),
    [
        (count(), None, None, "5 exercises on these pages"),
        (count(one=(0, 2), two=(0, 4)), None, None, "You have solved none yet"),
        (count(one=(1, 2), two=(3, 4)), "1 of 2", "3 of 4", "solved 1 of the 5"),
        (count(one=(2, 2), three=(1, 3)), "2 of 2", None, "solved 3 of the 5"),
        (count(one=(1, 9)), "1 of 2", None, "solved 1 of the 5"),  # the index knows
        (count(one=(4, 2), two=(5, 4)), "2 of 2", "4 of 4", "solved 2 of the 5"),
    ],
)
def test_what_is_solved_is_counted_beside_each_link(opened, kept, one, two, line):
    page = opened(kept)
    expected = []
    for before, told in (("One", one), ("Two", two), ("Card 1", one)):
        if told:
            done, _, all_ = told.split()
            short = "✓" if done == all_ else f"{done}/{all_}"
            words = f"{told} exercises solved"
            expected.append([before + short, words, words, "img"])
    assert marks(page) == expected
    expect(page.get_by_role("status")).to_contain_text(line)
    expect(page.locator(".mha-progress")).not_to_contain_text("no scripts")


def test_what_comes_and_goes_is_marked_at_once(opened):
    page = opened(count(one=(1, 2)))
    for event in ("storage", "mha-progress-changed"):
        for kept, shown in ((count(), []), (count(one=(2, 2)), ["One✓", "Card 1✓"])):
            page.evaluate(
                """([kept, event]) => { localStorage.setItem("mha-progress", kept);
                  dispatchEvent(new Event(event)); }""",
                [json.dumps(kept), event],
            )
            assert [mark[0] for mark in marks(page)] == shown
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Reset").click()
    assert len(marks(page)) == 2
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Reset").click()
    assert marks(page) == []
    expect(page.get_by_role("status")).to_contain_text("You have solved none yet")


def test_a_page_without_the_line_has_its_marks_all_the_same(opened):
    page = opened(count(one=(1, 2), two=(1, 4)), host="")
    assert [mark[0] for mark in marks(page)] == ["One1/2", "Two1/4", "Card 11/2"]


def test_a_store_that_cannot_be_read_is_told_of_in_the_line(opened):
    page = opened("{")
    line = page.get_by_role("status")
    expect(line).to_contain_text(
        "It was set aside, and counting begins anew. 5 exercises"
    )
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert download.value.suggested_filename == "attention-progress.json"
