"""What a notebook shows of a chapter beyond its file, and how it goes again."""

import copy

import jupytext
import nbformat
import pytest
import yaml

import checks
from later import later
from mha_book.site import lab_pages
from mha_book.site.chapter_files import FORMAT, write_chapter
from project import CHAPTERS, PATH, PROJECT

BOOK = PROJECT / "book"
OTHERS = [path for path in CHAPTERS if path not in PATH]


def opened(path) -> nbformat.NotebookNode:
    notebook = jupytext.read(path, fmt=FORMAT)
    lab_pages.complete(notebook, path)
    return notebook


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_what_is_added_is_not_saved(path):
    text, notebook = path.read_text(encoding="utf-8"), opened(path)
    lab_pages.strip(notebook)
    assert write_chapter(text, notebook) == text


@pytest.mark.parametrize("path", [*PATH, *later(*OTHERS)], ids=lambda path: path.stem)
def test_captions_are_numbered_as_on_the_site(path, site):
    page = checks.parsed(site / f"{path.stem}.html")
    shown = [" ".join(c.get_text().split()) for c in page.select("figcaption")]
    numbers = [text.split()[:2] for text in shown if text.startswith("Figure")]
    added = [c.source for c in opened(path).cells if c.source.startswith("*Figure")]
    assert [text.strip("*").split(".")[0].split() for text in added] == numbers


def test_every_citation_says_its_authors_and_year():
    for path in CHAPTERS:
        for cell in opened(path).cells:
            if cell.cell_type == "markdown":
                assert lab_pages.CITED.findall(cell.source) == []
    cite = "{cite:t}`vaswani2017`, {cite:p}`shaw2018,press2017`, {cite:p}`unheard`"
    assert lab_pages.link_citations(cite, BOOK / "references.bib") == (
        '[Vaswani et al. (2017)](references.md "cite:t vaswani2017"), '
        '[(Shaw et al., 2018; Press and Wolf, 2017)](references.md "cite:p '
        'shaw2018,press2017"), {cite:p}`unheard`'
    )


def test_a_citation_that_its_reader_moved_is_saved_as_one():
    path = BOOK / "attention-by-hand.md"
    notebook = opened(path)
    link = next(
        found[0]
        for cell in notebook.cells
        if (found := lab_pages.LINKED.search(cell.source))
    )
    notebook.cells.append(nbformat.v4.new_markdown_cell(f"As {link} say."))
    lab_pages.strip(notebook)
    saved = write_chapter(path.read_text(encoding="utf-8"), notebook)
    assert lab_pages.CITED.search(saved.splitlines()[-1])


def test_the_index_lists_every_page_in_its_order_by_its_title():
    [listed] = [
        c.source
        for c in opened(BOOK / "index.md").cells
        if "in their order" in c.source
    ]
    contents = yaml.safe_load((PROJECT / "_toc.yml").read_text(encoding="utf-8"))
    files = [c["file"] for part in contents["parts"] for c in part["chapters"]]
    links = [line for line in listed.splitlines() if ".md)" in line]
    assert [link.split("](")[1] for link in links] == [f"{f}.md)" for f in files]
    assert "[Compute attention by hand]" in links[0]


def test_a_chapter_says_where_it_stands_on_the_map():
    where = opened(BOOK / "hide-the-future.md").cells[1].source
    assert where.startswith("You are here: **4 mask")
    assert where.endswith("[Open the map](map.md)")
    assert len(opened(BOOK / "glossary.md").cells) == len(
        jupytext.read(BOOK / "glossary.md", fmt=FORMAT).cells
    )


def test_a_reader_keeps_cells_of_their_own(tmp_path):
    path = BOOK / "hide-the-future.md"
    notebook = opened(path)
    notebook.cells.insert(2, nbformat.v4.new_markdown_cell("Mine."))
    before = copy.deepcopy(notebook.cells[2])
    lab_pages.strip(notebook)
    assert before in notebook.cells
    assert not [c for c in notebook.cells if lab_pages.ADDED in c.metadata]
