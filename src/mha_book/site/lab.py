"""JupyterLab opens a chapter folded as its page is, and in the same colours."""

import atexit
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ipykernel.ipkernel import IPythonKernel
from jupyter_client.kernelspec import NoSuchKernel, get_kernel_spec
from jupytext import AsyncTextFileContentsManager

from mha_book.site.chapter_files import write_chapter
from mha_book.site.folds import ASIDE, CHECKED
from mha_book.site.lab_pages import complete, strip

HIDDEN = {
    "hide-input": ["source_hidden"],
    "remove-input": ["source_hidden"],
    "hide-output": ["outputs_hidden"],
    "hide-cell": ["source_hidden", "outputs_hidden"],
    CHECKED: ["source_hidden"],
}
SHEETS = ("colours.css", "lab.css", "your_file.css")
COLLAPSED = "jp-MarkdownHeadingCollapsed"


class Chapters(AsyncTextFileContentsManager):
    """Jupytext's, which reads Markdown as notebooks, with folded cells."""

    async def get(self, path: str, content: bool = True, *args: Any, **options: Any):
        """A file's model; a notebook's cells are folded by their tags."""
        model = await super().get(path, content, *args, **options)
        if content and model["type"] == "notebook":
            name_kernel(model["content"]["metadata"])
            if path.endswith(".md"):
                complete(model["content"], Path(self.root_dir, path.strip("/")))
            for cell in model["content"]["cells"]:
                fold_cell(cell)
        return model

    async def save(self, model: dict, path: str = ""):
        """Save a model; of a chapter's file only what its reader changed."""
        if model["type"] != "notebook" or not path.endswith(".md"):
            return await super().save(model, path)
        strip(model["content"])
        for cell in model["content"]["cells"]:
            unfold_cell(cell)
        old = (await super().get(path, type="file"))["content"]
        text = write_chapter(old, model["content"])
        if text != old:
            file = {"type": "file", "format": "text", "content": text}
            await super().save(file, path)
        return await self.get(path, content=False, type="notebook")


def name_kernel(metadata: dict) -> None:
    """Say of the kernel what JupyterLab would add itself, and take for a change."""
    kernel = metadata.get("kernelspec", {})
    with suppress(NoSuchKernel):
        kernel["display_name"] = get_kernel_spec(kernel.get("name", "")).display_name
    metadata["language_info"] = IPythonKernel.language_info


def fold_cell(cell: dict) -> None:
    """Hide what a cell's tags say, and what stands under the heading of an aside."""
    metadata = cell["metadata"]
    for tag in metadata.get("tags", []):
        for name in HIDDEN.get(tag, []):
            metadata.setdefault("jupyter", {})[name] = True
            if name == "outputs_hidden":
                metadata["collapsed"] = True  # as JupyterLab writes it, too
    heading = cell["cell_type"] == "markdown" and cell["source"].startswith("#")
    if heading and cell["source"].lstrip("# ").startswith(ASIDE):
        metadata[COLLAPSED] = True


def unfold_cell(cell: dict) -> None:
    """Take away what `fold_cell` and the reader have hidden."""
    hidden = cell["metadata"].get("jupyter", {})
    for name in HIDDEN["hide-cell"]:
        hidden.pop(name, None)
    if not hidden:
        cell["metadata"].pop("jupyter", None)
    cell["metadata"].pop(COLLAPSED, None)
    cell["metadata"].pop("collapsed", None)


def style_folder() -> str:
    """A folder, until this process ends, with the style sheet that JupyterLab loads."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    sheets = Path(__file__).parent / "static" / "mha"
    texts = [(sheets / name).read_text("utf-8") for name in SHEETS]
    Path(folder.name, "custom.css").write_text("\n".join(texts), encoding="utf-8")
    return folder.name
