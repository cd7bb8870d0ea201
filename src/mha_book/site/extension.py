"""Sphinx extension: mounts the explorers on static pages and keeps the pages clean."""

import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from mha_book.explorers.modules import without_comments
from mha_book.site import page_models, private, scripts
from mha_book.site.fingerprint import digest_files

FOLDER = Path(__file__).parent
SCRIPTS = Path("_static", "mha")  # of the built site
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
logger = logging.getLogger(__name__)
SCRIPTS_OF_ALL = ("paper", "paper_links", "progress", "contents", "heading_links")
PARTS = (
    "addresses",
    "beside",
    "code_lines",
    "downloads",
    "execution_cache",
    "figures",
    "folds",
    "formulas",
    "grown_file",
    "heads",
    "icons",
    "index_entries",
    "launch",
    "lost",
    "models",
    "neighbours",
    "notice",
    "page_tree",
    "parallel_execution",
    "predictions",
    "previews",
    "slugs",
    "unbroken",
)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("config-inited", add_paths, priority=100)
    app.connect("env-get-updated", find_pages_to_write)
    app.connect("html-page-context", add_explorers, priority=900)
    app.connect("html-page-context", add_folds)
    app.connect("build-finished", spare_comments)
    app.setup_extension("mha_book.site.sheets")  # before those of single parts
    for script in SCRIPTS_OF_ALL:
        app.add_js_file(f"mha/{script}.js")
    for part in PARTS:
        app.setup_extension(f"mha_book.site.{part}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_paths(app: Sphinx, config: Config) -> None:
    """Add the pages' own scripts, styles and templates; say where what ran is kept."""
    build = Path(app.outdir).parent
    scripts.write_scripts(build / "static" / "mha", config.language)
    try:
        scripts.write_python(build / "static" / "mha")
    except FileNotFoundError as missing:  # pages are read all the same
        logger.warning("no Python on the pages: %s", missing)
    # Not in book/_static: Jupyter Book would put each script there on every page.
    config.html_static_path += [str(FOLDER / "static"), str(build / "static")]
    config.html_extra_path.append(str(FOLDER / "root"))
    config.templates_path.insert(0, str(FOLDER / "templates"))
    config.nb_execution_cache_path = str(build / ".jupyter_cache")
    config.html_search_scorer = str(FOLDER / "scorer.js")


def find_pages_to_write(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Pages to write again, from what Sphinx has read: all, after a change in a frame.

    Sphinx copies no script where it has no page to write. And it forgets the index
    entries of a page that it does not write, so that the search would miss them.
    """
    own = (*FOLDER.rglob("*"), *Path(app.outdir).parent.joinpath("static").rglob("*"))
    files = [path for path in own if path.is_file() and path.suffix != ".pyc"]
    now, before = digest_files(files, FOLDER), getattr(env, "mha_frame", None)
    vars(env)["mha_frame"] = now  # kept with what Sphinx has read
    indexed = env.get_domain("index").data["entries"]
    named = {page for page, entries in indexed.items() if entries}
    return sorted(named if now == before else env.found_docs)


def add_explorers(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """On pages with an explorer: their script and style, and what starts them.

    MyST-NB has by now put the page's widget state among its scripts.
    """
    if "mha-mount" not in context.get("body", ""):
        return
    saved = ""
    for script in private.widget_states(context["script_files"]):
        saved += (bare := scripts.strip_scripts(script["body"]))
        script["body"] = page_models.put_apart(bare, Path(app.outdir) / SCRIPTS)
    app.add_css_file("mha/explorers.css")
    for name in scripts.scripts_of(saved):
        app.add_js_file(f"mha/{name}")
    app.add_js_file("mha/mount.js")


def add_folds(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Add what single pages have: folds, a round of cards, a form for paper."""
    if "sd-tab-set" not in context.get("body", ""):
        private.leave_out_tabs(context["script_files"])
    if page == "questions":
        app.add_js_file("mha/questions.js")
    if page == "cheat-sheet":
        app.add_css_file("mha/cheat_sheet.css")
    if re.search("mha-(solution|questions)", context.get("body", "")):
        # Before the list of where links lead, which stands in the last section.
        app.add_js_file("mha/paper_solutions.js", priority=400)
    if "mha-recall" in context.get("body", ""):
        app.add_css_file("mha/explorers.css")
        app.add_js_file("mha/recall.js")


def spare_comments(app: Sphinx, error: Exception | None) -> None:
    """Leave out of the pages' styles and scripts what only their authors read."""
    built = Path(app.outdir) / SCRIPTS
    for path in built.glob("*.css"):
        css = scripts.STYLE_COMMENT.sub("", path.read_text(encoding="utf-8"))
        path.write_text(INDENT.sub("", css), encoding="utf-8")
    for script in (FOLDER / "static" / "mha").glob("*.js"):  # others are linked without
        if (path := built / script.name).is_file():
            bare = without_comments(script.read_text(encoding="utf-8"))
            path.write_text(bare, encoding="utf-8")
