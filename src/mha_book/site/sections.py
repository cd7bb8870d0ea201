"""What the search is told of each page: its sections, and the glossary's entries."""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.environment.collectors import EnvironmentCollector
from sphinx.search.en import SearchEnglish


@dataclass(frozen=True)
class Section:
    """A section's id, "" for the page itself, its heading, and stems of its text."""

    id: str
    heading: str
    text: str


@dataclass(frozen=True)
class Explained:
    """The names of a glossary's entry, its own first, and the pages it links to."""

    names: tuple[str, ...]
    pages: tuple[str, ...]


class Kept(EnvironmentCollector):
    """Keeps each page's sections and glossary with what Sphinx has read."""

    def clear_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        """Forget a page."""
        kept(env).pop(docname, None)

    def merge_other(
        self,
        app: Sphinx,
        env: BuildEnvironment,
        docnames: set[str],
        other: BuildEnvironment,
    ) -> None:
        """Take over what another process has read."""
        kept(env).update({name: kept(other)[name] for name in docnames})

    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        """Keep a page's sections, and its glossary's entries."""
        page = tuple(sections_of(doctree)), tuple(explained_by(doctree))
        kept(app.env)[app.env.docname] = page


def kept(env: BuildEnvironment | None) -> dict[str, Any]:
    """By page, its sections and its glossary's entries."""
    return vars(env).setdefault("mha_search", {})


def sections_of(doctree: nodes.document) -> Iterator[Section]:
    """A page's sections in order, each without those inside it."""
    for number, section in enumerate(doctree.findall(nodes.section)):
        own = (part for part in section if not isinstance(part, nodes.section))
        words = [p.astext() for part in own for p in part.findall(nodes.paragraph)]
        name = section["ids"][0] if number else ""
        yield Section(name, section[0].astext(), stems(" ".join(words)))


def explained_by(doctree: nodes.document) -> Iterator[Explained]:
    """What the glossary of a page lists."""
    for glossary in doctree.findall(addnodes.glossary):
        for item in glossary.findall(nodes.definition_list_item):
            names = [*item.findall(nodes.term), *item.findall(nodes.emphasis)]
            links = item.findall(addnodes.pending_xref)
            pages = [link["reftarget"] for link in links if link["refdomain"] == "doc"]
            texts = (" ".join(name.astext().split()) for name in names)
            yield Explained(tuple(texts), tuple(pages))


def words_of(text: str) -> list[str]:
    """The words of a text, as the search tells them apart."""
    return re.findall(r"[^\W_]+", text.lower())


@functools.cache
def stems(text: str) -> str:
    """A text's words without their endings, with a space around each."""
    return f" {' '.join(map(stem, words_of(text)))} "


@functools.cache
def stem(word: str) -> str:
    """A word without its ending, as the search compares it."""
    return english().stem(word)


@functools.cache
def english() -> SearchEnglish:
    """What Sphinx knows of English words."""
    return SearchEnglish({})
