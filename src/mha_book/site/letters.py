"""The glossary's way in: a line of letters, each of which leads to its first term."""

from bs4 import BeautifulSoup, Tag
from docutils import nodes
from sphinx.application import Sphinx

LEAST = 30  # terms, from which on one would rather jump than scroll


def setup(app: Sphinx) -> None:
    """Register the step."""
    app.connect("html-page-context", add_letters, priority=700)


def add_letters(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Put the letters above a page's glossary, if it is long."""
    if "glossary" not in context.get("body", ""):
        return  # long pages take long to parse
    body = BeautifulSoup(context["body"], "html.parser")
    terms = body.select("dl.glossary > dt[id]")
    if len(terms) >= LEAST:
        body.select("dl.glossary")[0].insert_before(write_letters(terms))
        context["body"] = str(body)


def write_letters(terms: list[Tag]) -> BeautifulSoup:
    """A link for each letter with which a term begins, in the order of the alphabet."""
    first: dict[str, str] = {}
    for term in terms:
        letter = next((c.upper() for c in term.get_text() if c.isalpha()), "#")
        first.setdefault(letter, str(term["id"]))
    links = "".join(
        f'<a href="#{first[letter]}">{letter}</a>' for letter in sorted(first)
    )
    line = f'<nav class="mha-letters" aria-label="Terms by letter">{links}</nav>'
    return BeautifulSoup(line, "html.parser")
