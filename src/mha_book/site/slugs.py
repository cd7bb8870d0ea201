"""Links to a section hold in every language: by the words of the page as it is written.

MyST notes the addresses of a page's sections while it reads the page, and forgets them
when it reads the first translated heading. Each section still has its own.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.nodes import clean_astext


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the step."""
    app.connect("doctree-read", keep_slugs)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def keep_slugs(app: Sphinx, doctree: nodes.document) -> None:
    """Note again how links name the page's sections, and what each heading says now."""
    slugs = {}
    for title in doctree.findall(nodes.title):
        section = title.parent
        if isinstance(section, nodes.section) and "slug" in section:
            where = (section.line, section["ids"][0])
            slugs[section["slug"]] = (*where, clean_astext(title))
    if slugs:
        app.env.metadata[app.env.docname]["myst_slugs"] = slugs
