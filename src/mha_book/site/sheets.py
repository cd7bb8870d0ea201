"""The styles of all pages, and of those the few that a page has no use for left out."""

import re

from docutils import nodes
from sphinx.application import Sphinx

SHEETS = (
    "colours",
    "book",
    "look",
    "callouts",
    "folds",
    "cards",
    "chapter_map",
    "api",
    "your_file",
    "phone",
    "edges",
    "paper",
    "paper_code",
    "paper_museum",
    "stills",
)
# Of these, sheets that style what few pages have, and by what such a page is known.
RARE = {
    "cards": "mha-(begin|progress|chapters|three)|tag_opening",
    "chapter_map": "mha-(here-map|chapters)",
    "api": 'class="py ',
    "paper_museum": "mha-exhibit",
}


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    for sheet in SHEETS:
        app.add_css_file(f"mha/{sheet}.css")
    # After everyone who adds a sheet to one page.
    app.connect("html-page-context", spare_sheets, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def spare_sheets(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Leave out the sheets of which nothing is on this page."""
    body = context.get("body", "")
    spared = {
        f"_static/mha/{one}.css" for one in RARE if not re.search(RARE[one], body)
    }
    needed = [one for one in context["css_files"] if one.filename not in spared]
    context["css_files"] = needed
