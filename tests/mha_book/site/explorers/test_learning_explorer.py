"""A model is trained on the published page, from a file too, and a fault is planted."""

import re

import pytest
from playwright.sync_api import expect

import checks
from later import later

PAGE = "watch-a-head-form.html"
WAIT = 120_000  # milliseconds, on a busy machine


@pytest.fixture(params=["file", *later("http")])
def visit(request, visit_from):
    """The page, from a file and from a server, and what it has loaded."""
    return visit_from(request.param, PAGE, "Training")


def state(region):
    return region.locator(".mha-state")


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
    region.get_by_role("button", name="One step").click()
    after = re.compile(rf"^Step {before + 1} of")
    expect(state(region)).to_have_text(after, timeout=WAIT)
    assert number(region, "loss") < 7
    region.locator("summary").click()
    region.get_by_role("radio", name="no causal mask").check()
    expect(play).to_be_disabled()
    region.get_by_role("button", name="It falls lower").click()
    expect(state(region)).to_contain_text("s of training", timeout=WAIT)
    expect(region.locator("dd[data-fact*='mask on again']")).to_be_visible()
    assert len([url for url in loaded if "learning_worker" in url]) == 1
    assert all(url.startswith(("file:", "http://127.", "blob:")) for url in loaded)
    region.get_by_role("button", name="Reset").click()
    expect(region.get_by_role("radio", name="none")).to_be_checked()
    expect(play).to_be_enabled()
    expect(region.get_by_label("Step shown")).to_have_value("0")


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_head_appears_and_the_fault_fools_its_reader(page, address):
    page.set_default_timeout(600_000)
    checks.open_page(page, f"{address}/{PAGE}")
    region = page.get_by_role("region", name="Training", exact=True)
    task = region.locator(".mha-task")
    region.get_by_role("button", name="▶ Play").click()
    expect(task).to_contain_text("✓ At step", timeout=600_000)
    expect(state(region)).to_contain_text("1,000 of 1,000. The", timeout=600_000)
    assert number(region, "repeats") > 0.95
    assert number(region, "induction") > 0.5
    task.get_by_role("button", name="Next task").click()
    region.locator("summary").click()
    region.get_by_role("radio", name="no causal mask").check()
    region.get_by_role("button", name="It falls as before").click()
    expect(task).to_contain_text("✓ The loss is", timeout=600_000)
    told = "You said: “It falls as before.” It fell lower"
    expect(region.locator(".mha-answer")).to_contain_text(told, timeout=600_000)
