"""The pictures as files: each stands alone, and says what it shows and whose it is."""

import io
import re
import sys
import xml.etree.ElementTree as ET

import pytest
from PIL import Image
from pypdf import PdfReader

from chromium import MISSING, find_chromium
from mha_book import palette
from mha_book.pictures.kit.gallery import every_picture
from mha_book.teaching.on_pages import plots_of_pages
from mha_book.teaching.pictures import picture_files
from mha_book.teaching.pictures.files import (
    LICENCE,
    picture_list,
    plot_list,
    stand_alone,
    write_files,
)
from mha_book.teaching.pictures.pixels import SHARP, draw_all
from mha_book.teaching.printing import print_page
from project import PROJECT, listed

SVG = "{http://www.w3.org/2000/svg}"
LEFT_OVER = re.compile(r"var\(|light-dark\(|color-mix\(|currentColor|ns\d:")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """All drawings, and one plot as its page writes it."""
    folder = tmp_path_factory.mktemp("pictures")
    write_files(folder, PROJECT)
    return folder


def test_every_picture_is_a_file_with_its_words_and_its_licence(folder):
    names = {one.name.rsplit("-", 1)[0] for one in picture_list()}
    assert names == set(every_picture())
    assert {path.stem for path in folder.iterdir()} == {o.name for o in picture_list()}
    for one in picture_list():
        root = ET.parse(folder / f"{one.name}.svg").getroot()
        assert root.find(f"{SVG}title").text == one.words
        assert root.find(f"{SVG}desc").text == LICENCE
        left, above, width, _ = root.get("viewBox").split()
        assert root.get("width") == width
        drawn = root.find(f"{SVG}svg")
        assert float(drawn.get("x")) - float(left) == 8  # a margin, on each side
        assert float(drawn.get("y")) - float(above) == 8


def test_no_program_needs_the_pages_colours(folder):
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8")
        assert LEFT_OVER.findall(text) == []
        assert palette.GROUND not in text  # that of a slide is white
        assert "font-size: 12px" in text or "font-size: 13px" in text  # not narrowed


def test_a_file_has_white_around_its_drawing():
    svg = '<svg class="a" viewBox="3 5 70 110"><rect width="9" height="9"/></svg>'
    root = ET.fromstring(stand_alone(svg, "Words & more", around=2))
    assert root.get("viewBox") == "1 3 74 114"
    ground, inner = root.find(f"{SVG}rect").attrib, root.find(f"{SVG}svg").attrib
    assert ground == {"x": "1", "y": "3"} | {
        "width": "74",
        "height": "114",
        "fill": "#ffffff",
    }
    assert [float(inner[n]) for n in ("x", "y", "width", "height")] == [3, 5, 70, 110]
    assert root.find(f"{SVG}title").text == "Words & more"


def test_a_drawing_gets_as_many_pixels_as_a_projector_has_and_keeps_its_licence(
    folder, tmp_path
):
    some = tmp_path / "some"
    some.mkdir()
    for name in ("alibi_by_head", "attending"):
        path = folder / f"{name}.svg"
        (some / path.name).write_bytes(path.read_bytes())
    to = tmp_path / "a folder" / "made"
    made = draw_all(some, to)
    assert sorted(p.name for p in to.iterdir()) == [
        *("alibi_by_head.png", "alibi_by_head.svg"),
        *("attending.png", "attending.svg"),
    ]
    for path in made:
        root = ET.parse(some / f"{path.stem}.svg").getroot()
        image = Image.open(io.BytesIO(path.read_bytes()))
        assert image.width == SHARP * int(root.get("width"))
        assert image.text["Copyright"] == LICENCE
        assert image.text["Title"] == root.find(f"{SVG}title").text
        assert image.getpixel((0, 0)) == (255, 255, 255)
        assert len(image.convert("RGB").getcolors(1 << 20)) > 20  # there is a drawing
    (some / "alibi_by_head.svg").unlink()
    assert draw_all(some, to) == made[1:]  # into a folder that is there


def test_pixels_of_a_book_that_is_not_built_are_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="run `make book`"):
        draw_all(tmp_path, tmp_path / "to")


def test_every_picture_names_a_page_that_shows_it():
    pages = {one.page for one in [*picture_list(), *plot_list()]}
    assert pages <= {*listed(), "index"}


def test_a_plot_is_found_by_the_words_that_its_cell_has(tmp_path):
    (tmp_path / "book").mkdir()
    drawing = "---\nmystnb:\n  figure:\n    name: fig-drawn\n---\npictures.drawn()"
    options = "mystnb: {figure: {name: fig-gain}, image: {alt: 'Two lines, one up'}}"
    cells = [drawing, f"---\n{options}\n---\nplot()", "1 + 1"]
    text = "".join(f"```{{code-cell}} ipython3\n{cell}\n```\n\n" for cell in cells)
    (tmp_path / "book" / "page-one.md").write_text(f"# One\n\n{text}", encoding="utf-8")
    found = [("page-one-gain", "Two lines, one up", "page-one")]
    assert [*plots_of_pages(tmp_path)] == found


def test_the_page_shows_each_picture_folded_with_a_link_to_its_file():
    html = picture_files()._repr_html_()
    count = len(picture_list()) + len(plot_list())
    assert html.count('role="img"') == html.count("download") == count
    assert html.count("<details><summary>") == 2


@pytest.fixture(scope="module")
def chromium():
    return find_chromium("") or pytest.fail(MISSING, pytrace=False)


def test_a_browser_prints_a_page(tmp_path, chromium):
    page = tmp_path / "page.html"
    page.write_text("<p>one page", encoding="utf-8")
    (sheet,) = PdfReader(print_page(page, chromium)).pages
    assert sheet.extract_text().strip() == "one page"  # no date, and no file's name


def test_a_browser_that_writes_nothing_is_told_of(tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<p>", encoding="utf-8")
    page.with_suffix(".pdf").write_bytes(b"%PDF of an earlier day")
    with pytest.raises(RuntimeError, match=r"wrote no page\.pdf"):
        print_page(page, sys.executable)  # it knows no such options
