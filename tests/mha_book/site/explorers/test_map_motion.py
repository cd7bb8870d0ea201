"""MapExplorer's steps move once, when a reader goes to one, and never else."""

import pytest
from playwright.sync_api import expect

import checks
import contract
from later import first_of, later
from mha_book.explorers import MapExplorer
from project import PROJECT

PAGE_SCRIPT = PROJECT / "tests" / "js" / "map_page.js"
MOVING = """node => node.ownerDocument.getAnimations()
  .filter(each => node.contains(each.effect.target) && each.playState === "running")"""
LONGEST = 8000  # ms


@pytest.fixture
def open_map(page, open_explorer):
    """A function: a link's inputs -> the explorer, for readers who let things move."""

    def opened(**link):
        page.emulate_media(reduced_motion="no-preference")
        explorer = open_explorer(MapExplorer, **link)
        if not page.evaluate("'map' in window && 'edit' in map"):
            page.add_script_tag(path=PAGE_SCRIPT)
        return explorer

    return opened


@pytest.fixture
def explorer(open_map):
    return open_map()


def moving(explorer) -> int:
    picture = explorer.locator(".mha-area")
    return picture.evaluate(f"node => ({MOVING})(node).length")


def travellers(explorer) -> int:
    return explorer.locator(".mha-traveller").count()


def go(explorer, k: int) -> None:
    """To a step, by its number."""
    explorer.locator(".mha-steps input").nth(k).evaluate("radio => radio.click()")


def numbers(explorer) -> dict:
    return explorer.evaluate("node => map.read(node)")


def finish(explorer) -> None:
    """Let all that moves arrive."""
    picture = explorer.locator(".mha-area")
    picture.evaluate(f"node => ({MOVING})(node).forEach(each => each.finish())")
    expect(explorer.locator(".mha-traveller")).to_have_count(0)


@pytest.mark.parametrize("num_heads", [2, *later(1)])
def test_each_step_moves_for_some_seconds_and_then_rests(open_map, num_heads):
    explorer = open_map(num_heads=num_heads)
    assert moving(explorer) == 0  # until a reader goes to a step
    for _ in range(8):
        explorer.get_by_role("button", name="Next").click()
        times = explorer.locator(".mha-area").evaluate(
            f"node => ({MOVING})(node).map(each => each.effect.getTiming().duration)"
        )
        assert times
        assert 1500 < max(times) <= LONGEST
        during = numbers(explorer)
        finish(explorer)
        assert moving(explorer) == 0
        assert numbers(explorer) == during  # they stood there all the time
    go(explorer, 0)
    assert moving(explorer) == 0


def test_a_number_is_seen_when_it_is_made(explorer):
    go(explorer, 3)
    shown = """(node, ms) => {
      const running = (MOVING)(node.querySelector('.mha-area'));
      running.forEach(each => (each.pause(), (each.currentTime = ms)));
      const cells = [...node.querySelectorAll('[data-name=scores0] [role=gridcell]')];
      const opacity = cell => getComputedStyle(cell.querySelector('text')).opacity;
      const seen = cells.map(opacity);
      running.forEach(each => each.play());
      return seen;
    }""".replace("MOVING", MOVING)
    assert explorer.evaluate(shown, 100) == ["0"] * 9
    middle = explorer.evaluate(shown, 2000)
    assert middle[0] == "1"
    assert middle[-1] == "0"
    assert middle == sorted(middle, reverse=True)
    assert explorer.evaluate(shown, 3600) == ["1"] * 9


# Whether each that travels is cut away over its own table, and nowhere else.
CUT = """node => [...node.querySelectorAll("[clip-path] > *")].map(part => {
  const id = part.parentNode.getAttribute("clip-path").slice(5, -1);
  const path = document.getElementById(id).firstElementChild;
  const within = ({ x, y, width, height }) =>
    path.isPointInFill(new DOMPoint(x + width / 2, y + height / 2));
  const boxOf = name => node.querySelector(`[data-name=${name}]`).getBBox();
  return ["scores0", "scores1"].filter(name => !within(boxOf(name)))
    .concat(["masked0", "weights0"].filter(name => !within(boxOf(name))));
})"""


def test_what_leaves_its_table_does_not_lie_over_the_numbers_there(explorer):
    go(explorer, 4)
    cut = explorer.evaluate(CUT)
    assert sorted(cut) == [["scores0"]] * 9 + [["scores1"]] * 9


ENDINGS = {
    "a key": lambda explorer, page: page.keyboard.press("Shift"),
    "a click": lambda explorer, page: page.locator("article h1").click(),
    "a number": lambda explorer, page: explorer.evaluate(
        "node => map.press(node, 'x:0,0')"
    ),
    "another step": lambda explorer, page: go(explorer, 0),
    "a link": lambda explorer, page: contract.follow(
        explorer, "explorer=map&causal=true"
    ),
    "a narrower window": lambda explorer, page: checks.resize(page, 390),
}


@pytest.mark.parametrize("pressed", first_of(ENDINGS))
def test_pressing_anything_ends_it_at_its_end(explorer, page, pressed):
    go(explorer, 3)
    assert travellers(explorer) > 0
    ENDINGS[pressed](explorer, page)
    assert travellers(explorer) == 0  # at once: it would end by itself, too
    assert moving(explorer) == 0


def test_next_during_a_motion_goes_on_with_the_next(explorer, page):
    explorer.get_by_role("button", name="Next").focus()
    for k in range(1, 9):
        page.keyboard.press("Enter")
        blocks = explorer.locator(".mha-area").evaluate(
            f"""node => [...new Set(({MOVING})(node).map(each =>
              each.effect.target.closest('[data-name]')?.dataset.name))].filter(Boolean)"""
        )
        now = explorer.evaluate("node => map.marked(node, 'now')")
        assert blocks, k
        assert set(blocks) <= {cell.split(":")[0] for cell in now}


AGAIN = {
    "an edited number": lambda explorer, page: explorer.evaluate(
        "node => map.edit(node, [{cell: 'x:0,0', number: 2}])"
    ),
    "a switch": lambda explorer, page: explorer.evaluate(
        "node => map.edit(node, [{turn: 'causal mask'}])"
    ),
    "another theme": lambda explorer, page: page.emulate_media(color_scheme="dark"),
    "a narrower window": lambda explorer, page: checks.resize(page, 390),
    "undo": lambda explorer, page: (
        AGAIN["an edited number"](explorer, page),
        explorer.get_by_role("button", name="Undo").click(),
    ),
    "a pointer": lambda explorer, page: explorer.locator(
        "[role=gridcell]"
    ).last.hover(),
}


@pytest.mark.parametrize("cause", first_of(AGAIN))
def test_it_never_moves_again_by_itself(explorer, page, cause):
    go(explorer, 2)
    finish(explorer)
    go(explorer, 3)
    finish(explorer)
    AGAIN[cause](explorer, page)
    page.evaluate("new Promise(done => setTimeout(done, 100))")
    assert moving(explorer) == 0
    assert travellers(explorer) == 0


def test_a_link_to_a_step_does_not_move(open_map):
    assert moving(open_map(step=3)) == 0


def test_readers_who_want_less_motion_have_none(explorer, page):
    page.emulate_media(reduced_motion="reduce")
    for _ in range(8):
        explorer.get_by_role("button", name="Next").click()
        assert moving(explorer) == 0
        assert travellers(explorer) == 0


def test_once_closed_nothing_moves(page, site, open_map):
    open_map()
    mounted = contract.mount(page, contract.places(site)["MapExplorer"].state)
    go(mounted, 3)
    assert moving(mounted) > 0
    picture = mounted.locator(".mha-area").element_handle()
    assert contract.unmount(page) == []
    assert picture.query_selector_all(".mha-traveller") == []
