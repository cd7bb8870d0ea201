"""One script and one style sheet for every explorer on every page."""

import json
from pathlib import Path

from myst_nb.core.render import sanitize_script_content
from nbformat import NotebookNode

from mha import explorers
from mha.explorers.base import ENTRY, Explorer, style
from mha.explorers.link import link_all

# What an explorer's widget brings along in JupyterLab, and the site has once.
BROUGHT = ("_esm", "_css")
PUBLIC = [getattr(explorers, name) for name in dir(explorers)]
KINDS = {
    f"{kind.__module__}.{kind.__qualname__}": kind
    for kind in PUBLIC
    if issubclass(kind, Explorer)
}


def write_scripts(folder: Path) -> None:
    """Write explorers.js and explorers.css, which a page loads as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = {name: kind.folder / ENTRY for name, kind in KINDS.items()}
    script = link_all(entries, "mhaExplorers")
    (folder / "explorers.js").write_text(script, encoding="utf-8")
    sheet = style(*(kind.folder for kind in KINDS.values()))
    (folder / "explorers.css").write_text(sheet, encoding="utf-8")


def data_alone(widgets: str) -> str:
    """A page's saved widget state, as JSON, without scripts and styles."""
    saved = json.loads(widgets)
    for model in saved["state"].values():
        for name in BROUGHT:
            model["state"].pop(name, None)
    return sanitize_script_content(json.dumps(saved))


def refresh(notebook: NotebookNode) -> NotebookNode:
    """An executed notebook with the explorers' scripts as they are now.

    Its cells need not have run since a script changed.
    """
    for widgets in notebook.metadata.get("widgets", {}).values():
        for model in widgets.get("state", {}).values():
            kind = KINDS.get(model["state"].get("_anywidget_id"))
            if kind:
                model["state"] |= {name: getattr(kind, name) for name in BROUGHT}
    return notebook
