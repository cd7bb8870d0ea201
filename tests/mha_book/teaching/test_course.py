"""Routes of so many hours: they keep their time, and follow the path in its order."""

import pytest

from mha_book.exercises.contents import WRITTEN
from mha_book.teaching.course import reference, route
from mha_book.teaching.course.routes import Plan, plan, plans, routes, stuck
from mha_book.your_file.contents import path_pages
from project import PROJECT, listed


@pytest.mark.parametrize("hours", routes())
def test_a_route_keeps_its_hours_with_time_for_exercises_and_follows_the_path(hours):
    pages = routes()[hours]["pages"]
    assert len(set(pages)) == len(pages)
    assert set(pages) <= set(listed())
    taken = sum(one.reading + one.mistake for one in plans(hours))
    assert 0.5 < taken / (hours * 60) < 0.9
    left = hours * 60 - taken
    home = sum(one.tasks for one in plans(hours)) - left
    assert f"{left} are left for exercises; at home: {home}" in repr(route(hours))
    assert home > 0
    along = [page for page in pages if page in path_pages()]
    assert along == sorted(along, key=path_pages().index)


def test_a_longer_route_begins_as_the_shorter_ones_and_leaves_nothing_out():
    shortest, *longer = (set(routes()[hours]["pages"]) for hours in sorted(routes()))
    for pages in longer:
        assert shortest < pages
        shortest = pages


def test_a_table_sums_the_minutes_and_links_each_page():
    *rows, last, _ = route(2).rows
    for column in (1, 2):
        assert int(last[column]) == sum(int(row[column] or 0) for row in rows)
    for (name, *_), page in zip(rows, routes()[2]["pages"], strict=True):
        assert f'href="{page}.html"' in route(2)._repr_html_()
        assert f"({page}.html)" in name


def test_a_page_has_time_for_the_mistake_that_is_made_on_it_and_for_its_exercises():
    assert len(stuck()) == 10
    assert plan("attention-by-hand")[2:] == (10, 4, 5)
    assert plan("bug-museum")[2:] == (0, 1, 0)
    assert Plan("", 0, 0, exercises=2, answering=3).tasks == 19


def test_where_one_stops_early_there_is_less_to_read_and_nothing_to_solve():
    (stop,) = routes()[2]["until"].items()
    assert plan(*stop).reading < plan(stop[0]).reading
    assert plan(*stop).tasks == 0
    with pytest.raises(ValueError, match="not found"):
        plan("glossary", "words that no page has")


def test_there_is_no_route_for_every_number_of_hours():
    with pytest.raises(ValueError, match="hours is 3"):
        route(3)


def test_the_reference_says_what_the_projects_own_file_says(tmp_path):
    text = "authors:\n  - name: The authors\ntitle: A book\nversion: 2.5.0\n"
    text += 'date-released: "2031-02-03"\n'
    (tmp_path / "CITATION.cff").write_text(text, encoding="utf-8")
    assert reference(tmp_path).startswith(
        "> The authors (2031). *A book*, version 2.5.0."
    )
    assert "{" not in reference()


def test_listings_are_written_on_the_pages_that_the_teachers_page_names():
    text = (PROJECT / "book" / "for-teachers.md").read_text(encoding="utf-8")
    assert [*WRITTEN] == list(path_pages()[: len(WRITTEN)])
    assert f"Up to page {len(WRITTEN)} it can be written on the page" in text
