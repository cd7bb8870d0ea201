"""A page's HTML as a tree: parsed once for all that changes it so, and written once."""

from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.application import Sphinx

from mha_book.site.chapter_map import add_map
from mha_book.site.jumps import add_jumps
from mha_book.site.letters import add_letters
from mha_book.site.neighbours import tell_place

LONG = 8  # letters of words, from which on a phone gives them some width


def setup(app: Sphinx) -> None:
    """Register the step."""
    app.connect("html-page-context", change_tree, priority=600)


def change_tree(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Put into a page what readers go by, and mend what the tools wrote.

    Below the title stand the place on the path, the small map, and the list of what is
    on the page: later steps look for what earlier ones have put there.
    """
    body = BeautifulSoup(context.get("body", ""), "html.parser")
    mend(body)
    for step in (add_map, tell_place, add_jumps):
        step(app, page, body)
    add_letters(body)
    context["body"] = str(body)


def mend(body: BeautifulSoup) -> None:
    """Replace markup that the tools write and a screen reader stumbles over."""
    for head in body.select("th"):
        if not head.get_text(strip=True) and not head.select("img, svg"):
            head.name = "td"  # without words it heads nothing
    for name in body.select(".cell_output table tr > :is(:first-child, .mha-words)"):
        words = name.get_text().strip()
        if (" " in words and len(words) > LONG) or len(words) > 2 * LONG:
            name["data-words"] = ""
    for entry in body.select("[role=doc-biblioentry]"):  # docutils: deprecated
        entry["role"] = "listitem"
    for summary in body.select("summary[aria-label]"):  # MyST-NB: not what it says
        del summary["aria-label"]
