"""Every page as it was built: what it holds, read from its source and its HTML."""

import re

import pytest

import checks
import figure_checks
from every_explorer import EXPLORERS
from mha_book import Editor, Exercises
from mha_book.site.apostrophes import NOT_WORDS, STRAIGHT
from mha_book.site.heads import LONGEST
from project import CHAPTERS, PROJECT, notebook_of, pages
from quotes import copied

BOOK = "Attention, Number by Number"
DESCRIBED: dict[str, str] = {}  # each description, and its page
LIVE = [*EXPLORERS, Editor, Exercises]


@pytest.fixture(scope="module", params=pages())
def built(request, site):
    """A page as it was built. Each is parsed once for all who read it."""
    return request.param, checks.parsed(site / f"{request.param}.html")


def test_the_contents_list_every_page():
    assert sorted(pages()) == sorted(p.stem for p in (PROJECT / "book").glob("*.md"))


def test_images_have_words(built):
    _, page = built
    assert checks.bad_alts(page) == []
    assert figure_checks.uncaptioned(page) == []


def test_no_word_has_a_straight_apostrophe(built):
    found = built[1].article.find_all(string=STRAIGHT)
    words = [str(text) for text in found if not text.find_parent(NOT_WORDS)]
    assert words == []


def test_a_pages_head_says_once_what_it_is(built):
    name, page = built
    head = page.head
    assert len(head.select("meta[name=viewport]")) == 1
    assert page.title.text.count(BOOK) == 1
    told = head.select_one("meta[name=description]")["content"]
    assert 60 <= len(told) <= LONGEST
    assert re.search(r"[.?!…][”)]?$", told)
    assert not re.search(r"[\\$<>]|  ", told)
    shared = {part["property"]: part["content"] for part in head.select("[property]")}
    assert shared["og:description"] == told
    assert shared["og:title"] in page.title.text
    assert shared["og:type"] == ("website" if name == "index" else "article")
    assert DESCRIBED.setdefault(told, name) == name  # no other page has the same


# Sheets of few pages -> what they style.
RARE = {
    "cards": ".mha-begin, .mha-progress, .mha-chapters, .mha-three, .tag_opening",
    "chapter_map": ".mha-here-map, .mha-chapters",
    "api": "dl.py",
    "paper_museum": ".mha-exhibit",
}


def test_a_page_has_the_sheets_that_style_something_of_it(built):
    page = built[1]
    sheets = [link["href"] for link in page.head.select("link[rel=stylesheet]")]
    rare = {name for name in RARE if f"/{name}.css" in " ".join(sheets)}
    assert rare == {name for name in RARE if page.article.select_one(RARE[name])}


def test_each_sign_that_a_page_names_is_there(built, site):
    links = [link["href"] for link in built[1].head.select("link[rel*=icon]")]
    assert len(links) == 4
    assert [link for link in links if not (site / link).is_file()] == []


def test_no_prediction_shows_its_answer_and_every_exercise_is_solved(built):
    _, page = built
    assert checks.open_predictions(page) == checks.loose_exercises(page) == []


def test_exercises_count_from_1(built):
    _, page = built
    numbers = page.select(".exercise .caption-number")
    counted = [number.text.strip() for number in numbers]
    assert counted == [f"Exercise {n}" for n in range(1, len(counted) + 1)]


def source_cells(name: str) -> list:
    """A page's cells, as it was written."""
    return notebook_of(PROJECT / "book" / f"{name}.md").cells


def test_every_described_figure_is_drawn(built):
    name, page = built
    described = [
        " ".join(cell.metadata["mystnb"]["image"]["alt"].split())
        for cell in source_cells(name)
        if "image" in cell.metadata.get("mystnb", {})
    ]
    figures = page.select(".mha-figures, svg.mha-figure[aria-label]")
    assert [figure["aria-label"] for figure in figures] == described


def made_by(name: str) -> list[str]:
    """What a chapter's cells make that lives, where the build runs them."""
    names = "|".join(kind.__name__ for kind in LIVE)
    return [
        name
        for cell in source_cells(name)
        if cell.cell_type == "code"
        and "skip-execution" not in cell.metadata.get("tags", [])
        for name in re.findall(rf"\b({names})\(", cell.source)
    ]


def test_explorers_are_on_the_pages_that_promise_them(built):
    name, page = built
    assert checks.explorers_on(page) == made_by(name)


def test_every_explorer_is_on_a_page():
    made = {kind for name in pages() for kind in made_by(name)}
    assert made == {kind.__name__ for kind in LIVE}


def test_each_chapter_offers_its_notebook(built, site):
    name, page = built
    links = [link["href"] for link in page.select("a[href$='.ipynb']")]
    if name in [chapter.stem for chapter in CHAPTERS]:
        assert links[0] == f"_sources/{name}.ipynb"
        assert (site / links[0]).is_file()
    else:
        assert links == []


def test_of_an_article_a_line_is_quoted_at_most(site):
    for pattern in ("*.html", "*.js", "_sources/*"):
        for path in site.glob(pattern):
            assert copied(path.read_text(encoding="utf-8")) == [], path
