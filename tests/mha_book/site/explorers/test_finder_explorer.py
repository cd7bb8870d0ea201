"""FaultFinder on the published page, against its Python half."""

import pytest
from playwright.sync_api import expect

import contract
from explorer_pages import open_explorer
from mha_book.explorers import FaultFinder


@pytest.fixture
def finder(page, address):
    return lambda **inputs: open_explorer(page, address, FaultFinder, **inputs)


def name_it(explorer, name: str) -> None:
    """Press the line, and then what is wrong with it."""
    fold = explorer.locator("details:not([open])", has_text=name)
    if fold.count():
        fold.locator("summary").click()
    explorer.get_by_role("button", name=name).click()


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
    wrong, right = "The scores are not divided", FaultFinder(seed=11).answer
    name_it(explorer, wrong)
    # Where it was pressed, also where it is the last thing on a phone's screen.
    pressed = explorer.get_by_role("button", name=f"✗ {wrong}")
    beside = pressed.locator("+ .mha-verdict").get_by_role("status")
    expect(beside).to_contain_text("No. That would show in one head only")
    named = FaultFinder(seed=11, bought=1, guesses=[wrong])
    left = f"{named.points} of 10 points are left, after 1 experiment and 1 wrong name."
    expect(explorer).to_contain_text(left)
    name_it(explorer, right)
    expect(explorer).to_contain_text("What you bought leaves nothing else.")
    expect(explorer).to_contain_text(left)


def test_a_name_that_would_be_luck_is_not_taken(finder):
    explorer = finder()  # as the page begins
    name_it(explorer, FaultFinder().answer)
    pressed = explorer.get_by_role("button", name=FaultFinder().answer)
    early = pressed.locator("+ .mha-verdict").get_by_role("alert")
    expect(early).to_contain_text("a name would be luck")
    explorer.get_by_role("button", name="To the experiments").click()
    expect(explorer.get_by_label("in one head (2 points)")).to_be_focused()
    assert contract.inputs_of(explorer)["guesses"] == []
    explorer.get_by_label("in one head (2 points)").check()
    expect(early).to_be_hidden()
    name_it(explorer, FaultFinder().answer)
    expect(explorer).to_contain_text("What you bought leaves nothing else.")


def opacity(button) -> str:
    return button.evaluate("node => getComputedStyle(node).opacity")


def test_the_next_bug_is_next_to_the_answer_on_a_phone(page, finder):
    page.set_viewport_size({"width": 390, "height": 844})
    explorer = finder(seed=11, bought=1)
    answer = FaultFinder(seed=11).answer
    name_it(explorer, answer)
    pressed = explorer.get_by_role("button", name=f"✓ {answer}")
    assert opacity(pressed) == "1"  # it is right, and no grey
    onward = pressed.locator("+ .mha-verdict").get_by_role("button", name="Another bug")
    gap = onward.bounding_box()["y"] - pressed.bounding_box()["y"]
    assert gap < 300
    onward.click()
    expect(explorer.get_by_label("Seed", exact=True)).to_have_value("12")
    first = explorer.get_by_label("in one head (2 points)")
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()
    expect(explorer.locator("details[open]")).to_have_count(0)


def test_what_was_bought_and_named_stays_so(finder):
    explorer = finder(seed=11)
    bought = explorer.get_by_label("in one head (2 points)")
    bought.check()
    bought.click()
    expect(bought).to_be_checked()
    expect(explorer.get_by_role("alert").first).to_contain_text("it stays bought")
    expect(explorer).to_contain_text("8 of 10 points are left, after 1 experiment.")
    name_it(explorer, "The scores are not divided")
    stake = explorer.locator("details[open] .mha-guesses > .mha-note")
    expect(stake).to_have_text("5 of 10 points are left. A wrong name costs 3.")
    expect(explorer.get_by_role("button", name="Undo")).to_be_disabled()


def test_what_may_be_wrong_with_a_line_stands_below_it(finder):
    explorer = finder()
    cases = {case["name"]: case["line"] for case in FaultFinder().cases[1:]}
    lines = explorer.locator(".mha-counted > li").all()
    for number, line in enumerate(lines, 1):
        names = set(line.locator(".mha-guess").all_text_contents())
        assert names == {name for name, at in cases.items() if at == number}
        assert (
            names == set()
            or FaultFinder().answer != line.locator(".mha-guess").first.text_content()
        )  # the first is not what one tries first


def test_another_seed_begins_anew(finder):
    explorer = finder(seed=2, bought=5, guesses=["none"])
    explorer.get_by_label("Seed").fill("3")
    expect(explorer).to_contain_text("10 of 10 points are left")
    assert contract.inputs_of(explorer)["guesses"] == []


def test_another_bug_takes_the_next_seed_and_shows_its_numbers(finder):
    explorer = finder(seed=2, bought=5, guesses=["none"])
    explorer.get_by_role("button", name="Another bug").click()
    expect(explorer.get_by_label("Seed")).to_have_value("3")
    cells = explorer.get_by_role("grid", name="What the layer is given: w_q")
    texts = cells.locator("tbody td").all_inner_texts()
    wanted = [one for row in FaultFinder(seed=3).given["w_q"] for one in row]
    assert [float(text.replace("−", "-")) for text in texts] == wanted


def test_another_bug_is_asked_for_anew(finder):
    explorer = finder(seed=2, bought=1)
    line = explorer.locator(".mha-task")
    name_it(explorer, FaultFinder(seed=2).answer)
    expect(line).to_contain_text("✓ ")
    explorer.locator(".mha-verdict").get_by_role("button", name="Another bug").click()
    expect(line).to_contain_text("Try it: ")


DISPLAYS = "cells => cells.map(cell => getComputedStyle(cell).display)"


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
        # Also where another explorer has a part of that name.
        shown = explorer.locator("td.mha-off").evaluate_all(DISPLAYS)
        assert set(shown) <= {"table-cell"}
    assert said == {"all", "no", "underlined:"}
