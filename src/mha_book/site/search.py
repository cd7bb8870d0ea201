"""Search: names and headings lead to the section that explains them.

An entry's names in the glossary are its terms and what stands emphasised in its text
("also called *KV cache*"); the pages it links to explain it. The search, which weighs
entries of an index most, is told where on those pages each name is spoken of; and what
headings say on either side of a colon ("Going deeper: why 10000?").
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.index_entries import split_index_msg

from mha_book.site.folds import ASIDE
from mha_book.site.sections import Explained, Kept, Section, kept, stems, words_of

logger = logging.getLogger(__name__)
# A word in the index: what is typed, the id of a section, and whether it is explained
# there ("main"), as Sphinx has them.
Entry = tuple[str, str, str]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register what is kept of each page, and what is made of it."""
    app.add_env_collector(Kept)
    app.connect("html-collect-pages", enter)
    return {"env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}


def enter(app: Sphinx) -> Iterable[tuple[str, dict, str]]:
    """Tell the search what every page has, also those that are not written now.

    Sphinx itself forgets entries of pages it does not write again.
    """
    indexer = getattr(app.builder, "indexer", None)
    if indexer is not None and app.env:
        names = places_of_names(app.env)
        for page in app.env.found_docs:
            sections, _ = kept(app.env)[page]
            entries = own(app.env, page) | names[page] | headings(sections)
            indexer._index_entries[page] = sorted(entries)
    return []


def own(env: BuildEnvironment, page: str) -> set[Entry]:
    """The entries that stand on a page itself, as a glossary's terms do."""
    written = env.domaindata["index"]["entries"].get(page, ())
    return {
        (word, target, main)
        for kind, words, target, main, _ in written
        for word in split_index_msg(kind, words)
    }


def headings(sections: Iterable[Section]) -> set[Entry]:
    """What a page's headings say, part by part."""
    return {
        (part.strip().lower(), section.id, "main")
        for section in sections
        for part in re.split(r"[:?()]", section.heading)
        if part.strip() not in ("", ASIDE)
    }


def places_of_names(env: BuildEnvironment) -> dict[str, set[Entry]]:
    """By page, the names that it explains, each with a section's id."""
    found: dict[str, set[Entry]] = defaultdict(set)
    for _, entries in kept(env).values():
        for entry in entries:
            for page in entry.pages:
                sections, _ = kept(env)[page]
                places = {name: place_of(name, sections) for name in entry.names}
                said = own_place(entry, places, page)
                for name, place in places.items():
                    id = said if place is None else place
                    found[page] |= {(form, id, "main") for form in forms(name)}
    return found


def own_place(entry: Explained, places: dict[str, str | None], page: str) -> str:
    """Where a page has an entry's own name; complains where it has not."""
    term, *_ = entry.names
    if places[term] is None:
        logger.warning("%r leads to %r, which never says so", term, page)
    return places[term] or ""


def place_of(name: str, sections: Iterable[Section]) -> str | None:
    """Which section explains a name: by its heading, else by its text.

    What a page's opening announces is looked for below it first.
    """
    opening, *others = sections
    name = stems(name)
    for section in (opening, *others):
        if name in stems(section.heading):
            return section.id
    for section in (*others, opening):
        if name in section.text:
            return section.id
    return None


def forms(name: str) -> set[str]:
    """A name as it is written, and without the marks that a reader leaves out."""
    return {name.lower(), " ".join(words_of(name))}
