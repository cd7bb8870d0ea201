"""FaultFinder on the published page, against its Python half."""

import pytest
from playwright.sync_api import expect

from explorer_pages import open_explorer
from mha_book.explorers import FaultFinder


@pytest.fixture
def finder(page, address):
    return lambda **inputs: open_explorer(page, address, FaultFinder, **inputs)


def test_a_link_brings_the_same_fault_and_its_numbers(finder):
    explorer = finder(seed=4, bought=2)
    given = FaultFinder(seed=4).runs
    for name, run in (("how are you", given[0]), ("under a causal mask", given[2])):
        cells = explorer.get_by_role("grid", name=f"{name}: output", exact=True)
        texts = cells.locator("tbody td").all_inner_texts()
        numbers = [float(text.replace("−", "-")) for text in texts]
        wanted = [one for row in run["output"] for one in row]
        assert numbers == pytest.approx(wanted, abs=6e-4)


def test_the_fault_is_named_and_the_points_are_python_s(finder):
    explorer = finder(seed=11)
    explorer.get_by_label("in one head (2 points)").check()
    expect(explorer).to_contain_text(f"{FaultFinder(seed=11, bought=1).points} of 10")
    fault = explorer.get_by_label("The fault")
    fault.select_option("The scores are not divided")
    expect(explorer).to_contain_text("No. With that fault, other numbers")
    fault.select_option(FaultFinder(seed=11).answer)
    expect(explorer).to_contain_text("What you bought leaves nothing else.")


def test_another_seed_begins_anew(finder):
    explorer = finder(seed=2, bought=5, guess="none")
    explorer.get_by_label("Seed").fill("3")
    expect(explorer).to_contain_text("10 of 10 points are left.")
    expect(explorer.get_by_label("The fault")).to_have_value("")


def test_another_bug_takes_the_next_seed_and_shows_its_numbers(finder):
    explorer = finder(seed=2, bought=5, guess="none")
    explorer.get_by_role("button", name="Another bug").click()
    expect(explorer.get_by_label("Seed")).to_have_value("3")
    cells = explorer.get_by_role("grid", name="What the layer is given: w_q")
    texts = cells.locator("tbody td").all_inner_texts()
    wanted = [one for row in FaultFinder(seed=3).given["w_q"] for one in row]
    assert [float(text.replace("−", "-")) for text in texts] == wanted


def test_single_numbers_are_marked_only_where_others_are_right(finder):
    said = set()
    for seed in range(1, 7):
        explorer = finder(seed=seed, bought=15)
        for grid in explorer.locator(".mha-experiment table:has(.mha-under)").all():
            marked, cells = (
                grid.locator(of).count() for of in ("td.mha-off", "tbody td")
            )
            note = grid.locator(".mha-under").inner_text()
            assert ("underlined" in note) == (0 < marked < cells)
            said.add(note.split()[0])
    assert said == {"all", "no", "underlined:"}
