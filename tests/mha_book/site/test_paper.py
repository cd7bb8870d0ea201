"""A page on paper: all is there, letters are large enough, links say where to."""

import pytest

import checks
from later import later

POINTS = 0.75  # of a CSS pixel
# The size of each word of an explorer as it is printed, and the word.
LETTERS = """() => [...document.querySelectorAll(".mha-explorer *")]
  .filter((part) => part.checkVisibility())
  .filter((part) => !part.closest("sub, .mha-low, title, desc"))
  .filter((part) => [...part.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .map((part) => {
    const size = parseFloat(getComputedStyle(part).fontSize);
    const scale = part.getScreenCTM?.().a ?? part.currentCSSZoom;
    return [size * scale, part.textContent.trim()];
  })
  .filter(([size]) => size > 0)"""


def put_on_paper(page, address, name):
    """Open a page as A4 has it: its width, less the margins."""
    checks.Visit(page, f"{address}/{name}.html")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 658, "height": 900})
    page.evaluate("dispatchEvent(new Event('beforeprint'))")


@pytest.mark.parametrize(
    "name", ["attention-by-hand", *later("walk-back", "several-heads", "map")]
)
def test_an_explorers_letters_have_seven_points(page, address, name):
    put_on_paper(page, address, name)
    found = page.evaluate(LETTERS)
    assert len(found) > 40
    assert [(size, word) for size, word in found if size * POINTS < 6.9] == []


@pytest.mark.slow
def test_a_picture_that_waits_behind_a_fold_is_printed(page, address):
    put_on_paper(page, address, "rope-scaling")
    folded = page.locator(".tag_hide-input.tag_hide-output")
    assert folded.count() > 1
    for cell in folded.all():
        assert cell.locator(".cell_output").is_visible()
        assert not cell.locator(".cell_input").is_visible()


def test_links_that_do_not_name_their_page_are_numbered_and_listed(page, address):
    put_on_paper(page, address, "hide-the-future")
    goals = page.locator(".mha-goals li").all_inner_texts()
    marks = page.locator(".mha-goal").all_inner_texts()
    assert {int(mark) for mark in marks} == set(range(1, len(goals) + 1))
    titles = [goal for goal in goals if goal.startswith("page ")]
    assert titles
    assert len(titles) < len(goals)
    assert not [goal for goal in goals if "://" in goal or address in goal]
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".mha-goal, .mha-goals").count() == 0


def test_a_link_that_names_its_page_needs_no_number(page, address):
    put_on_paper(page, address, "index")
    cited = page.locator("article a:has(+ .mha-goal)").all_inner_texts()
    titles = page.locator("nav.bd-links a").all_inner_texts()
    assert len(titles) > 40
    assert not [words for words in cited if any(t.startswith(words) for t in titles)]
