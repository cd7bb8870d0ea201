"""Each page as it is downloaded: executed, and told in words, as Markdown."""

import json
import re

import pytest

from mha_book.site.first_cell import LABEL
from project import CHAPTERS

MYST = re.compile(r"^:::|\{[a-z:]+\}`|\]\((?!https?:)", re.MULTILINE)
CODE = re.compile(r"`+[^`]*`+")


@pytest.fixture(scope="module", params=CHAPTERS, ids=lambda path: path.stem)
def cells(request, site):
    path = site / "_sources" / f"{request.param.stem}.ipynb"
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def words(cells):
    return ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]


def test_it_begins_with_what_it_installs_and_has_run(cells):
    first, *others = cells
    assert first["metadata"]["tags"] == [LABEL]
    assert "%pip install" in "".join(first["source"])
    assert first["outputs"] == []
    code = [cell for cell in others if cell["cell_type"] == "code"]
    left = [c for c in code if "skip-execution" in c["metadata"].get("tags", [])]
    run = [cell["execution_count"] for cell in code if cell not in left]
    assert run == list(range(1, len(run) + 1))


def test_no_word_of_myst_is_left(cells):
    left = [MYST.findall(CODE.sub("", text)) for text in words(cells)]
    assert [found for found in left if found] == []


def test_every_picture_is_told_in_words(cells):
    """Its own, or those below it; a figure has its caption there, too."""
    told = " ".join(words(cells))
    for cell in cells:
        figure = cell["metadata"].get("mystnb", {})
        caption = " ".join(figure.get("figure", {}).get("caption", "").split())
        assert caption[:12] in told
        assert figure.get("image", {}).get("alt", "") in told
        for output in cell.get("outputs", []):
            html = "".join(output.get("data", {}).get("text/html", ""))
            assert all("aria-label" in html for _ in re.findall("<svg", html)[:1])


def test_what_folds_on_the_page_is_folded(cells):
    for cell in cells:
        if "hide-cell" in cell["metadata"].get("tags", []):
            hidden = {"source_hidden": True, "outputs_hidden": True}
            assert cell["metadata"]["jupyter"] == hidden
