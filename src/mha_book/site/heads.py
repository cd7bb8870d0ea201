"""What a page's head says of it to those who find it or share it."""

import re
import textwrap
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

LONGEST = 160  # letters of a description, of which more is seldom shown
ANSWERS = "this page answers "  # how a page of the shelf says what it is about
SENTENCE = re.compile(r"[.?!][”)]?(?= |$)")
VIEWPORT = re.compile(r'<meta name="viewport"[^>]*>')


def setup(app: Sphinx) -> None:
    """Register the step."""
    app.connect("html-page-context", describe_page, priority=800)


def describe_page(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Give a page its description, and what shows it where its address is shared.

    It may have one in its front matter, as the first page does.
    """
    # Docutils says it, too.
    context["metatags"] = VIEWPORT.sub("", context.get("metatags", ""))
    if doctree is None or not app.env:
        return
    told = (context.get("meta") or {}).get("description", "")
    about = context["description"] = told or describe(doctree)
    is_first = page == app.config.root_doc
    context["shared"] = {
        "og:site_name": app.config.html_title,
        "og:type": "website" if is_first else "article",
        "og:title": app.env.titles[page].astext(),
        "og:description": about,
        "og:url": context["pageurl"],
    }


def describe(doctree: nodes.document) -> str:
    """A page's first sentences, as many as fit; of the shelf, first what it answers."""
    text = " ".join(" ".join(first_words(doctree)).split())
    if ANSWERS in text:
        text = "This page" + text.split(ANSWERS[:-9], 1)[1]
    ends = [found.end() for found in SENTENCE.finditer(text[:LONGEST])]
    if ends and ends[-1] > LONGEST / 2:
        return text[: ends[-1]]
    return textwrap.shorten(text, LONGEST, placeholder=" …")


def first_words(doctree: nodes.document) -> list[str]:
    """The paragraphs of a page's own, above its first subsection."""
    top: Any = doctree.next_node(nodes.section)
    return [read(part) for part in top if isinstance(part, nodes.paragraph)]


def read(paragraph: nodes.paragraph) -> str:
    """A paragraph's words, without the markup that it may have beside them."""
    words = paragraph.findall(nodes.Text)
    return "".join(text for text in words if not isinstance(text.parent, nodes.raw))
