"""A model is trained on the published page, from a file too, and a fault is planted."""

import re
import time

import pytest
from playwright.sync_api import expect

import checks
import contract
from later import later

PAGE = "watch-a-head-form.html"
WAIT = 120_000  # milliseconds, on a busy machine


@pytest.fixture(params=["file", *later("http")])
def visit(request, visit_from):
    """The page, from a file and from a server, and what it has loaded."""
    return visit_from(request.param, PAGE, "Training")


def state(region):
    return region.locator(".mha-state")


def measured(region, *nodes):
    """How far below its top these stand, and its pictures."""
    tops = [each.bounding_box()["y"] for each in (region, *nodes, pictures_of(region))]
    return tuple(round(top - tops[0]) for top in tops[1:])


def pictures_of(region):
    return region.get_by_role("grid", name="Heads")


AT_THE_FOOT = """node => scrollBy({
  top: node.getBoundingClientRect().bottom - innerHeight, behavior: "instant" })"""
BELOW = """([above, below]) =>
  above.getBoundingClientRect().bottom <= below.getBoundingClientRect().top"""


def number(region, name: str) -> float:
    return float(region.locator(f"dd[data-fact*='{name}']").inner_text())


def test_it_trains_where_it_is_asked_to_and_a_fault_asks_first(visit):
    region, loaded = visit
    scripts = [url for url in loaded if "learning_worker" in url]
    assert scripts == []
    expect(region.locator(".mha-task")).to_contain_text("Try it: press ▶ Play")
    play = region.get_by_role("button", name="▶ Play")
    play.press("Enter")
    begun = time.monotonic()
    expect(state(region)).to_contain_text(re.compile(r"^Step \d+ of"), timeout=WAIT)
    pause = region.get_by_role("button", name="Pause")
    expect(region.get_by_label("Step shown")).not_to_have_value("0", timeout=WAIT)
    seconds = re.search(r"after (\d+) s", state(region).inner_text())[1]
    assert int(seconds) <= time.monotonic() - begun + 1
    pause.press("Enter")
    rests = re.compile(r"The pictures show step \d+\.$")
    expect(state(region)).to_have_text(rests, timeout=WAIT)
    region.page.wait_for_timeout(1000)  # what was under way has come
    before = int(re.search(r"\d+", state(region).inner_text())[0])
    live = region.locator(".mha-live")
    expect(live).to_contain_text(f"Paused at step {before}: the loss is")
    region.get_by_role("button", name="One step").click()
    after = re.compile(rf"^Step {before + 1} of")
    expect(state(region)).to_have_text(after, timeout=WAIT)
    expect(live).to_contain_text(f"Paused at step {before + 1}: the loss is")
    assert number(region, "loss") < 7
    line = region.get_by_label("Step shown")
    expect(line).to_have_value(str(before + 1))
    line.press("ArrowLeft")
    expect(live).to_contain_text(f"The pictures show step {before}: the loss is")
    expect(state(region)).to_contain_text(f"Play goes on from step {before + 1}.")
    region.locator("summary").click()
    fault = region.get_by_role("radio", name="no causal mask")
    place, pictures = measured(region, fault)
    fault.check()
    assert measured(region, fault) == (place, pictures)  # nothing moves away
    expect(play).to_be_disabled()
    expect(state(region)).to_contain_text("Your answer to the question below starts")
    expect(live).to_contain_text("Answer the question first")
    region.get_by_role("button", name="It falls lower").press("Enter")
    promised = region.locator(".mha-answer")
    expect(promised).to_contain_text("You said: “It falls lower.” At step 1,000")
    expect(promised).to_be_focused()
    expect(region.locator("details.mha-faults")).not_to_have_attribute("open", "")
    (blue,) = {
        each.evaluate(f"node => getComputedStyle(node).{name}")
        for each, name in [(promised, "outlineColor"), (pause, "color")]
    }
    assert blue
    expect(state(region)).to_contain_text("s of training", timeout=WAIT)
    expect(region.locator("dd[data-fact*='mask on again']")).to_be_visible()
    assert len([url for url in loaded if "learning_worker" in url]) == 1
    assert all(url.startswith(("file:", "http://127.", "blob:")) for url in loaded)
    reset = region.get_by_role("button", name="Reset")
    region.get_by_role("button", name="Pause").click()
    expect(live).to_contain_text("Paused at step", timeout=WAIT)
    reset.click()
    expect(region.get_by_role("alert")).to_contain_text("Press it again")
    region.locator("summary").click()
    expect(region.get_by_role("radio", name="no causal mask")).to_be_checked()
    expect(region.get_by_role("alert")).to_have_text("")  # something else was pressed
    reset.dblclick()
    expect(region.get_by_role("radio", name="none")).to_be_checked()
    expect(play).to_be_enabled()
    expect(region.get_by_label("Step shown")).to_have_value("0")
    expect(region.locator(".mha-task")).to_contain_text("Try it: press ▶ Play")
    region.page.set_viewport_size({"width": 390, "height": 844})
    line = region.get_by_label("Step shown").bounding_box()
    assert line["height"] >= 44
    assert line["width"] > 0.9 * region.bounding_box()["width"]


def test_a_run_at_its_end_is_judged_and_can_be_trained_again(page, site, address):
    """In twenty steps instead of a thousand."""
    place = contract.places(site)["LearningExplorer"]
    checks.open_page(page, f"{address}/{place.page}")
    limits = place.state["limits"] | {"step": {"min": 0, "max": 20}}
    given = {"limits": limits, "fault": "no positions"}
    region = contract.mount(page, place.state | given)
    first = region.get_by_role("button", name="It falls as before")
    first.click()
    verdict = region.locator(".mha-answer")
    expect(verdict).to_contain_text("at step 20 it was", timeout=WAIT)
    expect(verdict).to_contain_text("The loss stayed higher")
    expect(state(region)).to_contain_text("this run is at its end. For another")
    play = region.get_by_role("button", name="▶ Play")
    expect(play).to_be_disabled()
    region.get_by_label("Step shown").fill("0")
    expect(state(region)).to_contain_text("at its end. The pictures show step 0.")
    region.get_by_role("button", name="Train it again").press("Enter")
    expect(first).to_be_focused()
    first.press("Enter")
    expect(verdict).to_contain_text("At step 20 you see what it did.")
    expect(verdict).to_contain_text("at step 20 it was", timeout=WAIT)
    region.locator("summary").click()
    region.get_by_role("radio", name="none").check()
    expect(state(region)).to_contain_text("A thousand steps")
    expect(region.locator(".mha-live")).to_contain_text("nothing is sent anywhere")
    contract.unmount(page)  # the next test starts the page's own anew


def test_a_head_that_is_read_is_told_again_and_no_picture_lies_under_it(
    page, site, address
):
    """In twenty steps, on a phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    place = contract.places(site)["LearningExplorer"]
    checks.open_page(page, f"{address}/{place.page}")
    limits = place.state["limits"] | {"step": {"min": 0, "max": 20}}
    region = contract.mount(page, place.state | {"limits": limits})
    region.get_by_role("button", name="▶ Play").click()
    expect(state(region)).to_contain_text("The loss is falling.", timeout=WAIT)
    head = region.get_by_role("button", name="layer 1, head 1")
    head.evaluate(AT_THE_FOOT)  # what is said would lie over it
    page.mouse.move(5, 5)
    for event in ("pointerover", "click"):  # an iPhone gives a button no focus
        head.dispatch_event(event)
    live = region.locator(".mha-live")
    expect(live).to_contain_text("layer 1, head 1: ")
    foot = region.locator(".mha-foot.mha-says").element_handle()
    page.wait_for_function(BELOW, arg=[pictures_of(region).element_handle(), foot])
    expect(state(region)).to_contain_text("at its end", timeout=WAIT)
    expect(live).to_contain_text("Step 20, layer 1, head 1: ")
    contract.unmount(page)  # the next test starts the page's own anew


def test_the_slider_the_pictures_and_what_is_said_have_one_step(page, address):
    checks.open_page(page, f"{address}/{PAGE}")
    region = page.get_by_role("region", name="Training", exact=True)
    line = region.get_by_label("Step shown")
    for asked, step in [("410", "400"), ("930", "950"), ("12", "0")]:
        line.fill(asked)
        expect(line).to_have_value(step)
        expect(line).to_have_attribute("aria-valuetext", f"step {step} of 1,000")
        expect(region.locator("dd[data-fact*='measured']")).to_have_text(step)
        if step != "0":
            expect(state(region)).to_contain_text(f"This is step {step} of a recorded")
    for key, step in (("Right", "50"), ("Right", "100"), ("Left", "50"), ("Left", "0")):
        line.press(f"Arrow{key}")
        expect(line).to_have_value(step)


def test_single_steps_are_counted_however_fast_they_are_asked_for(page, address):
    checks.open_page(page, f"{address}/{PAGE}")
    region = page.get_by_role("region", name="Training", exact=True)
    one = region.get_by_role("button", name="One step")
    one.evaluate("button => [1, 2, 3].forEach(() => button.click())")
    expect(state(region)).to_have_text(re.compile("^Step 3 of .* step 3"), timeout=WAIT)


def test_a_link_to_a_fault_says_that_it_holds_no_run(page, address):
    asked = 'explorer=learning&fault="no+mask"&seed=1&step=790'
    checks.open_page(page, f"{address}/{PAGE}#{asked}")
    region = page.get_by_role("region", name="Training", exact=True)
    expect(state(region)).to_contain_text("This run is not stored: your answer to")
    region.get_by_role("button", name="Copy link").click()
    expect(region.locator(".mha-live")).to_contain_text("not to the run")


def test_while_a_fault_is_asked_about_no_step_is_told_that_is_not_shown(page, address):
    checks.open_page(page, f"{address}/{PAGE}")
    region = page.get_by_role("region", name="Training", exact=True)
    contract.unfold(region)
    region.get_by_label("no causal mask").check()
    line = region.get_by_label("Step shown")
    line.fill("400")
    expect(line).to_have_value("0")
    first = "Answer the question first: it starts the training."
    expect(region.locator(".mha-live")).to_have_text(first)


@pytest.mark.parametrize("dark", [False, True])
def test_the_outline_stands_around_where_the_head_looks_when_it_copies(
    page, address, dark
):
    page.emulate_media(color_scheme="dark" if dark else "light")
    checks.open_page(page, f"{address}/{PAGE}")
    region = page.get_by_role("region", name="Training", exact=True)
    region.get_by_label("Step shown").fill("1000")
    outlined = pictures_of(region).locator("td:has(.mha-expected)")
    expect(outlined).to_have_count(1)
    button = outlined.get_by_role("button")
    expect(button).to_have_attribute("aria-label", "layer 1, head 1, induction")
    around = button.locator("polygon").bounding_box()
    picture = button.locator("canvas:visible").bounding_box()
    cell = picture["width"] / 16
    # Columns 1 to 8 of rows 8 to 15.
    for name, first, size in [("x", 1, "width"), ("y", 8, "height")]:
        middle = around[name] + around[size] / 2
        assert middle == pytest.approx(picture[name] + (first + 4) * cell, abs=0.5)
        assert 0 <= around[size] - 8 * cell <= cell / 2 + 1  # a line's width


def test_the_bar_is_as_wide_as_what_it_lies_over(page, address):
    checks.open_page(page, f"{address}/{PAGE}")
    region = page.get_by_role("region", name="Training", exact=True)
    bar = region.locator(".mha-foot").bounding_box()
    ends = region.locator("svg.mha-chart").evaluate_all(
        "all => all.flatMap(svg => [...svg.querySelectorAll('text')])"
        ".map(text => text.getBoundingClientRect().right)"
    )
    assert max(ends) <= bar["x"] + bar["width"]


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_head_appears_and_the_fault_fools_its_reader(page, address):
    page.set_default_timeout(600_000)
    checks.open_page(page, f"{address}/{PAGE}")
    region = page.get_by_role("region", name="Training", exact=True)
    task = region.locator(".mha-task")
    region.get_by_role("button", name="▶ Play").click()
    expect(task).to_contain_text("✓ The outline filled at step", timeout=600_000)
    expect(state(region)).to_contain_text("this run is at its end", timeout=600_000)
    assert number(region, "repeats") > 0.95
    assert number(region, "induction") > 0.5
    task.get_by_role("button", name="Next task").click()
    region.locator("summary").click()
    region.get_by_role("radio", name="no causal mask").check()
    region.get_by_role("button", name="It falls as before").click()
    expect(task).to_contain_text("✓ The loss fell to", timeout=600_000)
    told = "You said: “It falls as before.” The loss fell lower"
    expect(region.locator(".mha-answer")).to_contain_text(told, timeout=600_000)
    region.get_by_role("button", name="Train it again").press("Enter")
    expect(region.get_by_role("button", name="It falls as before")).to_be_focused()
    later = region.get_by_label("go on from step 300 of your run without a fault")
    later.check()
    region.get_by_role("button", name="It falls lower").click()
    expect(state(region)).to_contain_text(re.compile("^Step 3.. of 1,000, after"))
