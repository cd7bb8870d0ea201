"""All that the site's extension makes of a page, held to what a person has read.

A small book has everything once that the extension changes. Other tests say what is
promised of each; here nothing changes unseen. How the record is written anew stands in
`records.py`.
"""

import json
import shutil
from io import BytesIO
from pathlib import Path

import nbformat
import pandas as pd
import pytest
import torch
import yaml
from pypdf import PdfReader

import mha_book
from mha import check, scaled_dot_product_attention as attend
from mha_book.museum.draw import draw, in_style
from mha_book.museum.rooms import exhibits_in
from mha_book.teaching.cards.shown import RecallCards
from mha_book.teaching.glance import silent_faults
from mha_book.your_file.shown import show
from outline import outline
from page_looks import PHONES, in_lines, looks_of
from records import Record
from sheet_margins import margins_of
from small_book import Book

HERE = Path(__file__).with_name("small_pages")
READ = Record(HERE / "read.txt")
LOOKS = Record(HERE / "looks.txt")
NAMES = ("index", "one", "two", "outputs", "shown", "words")
LOOKED_AT = (*NAMES, "said", "cheat-sheet")  # whose text other records have
# The text and what stands around it; what is loaded.
PARTS = (".navbar-brand, article, .prev-next-area", "link[rel=stylesheet], script[src]")
# And around that; what is drawn above the text.
AROUND = (".bd-sidebar-primary nav", ".bd-sidebar-secondary", ".mha-copied")
DRAWN = (".mha-here-map *", ".mha-chapters svg *")
PROGRESS = """<p class="mha-progress" data-exercises='{"one": 2}'></p>"""
# The tools' own; and of pictures what their tests look at.
WITHOUT = ".headerlink, .sd-octicon, .mha-diagram :is(path, rect, .mha-cell)"


def output(html: str) -> nbformat.NotebookNode:
    """What a cell shows."""
    data = {"text/plain": "56", "text/html": html}
    return nbformat.v4.new_output("execute_result", data=data, execution_count=1)


def with_outputs(folder: Path) -> str:
    """A page of cells that have run, as JSON; the last shows the file in a folder."""
    make = nbformat.v4
    outputs = [output("<b>56</b>")]
    tags = ["hide-output", "hide-input", "hide-cell", "checked", "remove-input"]
    cells = [
        make.new_code_cell(f"7 * 8  # {tag}", metadata={"tags": [tag]}, outputs=outputs)
        for tag in tags
    ]
    grown = output(show("two", folder).data)
    cells.append(make.new_code_cell("show('two')", outputs=[grown]))
    return written("Outputs", cells)


def with_said() -> str:
    """A page of what cells print and fail with, and how a function is judged."""
    make, cell = nbformat.v4.new_output, nbformat.v4.new_code_cell
    printed = make("stream", name="stdout", text="7\n")
    failed = make(
        "error", ename="ValueError", evalue="no", traceback=["ValueError: no"]
    )
    judged = [check.attend(each)._repr_html_() for each in (attend, unscaled)]
    outputs = [printed, failed, *map(output, [*judged, PROGRESS])]
    return written("Said", [cell("say()", outputs=[each]) for each in outputs])


def unscaled(query, key, value, mask=None):
    return attend(2 * query, key, value, mask)


def with_results() -> str:
    """A page of what `show` makes of tensors, numbers and tables, as JSON."""
    words = ("how", "are", "you")
    weights, causal = torch.eye(3) / 2, torch.ones(3, 3).bool().tril()
    narrow = pd.DataFrame({"loop": [1.5, 2.0], "said": ["no", "yes"]}, ["a", "b"])
    models = {"bias": "yes", "keeps less": "windows, 13 of 26", "caps": "–", "T": 50}
    wide = pd.DataFrame({**models, "width": 4096.0, "heads": 32}, ["Mistral", "Qwen"])
    code = pd.DataFrame({"the message": ["(3,) is no matrix"]}, ["`x @ y`"])
    results = [
        mha_book.show(weights=weights, query=weights[:, :2], mask=causal, words=words),
        mha_book.show(heads=torch.arange(12.0).view(2, 3, 2), rows=words),
        mha_book.show(row=torch.arange(9.0), total=36.0),
        mha_book.show(narrow, wide, code),
    ]
    cell = nbformat.v4.new_code_cell
    shown = [output(result._repr_html_()) for result in results]
    return written(
        "Results", [cell("show(all_of_it)", outputs=[each]) for each in shown]
    )


def with_rooms() -> str:
    """A page of an exhibit, of cards, and of tables as the cheat sheet has them."""
    exhibit, *_ = exhibits_in("who is who")
    shown = [in_style(draw(exhibit)), RecallCards(), silent_faults()]
    asked = [each if isinstance(each, str) else each._repr_html_() for each in shown]
    cell = nbformat.v4.new_code_cell
    cells = [cell("of_all()", outputs=[output(html)]) for html in asked]
    return written("Cheat sheet", cells)


def written(title: str, cells: list[nbformat.NotebookNode]) -> str:
    """A page of cells below a title, as JSON."""
    cells = [nbformat.v4.new_markdown_cell(f"# {title}"), *cells]
    python = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells, metadata=python))


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> Book:
    """The pages of `small_pages`, two of them a path."""
    made = Book(tmp_path_factory.mktemp("small") / "book", {"index": ""})
    for path in HERE.iterdir():
        shutil.copy2(path, made.folder / "book")
    path = {"caption": "The path", "numbered": 1}
    parts = [
        path | {"chapters": [{"file": "one"}, {"file": "two"}]},
        {
            "caption": "The shelf",
            "chapters": [{"file": name} for name in LOOKED_AT[3:]],
        },
    ]
    toc = {"format": "jb-book", "root": "index", "parts": parts}
    (made.folder / "_toc.yml").write_text(yaml.safe_dump(toc), encoding="utf-8")
    pages = {
        "outputs": with_outputs(made.folder),
        "shown": with_results(),
        "said": with_said(),
        "cheat-sheet": with_rooms(),
    }
    for name, text in pages.items():
        (made.folder / "book" / f"{name}.ipynb").write_text(text, encoding="utf-8")
    assert made.build() == ""
    return made


def page_of(book: Book, name: str) -> list[str]:
    """A page's lines."""
    html = book.html(name)
    return [line for part in PARTS for line in outline(html, part, WITHOUT)]


def indexed(book: Book) -> list[str]:
    """What the search finds by name, and where: page and place."""
    script = (book.site / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(script.removeprefix("Search.setIndex(").removesuffix(")"))
    entries = sorted(index["indexentries"].items())
    return [
        f"{name}: {index['docnames'][page]} #{place}"
        for name, places in entries
        for page, place, _ in places
        if "ord" not in name
    ]


@pytest.mark.parametrize("name", NAMES)
def test_pages_become_what_was_read(name, book):
    READ.holds(name, page_of(book, name))


def test_the_search_has_the_index_that_was_read(book):
    READ.holds("index of the search", indexed(book))


def test_each_state_of_the_file_can_be_fetched(book):
    folder = book.site / "_static" / "from_scratch"
    whole = (folder / "from_scratch.py").read_text(encoding="utf-8")
    assert "y=0" in whole
    assert "y=0" not in (folder / "one" / "from_scratch.py").read_text(encoding="utf-8")
    assert (folder / "two" / "from_scratch.py").read_text(encoding="utf-8") == whole


def test_pages_look_as_was_seen(book, page):
    inside = [*PARTS[0].split(", "), *AROUND]
    plain = "*:not(svg *, math *, pre span:not(.hll, .mha-row))"
    parts = [*(f"{part} {plain}" for part in inside), *DRAWN]
    known: set[str] = set()
    for name in LOOKED_AT:
        page.goto(f"{book.site.as_uri()}/{name}.html")
        looks = looks_of(page, ", ".join([*inside, *parts]), PHONES, known)
        LOOKS.holds(name, in_lines(looks, known))


@pytest.mark.parametrize(
    ("name", "margins"), [("one", (18, 10, 25)), ("cheat-sheet", (13, 15, 22))]
)
def test_on_paper_letters_keep_away_from_the_edges(book, page, name, margins):
    page.goto(f"{book.site.as_uri()}/{name}.html")
    page.emulate_media(media="print")
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    assert margins_of(PdfReader(BytesIO(printed)).pages[0]) == pytest.approx(
        margins, abs=1
    )
