"""A page imports the reader's own file where there is one, and the book's elsewhere."""

import sys
from pathlib import Path

import nbformat
import pytest
import torch

from mha_book.site.kernels import execute
from mha_book.your_file import begin, file_after, file_before, keep
from mha_book.your_file.contents import path_pages, title_of
from mha_book.your_file.own import FaultInOwnFile


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder of a notebook; what it imports is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "from_scratch", None)
    return tmp_path


def imported():
    return sys.modules["from_scratch"]


def test_the_books_file_is_what_the_page_before_left():
    begin("heads-in-a-loop")
    assert {"attend", "Head"} <= set(vars(imported()))
    assert "HeadsInALoop" not in vars(imported())


def test_the_readers_file_is_taken_and_completed(folder, capsys):
    own = "def attend(query, key, value, mask=None):\n    return value * 0, None\n"
    (folder / "from_scratch.py").write_text(own)
    begin("heads-in-a-loop")
    head = imported().Head(2, 2)
    assert torch.equal(head(torch.ones(3, 2))[0], torch.zeros(3, 2))
    said = capsys.readouterr().out
    assert "has no Head (page 2), moved (page 3) yet: the book's is taken" in said
    assert "attend" not in said
    assert imported().__file__ == str(folder / "from_scratch.py")
    assert (folder / "from_scratch.py").read_text() == own


def test_a_fault_in_the_readers_file_is_told_with_its_page(folder):
    path = folder / "from_scratch.py"
    path.write_text("import torch\n\n\ndef attend(query)\n    return query\n")
    with pytest.raises(
        FaultInOwnFile, match=r"line 4: SyntaxError.* This is attend, of page 1, “"
    ):
        begin("hide-the-future")
    path.write_text("class Head(nn.Missing):\n    pass\n")
    with pytest.raises(
        FaultInOwnFile, match=r"line 1: AttributeError.* This is Head, of page 2"
    ):
        begin("hide-the-future")
    inner = "def attend(*_):\n    return 1 / 0\n\n\n"
    path.write_text(f"{inner}class Head:\n    x = attend()\n")
    title = title_of("attention-by-hand")
    message = f"line 2: ZeroDivisionError: .* This is attend, of page 1, “{title}”\\.$"
    with pytest.raises(FaultInOwnFile, match=message):  # where it arose, not who asked
        begin("hide-the-future")
    path.write_text("x = 1 / 0\n")
    with pytest.raises(
        FaultInOwnFile, match=r"line 1: ZeroDivisionError: division by zero\.$"
    ):
        begin("hide-the-future")


def test_nothing_of_the_readers_is_lost(folder, capsys):
    own = folder / "from_scratch.py"
    own.write_text("mine = 1\n")
    (folder / "from_scratch-1.py").write_text("older = 1\n")
    assert keep("attention-by-hand") == own.relative_to(folder)
    assert own.read_text() == file_after("attention-by-hand")
    assert (folder / "from_scratch-2.py").read_text() == "mine = 1\n"
    assert (folder / "from_scratch-1.py").read_text() == "older = 1\n"
    said = capsys.readouterr().out
    assert said == "Your from_scratch.py is kept as from_scratch-2.py.\n"
    keep("attention-by-hand")  # the same once more: nothing to keep
    assert not (folder / "from_scratch-3.py").exists()


def test_a_page_that_the_book_does_not_have_is_refused():
    with pytest.raises(ValueError, match="'nowhere' is not on the path"):
        begin("nowhere")


def test_a_page_of_the_shelf_finds_the_whole_file():
    begin("map")
    whole = file_after(path_pages()[-1])
    assert vars(imported())["load_smollm2"].__name__ in whole
    assert file_before("map") == whole


def test_errors_inside_show_the_books_lines():
    begin("queries-keys-values")
    with pytest.raises(RuntimeError) as caught:
        imported().attend(torch.ones(2, 3), torch.ones(2, 4), torch.ones(2, 4))
    shown = str(caught.getrepr())
    assert "query @ key.mT" in shown
    assert "query @ key.mT" in file_before("queries-keys-values")


def run_notebook(folder: Path, *cells: str, **how: bool) -> list[str]:
    """What each cell of a notebook in a folder prints."""
    notebook = nbformat.v4.new_notebook(
        cells=list(map(nbformat.v4.new_code_cell, cells))
    )
    execute(notebook, cwd=str(folder), **how)
    return ["".join(o.get("text", "") for o in c.outputs) for c in notebook.cells]


def test_in_a_notebook_an_error_in_the_readers_file_is_told_with_its_page(folder):
    own = "\n\n\ndef attend(query, key, value, mask=None):\n    return 1 / 0\n"
    (folder / "from_scratch.py").write_text(own)
    cells = (
        "from mha_book import your_file\nyour_file.begin('hide-the-future')",
        "from from_scratch import Head\nimport torch\nHead(2, 2)(torch.ones(3, 2))",
        "1 / 0",
    )
    said = run_notebook(folder, *cells, allow_errors=True)
    assert "has no Head (page 2)" in said[0]
    assert (
        "line 5: ZeroDivisionError: division by zero. This is attend, of page 1"
        in said[1]
    )
    assert said[2] == ""  # no fault of that file


@pytest.mark.slow
def test_in_a_notebook_what_grows_joins_the_file(folder):
    cells = (
        "from mha_book import your_file\nyour_file.begin('tell-the-order')\n"
        "from from_scratch import Head\nimport torch",
        "def attend(query, key, value, mask=None):\n    return 'grown', mask",
        "print(Head(2, 2)(torch.ones(3, 2)))",
        "def leak(*_):\n    pass\ndef other(*_):\n    pass",
        "import from_scratch as f\nprint(f.leak is leak, hasattr(f, 'other'))",
    )
    said = run_notebook(folder, *cells)
    assert said[2] == "('grown', None)\n"
    assert said[4] == "True False\n"


@pytest.mark.slow
def test_in_a_notebook_of_the_shelf_a_cell_leaves_the_file_as_it_is(folder):
    cells = (
        "from mha_book import your_file\nyour_file.begin('map')\n"
        "import from_scratch as f",
        "def leak(*_):\n    pass",
        "print(f.leak is leak)",
    )
    assert run_notebook(folder, *cells)[2] == "False\n"
