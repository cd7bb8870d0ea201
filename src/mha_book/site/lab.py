"""JupyterLab opens a chapter folded as its page is, and in the same colours."""

import atexit
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jupytext import AsyncTextFileContentsManager

from mha_book.site import colours
from mha_book.site.folds import ASIDE

HIDDEN = {
    "hide-input": ["source_hidden"],
    "hide-output": ["outputs_hidden"],
    "hide-cell": ["source_hidden", "outputs_hidden"],
}
COLLAPSED = "jp-MarkdownHeadingCollapsed"


class Chapters(AsyncTextFileContentsManager):
    """Jupytext's, which reads Markdown as notebooks, with folded cells."""

    async def get(self, path: str, content: bool = True, *args: Any, **options: Any):
        """A file's model; a notebook's cells are folded by their tags."""
        model = await super().get(path, content, *args, **options)
        if content and model["type"] == "notebook":
            for cell in model["content"]["cells"]:
                fold(cell)
        return model

    async def save(self, model: dict, path: str = ""):
        """Save a model; a chapter's file names its folds by tags alone."""
        if model["type"] == "notebook" and path.endswith(".md"):
            for cell in model["content"]["cells"]:
                unfold(cell)
        return await super().save(model, path)


def fold(cell: dict) -> None:
    """Hide what a cell's tags say, and what stands under the heading of an aside."""
    metadata = cell["metadata"]
    for tag in metadata.get("tags", []):
        for name in HIDDEN.get(tag, []):
            metadata.setdefault("jupyter", {})[name] = True
    heading = cell["cell_type"] == "markdown" and cell["source"].startswith("#")
    if heading and cell["source"].lstrip("# ").startswith(ASIDE):
        metadata[COLLAPSED] = True


def unfold(cell: dict) -> None:
    """Take away what `fold` and the reader have hidden."""
    hidden = cell["metadata"].get("jupyter", {})
    for name in HIDDEN["hide-cell"]:
        hidden.pop(name, None)
    if not hidden:
        cell["metadata"].pop("jupyter", None)
    cell["metadata"].pop(COLLAPSED, None)
    cell["metadata"].pop("collapsed", None)


def styles() -> str:
    """A folder, until this process ends, with the style sheet that JupyterLab loads."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    look = Path(__file__).parent / "static" / "mha" / "lab.css"
    text = f"{colours.tokens()}\n{look.read_text(encoding='utf-8')}"
    Path(folder.name, "custom.css").write_text(text, encoding="utf-8")
    return folder.name
