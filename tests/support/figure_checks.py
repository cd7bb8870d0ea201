"""What may be wrong with the figures of a page: each function returns what it finds."""

import re

from bs4 import BeautifulSoup

from checks import in_theme, resize

# Diagrams have tests of their own: they are drawn in the page's colours alone.
FIGURES = ".cell_output :is(img, svg[role=img]:not(.mha-diagram))"
MEASURES = """
const channels = (text) => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
const luminance = (rgb) => {
  const linear = rgb.slice(0, 3).map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
};
const contrast = (one, other) => {
  const [a, b] = [one, other].map((c) => luminance(channels(c)) + 0.05);
  return Math.max(a, b) / Math.min(a, b);
};
const ground = getComputedStyle(document.body).backgroundColor;
const filled = (part) => part instanceof SVGGeometryElement
  && !["none", "rgba(0, 0, 0, 0)"].includes(getComputedStyle(part).fill);
const area = (part) => {
  const { width, height } = part.getBoundingClientRect();
  return width * height;
};
"""
# A picture's colours are its own. So is a large shape unlike the page's ground.
APART = """figures => figures.filter((figure) => figure.matches("img")
  || [...figure.querySelectorAll("path, rect, polygon, image")].some((part) =>
    area(part) > 0.2 * area(figure) && (part.matches("image")
      || filled(part) && contrast(getComputedStyle(part).fill, ground) > 1.2))
).map((figure) => figure.ariaLabel || figure.alt)"""
FAINT = """figures => figures.flatMap((figure) => [...figure.querySelectorAll("text")]
  .filter((text) => {
    text.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = text.getBoundingClientRect();
    const below = document.elementsFromPoint(x + width / 2, y + height / 2)
      .find((part) => figure.contains(part) && filled(part));
    const on = below ? getComputedStyle(below).fill : ground;
    return contrast(getComputedStyle(text).fill, on) < 4.5;
  }).map((text) => text.textContent))"""
SMALL = """(figures, least) => figures.flatMap((figure) => {
  const scale = figure.getBoundingClientRect().width / figure.viewBox.baseVal.width;
  const size = (text) => scale * parseFloat(getComputedStyle(text).fontSize);
  return [...figure.querySelectorAll("text")].filter((text) => size(text) < least)
    .map((text) => text.textContent);
})"""


def _found(page, which: str, script: str, *more) -> list[str]:
    bundle = f"(figures, more) => {{ {MEASURES} return ({script})(figures, more); }}"
    return page.locator(which).evaluate_all(bundle, *more)


def apart(page, theme: str) -> list[str]:
    """Figures that lie on the page like a slab: they do not follow its theme."""
    in_theme(page, theme)
    return _found(page, FIGURES, APART)


def faint_text(page, theme: str) -> list[str]:
    """Words in figures with a contrast below 4.5 : 1 to what is behind them."""
    in_theme(page, theme)
    return _found(page, "svg.mha-figure", FAINT)


def small_text(page, width: int = 390, least: float = 10) -> list[str]:
    """Words in figures that are smaller than some pixels in a window of this width."""
    resize(page, width)
    return _found(page, "svg.mha-figure", SMALL, least)


def uncaptioned(page: BeautifulSoup) -> list[str]:
    """Figures without a name, a number, or a caption of at least four words."""
    missing = []
    for drawn in page.select(FIGURES):
        figure = drawn.find_parent("figure")
        caption = figure and figure.select_one(".caption-text")
        number = figure and figure.select_one(".caption-number")
        named = figure and re.match("fig-", figure.get("id") or "")
        if not (number and named and caption and len(caption.text.split()) >= 4):
            missing.append(drawn.get("aria-label") or drawn.get("alt") or "")
    return missing
