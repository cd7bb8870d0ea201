"""Diagrams in a real Chromium: nothing overlaps or sticks out, all can be read."""

from functools import cache

import pytest

from figure_checks import rgb
from mha_book import palette
from mha_book.pictures.kit.markup import Diagram, Drawing
from mha_book.pictures.kit.shapes import text
from mha_book.pictures.kit.tiles import cell
from mha_book.scales import contrast
from pictures import PICTURES

WIDE, NARROW = 688, 358  # px: a page's text at 1280 and at 390
COLOURS = {"query": palette.QUERY, "key": palette.KEY, "value": palette.VALUE}
ROLES = "".join(f"--mha-{role}: {colour};" for role, colour in COLOURS.items())
THEMES = {  # the theme's text, quieter text, ground
    "light": ("#222832", "#48566b", "#ffffff"),
    "dark": ("#ced6dd", "#9ca4af", "#14181e"),
}
SEEN = """() => [...document.querySelectorAll("svg")].filter(
  (svg) => svg.checkVisibility()).map((svg) => ({
    box: svg.getBoundingClientRect().toJSON(),
    natural: svg.viewBox.baseVal.width,
    texts: [...svg.querySelectorAll("text")].map((text) => ({
      words: text.textContent,
      box: text.getBoundingClientRect().toJSON(),
      size: parseFloat(getComputedStyle(text).fontSize),
      low: [...text.querySelectorAll(".mha-low")].map(
        (part) => parseFloat(getComputedStyle(part).fontSize)),
      colour: getComputedStyle(text).fill,
      cell: text.closest(".mha-cell")?.querySelector("rect")
        .getBoundingClientRect().toJSON() ?? null,
    })),
  }))"""
# What is gone before the next frame is never painted.
DRAWN = f"""(html) => {{
  document.body.innerHTML = html;
  const seen = ({SEEN})();
  document.body.replaceChildren();
  return seen;
}}"""


@cache
def html_of(name: str) -> str:
    """A picture's drawings, made once for all widths and themes."""
    return PICTURES[name]().html()


@pytest.fixture(scope="module")
def page(browser):
    """One page for all drawings: opening one takes longer than drawing in it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def seen(page, html, width, theme="light"):
    """The one drawing that is shown in a column of this width."""
    ink, faint, ground = THEMES[theme]
    (drawing,) = page.evaluate(
        DRAWN,
        f"<style>:root {{ {ROLES} --pst-color-text-base: {ink};"
        f"--pst-color-text-muted: {faint}; --pst-color-background: {ground}; }}"
        f"body {{ background: {ground}; font-family: Arial, sans-serif; }}</style>"
        f"<div style='width: {width}px'>{html}</div>",
    )
    return drawing


def faults(drawing):
    """What overlaps, sticks out, leaves its cell, or is too small."""
    texts = [t for t in drawing["texts"] if t["words"]]
    found = [f"{t['words']} is small" for t in texts if t["size"] < 11]
    found += [
        f"a low letter of {t['words']} is not low and legible"
        for t in texts
        if not all(9.5 <= low < 0.9 * t["size"] for low in t["low"])
    ]
    found += [f"{t['words']} sticks out" for t in texts if not _inside(t, drawing)]
    found += [f"{t['words']} leaves its cell" for t in texts if _wider(t)]
    for k, one in enumerate(texts):
        for other in texts[k + 1 :]:
            if _overlap(one["box"], other["box"]):
                found.append(f"{one['words']} on {other['words']}")
    return found


def _inside(words, drawing):
    inner, outer = words["box"], drawing["box"]
    return all(
        outer[low] - edge <= inner[low] and inner[high] <= outer[high] + edge
        for low, high, edge in (("left", "right", 0.5), ("top", "bottom", 2))
    )


def _wider(words):
    return words["cell"] and words["box"]["width"] > words["cell"]["width"] - 1


def _overlap(one, other):
    """By more than the empty edges of a line of text."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return wide > 1 and high > 3


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("name", PICTURES)
def test_every_word_can_be_read(page, name, width):
    drawing = seen(page, html_of(name), width)
    assert faults(drawing) == []
    assert drawing["box"]["width"] == pytest.approx(drawing["natural"], abs=0.5)


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_numbers_with_a_sign_do_not_touch_their_neighbours(page, width):
    texts = seen(page, html_of("gradient_graph"), width)["texts"]
    room = [t["cell"]["width"] - t["box"]["width"] for t in texts if t["cell"]]
    assert len(room) > 80
    assert min(room) > 4


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", PICTURES)
def test_words_contrast_with_the_page(page, name, theme):
    drawing = seen(page, html_of(name), WIDE, theme)
    ground = rgb(THEMES[theme][2])
    for words in drawing["texts"]:
        if not words["cell"]:  # the weight scale has a test of its own
            assert contrast(ground, rgb(words["colour"])) >= 4.5, words


ALT = "eight words that say what is wrong here"


def test_diagrams_of_different_widths_share_a_page(page):
    """Each of them brings its style along, the later one after the former."""
    pictures = [
        Diagram(ALT, Drawing([text(50, 9, "wide")], w, 20), Drawing([], 90, 20))
        for w in (600, 640)
    ]
    html = "".join(picture.html() for picture in pictures)
    drawings = page.evaluate(DRAWN, f"<div style='width: {NARROW}px'>{html}</div>")
    assert [drawing["natural"] for drawing in drawings] == [90, 90]


PLANTED = {
    "small": text(50, 20, "w", "tiny"),
    "sticks out": text(98, 20, "long words"),
    "leaves its cell": cell(5, 5, "123456789"),
    "first on second": None,
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_seen(page, fault):
    shapes = (PLANTED[fault],)
    if shapes == (None,):
        shapes = (text(50, 20, "first"), text(55, 24, "second"))
    css = ".mha-diagram .tiny { font-size: 10px; }"
    drawing = seen(page, Diagram(ALT, Drawing(shapes, 100, 40), css=css).html(), 100)
    assert any(fault in found for found in faults(drawing))
