"""What the site uses of other tools and they do not promise to keep, all in one place.

`SEEN_IN` has the versions in which each of these was seen to be what is said here. A
test compares it with what is installed: after an update, look here first. Some are
not Python: `scorer.js` reads the search's list of titles, `Search._index`, and replaces
`Search.htmlToText` and `Search.performSearch`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.core.read import create_nb_reader
from myst_nb.core.render import WIDGET_STATE_MIMETYPE, sanitize_script_content
from nbformat import NotebookNode
from sphinx.environment import BuildEnvironment
from sphinx_design.shared import create_component

TABS = "design-tabs.js"
SEEN_IN = {"Sphinx": "7.4.7", "myst-nb": "1.4.0", "sphinx-design": "0.8.0"}


def read_notebook(env: BuildEnvironment, page: str) -> NotebookNode | None:
    """A page as MyST-NB reads it, or None where it has no code.

    MyST-NB finds what ran before by a hash of what it has read, so that a notebook that
    runs ahead must be read by its own reader, with its own settings.
    """
    path, settings = str(env.doc2path(page)), vars(env)
    text = Path(path).read_text(encoding="utf-8")
    options = settings["myst_config"], settings["mystnb_config"]
    reader = create_nb_reader(path, *options, text)
    return reader.read(text) if reader else None


def widget_states(script_files: list[Any]) -> Iterator[dict[str, str]]:
    """The attributes of the scripts in which MyST-NB saves a page's widgets.

    It puts them among the page's scripts whole; no setting changes what they hold.
    """
    for script in script_files:
        attributes = getattr(script, "attributes", {})
        if attributes.get("type") == WIDGET_STATE_MIMETYPE:
            yield attributes


def leave_out_tabs(script_files: list[Any]) -> None:
    """Take away the script for tabs, which sphinx-design puts on each page."""
    others = [each for each in script_files if TABS not in str(each.filename)]
    script_files[:] = others  # the builder's own list


def escape_script(text: str) -> str:
    """JSON as MyST-NB writes it into a page's script: nothing in it ends the script."""
    return sanitize_script_content(text)


def hidden_part(node: nodes.Node) -> str:
    """What MyST-NB will hide of a cell: "input", "output", "all"; "" if nothing.

    It notes this on the cell's node, before the node becomes HTML.
    """
    return node.get("hide_mode", "") if isinstance(node, nodes.container) else ""


def show_cell(cell: nodes.Element) -> None:
    """Have MyST-NB hide nothing of a cell."""
    del cell["hide_mode"]


def hide_cell(cell: nodes.Element, prompt: str) -> None:
    """Have MyST-NB hide all of a cell, under these words."""
    cell.attributes |= {"hide_mode": "all", "prompt_show": prompt}
    cell["prompt_hide"] = prompt


def is_cell(node: nodes.Node) -> bool:
    """Whether MyST-NB made this of a cell of code."""
    known = isinstance(node, nodes.container)
    return known and node.get("nb_element") == "cell_code"


def code_of(cell: nodes.Element) -> str:
    """What MyST-NB shows of a cell's code, or would; "" where that is removed."""
    parts = cell.findall(nodes.container)
    sources = [p for p in parts if p.get("nb_element") == "cell_code_source"]
    return sources[0].astext() if sources else ""


def outputs_of(cell: nodes.Element) -> list[nodes.container]:
    """What holds a cell's outputs."""
    parts = cell.findall(nodes.container)
    return [part for part in parts if part.get("nb_element") == "cell_code_output"]


def fill_prompts(cell: nodes.Element, part: str) -> None:
    """Say what a hidden cell offers, where MyST-NB would say "code cell content"."""
    for prompt in ("prompt_show", "prompt_hide"):
        cell[prompt] = cell[prompt].replace("{type}", part)


def make_dropdown(
    title: nodes.Node, body: Sequence[nodes.Node], look: str
) -> nodes.container:
    """A closed dropdown of sphinx-design's, which offers a directive alone."""
    return create_component(
        "dropdown",
        children=[nodes.rubric("", "", *title.children), *body],
        opened=False,
        has_title=True,
        icon=None,
        chevron=None,
        container_classes=[look],
        title_classes=[],
        body_classes=[],
    )


def is_dropdown(node: nodes.Element) -> bool:
    """Whether sphinx-design folds it."""
    return node.get("design_component") == "dropdown"


def number_per_page(env: BuildEnvironment) -> None:
    """Count each page's exercises and figures from 1; Sphinx counts all pages'."""
    for kinds in env.toc_fignumbers.values():
        for numbers in kinds.values():
            numbers.update({name: (n,) for n, name in enumerate(numbers, 1)})
