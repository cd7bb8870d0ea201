"""Downloaded pages run to their end where nothing of the project is, but its wheel."""

import json
import sys
import venv
from pathlib import Path

import nbformat
import pytest

from mha_book.site.elsewhere import number_figures
from mha_book.site.first_cell import first_cell
from mha_book.site.kernels import execute
from project import PROJECT
from wheels import make_wheel

PAGES = ["attention-by-hand", "hide-the-future", "transformer-block"]
PAGES += ["mask-conventions", "bug-museum"]
KERNEL = "bare"
OWN = ("attention_number_by_number", "__editable__")


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """A folder with an environment that has all packages, but not the project's."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "env", symlinks=True)  # pip is among the packages
    python = folder / "env" / "bin" / "python"
    (folder / "others").mkdir()
    for path in Path(sys.prefix).glob("lib/python*/site-packages/*"):
        if not path.name.startswith(OWN) and path.suffix != ".pth":
            (folder / "others" / path.name).symlink_to(path)
    (site,) = (folder / "env").glob("lib/python*/site-packages")
    (site / "others.pth").write_text(f"{folder / 'others'}\n", encoding="utf-8")
    kernel = folder / "share" / "kernels" / KERNEL / "kernel.json"
    kernel.parent.mkdir(parents=True)
    launch = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec = {"argv": launch, "display_name": KERNEL, "language": "python"}
    kernel.write_text(json.dumps(spec), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return make_wheel(tmp_path_factory.mktemp("copy"))


@pytest.mark.slow
@pytest.mark.notebook
@pytest.mark.parametrize("page", PAGES)
def test_a_page_runs_where_the_project_is_not(
    page, bare, wheel, site, monkeypatch, tmp_path
):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("JUPYTER_PATH", str(bare / "share"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")  # all that it needs besides is there
    notebook = nbformat.read(site / "_sources" / f"{page}.ipynb", as_version=4)
    first = first_cell(PROJECT / "book" / f"{page}.md", address="")
    first.source = first.source.replace('COPY = ""', f"COPY = {str(wheel)!r}")
    notebook.cells[0] = first
    execute(notebook, cwd=str(tmp_path), timeout=300, kernel_name=KERNEL)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert [o.text for o in outputs if o.get("name") == "stderr"] == []
    assert list(tmp_path.iterdir()) == []


def test_a_notebooks_figures_are_counted_from_1_as_the_pages_are():
    named = [{"mystnb": {"figure": {"name": name}}} for name in ("first", "second")]
    metadata = [named[0], {}, named[1]]
    cells = [nbformat.v4.new_code_cell(metadata=one) for one in metadata]
    assert number_figures(cells) == {"first": 1, "second": 2}
