"""What is drawn, on paper: numbers have room, and what stands low is small."""

from on_a_sheet import put_on_paper

# How far each number of a map stays within its cell, in the drawing's own units.
ROOM_IN_CELLS = """() => [...document.querySelectorAll(".mha-grid .mha-cell")]
  .filter(cell => cell.querySelector("text")?.textContent.length > 4)
  .map(cell => cell.querySelector("rect").getBBox().width
    - cell.querySelector("text").getBBox().width)"""


def test_numbers_of_a_map_do_not_touch(page, address):
    put_on_paper(page, address, "hide-the-future")
    room = page.evaluate(ROOM_IN_CELLS)
    assert len(room) > 20
    assert min(room) > 3


SIZES = """() => [...document.querySelectorAll("svg:not(.mha-grid) .mha-low")]
  .filter(low => low.checkVisibility())
  .map(low => [low, low.parentNode]
    .map(part => parseFloat(getComputedStyle(part).fontSize)))"""


def test_what_stands_below_its_line_is_smaller(page, address):
    put_on_paper(page, address, "walk-back")
    sizes = page.evaluate(SIZES)
    assert sizes
    assert all(low < 0.85 * name for low, name in sizes)
