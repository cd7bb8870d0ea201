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
