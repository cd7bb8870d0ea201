"""What may be wrong with the figures of a page: each function returns what it finds."""

import re

from bs4 import BeautifulSoup

from checks import in_theme, resize
from mha_book.scales import contrast

# Diagrams have tests of their own: they are drawn in the page's colours alone.
FIGURES = ".cell_output :is(img, .mha-figures, svg[role=img]:not(.mha-diagram))"
PARTS = """
const ground = getComputedStyle(document.body).backgroundColor;
const fill = (part) => getComputedStyle(part).fill;
const filled = (part) => part instanceof SVGGeometryElement
  && !["none", "rgba(0, 0, 0, 0)"].includes(fill(part));
const area = (part) => {
  const { width, height } = part.getBoundingClientRect();
  return width * height;
};
"""
# Of each figure: its name, whether its colours are its own as a picture's are, the
# page's ground, and the colours of its large shapes.
LARGE = """figures => figures.map((figure) => {
  const parts = [...figure.querySelectorAll("path, rect, polygon, image")]
    .filter((part) => area(part) > 0.2 * area(figure));
  const own = [figure, ...parts].some((part) => part.matches("img, image"));
  const fills = parts.filter(filled).map(fill);
  return [figure.ariaLabel || figure.alt, own, ground, fills];
})"""
# Of each figure's words: what they say, their colour, and that of what is behind them,
# how opaque this is, and the page's ground.
WORDS = """figures => figures.flatMap((figure) => [...figure.querySelectorAll("text")]
  .filter((text) => text.checkVisibility()).map((text) => {
    text.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = text.getBoundingClientRect();
    const below = document.elementsFromPoint(x + width / 2, y + height / 2)
      .find((part) => figure.contains(part) && filled(part));
    const behind = below ? fill(below) : ground;
    const opacity = below ? Number(getComputedStyle(below).opacity) : 1;
    return [text.textContent, fill(text), behind, opacity, ground];
  }))"""
SMALL = """(figures, least) => figures.flatMap((figure) => {
  const scale = figure.getBoundingClientRect().width / figure.viewBox.baseVal.width;
  const size = (text) => scale * parseFloat(getComputedStyle(text).fontSize);
  return [...figure.querySelectorAll("text")].filter((text) => text.checkVisibility()
    && size(text) < least)
    .map((text) => text.textContent);
})"""


def rgb(colour: str) -> list[float]:
    """#rrggbb, rgb(r, g, b) or color(srgb r g b) as three shares of 1."""
    if colour.startswith("#"):
        return [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    numbers = colour[colour.index("(") + 1 : -1].replace("srgb", "").replace(",", " ")
    most = 255 if colour.startswith("rgb") else 1
    return [float(n) / most for n in numbers.split()[:3]]


def over(colour: str, opacity: float, ground: str) -> list[float]:
    """A colour that may let what is under it through, upon a ground."""
    numbers = re.findall(r"[\d.]+", colour)
    share = opacity * (float(numbers[3]) if len(numbers) == 4 else 1)
    pairs = zip(rgb(colour), rgb(ground), strict=True)
    return [share * one + (1 - share) * other for one, other in pairs]


def _found(page, which: str, script: str, *more) -> list:
    bundle = f"(figures, more) => {{ {PARTS} return ({script})(figures, more); }}"
    return page.locator(which).evaluate_all(bundle, *more)


def apart(page, theme: str) -> list[str]:
    """Figures that lie on the page like a slab: they do not follow its theme."""
    in_theme(page, theme)
    return [
        name
        for name, own, ground, fills in _found(page, FIGURES, LARGE)
        if own or any(contrast(rgb(fill), rgb(ground)) > 1.2 for fill in fills)
    ]


def faint_text(page, theme: str) -> list[str]:
    """Words in figures with a contrast below 4.5 : 1 to what is behind them."""
    in_theme(page, theme)
    return [
        words
        for words, colour, *behind in _found(page, "svg.mha-figure", WORDS)
        if contrast(rgb(colour), over(*behind)) < 4.5
    ]


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
