"""Chapters are numbered in the contents, their titles and at each other's foot."""

import pytest
import yaml

import checks
from mha_book.your_file import minutes_of
from project import PROJECT


@pytest.fixture(scope="module")
def numbered() -> list[str]:
    """The chapters that have a number, in their order."""
    contents = yaml.safe_load((PROJECT / "_toc.yml").read_text(encoding="utf-8"))
    parts = [part for part in contents["parts"] if part.get("numbered")]
    return [chapter["file"] for part in parts for chapter in part["chapters"]]


@pytest.fixture(scope="module")
def chapters(numbered, site):
    """The pages of these, as they were built."""
    return [checks.parsed(site / f"{name}.html") for name in numbered]


def test_each_chapter_has_its_number_in_the_sidebar_and_its_title(chapters):
    for number, page in enumerate(chapters, 1):
        assert page.select_one(".bd-article h1").get_text().startswith(f"{number}. ")
        current = page.select_one(".bd-links .current > a").get_text().strip()
        assert current.startswith(f"{number}. ")
        on_paper = page.select_one("#jb-print-docs-body h1").get_text()
        assert on_paper.startswith(f"{number}. ")


def test_the_chapters_before_and_after_say_which_of_how_many(chapters):
    for number, page in enumerate(chapters, 1):
        foot = page.select_one(".prev-next-area")
        for word, other in (("Previous", number - 1), ("Next", number + 1)):
            if 1 <= other <= len(chapters):
                said = f"{word} · {other} of {len(chapters)}"
                assert said in [p.get_text() for p in foot.select("p")]
        titles = foot.select(".prev-next-title")
        assert len(titles) == 2
        assert not any(t.get_text()[0].isdigit() for t in titles)


def test_a_page_of_the_path_says_its_place_and_its_minutes(chapters, numbered):
    for number, (name, page) in enumerate(zip(numbered, chapters, strict=True), 1):
        line = page.select_one(".bd-article h1 + .mha-place").get_text()
        assert line == f"Page {number} of 13 · about {minutes_of(name)} minutes"


def test_pages_outside_the_chapters_have_no_number(site):
    for name in ("map", "walk-back", "references"):
        page = checks.parsed(site / f"{name}.html")
        assert not page.select_one(".bd-article h1").get_text()[0].isdigit()
        assert page.select(".mha-place") == []
