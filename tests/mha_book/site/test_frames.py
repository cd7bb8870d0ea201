"""Drawings that a reader steps through: real radio buttons, and no script."""

import pytest
from bs4 import BeautifulSoup

from mha_book.pictures.kit.frames import Frames
from mha_book.pictures.kit.markup import Diagram, Drawing
from mha_book.pictures.kit.shapes import text
from mha_book.pictures.learning.tiles import tiled_attention

SHOWN = (
    "() => [...document.querySelectorAll('.mha-frame')].map((f) => f.checkVisibility())"
)


@pytest.fixture
def stepping(page):
    """The tiles, on a page of their own."""
    page.set_content(tiled_attention()._repr_html_())
    return page


def drawing(words):
    alt = "eight words that say what is drawn here"
    return Diagram(alt, Drawing([text(5, 5, words)], 10, 10))


def test_each_drawing_has_a_button_that_says_what_it_shows():
    frames = tiled_attention()
    html = BeautifulSoup(frames._repr_html_(), "html.parser")
    buttons = html.select("input[type=radio]")
    assert {button["name"] for button in buttons} == {"tiles"}
    assert [b["id"] for b in buttons if b.has_attr("checked")] == ["tiles-1"]
    said = [f"{k} of 4: {title}" for k, title in enumerate(frames.titles, 1)]
    assert [button["aria-label"] for button in buttons] == said
    ids = {button["id"] for button in buttons}
    assert {label["for"] for label in html.select("label")} == ids
    assert not html.select("script, [onclick]")


def test_titles_and_drawings_are_as_many():
    with pytest.raises(ValueError, match="1 titles for 2 drawings"):
        Frames("x", "Step:", ("one",), (drawing("a"), drawing("b")))


def test_next_and_back_and_the_arrow_keys_step(stepping):
    assert stepping.evaluate(SHOWN) == [True, False, False, False]
    stepping.locator("label:visible", has_text="Next").click()
    assert stepping.evaluate(SHOWN) == [False, True, False, False]
    stepping.locator("label:visible", has_text="Back").click()
    assert stepping.evaluate(SHOWN)[0]
    stepping.get_by_role("radio").first.focus()
    for k in (1, 2, 3):
        stepping.keyboard.press("ArrowRight")
        assert stepping.evaluate(SHOWN).index(True) == k
    assert stepping.get_by_role("radio", checked=True).count() == 1


def test_on_paper_every_drawing_is_there(stepping):
    stepping.emulate_media(media="print")
    assert stepping.evaluate(SHOWN) == [True] * 4


def test_back_and_next_lead_to_the_steps_beside():
    html = BeautifulSoup(tiled_attention()._repr_html_(), "html.parser")
    ids = [button["id"] for button in html.select("input")]
    for k, frame in enumerate(html.select(".mha-frame")):
        led = {label.get_text(): label["for"] for label in frame.select("label")}
        beside = {"‹ Back": k - 1, "Next ›": k + 1}
        assert led == {w: ids[n] for w, n in beside.items() if 0 <= n < len(ids)}
