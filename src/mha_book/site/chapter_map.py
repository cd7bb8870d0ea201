"""The map in small, at the head of a chapter ("You are here"), and on its card."""

from collections.abc import Callable, Mapping
from typing import Any

from bs4 import BeautifulSoup
from sphinx.application import Sphinx

from mha_book.pictures.kit.markup import serialise
from mha_book.pictures.kit.steps import STEPS

MAP = "map"  # the page with the live map, and what its links call it
CARDS, CARD = "mha-chapters", ".sd-card"
FIELD = "map_steps"  # in a chapter's front matter: "score softmax", or "all"


def add_map(app: Sphinx, page: str, body: BeautifulSoup) -> None:
    """Put the small map below a chapter's title, and onto each chapter's card."""
    metadata = app.env.metadata if app.env else {}
    lit = steps_apart(metadata.get(page, {}))
    cards = [card for grid in body.find_all(class_=CARDS) for card in grid.select(CARD)]
    if not lit and not cards:
        return
    if lit and body.h1:
        body.h1.insert_after(parse(navigation(lit)))
    for card in cards:
        link = card.select_one("a[href$='.html']")
        name = str(link["href"]).removesuffix(".html") if link else ""
        if drawn := picture_of(name, read_steps(metadata.get(name, {}))):
            card.insert(0, parse(drawn))
    if not body.find(class_="mha-mount"):  # explorers bring this style along
        app.add_css_file("mha/diagram.css")


def read_steps(metadata: Mapping[str, Any]) -> list[str]:
    """The steps that a page's front matter names."""
    named = str(metadata.get(FIELD, "")).split()
    return list(STEPS) if named == ["all"] else named


def steps_apart(metadata: Mapping[str, Any]) -> list[str]:
    """The steps that a page treats; none if it is all of them, which says nothing."""
    steps = read_steps(metadata)
    return [] if steps == list(STEPS) else steps


def picture_of(page: str, steps: list[str]) -> str:
    """What stands on a page's card: its own picture, or its steps; for the eye alone.

    The card's words say what the page is.
    """
    # Not before a page is written: it computes with torch, which takes seconds to load.
    from mha_book.pictures.cards import card_picture

    own = card_picture(page)
    if own is None:
        return draw(steps, aria_hidden="true") if steps else ""
    own.set("aria-hidden", "true")
    return serialise(own)


def parse(html: str) -> BeautifulSoup:
    """HTML as nodes."""
    return BeautifulSoup(html, "html.parser")


def draw(
    lit: list[str], link: Callable[[str], str] | None = None, **attributes: str
) -> str:
    """The small map as HTML."""
    # Not before a page is written: it computes with torch, which takes seconds to load.
    from mha_book.pictures.whole import strip

    drawing = strip(lit, link)
    for name, value in attributes.items():
        drawing.set(name.replace("_", "-"), value)
    return serialise(drawing)


def navigation(lit: list[str]) -> str:
    """The small map with its words, as HTML."""
    drawing = draw(lit, link_to_step)
    where = list_steps(lit, '<span class="mha-whole">{}</span>')
    first = link_to_step(lit[0])
    words = f'<p>You are here: <b>{where}</b>. <a href="{first}">Open the map</a></p>'
    return (
        f'<nav class="mha-here-map" aria-label="Where you are">{drawing}{words}</nav>'
    )


def link_to_step(step: str) -> str:
    """The live map at a step."""
    return f"{MAP}.html#explorer={MAP}&step={STEPS.index(step) + 1}"


def list_steps(steps: list[str], each: str = "{}") -> str:
    """Names of steps, with their numbers."""
    numbered = (f"{STEPS.index(step) + 1} {step}" for step in steps)
    return ", ".join(map(each.format, numbered))
