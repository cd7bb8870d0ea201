"""A chapter saved from JupyterLab: what its reader changed, and nothing else."""

import jupytext
import nbformat
import pytest

from mha_book.site.chapter_files import FORMAT, write_chapter
from project import CHAPTERS


def opened(text: str) -> nbformat.NotebookNode:
    """A chapter as JupyterLab sends it back: its kernel's name, and its language."""
    notebook = jupytext.reads(text, fmt=FORMAT)
    notebook.metadata["kernelspec"]["display_name"] = "Python 3 (ipykernel)"
    notebook.metadata["language_info"] = {"name": "python", "version": "3.11.7"}
    return notebook


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_that_nobody_changed_is_saved_as_it_was(path):
    text = path.read_text(encoding="utf-8")
    assert write_chapter(text, opened(text)) == text


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_one_changed_line_of_code_is_one_changed_line_of_the_file(path):
    text = path.read_text(encoding="utf-8")
    notebook = opened(text)
    cell = [cell for cell in notebook.cells if cell.cell_type == "code"][-1]
    cell.source += "\n# my own line"
    old, new = text.splitlines(), write_chapter(text, notebook).splitlines()
    assert [line for line in new if line not in old] == ["# my own line"]
    assert len(new) == len(old) + 1


def test_a_new_cell_and_a_lost_one_are_saved():
    text = CHAPTERS[0].read_text(encoding="utf-8")
    notebook = opened(text)
    first = next(c for c in notebook.cells if c.cell_type == "code")
    notebook.cells.remove(first)
    notebook.cells.append(nbformat.v4.new_code_cell("print('mine')"))
    saved = write_chapter(text, notebook)
    cells = jupytext.reads(saved, fmt=FORMAT).cells
    assert [c.source for c in cells] == [c.source for c in notebook.cells]
    assert saved.startswith(text[: text.index("---\n", 4)])  # all of the front matter


def test_another_kernel_is_saved():
    text = CHAPTERS[0].read_text(encoding="utf-8")
    notebook = opened(text)
    notebook.metadata["kernelspec"]["name"] = "other"
    assert "name: other" in write_chapter(text, notebook)
