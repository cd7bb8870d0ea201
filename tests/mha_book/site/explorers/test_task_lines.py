"""On a phone: what was done is told where a reader sees it, and moves little."""

import pytest
from playwright.sync_api import expect

from mha_book.explorers import AttentionExplorer, LearningExplorer

PHONE = {"width": 390, "height": 844}
# Scrolls an explorer to below the page's head, or so many px further up.
BELOW_HEAD = """(node, far) => {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const covered = parseFloat(scrollPaddingTop);
  const { top } = node.getBoundingClientRect();
  scrollBy({ top: top - covered + far, behavior: "instant" });
  return covered;
}"""
TOP = "node => node.getBoundingClientRect().top"


@pytest.fixture
def attention(page, open_explorer):
    page.set_viewport_size(PHONE)
    return open_explorer(AttentionExplorer, name="products", decimals=2)


def make_are_look_at_how(explorer):
    explorer.get_by_label("embedding of “how”, x1").fill("10")
    expect(explorer.locator(".mha-task")).to_contain_text("✓ ")


@pytest.mark.parametrize("above", [100, 0])
def test_the_line_grows_upwards_as_far_as_it_stays_in_sight(attention, above):
    covered = attention.evaluate(BELOW_HEAD, -above)
    line, table = attention.locator(".mha-task"), attention.locator("table").first
    before = table.evaluate(TOP)
    make_are_look_at_how(attention)
    attention.page.wait_for_timeout(100)  # until what is in sight was looked at
    assert line.evaluate(TOP) > covered - 1
    assert line.evaluate("line => getComputedStyle(line).opacity") == "1"
    moved = table.evaluate(TOP) - before
    assert moved == pytest.approx(0, abs=1) if above else 0 < moved < 20


def test_the_button_to_go_on_stands_beside_the_words(attention):
    make_are_look_at_how(attention)
    said = attention.locator(".mha-task > span").bounding_box()
    button = attention.locator(".mha-task > button").bounding_box()
    assert button["x"] > said["x"] + said["width"]
    assert said["y"] < button["y"] < said["y"] + said["height"]


def test_what_is_told_out_of_sight_is_seen_below_where_a_model_learns(
    page, open_explorer
):
    page.set_viewport_size(PHONE)
    told = open_explorer(LearningExplorer).locator(".mha-told")
    told.evaluate("told => (told.hidden = false)")
    assert told.is_visible()
