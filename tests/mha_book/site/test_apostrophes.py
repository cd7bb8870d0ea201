"""A reader sees no straight apostrophe but in code. Pages: `test_built_pages.py`."""

import pytest
from bs4 import BeautifulSoup

from mha_book.site.apostrophes import STRAIGHT, bend
from project import PROJECT

# What explorers say, as a person has read it, and as it is on their pages.
RECORDS = ("tests/js/said.txt", "tests/mha_book/site/explorers/shown.txt")
RECORDS += ("tests/mha_book/exercises/told.txt",)


def test_a_pages_words_are_bent_and_its_code_is_not():
    table = "<table><tr><th>a row's</th><td><code>it's</code></td></tr></table>"
    page = f'<div class="cell_output">{table}<pre>a row\'s</pre></div>'
    body = BeautifulSoup(page, "html.parser")
    bend(body)
    assert body.text == "a row’sit'sa row's"


def test_quotes_of_code_are_no_apostrophes():
    said = "'cat' 's' d's don't 's' 'it' the words' own keys'"
    assert STRAIGHT.findall(said) == ["'"] * 3


@pytest.mark.parametrize("record", RECORDS)
def test_no_explorer_says_one(record):
    lines = (PROJECT / record).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if STRAIGHT.search(line) and "`" not in line] == []
