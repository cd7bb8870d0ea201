"""What one teaches from, held to what a person has read: its tables, cards and sheets.

Other tests say what is promised of each; here no word and no number changes unseen.
"""

from pathlib import Path

import pytest

from mha_book.exercises.contents import PAGES
from mha_book.teaching.cards import anki
from mha_book.teaching.cards.card import KINDS
from mha_book.teaching.cards.deck import deck
from mha_book.teaching.cards.shown import RecallCards
from mha_book.teaching.course import reference, route
from mha_book.teaching.course.routes import routes
from mha_book.teaching.glance import counts, outline, shapes, silent_faults, usual_tests
from mha_book.teaching.pictures import picture_files
from mha_book.teaching.sheets.document import sheets, solutions
from outline import outline as lines_of
from records import Record

READ = Record(Path(__file__).with_name("read.txt"), hang=2)
TABLES = (shapes, counts, silent_faults, usual_tests, outline)
SEED = 3
# Between them they ask for numbers, shapes, a mask, a fault and an order of lines.
ASKED = ("attention-by-hand", "hide-the-future", "batched-products")


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_a_table_is_what_was_read(table):
    READ.holds(table.__name__, repr(table()).splitlines())


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_a_table_on_a_page_is_what_was_read(table):
    page = lines_of(table()._repr_html_(), "table", "br")
    READ.holds(f"{table.__name__}, on a page", page)


@pytest.mark.parametrize("hours", routes())
def test_a_route_is_what_was_read(hours):
    READ.holds(f"route of {hours} hours", repr(route(hours)).splitlines())


def test_cards_are_what_was_read():
    cards = deck()
    first = [next(one for one in cards if one.kind == kind) for kind in KINDS]
    told = [line for card in first for line in (card.face(), card.answer())]
    told += [card.link() for card in cards]
    told += [repr(RecallCards()), *anki.as_text(first).splitlines(), reference()]
    READ.holds("cards", told)


def test_each_picture_is_called_what_was_read():
    page = picture_files()._repr_html_()
    READ.holds("pictures", [repr(picture_files()), *lines_of(page, "summary, a", "i")])


@pytest.mark.parametrize("page", ASKED)
@pytest.mark.parametrize("write", [sheets, solutions], ids=lambda one: one.__name__)
def test_a_sheet_is_what_was_read(page, write):
    text = write([page], SEED)
    READ.holds(f"{page}, {write.__name__}", lines_of(text, "title, body", "i"))


def test_the_sheets_that_were_read_ask_in_every_way():
    kinds = {one.kind for page in ASKED for one in PAGES[page]}
    assert kinds == {one.kind for all_ in PAGES.values() for one in all_}
