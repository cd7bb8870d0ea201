"""The pictures as files: each stands alone, and says what it shows and whose it is."""

import struct
import sys
import xml.etree.ElementTree as ET

import pytest

from chromium import MISSING, find_chromium
from mha_book.pictures.kit.gallery import every_picture
from mha_book.teaching.pictures import picture_files
from mha_book.teaching.pictures.files import LICENCE, picture_list, write_pictures
from mha_book.teaching.printing import SHARP, draw_picture, print_page
from project import listed

SVG = "{http://www.w3.org/2000/svg}"


def test_every_picture_is_a_file_with_its_words_and_its_licence():
    names = {one.name.rsplit("-", 1)[0] for one in picture_list()}
    assert names == set(every_picture())
    for one in picture_list():
        root = ET.fromstring(one.svg)
        assert root.find(f"{SVG}title").text == one.words
        assert root.find(f"{SVG}desc").text == LICENCE
        assert (root.get("width"), root.get("height")) == tuple(map(str, one.size))


def test_every_picture_names_a_page_that_shows_it():
    assert {one.page for one in picture_list()} <= {*listed(), "index"}


def test_the_page_shows_each_picture_folded_with_a_link_to_its_file():
    html = picture_files()._repr_html_()
    assert html.count('role="img"') == html.count("download") == len(picture_list())
    assert "<details><summary>" in html


@pytest.fixture(scope="module")
def chromium():
    return find_chromium("") or pytest.fail(MISSING, pytrace=False)


def test_a_browser_draws_a_picture_sharply_and_prints_a_page(tmp_path, chromium):
    first = write_pictures(tmp_path)[0]
    png = draw_picture(first, picture_list()[0].size, chromium).read_bytes()
    width, height = struct.unpack(">II", png[16:24])
    assert (width, height) == tuple(SHARP * side for side in picture_list()[0].size)
    page = tmp_path / "page.html"
    page.write_text("<p>one page", encoding="utf-8")
    assert print_page(page, chromium).read_bytes().startswith(b"%PDF")


def test_a_browser_that_writes_nothing_is_told_of(tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<p>", encoding="utf-8")
    with pytest.raises(RuntimeError, match=r"wrote no page\.pdf"):
        print_page(page, sys.executable)  # it knows no such options
