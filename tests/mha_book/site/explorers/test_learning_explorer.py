"""A model is trained on the published page, from a file too, and a fault is planted."""

import re

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


def number(region, name: str) -> float:
    return float(region.locator(f"dd[data-fact*='{name}']").inner_text())


def test_it_trains_where_it_is_asked_to_and_a_fault_asks_first(visit):
    region, loaded = visit
    scripts = [url for url in loaded if "learning_worker" in url]
    assert scripts == []
    expect(region.locator(".mha-task")).to_contain_text("Try it: press ▶ Play")
    play = region.get_by_role("button", name="▶ Play")
    play.press("Enter")
    expect(state(region)).to_contain_text(re.compile(r"^Step \d+ of"), timeout=WAIT)
    pause = region.get_by_role("button", name="Pause")
    expect(region.get_by_label("Step shown")).not_to_have_value("0", timeout=WAIT)
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
    looked = before // 25 * 25
    expect(live).to_contain_text(f"The pictures show step {looked}: the loss is")
    expect(state(region)).to_contain_text(f"Play goes on from step {before + 1}.")
    region.locator("summary").click()
    fault = region.get_by_role("radio", name="no causal mask")
    place, pictures = measured(region, fault)
    fault.check()
    assert measured(region, fault) == (place, pictures)  # nothing moves away
    expect(play).to_be_disabled()
    expect(state(region)).to_contain_text("Your answer to the question below starts")
    expect(live).to_contain_text("Answer the question below first")
    region.get_by_role("button", name="It falls lower").press("Enter")
    promised = region.locator(".mha-answer")
    expect(promised).to_contain_text("You said: “It falls lower.” At step 1,000")
    expect(promised).to_be_focused()
    expect(state(region)).to_contain_text("s of training", timeout=WAIT)
    expect(region.locator("dd[data-fact*='mask on again']")).to_be_visible()
    assert len([url for url in loaded if "learning_worker" in url]) == 1
    assert all(url.startswith(("file:", "http://127.", "blob:")) for url in loaded)
    reset = region.get_by_role("button", name="Reset")
    region.get_by_role("button", name="Pause").click()
    expect(live).to_contain_text("Paused at step", timeout=WAIT)
    reset.click()
    expect(live).to_contain_text("Press it again")
    expect(region.get_by_role("radio", name="no causal mask")).to_be_checked()
    reset.click()
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
    region.get_by_role("radio", name="none").check()
    expect(state(region)).to_contain_text("A thousand steps")
    expect(region.locator(".mha-live")).to_contain_text("nothing is sent anywhere")


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_head_appears_and_the_fault_fools_its_reader(page, address):
    page.set_default_timeout(600_000)
    checks.open_page(page, f"{address}/{PAGE}")
    region = page.get_by_role("region", name="Training", exact=True)
    task = region.locator(".mha-task")
    region.get_by_role("button", name="▶ Play").click()
    expect(task).to_contain_text("✓ At step", timeout=600_000)
    expect(state(region)).to_contain_text("this run is at its end", timeout=600_000)
    assert number(region, "repeats") > 0.95
    assert number(region, "induction") > 0.5
    task.get_by_role("button", name="Next task").click()
    region.locator("summary").click()
    region.get_by_role("radio", name="no causal mask").check()
    region.get_by_role("button", name="It falls as before").click()
    expect(task).to_contain_text("✓ The loss came to", timeout=600_000)
    told = "You said: “It falls as before.” The loss fell lower"
    expect(region.locator(".mha-answer")).to_contain_text(told, timeout=600_000)
    region.get_by_role("button", name="Train it again").press("Enter")
    expect(region.get_by_role("button", name="It falls as before")).to_be_focused()
    later = region.get_by_label("go on from step 300 of your run without a fault")
    later.check()
    region.get_by_role("button", name="It falls lower").click()
    expect(state(region)).to_contain_text(re.compile("^Step 3.. of 1,000, after"))
