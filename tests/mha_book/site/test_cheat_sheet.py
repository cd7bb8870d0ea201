"""The cheat sheet fills both sides of one sheet of paper, and no third."""

import re

import pytest

import checks


def test_it_prints_on_two_sides_of_a4(page, address):
    checks.Visit(page, f"{address}/cheat-sheet.html")
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    page.emulate_media(media="print")
    size = "node => parseFloat(getComputedStyle(node).fontSize) * 72 / 96"  # in pt
    assert page.locator(".mha-glance code").first.evaluate(size) >= 8
    sides = re.findall(rb"/Type\s*/Page\b", printed)
    assert len(sides) == 2
    sizes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert sizes
    for width, height in sizes:
        assert abs(float(width) - 595) < 2
        assert abs(float(height) - 842) < 2


FAULTS, FILE, SHAPES = "#ten-silent-faults", "#your-file", "#shapes"
LARGE, PHONE = (1280, "screen"), (390, "screen")
PAPER = (1280, "print")  # where letters of the root have 11.5 pixels
# By what is looked at: the width and medium, a property, its value.
LOOKS = {
    f"{FAULTS} tbody td": (PAPER, "padding-top", "0.92px"),
    f"{FAULTS} tbody th": (PAPER, "padding-bottom", "0.92px"),
    f"{FILE} tbody td": (PAPER, "padding-top", "0.92px"),
    f"{FILE} tbody th": (PAPER, "white-space", "nowrap"),
    f"{SHAPES} tbody th": (PAPER, "padding-top", "1.38px"),
    f"{SHAPES} tbody td": (PAPER, "white-space", "nowrap"),
    FAULTS: (PAPER, "break-before", "page"),
    f"{FAULTS} table.mha-glance": (PAPER, "break-inside", "auto"),
    f"{FAULTS} .mha-stacks thead": (PHONE, "clip-path", "inset(50%)"),
    f"{SHAPES} .mha-stacks tbody tr": (PHONE, "display", "grid"),
    f"{FAULTS} .mha-stacks th": (LARGE, "white-space", "normal"),
    f"{SHAPES} .mha-stacks thead": (LARGE, "clip-path", "none"),
}
STYLE = "(node, name) => getComputedStyle(node)[name]"


@pytest.fixture(scope="module")
def sheet(tab, address):
    checks.Visit(tab, f"{address}/cheat-sheet.html")
    return tab


def set_to(page, width, media):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(media=media)


@pytest.mark.parametrize("part", LOOKS)
def test_each_table_has_the_style_that_was_meant_for_it(sheet, part):
    medium, name, value = LOOKS[part]
    set_to(sheet, *medium)
    assert sheet.locator(part).first.evaluate(STYLE, name) == value


SHARE = "n => n.offsetWidth / n.closest('table').offsetWidth"


def test_on_a_screen_faults_have_room_for_their_names_and_lines(sheet):
    set_to(sheet, *LARGE)
    heads = sheet.locator(f"{FAULTS} .mha-stacks thead th")
    shares = [head.evaluate(SHARE) for head in heads.all()]
    assert shares == pytest.approx([23 / 88, 42 / 88, 23 / 88], abs=0.01)


BROKEN = """cells => cells.filter((cell) => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return new Set([...text.getClientRects()].map(({ top }) => top)).size > 1;
}).map((cell) => cell.textContent)"""


def test_in_the_printed_book_no_shape_is_broken(page, address):
    page.set_viewport_size({"width": 660, "height": 1000})  # A4 without its margins
    checks.Visit(page, f"{address}/cheat-sheet.html")
    page.emulate_media(media="print")
    # The book as one document has not the sheet's own style.
    page.locator("section#cheat-sheet").evaluate("section => { section.id = 'other'; }")
    shapes = page.locator("#shapes .mha-brief")
    assert shapes.count() > 10
    assert shapes.evaluate_all(BROKEN) == []


LINES = """codes => {
  const tops = (code) => [...code.getClientRects()].map(({ top }) => top);
  const short = codes.filter((code) => code.innerText.length < 40);
  return short.map((code) => [code.innerText, new Set(tops(code)).size]);
}"""


def test_on_a_phone_code_has_the_whole_width_and_a_table_stays_one(page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    checks.Visit(page, f"{address}/cheat-sheet.html")
    found = page.locator("#shapes td code").evaluate_all(LINES)
    assert len(found) > 10
    assert [code for code, lines in found if lines > 1] == []
    scores = page.get_by_role("row", name="scores scores = query @")
    assert scores.get_by_role("cell").all_inner_texts()[-1] == "(B, H, T, T)"
    assert scores.get_by_role("rowheader").inner_text() == "scores"
