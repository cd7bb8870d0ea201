"""What a chapter gave, without what is drawn by chance each time it runs."""

import re
from typing import Any

import nbformat
from nbformat import NotebookNode

PLACE = re.compile(r"\bat 0x[0-9a-f]+>")  # of an object in memory, in its plain text


def settle(notebook: NotebookNode) -> NotebookNode:
    """An executed notebook that is the same whenever its cells give the same.

    Its widgets are numbered as they were made, and no text says where in memory
    something lay.
    """
    text = PLACE.sub("at 0x0>", nbformat.writes(notebook))
    saved = notebook.metadata.get("widgets", {}).values()
    made = [name for widgets in saved for name in widgets.get("state", {})]
    if made:
        numbers = {name: f"{number:032x}" for number, name in enumerate(made, 1)}
        text = re.sub("|".join(made), lambda name: numbers[name[0]], text)
    settled: Any = nbformat.reads(text, as_version=4)
    return settled


def number_cells(notebook: NotebookNode) -> None:
    """Name a notebook's cells by their order; whoever reads one draws names anew."""
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
