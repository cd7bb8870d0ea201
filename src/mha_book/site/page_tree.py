"""A page's HTML as a tree: parsed once for all that changes it so, and written once."""

import re

from bs4 import BeautifulSoup, Tag
from docutils import nodes
from sphinx.application import Sphinx

from mha_book.site.addresses import add_project
from mha_book.site.apostrophes import bend
from mha_book.site.chapter_map import add_map
from mha_book.site.jumps import add_jumps
from mha_book.site.letters import add_letters
from mha_book.site.neighbours import tell_place
from mha_book.site.titles import part_titles

LONG = 8  # letters of words, from which on a phone gives them some width
JOINT = re.compile(
    r"(?:(?<=\w_)|(?<=\w{3}\.))(?=[a-z])"
)  # where a long name in code may part


def setup(app: Sphinx) -> None:
    """Register the step."""
    app.connect("html-page-context", change_tree, priority=600)


def change_tree(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Put into a page what readers go by, and mend what the tools wrote.

    Below the title stand the place on the path, the small map, and the list of what is
    on the page: each step puts its own right below it, so what stands first comes last.
    """
    body = BeautifulSoup(context.get("body", ""), "html.parser")
    mend(body)
    for step in (add_jumps, add_map, tell_place, add_project):
        step(app, page, body)
    add_letters(body)
    part_titles(body)
    bend(body)
    context["body"] = str(body)


def mend(body: BeautifulSoup) -> None:
    """Replace markup that the tools write and a screen reader stumbles over.

    Here and in the steps a whole page is searched by names, which takes a tenth of what
    a selector does.
    """
    for head in body.find_all("th"):
        if not head.get_text(strip=True) and not head.find(["img", "svg"]):
            head.name = "td"  # without words it heads nothing
    for cell in body.find_all("td"):
        joint_names(body, cell)
    for output in body.find_all(class_="cell_output"):
        give_width(output)
    for entry in body.find_all(role="doc-biblioentry"):  # docutils: deprecated
        entry["role"] = "listitem"
    for summary in body.find_all("summary", attrs={"aria-label": True}):
        del summary["aria-label"]  # MyST-NB: not what it says


def joint_names(body: BeautifulSoup, cell: Tag) -> None:
    """Let a table's long names in code part at their joints, on a phone."""
    for text in cell.find_all(string=JOINT):
        first, *rest = JOINT.split(text)
        parts = [part for words in rest for part in (body.new_tag("wbr"), words)]
        text.replace_with(first, *parts)


def give_width(output: Tag) -> None:
    """Mark long names in a cell's tables, which a phone then gives some width."""
    for row in output.find_all("tr"):
        for name in row.select(":scope > :is(:first-child, .mha-words)"):
            words = name.get_text().strip()
            if (" " in words and len(words) > LONG) or len(words) > 2 * LONG:
                _mark_long(name, words)
    for head in output.select("thead th"):
        if len(words := head.get_text().strip()) > 3 * LONG:
            _mark_long(head, words)


def _mark_long(name: Tag, words: str) -> None:
    """Say that a name is long, and how long: it needs no more room than it fills."""
    name["data-words"] = ""
    name["style"] = f"--letters: {len(words)}; {name.get('style', '')}".rstrip("; ")
