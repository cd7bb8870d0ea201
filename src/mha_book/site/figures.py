"""Figures as part of their page: they follow its theme, and their text is text."""

import re
from html import escape
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Tag
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from mha_book import palette, scales
from mha_book.teaching.on_pages import file_name
from mha_book.teaching.pictures.files import stand_alone

# What a notebook shows in fixed colours, and the page in its own.
FOLLOWING = {
    "#000000": "currentColor",  # what was given no colour
    palette.INK: "currentColor",
    palette.FAINT: "color-mix(in srgb, currentColor 20%, transparent)",
    palette.GROUND: "var(--pst-color-background)",
    palette.ON_PALE: "light-dark(#000, #fff)",
    palette.ON_DARK: "light-dark(#fff, #000)",
    palette.BLACK: "#000",
    palette.WHITE: "#fff",
    palette.GROUPS[1].lower(): "var(--mha-weights)",
}
SHADES = scales.weight_shades() | scales.signed_shades()
FOLLOWING |= {day: scales.in_themes(day, night) for day, night in SHADES.items()}
FURTHER = re.compile(r"(?<=\.\d\d)\d+")
COLOUR = re.compile(r"#[0-9a-f]{6}\b")
REFERENCE = re.compile(r'(?:url\(|href=")#([\w-]+)')
NAME = re.compile(r'(url\(#|href="#| id=")')
FILE = re.compile(r"/|\.(png|svg|jpe?g|gif)\b", re.IGNORECASE)
FORM = re.compile(r'<svg class="mha-wide".*?</svg>', re.DOTALL)
MADE_BY = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
PICTURES = "_static/pictures"  # of the site
WORDS = 4  # of a caption or an alternative text, at least
logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    """Register the step."""
    app.add_post_transform(Inline)


class Inline(SphinxPostTransform):
    """Put each SVG image into the page itself, where the page's style reaches it."""

    default_priority = 10  # MyST-NB has chosen among an output's formats, at 4
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Replace the images of this page."""
        for number, image in enumerate(list(self.document.findall(nodes.image))):
            for lack in find_lacks(image):
                logger.warning("a figure has %s", lack, location=self.env.docname)
            if image["uri"].endswith(".svg"):
                svg = Path(self.env.srcdir, image["uri"]).read_text(encoding="utf-8")
                self.keep(svg, image)
                drawn = inline(svg, image.get("alt", ""), f"figure-{number}")
                image.replace_self(nodes.raw("", drawn, format="html"))

    def keep(self, svg: str, image: nodes.Element) -> None:
        """Write a plot beside the drawings that are files, for slides."""
        for name in image.parent["names"]:
            folder = Path(self.app.outdir, PICTURES)
            folder.mkdir(parents=True, exist_ok=True)
            text = stand_alone(wide_form(svg), image["alt"], around=0)
            file = folder / f"{file_name(self.env.docname, name)}.svg"
            file.write_text(text, encoding="utf-8")


def wide_form(svg: str) -> str:
    """The form of a plot for a page that has room, without what drew it."""
    found = FORM.search(svg)
    return MADE_BY.sub("", found[0] if found else svg[svg.index("<svg") :])


def find_lacks(image: nodes.Element) -> list[str]:
    """What an image has not and should: words for ears, and, from a cell, a caption."""
    lacks = []
    words = image.get("alt", "")
    if len(words.split()) < WORDS or FILE.search(words):
        lacks.append(f"no alternative text of {WORDS} words, but {words!r}")
    caption = image.parent.next_node(nodes.caption)
    named = any(name.startswith("fig-") for name in image.parent["names"])
    described = caption is not None and len(caption.astext().split()) >= WORDS
    if "jupyter_execute" in image["uri"] and not (named and described):
        lacks.append(f"no name 'fig-…', or no caption of {WORDS} words")
    return lacks


def inline(svg: str, alt: str, name: str) -> str:
    """An SVG file as an element of a page; of two forms in it the one that fits shows.

    Args:
        svg: the file's text.
        alt: alternative text.
        name: distinct within the page; the ids within begin with it.
    """
    # The page is HTML, which has no XML declaration.
    drawing = BeautifulSoup(svg[svg.index("<svg") :], "html.parser").svg
    assert drawing
    forms = drawing.find_all("svg", recursive=False)
    if not forms:
        drawing.attrs |= {"role": "img", "aria-label": alt}
        return _place(drawing, name)
    drawn = "".join(_place(form, f"{name}-{k}") for k, form in enumerate(forms))
    words = escape(alt)
    return f'<div class="mha-figures" role="img" aria-label="{words}">{drawn}</div>'


def _place(drawing: Tag, name: str) -> str:
    """A drawing with ids of its own, and the page's colours for a notebook's."""
    for part in drawing.select("metadata, style"):  # the page's style sheet has these
        part.decompose()
    used = REFERENCE.findall(str(drawing))
    for element in drawing.select("[id]"):
        if element["id"] not in used:
            del element["id"]
    drawing["class"] = " ".join(["mha-figure", *drawing.get_attribute_list("class")])
    del drawing["display"]  # a style sheet says which form is shown
    for path in drawing.select("path[d]"):  # a hundredth of a point is fine enough
        path["d"] = FURTHER.sub("", " ".join(str(path["d"]).split()))
    page = NAME.sub(rf"\1{name}-", re.sub(r">\s+<", "><", str(drawing)))
    return COLOUR.sub(lambda found: FOLLOWING.get(found[0], found[0]), page)
