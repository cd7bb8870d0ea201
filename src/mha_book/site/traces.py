"""Traces of the reader's layer, made by the build: a page of the path links to them."""

import linecache
from pathlib import Path
from types import ModuleType

from sphinx.application import Sphinx

from mha_book.your_file.contents import path_pages
from mha_book.your_file.listings import MODULE, file_after

PAGE = "heads-in-one-product"
CUT = "x = x.view(*x.shape[:-1], num_heads, -1)  # (..., T, H, D)"
WRONG_CUT = "x = x.view(*x.shape[:-2], num_heads, x.shape[-2], -1)"
TURN = "return x.transpose(-3, -2)"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the step."""
    app.connect("builder-inited", write_traces)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_traces(app: Sphinx) -> None:
    """Put both traces among the static files, where the book has the page."""
    project = Path(app.srcdir).parent
    if PAGE in path_pages(project):
        save_traces(Path(app.outdir).parent / "static" / "traces", project)


def save_traces(folder: Path, project: Path) -> None:
    """Trace the layer on *how are you*; then beside the same with a wrong cut.

    Args:
        folder: where the pages go: ``layer.html`` and ``wrong-cut.html``.
        project: the folder that holds the book's pages.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = file_after(PAGE, project)
    wrong = text.replace(CUT, WRONG_CUT).replace(TURN, "return x", 1)
    seen, other = (_traced(code) for code in (text, wrong))
    seen.save(folder / "layer.html")
    seen.save(folder / "wrong-cut.html", beside=other)


def _traced(text: str):
    import torch  # only where there is something to trace

    from mha import trace
    from mha_book.examples import HOW_ARE_YOU, TWO_HEADS

    module, name = ModuleType(MODULE), f"{MODULE}.py"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile(text, name, "exec"), vars(module))
    layer = module.MultiHeadAttention(2, 2).double().requires_grad_(False)
    for part, matrix in zip(layer.children(), vars(TWO_HEADS).values(), strict=True):
        part.weight.copy_(torch.tensor(matrix))
    return trace(layer, torch.tensor(HOW_ARE_YOU.embeddings).double())
