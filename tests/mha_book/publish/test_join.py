"""Two pages become one document in which every name is found, and found once."""

import re
from collections import Counter
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

import two_pages
from mha_book.publish.about import about_book
from mha_book.publish.chapter import Chapter
from mha_book.publish.join import join, prepare
from outline import outline
from records import Record

ADDRESS = "https://book.example"
READ = Record(Path(__file__).with_name("read.txt"), hang=2)


@pytest.fixture(scope="module")
def joined(tmp_path_factory):
    """A function: the site's address -> the document of both pages."""
    site = two_pages.build(tmp_path_factory.mktemp("site"))

    def make(address):
        parts = prepare(two_pages.chapters(), address)
        return BeautifulSoup(join(two_pages.BOOK, parts, site, "A4"), "html.parser")

    return make


@pytest.fixture(scope="module")
def document(joined):
    return joined(None)


def test_all_that_is_printed_is_what_was_read(joined):
    text = re.sub(r"file://[^\"]*/", "file:///", str(joined(ADDRESS)))
    READ.holds("two pages", outline(text, "html", "style"))


def ids(document):
    return Counter(node["id"] for node in document.select("[id]"))


def test_each_id_is_there_once(document):
    assert max(ids(document).values()) == 1
    assert {"one", "two", "one--shared", "two--shared", "solutions"} <= set(
        ids(document)
    )
    assert len({field["name"] for field in document.select("input")}) == 2


def test_what_is_referred_to_is_there(document):
    text = str(document)
    named = re.findall(r'(?:href|for|data-to)="#?([^":]+)"', text)
    named += re.findall(r"url\(#([^)]+)\)", text)
    assert set(named) <= set(ids(document))
    assert len(named) > 20


def test_links_lead_inside_the_book(document):
    text = {link.get_text(): link.get("href") for link in document.select("article a")}
    assert text["the second (p. )"] == "#two"
    assert text["back (p. )"] == "#one--shared"
    assert text["to the first (p. )"] == "#one"  # the page has no such place
    assert text["down"] == "#one--shared"  # in its own chapter
    assert text["[1]"] == "#two"  # a citation


def test_a_page_of_the_path_is_called_a_chapter(document):
    text = document.select_one("#one--numbered").get_text()
    assert text == "On chapter 2 is chapter 2 (p. ) and page 2."


@pytest.mark.parametrize(
    ("address", "there", "file"),
    [
        (None, None, None),
        (ADDRESS, f"{ADDRESS}/three.html#there", f"{ADDRESS}/_static/file.py"),
    ],
)
def test_what_is_not_in_the_book_is_on_the_site_or_no_link(
    joined, address, there, file
):
    links = {a.get_text(): a.get("href") for a in joined(address).select("article a")}
    assert (links["elsewhere"], links["a file"]) == (there, file)
    assert links["far"] == "https://example.org"


def test_figures_count_through_the_book(document):
    captions = [c.get_text(strip=True) for c in document.select(".caption-number")]
    assert captions == ["Figure 1", "Figure 2"]
    words = [link.get_text() for link in document.select(".std-numref")]
    assert words == ["Figure 2", "Figure 2"]  # both speak of the second page's


def test_solutions_stand_at_the_end_and_lead_back(document):
    *others, last = document.select("article")
    assert last["id"] == "solutions"
    assert not any("three" in other.get_text() for other in others)
    titles = [title.get_text() for title in last.select("h3")]
    assert titles == ["A sum.", "On paper"]
    assert last.select_one("[id='one--paper-solution'] b").get_text() == "three"
    for solution in last.select(".book-solution"):
        back = solution.select_one(".book-pointer a")["href"]
        exercise = document.find(id=back.removeprefix("#"))
        there = exercise.select_one(".book-pointer a")["href"]
        assert there == f"#{solution['id']}"


def test_the_readers_file_is_printed_once_when_it_is_whole(document):
    first, last = document.select(".mha-your-file")
    assert first.summary.get_text() == "Your file so far: 1 lines"
    assert first.find("pre") is None
    assert first.a["href"] == f"#{last['id']}"
    assert last.find("pre")
    assert "Download" not in document.get_text()


def test_an_explorer_says_where_it_is_live(document, joined):
    named = "The dial, a still. On the site it moves: see its page “1. First”."
    assert document.select_one(".book-live").get_text() == named
    link = joined(ADDRESS).select_one(".book-live a")
    assert link["href"] == link.get_text() == f"{ADDRESS}/one.html"


def test_styles_come_once(document):
    assert str(document).count(".shown { color: red }") == 1
    assert len(document.select("link[rel=stylesheet]")) == 1


def test_a_title_on_the_cover_is_text(document):
    assert document.select_one(".book-cover h1").get_text() == "Small <book>"
    assert document.title.get_text() == "Small <book>"


def test_a_solution_without_an_exercise_is_refused():
    lost = '<details class="mha-solution" id="s"><summary>Solution</summary></details>'
    parts = {"": [Chapter.read("one", two_pages.page("One", lost))]}
    with pytest.raises(ValueError, match="before the solution 'one--s'"):
        prepare(parts, None)


def test_a_page_without_a_title_is_refused():
    with pytest.raises(ValueError, match="bare has no title"):
        Chapter.read("bare", "<p>words</p>")


def test_an_unknown_paper_is_refused(tmp_path):
    with pytest.raises(ValueError, match="paper is 'A5'; expected one of A4, Letter"):
        join(two_pages.BOOK, two_pages.chapters(), tmp_path, "A5")


def test_a_book_says_which_part_of_it_it_is():
    book, path = about_book(), about_book("the path alone")
    assert path.subtitle == f"{book.subtitle}: the path alone"
    assert book.author == f"The authors of {book.title}"
    assert book.edition.startswith("Version ")
