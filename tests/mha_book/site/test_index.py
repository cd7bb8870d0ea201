"""The index lists the path in its order, what each page adds, and the whole shelf."""

import re

import pytest

import checks
from mha_book.your_file import hours_of_path
from mha_book.your_file.contents import path_pages
from mha_book.your_file.listings import file_after, listings
from project import PATH, PROJECT, REFERENCE, SHELF

TEXT = (PROJECT / "book" / "index.md").read_text(encoding="utf-8")
OF_THE_PATH = TEXT.split("\n## The path")[1]
CARDS = re.findall(r":::\{grid-item-card\} (.*)\n\n((?:.+\n|\n)*?):::", OF_THE_PATH)


def test_there_is_a_card_for_each_page_of_the_path():
    links = [f"{k}. " + f"({page.name})" for k, page in enumerate(PATH, 1)]
    titles = [re.sub(r"\[.*\]", "", title) for title, _ in CARDS]
    assert titles == links


@pytest.mark.parametrize("number", range(1, 14))
def test_a_card_names_what_its_page_adds_to_the_file(number):
    name = path_pages()[number - 1]
    line = CARDS[number - 1][1].split("*In your file:*")[1]
    added = [one.name for one in listings(name)[1] if one.page == name]
    assert re.findall(r"`(\w+)`", line) == (added or ["attend"])


def test_each_page_of_the_shelf_is_asked_for_by_a_question_once():
    part = TEXT.split("## The shelf, by question")[1].split("\n## ")[0]
    asked = re.findall(r"^- \[.*\?\]\(([\w-]+)\.md\)$", part, re.MULTILINE)
    looked_up = [page.stem for page in REFERENCE[:1]]
    assert sorted(asked) == sorted([page.stem for page in SHELF] + looked_up)


def test_lines_and_hours_are_those_of_the_pages(site):
    text = " ".join(checks.parsed(site / "index.html").select_one("main").text.split())
    lines = [line for line in file_after(path_pages()[-1]).splitlines() if line.strip()]
    assert f"of about {round(len(lines), -1)} lines" in text
    assert f"take about {hours_of_path()} hours" in text


OPENING = "#attention-number-by-number > "


@pytest.mark.parametrize("width", [1280, 390])
def test_the_opening_is_a_picture_and_where_to_begin(page, address, width):
    """Both are seen before anything is scrolled."""
    page.set_viewport_size({"width": width, "height": 844})
    checks.Visit(page, f"{address}/index.html")
    text = page.locator(f"{OPENING}p").first.bounding_box()
    picture = page.locator(f"{OPENING}.cell").first.bounding_box()
    assert picture["x"] == text["x"]
    assert (picture["width"] > text["width"]) == (width > 1000)
    assert picture["x"] + picture["width"] <= width
    begin = page.get_by_role("link", name="Begin with page 1")
    box = begin.bounding_box()
    assert picture["y"] + picture["height"] < box["y"]
    assert box["y"] + box["height"] < 844
    begin.click()
    page.wait_for_url(f"**/{PATH[0].stem}.html")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_buttons_of_progress_stay_together(page, address, width):
    page.set_viewport_size({"width": width, "height": 844})
    checks.Visit(page, f"{address}/index.html")
    buttons = page.locator(".mha-progress button")
    tops = buttons.evaluate_all("all => all.map(b => b.getBoundingClientRect().top)")
    assert len(tops) == 2
    assert tops[0] == tops[1]
