"""Sphinx extension: mounts the explorers on static pages and keeps the pages clean."""

import shutil
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

from mha import palette
from mha.site.fingerprint import fingerprint

HERE = Path(__file__).parent

# HTML that the tools write and a screen reader stumbles over, and what replaces it.
MENDS = {
    "<th></th>": "<td></td>",  # pandas: a head without words heads nothing
    'role="doc-biblioentry"': 'role="listitem"',  # docutils: deprecated, of a list
}


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("config-inited", place_cache, priority=100)
    app.connect("config-inited", add_paths, priority=100)
    app.connect("html-page-context", offer_notebook, priority=400)
    app.connect("html-page-context", add_mount_script)
    app.connect("html-page-context", add_colours)
    app.connect("html-page-context", mend_html)
    app.add_css_file("mha/book.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def place_cache(app: Sphinx, config: Config) -> None:
    """Keep executed chapters in a folder named for the code they ran with.

    jupyter-cache compares chapters alone. A new folder after a change in the package
    or the environment makes every chapter run again; and as the path is a setting of
    MyST-NB's, a new one makes Sphinx read every page again.
    """
    project = Path(app.srcdir).parent
    cache = Path(app.outdir).parent / ".jupyter_cache" / fingerprint(project)
    config.nb_execution_cache_path = str(cache)


def add_paths(app: Sphinx, config: Config) -> None:
    """Add the pages' own script, style and templates."""
    # Not in book/_static: Jupyter Book would put each script there on every page.
    config.html_static_path.append(str(HERE / "static"))
    config.templates_path.insert(0, str(HERE / "templates"))


def offer_notebook(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Put the executed notebook beside the page; the theme then offers it."""
    notebook = Path(app.outdir).parent / "jupyter_execute" / f"{page}.ipynb"
    if doctree is None or not notebook.exists():
        return
    target = Path(app.outdir) / "_sources" / f"{page}.ipynb"
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(notebook, target)
    context["ipynb_source"] = f"{page}.ipynb"


def add_mount_script(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Add the script that starts explorers, on pages that have one."""
    if "mha-mount" in context.get("body", ""):
        app.add_js_file("mha/mount.js")


def add_colours(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Name the book's colours for the page's own style."""
    roles = {"query": palette.QUERY, "key": palette.KEY, "value": palette.VALUE}
    rules = "; ".join(f"--mha-{role}: {colour}" for role, colour in roles.items())
    style = f"<style>:root {{{rules}}}</style>"
    context["metatags"] = context.get("metatags", "") + style


def mend_html(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Replace markup that accessibility checkers refuse."""
    for found, better in MENDS.items():
        context["body"] = context.get("body", "").replace(found, better)
