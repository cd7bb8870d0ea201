"""A page in another language is the same page, with other words around its numbers."""

import re
import shutil

import pytest

import checks
from project import PROJECT
from small_book import Book

PAGE = "attention-by-hand"
# What it leads to, as far as a link needs it.
OTHERS = dict.fromkeys(
    ("softmax-and-scale", "hide-the-future", "queries-keys-values"), ""
)
REFERENCES = {"references": "```{bibliography}\n```"}


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    """The page as `make translated IN=de` builds it, in a book of a few pages."""
    book = Book(tmp_path_factory.mktemp("german"), {PAGE: "", **OTHERS, **REFERENCES})
    shutil.copy2(PROJECT / "book" / f"{PAGE}.md", book.folder / "book")
    locale = str(PROJECT / "locale")
    told = book.build(language="de", locale_dirs=[locale], nb_execution_mode="cache")
    shown = [line for line in told.splitlines() if "WARNING" in line]
    assert [line for line in shown if "inconsistent" in line] == []
    return book.parsed(PAGE)


def numbers(text: str) -> list[str]:
    return re.findall(r"\d+\.\d+", text)


def outputs(page) -> list[str]:
    """What the page's cells printed and tabulated; widgets have names of their own."""
    found = page.select(".cell_output .mha-show, .cell_output table, .cell_output pre")
    return [" ".join(part.get_text(" ").split()) for part in found]


@pytest.mark.slow  # a chapter runs, and five pages are built
def test_the_german_page_has_the_english_numbers_and_code(german, site):
    english = checks.parsed(site / f"{PAGE}.html")
    assert len(outputs(german)) > 10
    assert outputs(german) == outputs(english)
    code = [
        [c.get_text() for c in p.select(".cell_input pre")] for p in (german, english)
    ]
    assert code[0] == code[1]
    assert german.html["lang"] == "de"


@pytest.mark.slow
def test_every_paragraph_of_the_german_page_is_german(german):
    article = german.select_one("article")
    for part in article.select(".cell, .mha-mount, .mha-exercises, figure svg"):
        part.decompose()
    prose = " ".join(p.get_text(" ") for p in article.select("p, figcaption, h1, h2"))
    english = re.findall(r"\b(?:the|which|with|and|of|your)\b", prose)
    # They stand in the examples, whose words are English: the river bank.
    assert len(english) < 12, english
    assert "gewichteter Durchschnitt" in prose
