"""The museum's pages, held to what a person has read: no word and no number is lost."""

from functools import partial
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from mha_book.museum import ROOMS, room, survey, wing
from records import Record

READ = Record(Path(__file__).with_name("read.txt"), hang=2)


def lines(shown) -> list[str]:
    """Each paragraph, and each row; code is the catalogue’s, and is read there."""
    page = BeautifulSoup(shown._repr_html_(), "html.parser")
    for part in page.select("pre, style, wbr"):
        part.extract()
    page.smooth()  # a word that may part is one
    parts = page.select("summary, p, li, caption, tr, figcaption")
    return [" ".join(part.get_text(" ").split()) for part in parts]


def links(shown) -> list[str]:
    """Where each exhibit leads to, below its name."""
    page = BeautifulSoup(shown._repr_html_(), "html.parser")
    found = []
    for fold in page.select("details.mha-exhibit"):
        found.append(" ".join(fold.summary.get_text(" ").split()))
        found += [f"  {a.get_text()}: {a['href']}" for a in fold.select("a")]
    return found


ALL = {**{name: partial(room, name) for name in ROOMS}, "wing": wing}


@pytest.mark.parametrize("name", ALL)
def test_where_its_links_lead_is_what_was_read(name):
    READ.holds(f"{name}: links", links(ALL[name]()))


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_is_what_was_read(name):
    READ.holds(name, lines(room(name)))


def test_the_wing_is_what_was_read():
    READ.holds("wing", lines(wing()))


def test_lines_that_are_doubted_are_what_was_read():
    page = BeautifulSoup(wing()._repr_html_(), "html.parser")
    found = page.select("pre.mha-differing :is(del, ins)")
    READ.holds("doubted", [f"{one.name} {one.text.rstrip()}" for one in found])


def test_the_survey_is_what_was_read():
    READ.holds("survey", str(survey().to_string()).splitlines())


def test_nothing_else_was_read():
    READ.has_only({*ALL, *(f"{name}: links" for name in ALL), "doubted", "survey"})
