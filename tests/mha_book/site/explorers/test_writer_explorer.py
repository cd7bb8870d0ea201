"""The page's own model writes on the published page, from a file too."""

import re

import pytest
import torch
from playwright.sync_api import expect

import checks
import contract
from contract import places
from mha_book.explorers import WriterExplorer

WAIT = 60_000  # milliseconds, on a busy machine
SHARES = """node => [...node.querySelectorAll(".mha-bars button")].map(bar =>
  [bar, bar.querySelector(".mha-share")].map(one => one.getBoundingClientRect()))
  .map(([bar, share]) => [share.left, share.right, bar.right])"""
COSTS = "all => all.map(cell => Number(cell.style.getPropertyValue('--share')))"
COVERED = ".mha-alert", ".mha-paper"  # what is refused, and what it must not cover
BARS = """node => [...node.querySelectorAll(".mha-bars tbody tr")].map(
  row => [row.cells[0].textContent, row.querySelector("button").ariaLabel])"""


def open_writer(page, site):
    """Where it stands on the published page, and itself there, opened from a file."""
    place = places(site)[WriterExplorer.__name__]
    page.goto("about:blank")
    checks.open_page(page, f"{site.as_uri()}/{place.page}")
    return place, place.within(page)


# Typed and sent at once, before the letter that is under way has come.
BEGIN = """(field, text) => {
  field.value = text;
  field.dispatchEvent(new Event("input"));
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
}"""


def test_a_reader_chooses_letters_and_lets_it_write(page, site):
    """One visit, from a file: what comes when, what is shown, what is refused."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    place, writer = open_writer(page, site)
    expect(writer).to_contain_text(re.compile(r"comes to this page: 1\d\d\skB, once"))
    first, likeliest = place.state["answers"][0], writer.locator(".mha-bars button")
    shares = torch.tensor([x for _, x in first["next"]]).softmax(dim=-1)
    names = writer.evaluate(BARS)
    assert names[0][1] == f"space, {100 * shares[0]:.0f}\N{NO-BREAK SPACE}%"
    assert names[1][0] == first["next"][1][0]
    lengths = likeliest.evaluate_all(
        "all => all.map((n) => n.querySelector('.mha-bar').offsetWidth / n.clientWidth)"
    )
    assert lengths == pytest.approx(shares[: len(lengths)].tolist(), abs=0.02)

    task = writer.locator(".mha-task")
    contract.unfold(writer)
    writer.get_by_label("Temperature").fill("3")
    expect(task).to_contain_text(
        "✓ After “how are”, at a temperature of 3.0, a space had"
    )
    writer.get_by_label("Temperature").fill("2.9")
    expect(task).to_contain_text("at a temperature of 2.9, a space had")
    assert not [url for url in asked if "letters" in url]  # nothing has come for that
    live = writer.locator("[aria-live=polite]")
    expect(live).to_contain_text("After “how are” the likeliest is now a space, with")
    writer.get_by_role("button", name="Try other luck").click()
    expect(live).to_contain_text("The seed is 1 now.")

    likeliest.first.focus()
    page.keyboard.press("Enter")
    expect(writer.locator(".mha-paper b").first).to_have_text(" ", timeout=WAIT)
    expect(live).to_contain_text("Now the text goes on with a space.", timeout=WAIT)
    [loaded] = [url for url in asked if "letters" in url]
    assert loaded.split("?")[0].endswith(f"{place.state['listing']['key']}.js")

    field = writer.get_by_label("Your beginning")
    field.fill("café")
    size = len(place.state["letters"])
    told = f"“é” is not one of its {size} letters; “how are” is kept."
    expect(writer.get_by_role("alert")).to_have_text(told)
    expect(field).to_have_value("café")
    [below, paper] = [writer.locator(one).first.bounding_box() for one in COVERED]
    assert below["y"] + below["height"] <= paper["y"]
    field.evaluate("input => input.dispatchEvent(new Event('blur'))")  # a frame's own
    expect(field).to_have_value("how are")
    expect(field).to_have_attribute("aria-invalid", "false")
    field.fill("café")
    writer.get_by_role("button", name="Reset").click()  # leaves what was refused, too
    expect(field).to_have_value("how are")
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(writer.get_by_role("alert")).to_have_text("")
    writer.get_by_label("Keep keys and values").check()
    writer.get_by_role("button", name="▶ Write").click()
    expect(writer.locator(".mha-paper b").first).not_to_have_text("", timeout=WAIT)
    field.evaluate(BEGIN, "The ")  # while it writes something else
    expect(live).to_contain_text("It wrote 96 letters: “", timeout=WAIT)
    expect(live).to_contain_text("the model reads 128 letters at most")
    costs = writer.locator(".mha-costs td")
    expect(costs.last).to_have_text(re.compile(r"^\d"))
    assert max(costs.evaluate_all(COSTS)) == 1  # of these alone was anything measured
    writer.locator(".mha-heads [tabindex]").first.press("Enter")  # no change to undo
    likeliest.first.hover()
    expect(live).to_contain_text("with a chance of")
    page.keyboard.press("Control+z")  # the mouse rests while the text changes
    expect(live).to_contain_text("After “The ” comes")
    expect(writer.locator(".mha-paper b").first).to_have_text("")
    erase = writer.get_by_role("button", name="Erase what was added")
    writer.get_by_role("button", name="Reset").click()
    expect(live).to_contain_text("Point at a bar")
    page.mouse.move(0, 0)
    likeliest.first.press("Enter")
    expect(writer.locator(".mha-paper b").first).to_have_text(" ")
    erase.press("Enter")
    expect(erase).to_be_focused()  # though nothing is left to erase
    expect(erase).to_be_disabled()
    expect(live).to_contain_text("After “how are” the likeliest is now")
    writer.get_by_role("button", name="Reset").click()
    likeliest.first.focus()  # where nothing is left to reset, too
    expect(live).to_contain_text("with a chance of")
    writer.get_by_role("button", name="Reset").click()
    expect(live).to_contain_text("Point at a bar")
    assert checks.axe_violations(page, "light", ".mha-explorer") == []


def test_texts_are_compared(page, site):
    """Two temperatures beside each other, the end of a text, letters of one's own."""
    faults = []
    page.on("pageerror", lambda fault: faults.append(fault))
    page.emulate_media(reduced_motion="reduce")  # a text comes as a whole
    place, writer = open_writer(page, site)
    contract.unfold(writer)
    paper, kept = writer.locator(".mha-written"), writer.locator(".mha-kept li")
    live = writer.locator("[aria-live=polite]")
    writer.locator(".mha-bars button").nth(1).press("Enter")
    chosen = writer.locator(".mha-paper u")
    expect(chosen).to_have_text(place.state["answers"][0]["next"][1][0])
    expect(paper).to_contain_text("Underlined is what you chose. That is “")

    field = writer.get_by_label("Your beginning")
    field.fill("The ")
    field.press("Enter")
    expect(live).to_contain_text("It wrote 96 letters: “", timeout=WAIT)
    expect(chosen).to_have_count(0)
    expect(paper).to_contain_text("Here it stops: it writes 96 letters at most.")
    first = writer.locator(".mha-paper b").text_content()
    again = writer.get_by_role("button", name="▶ Write again")
    writer.get_by_label("Temperature").fill("0")
    expect(kept).to_have_count(1)  # at once, though it stands there
    expect(kept).to_be_visible()
    expect(writer.locator(".mha-paper").first).not_to_contain_text("Here it stops")
    again.click()
    expect(kept).to_have_count(2, timeout=WAIT)
    names = [re.compile(r"^T 0: The "), re.compile(r"^T 1, seed 0: The ")]
    expect(kept).to_have_text(names)
    assert first.replace("\n", "") in kept.nth(1).text_content().replace("\n", "")
    expect(writer.get_by_role("list", name="Your last texts")).to_be_visible()
    assert checks.axe_violations(page, "light", ".mha-explorer") == []
    writer.get_by_role("button", name="Reset").click()
    expect(kept).to_have_count(0)
    expect(writer.get_by_role("button", name="▶ Write", exact=True)).to_be_visible()
    assert faults == []  # nor where a key is pressed that is no shortcut


LAID = """node => {
  const [paper, bars] = [".mha-paper", ".mha-next"].map(n => node.querySelector(n));
  const top = n => n.getBoundingClientRect().top;
  const unseen = paper.scrollHeight - paper.clientHeight - paper.scrollTop;
  return [top(bars) - top(paper), unseen];
}"""


@pytest.mark.parametrize("width", [390, 1280])
def test_a_text_that_grows_moves_no_bar_and_its_end_is_seen(page, site, width):
    page.set_viewport_size({"width": width, "height": 844})
    place, writer = open_writer(page, site)
    before, _ = writer.evaluate(LAID)
    for k in (1, 2):  # letters of one's own are told, and what they are is heard
        # Bars of the text before cannot be pressed.
        expect(writer.locator(".mha-writer:not(.mha-past)")).to_be_visible(timeout=WAIT)
        writer.locator(".mha-bars button").nth(k).press("Enter")
        expect(writer.locator(".mha-paper u")).to_have_text(re.compile(f"^.{{{k}}}$"))
    note = writer.locator(".mha-written .mha-note")
    expect(note).to_contain_text("Underlined is what you chose. That is “")
    assert note.locator("span").evaluate("n => getComputedStyle(n).clipPath") != "none"
    assert writer.evaluate(LAID) == [pytest.approx(before, abs=1), 0]
    for written in (" a" * 48, "a\n" * 20):  # as much as it writes, and in lines
        inputs = {"beginning": "m" * 32, "written": written}
        contract.follow(writer, contract.link_of(place.state["name"], inputs))
        expect(writer.locator(".mha-paper b").first).to_contain_text("a")
        expect(note).to_contain_text("Here it stops" if len(written) == 96 else "")
        moved, unseen = writer.evaluate(LAID)
        assert moved == pytest.approx(before, abs=1), written
        assert abs(unseen) <= 1, written


@pytest.mark.parametrize("width", [390, 1280])
def test_what_it_chooses_by_is_beside_what_it_moves(page, site, width):
    page.set_viewport_size({"width": width, "height": 844})
    _, writer = open_writer(page, site)
    writer.locator("summary", has_text="How it chooses").click()
    slider = writer.get_by_label("Temperature").bounding_box()
    first = writer.locator(".mha-bars button").first.bounding_box()
    if width == 390:
        assert 0 < first["y"] - slider["y"] < 420  # above, and in one window
    else:
        assert abs(first["y"] - slider["y"]) < 60
        assert slider["x"] > first["x"] + first["width"]


def test_a_slider_is_judged_where_it_comes_to_rest(page, site):
    _, writer = open_writer(page, site)
    contract.unfold(writer)
    task, slider = writer.locator(".mha-task"), writer.get_by_label("Temperature")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    level = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 3, level)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.9, level, steps=8)
    page.mouse.move(box["x"] + box["width"] * 1.1, level, steps=8)
    expect(slider).to_have_value("3")
    expect(task).to_contain_text("Try it")
    page.mouse.up()
    expect(task).to_contain_text(", at a temperature of 3.0")
    for share in writer.evaluate(SHARES):
        assert share[1] <= share[2] or share[0] >= share[2]
    slider.fill("0")
    for share in writer.evaluate(SHARES):  # one bar is as long as it can be
        assert share[1] <= share[2] or share[0] >= share[2]
