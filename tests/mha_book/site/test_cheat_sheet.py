"""The cheat sheet fills both sides of one sheet of paper, and no third."""

import re

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
