"""Where the line stands that says what is pointed at: over the window's foot, or above.

It covers nothing that it speaks of: what would lie under it has it right above, and
what is below the window, or as large as a third of it, has it at the foot.
"""

import pytest

from mha_book.explorers import AttentionExplorer

GAP = 4  # px
# Moves a cell's lower edge to so many px above the line's upper edge, points at it.
POINT = """async (node, [over, height]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const foot = node.querySelector(".mha-foot");
  const cell = node.querySelector("[role=grid] tbody td");
  cell.style.height = height ? `${innerHeight * height}px` : "";
  document.body.style.padding = "2000px 0"; // room to scroll
  const come = () => new PointerEvent("pointerover", { bubbles: true });
  const send = () => cell.dispatchEvent(come());
  foot.style.bottom = "";
  send();
  const wanted = innerHeight - foot.offsetHeight - over;
  scrollBy({ top: cell.getBoundingClientRect().bottom - wanted, behavior: "instant" });
  await frame(), await frame();
  const [{ top }, bottom] = [cell.getBoundingClientRect(), foot.style.bottom];
  send();
  const pointed = foot.style.bottom;
  node.dispatchEvent(new PointerEvent("pointerleave"));
  dispatchEvent(new Event("scroll"));
  return [bottom, pointed, innerHeight - top, foot.style.bottom];
}"""


@pytest.mark.parametrize(
    ("over", "height", "above"),
    [
        (3, 0, False),
        (-3, 0, True),
        (3, 0.3, False),
        (-3, 0.3, True),
        (-3, 0.4, False),
        (-2000, 0, False),
    ],
)
def test_it_stands_above_what_it_would_cover(open_explorer, over, height, above):
    """After a scroll, and when a number is pointed at; not when none is any more."""
    explorer = open_explorer(AttentionExplorer)
    scrolled, pointed, to_top, left = explorer.evaluate(POINT, [over, height])
    assert scrolled == pointed
    assert left == ""
    assert bool(scrolled) is above
    if above:
        assert float(scrolled.removesuffix("px")) == pytest.approx(to_top + GAP, abs=1)
