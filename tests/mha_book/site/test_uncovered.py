"""What stays in the window while a page passes below it covers nothing that is read."""

import pytest

import explorer_pages
from explorer_pages import open_explorer
from later import later

# What is fixed or sticks in the window; the page's head and the list of pages stand
# beside what is read, and a table's heads are a part of it.
COVERED = """(read) => {
  const boxOf = (node) => node.getBoundingClientRect();
  const head = boxOf(document.querySelector(".bd-header-article")).bottom;
  const isOver = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top, head) > 1;
  const STUCK = ["fixed", "sticky"];
  const sticks = (node) => STUCK.includes(getComputedStyle(node).position);
  const own = "td, th, .bd-header-article, .bd-sidebar-primary";
  const stuck = [...document.querySelectorAll("body *")].filter(
    (node) => !node.matches(own) && sticks(node) && node.checkVisibility());
  return stuck
    .filter((node) => !node.contains(read) && !read.contains(node))
    .filter((node) => isOver(boxOf(node), boxOf(read)))
    .map((node) => node.id || node.className);
}"""
AT = """(cell, y) => scrollBy({
  top: cell.getBoundingClientRect().top - y, behavior: "instant" })"""
ROW = "cell => cell.closest('tr, g')"  # or a map's cell
MOST = 4  # cells of an explorer that are pointed at
CASES = [(kind, width) for width in (390, 1280) for kind in explorer_pages.PAGES]
FIRST = [case for case in CASES if case[0].__name__ in ("GradientInspector",)]
OTHERS = [case for case in CASES if case not in FIRST]


@pytest.mark.parametrize(("kind", "width"), [*FIRST, *later(*OTHERS)])
def test_nothing_covers_what_is_read_of_an_explorer(page, address, kind, width):
    page.set_viewport_size({"width": width, "height": 800})
    explorer = open_explorer(page, address, kind)
    for y in range(-300, 900, 300):
        explorer.evaluate(AT, y)
        page.wait_for_timeout(100)  # the theme's script has had its say
        assert explorer.evaluate(COVERED) == []
    cells = explorer.locator(".mha-grid :is(td, [role=gridcell]):visible")
    for cell in cells.element_handles()[:: max(1, cells.count() // MOST)]:
        row = cell.evaluate_handle(ROW)
        for y in (80, 400, 700, 760):
            page.mouse.move(0, 0)
            cell.evaluate(AT, y)
            cell.hover()
            page.wait_for_timeout(60)
            assert row.evaluate(COVERED) == [], y
