"""Traces of the reader's layer as pages: one of the path links to them."""

import linecache
from pathlib import Path
from types import ModuleType

import torch

from mha import trace
from mha_book.examples import HOW_ARE_YOU, TWO_HEADS
from mha_book.your_file.listings import MODULE, file_after

READS = ("file",)
PAGE = "heads-in-one-product"
CUT = "x = x.view(*x.shape[:-1], num_heads, -1)  # (..., T, H, D)"
WRONG_CUT = "x = x.view(*x.shape[:-2], num_heads, x.shape[-2], -1)"
TURN = "return x.transpose(-3, -2)"


def write_files(folder: Path, project: Path) -> None:
    """Trace the layer on *how are you*; then beside the same with a wrong cut.

    Args:
        folder: where the pages go: ``layer.html`` and ``wrong-cut.html``.
        project: the folder that holds the book's pages.
    """
    text = file_after(PAGE, project)
    wrong = text.replace(CUT, WRONG_CUT).replace(TURN, "return x", 1)
    seen, other = (_traced(code) for code in (text, wrong))
    seen.save(folder / "layer.html")
    seen.save(folder / "wrong-cut.html", beside=other)


def _traced(text: str):
    module, name = ModuleType(MODULE), f"{MODULE}.py"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile(text, name, "exec"), vars(module))
    layer = module.MultiHeadAttention(2, 2).double().requires_grad_(False)
    for part, matrix in zip(layer.children(), vars(TWO_HEADS).values(), strict=True):
        part.weight.copy_(torch.tensor(matrix))
    return trace(layer, torch.tensor(HOW_ARE_YOU.embeddings).double())
