"""What a page knows of each listing that is written on it, as was read."""

from pathlib import Path

import pytest

from mha_book.editor.parts import PAGES
from mha_book.editor.posed import all_posed
from mha_book.editor.widget import Editor
from records import Record
from short import flat

READ = Record(Path(__file__).with_name("posed.txt"))


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_is_given_is_what_was_read(page):
    parts = [
        part | {"known": [one["faults"] for one in part["known"]]}  # found: by the page
        for part in all_posed(page)
    ]
    given = [line for one in flat(parts) for line in one.splitlines()]
    shown = Editor(page)
    head = f"{shown.name}, {shown.label}: {shown.page}, {len(shown.parts)} parts"
    told = [f"{head} of {shown.total}", *shown.static_tables().splitlines()]
    READ.holds(page, [*told, *given])


def test_nothing_is_kept_of_what_is_no_longer_given():
    READ.has_only(set(PAGES))
