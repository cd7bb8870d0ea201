"""A reader sees no straight apostrophe but in code."""

import pytest
from bs4 import BeautifulSoup

import checks
from mha_book.site.apostrophes import NOT_WORDS, STRAIGHT, bend
from project import PROJECT, pages

# What explorers say, as a person has read it, and as it is on their pages.
RECORDS = ("tests/js/said.txt", "tests/mha_book/site/explorers/shown.txt")
RECORDS += ("tests/mha_book/exercises/told.txt",)


def straight(body: BeautifulSoup) -> list[str]:
    """Words of a page with a straight apostrophe."""
    found = body.find_all(string=STRAIGHT)
    return [str(text) for text in found if not text.find_parent(NOT_WORDS)]


def test_a_pages_words_are_bent_and_its_code_is_not():
    table = "<table><tr><th>a row's</th><td><code>it's</code></td></tr></table>"
    page = f'<div class="cell_output">{table}<pre>a row\'s</pre></div>'
    body = BeautifulSoup(page, "html.parser")
    bend(body)
    assert body.text == "a row’sit'sa row's"


def test_quotes_of_code_are_no_apostrophes():
    said = "'cat' 's' d's don't 's' 'it' the words' own keys'"
    assert STRAIGHT.findall(said) == ["'"] * 3


@pytest.mark.parametrize("name", pages())
def test_a_page_has_none(name, site):
    assert straight(checks.parsed(site / f"{name}.html").article) == []


@pytest.mark.parametrize("record", RECORDS)
def test_no_explorer_says_one(record):
    lines = (PROJECT / record).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if STRAIGHT.search(line) and "`" not in line] == []
