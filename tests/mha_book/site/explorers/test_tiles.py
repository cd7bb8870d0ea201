"""Tables of explorers have the map's face: equal cells, and titles that stand apart."""

import pytest

from mha_book.explorers import AttentionExplorer, MaskExplorer, TensorLayoutExplorer

KINDS = (AttentionExplorer, MaskExplorer, TensorLayoutExplorer)

SIZES = """all => all.map(table => [...table.querySelectorAll("tbody td")].map(cell => {
  const { width, height } = cell.getBoundingClientRect();
  return [width, height, parseFloat(getComputedStyle(cell).fontSize)];
}))"""

TITLES = """all => all.map(table => {
  const words = document.createRange();
  words.selectNodeContents(table.caption);
  const { left, right, top, bottom } = words.getBoundingClientRect();
  return { left, right, top, bottom };
})"""


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def tiles(request, open_explorer):
    return open_explorer(request.param).locator(".mha-tile")


def test_cells_of_a_table_are_of_one_size_and_can_be_read(tiles):
    for cells in tiles.evaluate_all(SIZES):
        for width, height, font in cells:
            assert width == pytest.approx(cells[0][0], abs=1)
            assert 28 <= height <= 34
            assert 12 <= font <= 13


@pytest.mark.parametrize(
    ("width", "digits"), [(599, 13), (600, 12), (879, 12), (880, 13)]
)
def test_between_a_phone_and_a_page_digits_are_smaller(open_explorer, width, digits):
    explorer = open_explorer(AttentionExplorer)
    explorer.evaluate("(node, width) => (node.style.width = `${width}px`)", width)
    style = "node => node.style.boxSizing = 'content-box'"
    explorer.evaluate(style)  # the width of its contents is what is asked about
    (font,) = {cell[2] for cell in explorer.locator(".mha-tile").evaluate_all(SIZES)[0]}
    assert font == pytest.approx(digits, abs=0.3)


def test_titles_do_not_run_together(tiles):
    titles = tiles.evaluate_all(TITLES)
    for k, one in enumerate(titles):
        for other in titles[k + 1 :]:
            level = one["top"] < other["bottom"] and other["top"] < one["bottom"]
            gap = max(other["left"] - one["right"], one["left"] - other["right"])
            assert not level or gap >= 16


LONG = """all => all.map(cell => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  const gap = cell.clientWidth - words.getBoundingClientRect().width;
  return [cell.textContent.length, gap, parseFloat(getComputedStyle(cell).fontSize)];
})"""


def test_what_is_longer_than_its_column_has_smaller_digits(open_explorer):
    """Of 6 characters; half of one is left free."""
    x = [[1000, 1000], [-1000, -1000], [1, 2]]
    explorer = open_explorer(AttentionExplorer, embeddings=x, decimals=2)
    cells = explorer.locator(".mha-steady tbody td").evaluate_all(LONG)
    font = max(size for length, _, size in cells)
    assert {length for length, _, _ in cells} >= {4, 7, 8}
    for length, gap, size in cells:
        assert gap >= 0
        if length > 6:
            assert size == pytest.approx(font * 6 / (length + 0.5), abs=0.05)
    explorer.get_by_role("button", name="Reset").click()  # to shorter ones
    cells = explorer.locator(".mha-steady tbody td").evaluate_all(LONG)
    assert {size for _, _, size in cells} == {font}
