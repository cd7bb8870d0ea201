"""You are here: the map in small at the head of each chapter that says where it is."""

import xml.etree.ElementTree as ET

from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.application import Sphinx

from mha.figures.diagrams.layer import STEPS
from mha.figures.diagrams.markup import STYLE
from mha.figures.diagrams.small import strip

MAP = "map"  # the page with the live map, and what its links call it
FIELD = "map_steps"  # in a chapter's front matter: "score softmax", or "all"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("html-page-context", add_map, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_map(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Put the small map below a chapter's title."""
    named = app.env.metadata.get(page, {}).get(FIELD, "").split() if app.env else []
    if not named:
        return
    lit = list(STEPS) if named == ["all"] else named
    body = BeautifulSoup(context["body"], "html.parser")
    if body.h1:
        body.h1.insert_after(BeautifulSoup(you_are_here(lit), "html.parser"))
    context["body"] = str(body)
    context["metatags"] = context.get("metatags", "") + f"<style>{STYLE}</style>"


def you_are_here(lit: list[str]) -> str:
    """The small map with its words, as HTML."""
    drawing = ET.tostring(strip(lit, link), encoding="unicode")
    where = "the whole map" if len(lit) == len(STEPS) else _listed(lit)
    first = link(lit[0] if len(lit) < len(STEPS) else "")
    words = f'<p>You are here: <b>{where}</b>. <a href="{first}">Open the map</a></p>'
    return (
        f'<nav class="mha-here-map" aria-label="Where you are">{drawing}{words}</nav>'
    )


def link(step: str) -> str:
    """The live map at a step; at none, all of it."""
    number = STEPS.index(step) + 1 if step else 0
    return f"{MAP}.html#explorer={MAP}&amp;step={number}".replace("&amp;", "&")


def _listed(steps: list[str]) -> str:
    """Names of steps, with their numbers."""
    return ", ".join(f"{STEPS.index(step) + 1} {step}" for step in steps)
