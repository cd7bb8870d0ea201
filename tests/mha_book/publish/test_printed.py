"""A small book, printed: its numbers are right, and programs find their way in it."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

import two_pages
from mha_book.publish.bookmarks import finish
from mha_book.publish.chapter import Chapter
from mha_book.publish.join import join, prepare
from mha_book.publish.printed import print_book, print_once
from mha_book.publish.stills import take_stills
from page_looks import in_lines, looks_at_once
from records import Record
from sheet_margins import margins_of

LOOKS = Record(Path(__file__).with_name("looks.txt"))
MILLIMETRES = 25.4 / 72  # a point
SIZES = {"A4": (210, 297), "Letter": (216, 279)}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return two_pages.build(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def pdf(browser, site):
    """Both pages as a book on A4, as pypdf reads it."""
    parts = prepare(two_pages.chapters(), None)
    document = join(two_pages.BOOK, parts, site, "A4")
    printed = print_book(browser, document)
    return PdfReader(BytesIO(finish(printed, two_pages.BOOK, parts)))


def test_the_book_looks_on_paper_as_was_seen(page, site, tmp_path):
    document = join(two_pages.BOOK, prepare(two_pages.chapters(), None), site, "A4")
    (tmp_path / "book.html").write_text(document, encoding="utf-8")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 800, "height": 1000})
    page.goto((tmp_path / "book.html").as_uri())
    looks = looks_at_once(page.locator("html"), "body, body *:not(svg *)")
    LOOKS.holds("a small book", in_lines(looks, set()))


def words(page):
    return " ".join(page.extract_text().split())


def test_the_contents_name_the_page_on_which_a_chapter_begins(pdf):
    cover, contents, *chapters = map(words, pdf.pages)
    assert "Small <book>" in cover
    for title in ("1. First", "1. Second", "Solutions"):
        told = int(contents.split(title)[1].split()[0])
        assert chapters[told - 3].count(title) >= 2  # above the page, and in it
    assert "A part" in contents


def test_each_page_has_its_number_and_its_chapter(pdf):
    for number, page in list(enumerate(pdf.pages, 1))[1:]:
        assert str(number) in words(page).split()
    assert words(pdf.pages[2]).startswith("1. First ")


def test_letters_keep_away_from_the_edges(pdf):
    cover, contents, chapter, *_ = pdf.pages
    assert margins_of(contents) == pytest.approx((18, 34, 46), abs=1)
    above = margins_of(chapter)[:2]
    assert above == pytest.approx((18, 11), abs=1)  # of what is above it
    assert not any(letter.isdigit() for letter in words(cover).replace("Version 1", ""))


def test_exercises_and_solutions_name_each_others_pages(pdf):
    pages = list(map(words, pdf.pages))
    (asked,) = (n for n, text in enumerate(pages, 1) if "1 + 1?" in text)
    (solved,) = (n for n, text in enumerate(pages, 1) if "It is three." in text)
    assert " ".join(pages).count(f"Solution on page {solved}") == 2
    assert f"Exercise on page {asked}" in pages[solved - 1]


def test_bookmarks_are_the_parts_their_chapters_and_sections(pdf):
    first, second, end = (
        next(item for item in pdf.outline if getattr(item, "title", "") == name)
        for name in ("1. First", "A part", "At the end")
    )
    titles = [getattr(item, "title", None) for item in pdf.outline]
    assert titles[:2] == ["Contents", first.title]
    below = pdf.outline[pdf.outline.index(second) + 1]
    assert [item.title for item in below[:1]] == ["1. Second"]
    assert [item.title for item in below[1]] == ["About shared", "About last"]
    shared, last = below[1]
    assert (second.outline_count, below[0].outline_count) == (1, -2)  # open, closed
    assert shared.top > last.top > 0  # each where it stands on its page
    assert pdf.get_destination_page_number(first) == 2
    assert pdf.get_destination_page_number(end) == len(pdf.pages) - 1


def elements(node):
    """What a screen reader finds, at any depth."""
    node = node.get_object()
    if isinstance(node, list):
        yield from (below for each in node for below in elements(each))
    elif hasattr(node, "get"):
        yield node
        yield from elements(node["/K"]) if "/K" in node else ()


def test_a_screen_reader_is_told_what_is_what(pdf):
    root = pdf.root_object
    assert root["/MarkInfo"]["/Marked"]
    tags = [
        (node.get("/S"), node.get("/Alt")) for node in elements(root["/StructTreeRoot"])
    ]
    assert ("/Figure", "two lines") in tags
    assert ("/Figure", None) not in tags
    assert {"/H1", "/H2", "/H3", "/L", "/Link"} <= {name for name, _ in tags}
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert pdf.metadata.title == "Small <book>"
    assert pdf.metadata.author == "Somebody"
    assert pdf.metadata.subject == "Two pages"
    assert pdf.page_mode == "/UseOutlines"  # a reader sees the bookmarks at once


def test_labels_of_pages_are_what_is_printed(pdf):
    assert pdf.page_labels == ["Cover", *map(str, range(2, len(pdf.pages) + 1))]


def test_links_lead_to_places_that_are_there(pdf):
    links = [
        note.get_object() for page in pdf.pages for note in page.get("/Annots", [])
    ]
    inside = {link["/Dest"] for link in links if "/Dest" in link}
    assert inside <= {f"{name}" for name in pdf.named_destinations}
    assert len(inside) > 8
    outside = {link["/A"]["/URI"] for link in links if "/A" in link}
    assert outside == {"https://example.org/", "mailto:a@b.c"}


@pytest.mark.parametrize("paper", SIZES)
def test_paper_has_the_size_that_is_asked_for(browser, site, paper):
    document = join(two_pages.BOOK, two_pages.chapters(), site, paper)
    printed = PdfReader(BytesIO(print_once(browser, document)))
    box = printed.pages[0].mediabox
    size = tuple(round(float(side) * MILLIMETRES) for side in (box.width, box.height))
    assert size == SIZES[paper]


def test_a_pointer_below_a_solution_is_never_alone_on_a_sheet(browser, site):
    """At one of these heights a sheet would end just before the pointer."""
    for height in range(178, 202, 4):
        tall = f'<div style="height: {height}mm">blank</div><p>a last line</p>'
        solved = two_pages.EXERCISE.replace("It is", f"{tall} It is")
        chapter = Chapter.read("one", two_pages.page("First", solved))
        parts = prepare({"": [chapter]}, None)
        document = join(two_pages.BOOK, parts, site, "A4")
        last = PdfReader(BytesIO(print_once(browser, document))).pages[-1]
        assert "It is three" in words(last)


def test_a_still_has_what_is_chosen_and_drawn(browser, tmp_path):
    page = """<article class="bd-article"><h1>Drawn</h1><input value="old">
    <select><option>a</option><option>b</option></select>
    <canvas width=9 aria-label="a head"></canvas>
    <input type="checkbox"><input type="checkbox" checked><textarea>old</textarea>
    <script>document.querySelector("input").value = "new";
    document.querySelector("textarea").value = "written";
    for (const box of document.querySelectorAll("[type=checkbox]")) box.click();
    addEventListener("beforeprint", ({ detail }) =>
      document.querySelector("article").append(`links: ${detail}`));
    document.querySelector("select").selectedIndex = 1;</script></article>"""
    (tmp_path / "drawn.html").write_text(page, encoding="utf-8")
    still = take_stills(browser, tmp_path, ["drawn"])["drawn"]
    assert '<input value="new">' in still
    assert "<option>a</option>" in still
    assert '<option selected="">b</option>' in still
    boxes = re.findall('<input type="checkbox"[^>]*>', still)
    assert ["checked" in box for box in boxes] == [True, False]
    assert "<textarea>written</textarea>" in still
    assert '<img src="data:image/png' in still
    assert 'alt="a head"' in still
    assert "links: far" in still  # a book numbers its own pages


def test_a_page_that_is_not_built_is_named(browser, tmp_path):
    with pytest.raises(
        FileNotFoundError, match=r"lost.html is missing: run `make book`"
    ):
        take_stills(browser, tmp_path, ["lost"])
