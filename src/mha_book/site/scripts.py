"""One script and one style sheet for all explorers, and exercises, on every page."""

import functools
import json
import re
from pathlib import Path

from nbformat import NotebookNode

from mha_book import explorers
from mha_book.editor.bundle import page_script
from mha_book.explorers.base import ENTRY, style
from mha_book.explorers.learning.script import worker_text
from mha_book.explorers.link import link, link_all
from mha_book.explorers.modules import without_comments
from mha_book.pictures.kit.markup import STYLE as DIAGRAM
from mha_book.site.imports import modules_by_name
from mha_book.site.private import escape_script

FOLDER = Path(explorers.__file__).parent
EXERCISES = FOLDER.parent / "exercises"
EDITOR = FOLDER.parent / "editor"
IN_PAGE = FOLDER.parent / "in_page"
CARDS = FOLDER.parent / "teaching" / "cards"
STUB = (FOLDER / "__init__.pyi").read_text(encoding="utf-8")
# Each kind of explorer, as its widget is called, and its folder. The stub says them: to
# import them is to import torch, which would take a third of a build that runs nothing.
KINDS = {
    f"{explorers.__name__}.{module}.{name}": FOLDER / module.removesuffix(".explorer")
    for name, module in modules_by_name(STUB).items()
    if module.endswith(".explorer")
} | {
    "mha_book.exercises.widget.Exercises": EXERCISES,
    "mha_book.editor.widget.Editor": EDITOR,
}
# What few pages have: each has a script of its own, so that all the others stay light.
APART = {
    f"{explorers.__name__}.finder.explorer.FaultFinder": "finder.js",
    f"{explorers.__name__}.gradient.explorer.GradientInspector": "gradient.js",
    f"{explorers.__name__}.layout.explorer.TensorLayoutExplorer": "layout.js",
    f"{explorers.__name__}.mask.explorer.MaskExplorer": "mask.js",
    f"{explorers.__name__}.position.explorer.PositionExplorer": "position.js",
    f"{explorers.__name__}.writer.explorer.WriterExplorer": "writer.js",
    f"{explorers.__name__}.learning.explorer.LearningExplorer": "learning.js",
}
# What an explorer's widget brings along in JupyterLab, and the site has once.
SENT_WITH_WIDGET = ("_esm", "_css")
WORKER = "script"  # what a widget brings along for a worker
# A quarter of what the style sheet weighs when it is loaded.
STYLE_COMMENT = re.compile(r"^ */\*.*?\*/\n|/\*.*?\*/", re.DOTALL | re.MULTILINE)


def write_scripts(folder: Path, language: str = "en") -> None:
    """Write what pages load as it is: scripts of explorers and the like, styles.

    Args:
        folder: where.
        language: of what explorers say, as far as it has been translated.
    """
    folder.mkdir(parents=True, exist_ok=True)
    entries = {n: kind / ENTRY for n, kind in KINDS.items() if n not in APART}
    script = without_comments(link_all(entries, "mhaExplorers", language))
    (folder / "explorers.js").write_text(script, encoding="utf-8")
    for name, file in APART.items():
        (folder / file).write_text(script_apart(name, language), encoding="utf-8")
    progress = link_all({"start": EXERCISES / "progress.js"}, "mhaProgress")
    (folder / "progress.js").write_text(without_comments(progress), encoding="utf-8")
    recall = link_all({"start": CARDS / "recall.js"}, "mhaRecall")
    (folder / "recall.js").write_text(without_comments(recall), encoding="utf-8")
    (folder / "model_worker.js").write_text(worker_script(), encoding="utf-8")
    trains = f"globalThis.mhaLearningWorker = {json.dumps(worker_text())};\n"
    (folder / "learning_worker.js").write_text(trains, encoding="utf-8")
    sheet = STYLE_COMMENT.sub("", style(*KINDS.values()))
    (folder / "explorers.css").write_text(sheet, encoding="utf-8")
    (folder / "diagram.css").write_text(DIAGRAM, encoding="utf-8")


def script_apart(name: str, language: str) -> str:
    """The script of one kind, with all that it imports; it joins the others."""
    linked = link_all({name: KINDS[name] / ENTRY}, "mhaApart", language)
    return without_comments(linked) + "Object.assign(mhaExplorers, mhaApart);\n"


def scripts_of(widgets: str) -> list[str]:
    """The files that hold the explorers of a page, by its saved widgets."""
    return ["explorers.js", *(file for name, file in APART.items() if name in widgets)]


def worker_script() -> str:
    """The script that holds the text of a model's worker.

    The page starts it from there, since a browser refuses a worker from a file.
    """
    linked = link_all({"listen": IN_PAGE / "worker.js"}, "mhaModel")
    text = without_comments(linked) + "mhaModel.listen();\n"
    return f"globalThis.mhaModelWorker = {json.dumps(text)};\n"


def write_python(folder: Path) -> None:
    """Write Python for the page, which it loads when its reader asks to run a listing.

    Raises:
        FileNotFoundError: MicroPython is not installed.
    """
    (folder / "python.js").write_text(page_script(), encoding="utf-8")


def strip_scripts(widgets: str) -> str:
    """A page's saved widget state, as JSON, without scripts and styles."""
    saved = json.loads(widgets)
    for model in saved["state"].values():
        for name in (*SENT_WITH_WIDGET, WORKER):
            model["state"].pop(name, None)
    return escape_script(json.dumps(saved))


def refresh(notebook: NotebookNode) -> NotebookNode:
    """An executed notebook with the explorers' scripts as they are now.

    Its cells need not have run since a script changed.
    """
    for widgets in notebook.metadata.get("widgets", {}).values():
        for model in widgets.get("state", {}).values():
            own = KINDS.get(model["state"].get("_anywidget_id"))
            if own:
                model["state"] |= zip(
                    SENT_WITH_WIDGET, script_and_style(own), strict=True
                )
                if WORKER in model["state"]:
                    model["state"][WORKER] = worker_text()
    return notebook


@functools.cache
def script_and_style(folder: Path) -> tuple[str, str]:
    """The script and the style of the explorer in a folder."""
    return link(folder / ENTRY), style(folder)
