"""Each page as a notebook to download: executed, and made to run anywhere."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from sphinx.application import Sphinx

from mha_book.site import private, scripts
from mha_book.site.elsewhere import prepare
from mha_book.site.execution_cache import open_cache
from mha_book.site.settled import number_cells


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the step."""
    app.connect("html-page-context", offer_notebook, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def offer_notebook(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Put the executed notebook beside the page; the theme then offers it.

    MyST-NB leaves the outputs out where they came from the cache.
    """
    path = Path(app.outdir).parent / "jupyter_execute" / f"{page}.ipynb"
    if doctree is None or not path.exists() or not has_code(doctree):
        return
    notebook: Any = nbformat.read(path, as_version=4)
    with (
        open_cache(app.config.nb_execution_cache_path) as cache,
        suppress(KeyError),  # a page without code
    ):
        _, notebook = cache.merge_match_into_notebook(notebook)
    home, source = app.config.html_baseurl, app.config.html_context["mha_source"]
    prepare(notebook, app.env, page, home.rstrip("/"), source)
    number_cells(notebook)
    target = Path(app.outdir) / "_sources" / f"{page}.ipynb"
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(scripts.refresh(notebook), target)
    context["ipynb_source"] = f"{page}.ipynb"


def has_code(doctree: nodes.document) -> bool:
    """Whether a page has cells; its notebook may be left from when it had some."""
    return any(private.is_cell(node) for node in doctree.findall(nodes.container))
