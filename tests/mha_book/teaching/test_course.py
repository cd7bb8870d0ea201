"""Routes of so many hours: they keep their time, and follow the path in its order."""

import pytest

from mha_book.teaching.course import route
from mha_book.teaching.course.routes import routes
from mha_book.your_file import minutes_of
from mha_book.your_file.contents import path_pages
from project import listed


@pytest.mark.parametrize("hours", routes())
def test_a_route_takes_about_its_hours_and_follows_the_path(hours):
    pages = routes()[hours]
    assert len(set(pages)) == len(pages)
    assert set(pages) <= set(listed())
    assert abs(sum(map(minutes_of, pages)) / 60 - hours) < 0.1 * hours
    along = [page for page in pages if page in path_pages()]
    assert along == sorted(along, key=path_pages().index)


def test_a_longer_route_begins_as_the_shorter_ones_and_leaves_nothing_out():
    shortest, *longer = (set(pages) for _, pages in sorted(routes().items()))
    for pages in longer:
        assert shortest < pages
        shortest = pages


def test_a_table_sums_the_minutes_and_links_each_page():
    *rows, last = route(2).rows
    assert int(last[1]) == sum(int(row[1]) for row in rows)
    for (name, _, _), page in zip(rows, routes()[2], strict=True):
        assert f'href="{page}.html"' in route(2)._repr_html_()
        assert f"({page}.html)" in name


def test_there_is_no_route_for_every_number_of_hours():
    with pytest.raises(ValueError, match="hours is 3"):
        route(3)
