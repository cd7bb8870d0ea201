"""A sentence is read on the published page by the real model, from a file too."""

import re

import pytest
import torch
from playwright.sync_api import expect

import checks
from contract import link_of
from headpages import cell, picture
from later import later
from mha_book.in_page import minilm

PAGE = "several-heads.html"
SHIP = "The old ship went down, and nobody knows why."
HARBOUR = "Boats were safe in the harbour 🚢, naïvely."
WAIT = 60_000  # milliseconds, on a busy machine
PHONE = {"width": 390, "height": 844}
HEATMAP = """node => [...node.querySelectorAll("[aria-label=Weights] tbody tr")].map(
  row => [...row.querySelectorAll("td")].map(c => Number(c.textContent)))"""


@pytest.fixture(params=["http", *later("file")])
def visit(request, visit_from):
    """The page, from a file and from a server, and what it has loaded."""
    return visit_from(request.param, PAGE, "Your sentence")


@pytest.fixture
def region(page, address):
    """On the page as it stands: there the model is once it has been asked for."""
    checks.open_page(page, f"{address}/{PAGE}")
    return page.get_by_role("region", name="Your sentence")


def parts_in(loaded: list[str]) -> list[str]:
    return [url for url in loaded if "mha/minilm/" in url or "model_worker" in url]


def state(region):
    return region.locator(".mha-model [role=status]")


def read(region, sentence: str) -> None:
    """Types a sentence and presses Enter, and waits until it is read."""
    field = region.get_by_label("Your sentence", exact=True)
    field.fill(sentence)
    field.press("Enter")
    expect(state(region)).to_have_text(re.compile("^Read on this page"), timeout=WAIT)
    expect(region.locator(".mha-browser")).not_to_contain_class("mha-past")


def switch(region):
    return region.get_by_label("Switch this head off")


def shown(region) -> torch.Tensor:
    return torch.tensor(region.evaluate(HEATMAP))


def assert_shows(region, sentence: str, layer: int, head: int, off=()) -> None:
    picture(region, layer, head).click()
    expected = minilm.attention(sentence, off, rounded=True)[layer, head]
    torch.testing.assert_close(shown(region), expected, rtol=0, atol=0.0051)


def test_a_sentence_of_ones_own_is_read_in_every_head(visit):
    region, loaded = visit
    task = region.locator(".mha-task")
    expect(task).to_contain_text("Try it: type a sentence of your own")
    expect(region).to_contain_text(
        re.compile(r"has to come to this page: 1\d MB, once")
    )
    assert parts_in(loaded) == []
    read(region, SHIP)
    own = parts_in(loaded)
    rows = {n // minilm.ROWS for n in minilm.tokenizer()(SHIP)["input_ids"]}
    assert len(own) == len(set(own)) == 1 + 8 + len(rows)
    assert all(url.startswith(("file:", "http://127.", "blob:")) for url in loaded)
    for layer, head in ((0, 0), (3, 7), (5, 11)):
        assert_shows(region, SHIP, layer, head)
    assert not task.get_attribute("class").count("mha-done")
    picture(region, 0, 2).click()
    expect(task).to_contain_text("✓ In layer 0, head 2")
    read(region, HARBOUR)  # only words that are new come now
    assert all("/rows-" in url for url in parts_in(loaded)[len(own) :])
    assert_shows(region, HARBOUR, 4, 4)


def test_a_head_is_switched_off_and_the_others_move(region):
    read(region, SHIP)
    picture(region, 0, 2).click()
    region.get_by_label("Switch this head off").check()
    told = region.locator(".mha-off [role=status]")
    expect(told).to_contain_text("Most changed", timeout=WAIT)
    expect(told).to_contain_text("Layer 0, head 2 is switched off.")
    assert_shows(region, SHIP, 1, 9, [(0, 2)])
    before, now = minilm.attention(SHIP), minilm.attention(SHIP, [(0, 2)])
    moved = ((now - before).abs().sum(-1) / 2).mean(-1)  # (L, H)
    layer, head = divmod(int(moved.argmax()), 12)
    percent = re.search(
        rf"Most changed: layer {layer}, head {head}, (\d+)\s% of its weight",
        told.text_content(),
    )
    assert abs(int(percent[1]) / 100 - moved.max().item()) < 0.02
    off, other = picture(region, 0, 2), picture(region, layer, head)
    expect(off).to_contain_class("mha-silent")
    expect(other).to_contain_class("mha-barred")
    expect(off).to_have_accessible_name(re.compile("switched off$"))
    expect(other).to_have_accessible_name(
        re.compile(r"\d+\s% of its weight has moved$")
    )
    assert checks.axe_in_both_themes(region.page, ".mha-explorer") == []
    region.page.set_viewport_size(PHONE)
    assert checks.overflow(region.page, 390) == []
    assert region.evaluate("node => contract.stickingOut(node)") == []
    # By keyboard: what follows a new width may move it from under a mouse that presses.
    region.get_by_role("button", name="All heads on").press("Enter")
    expect(told).to_be_hidden()
    expect(switch(region)).to_be_focused()
    expect(off).not_to_contain_class("mha-silent")


# How the page is scrolled from now on, by the explorer itself.
NOTED = """() => {
  const { scrollIntoView } = Element.prototype;
  window.ways = [];
  Element.prototype.scrollIntoView = function (how) {
    window.ways.push(how.behavior);
    scrollIntoView.call(this, how); }; }"""


def test_whoever_switches_a_head_off_sees_what_comes_of_it(region):
    read(region, SHIP)
    picture(region, 0, 2).click()
    region.page.evaluate(NOTED)
    expect(region.locator(".mha-task")).to_contain_text("✓ In layer 0, head 2")
    switch(region).check()
    found = "✓ A head of a later layer did:"
    expect(region.locator(".mha-told")).to_contain_text(found)
    region.page.wait_for_function("ways.length")
    assert set(region.page.evaluate("ways")) == {"instant"}  # who reads here is calm
    told = region.locator(".mha-off [role=status]")
    for seen in (told, picture(region, 0, 2), picture(region, 5, 11)):
        expect(seen).to_be_in_viewport(ratio=1)
    foot = region.locator(".mha-foot")
    below, last = foot.bounding_box(), picture(region, 5, 11).bounding_box()
    assert last["y"] + last["height"] <= below["y"]
    title = region.locator(".mha-title").first
    expect(title).to_have_text(re.compile("layer 0, head 2: .*, switched off$"))
    expect(region.locator(".mha-web")).to_have_css("filter", "grayscale(1)")
    region.page.set_viewport_size(PHONE)
    share = told.locator("span").last.bounding_box()
    assert share["height"] < 24  # its words are in one line
    region.page.set_viewport_size({"width": 1280, "height": 720})
    told.get_by_role("button", name="layer 1, head 9").click()
    expect(title).to_contain_text("MiniLM, layer 1, head 9")
    expect(title).to_be_in_viewport()
    expect(region.locator(".mha-web")).to_have_css("filter", "none")
    expect(switch(region)).not_to_be_checked()
    expect(told).to_be_visible()
    region.page.evaluate("ways.length = 0")
    following = region.get_by_role("button", name="Next head")
    following.evaluate("node => node.click()")
    region.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert region.page.evaluate("ways") == []  # it is scrolled once for a switch


def test_one_walks_from_head_to_head_beside_the_picture(region):
    title = region.locator(".mha-title").first
    before, after = [
        region.get_by_role("button", name=f"{name} head")
        for name in ("Previous", "Next")
    ]
    picture(region, 0, 11).click()
    after.click()
    expect(title).to_contain_text("layer 1, head 0")
    for _ in range(12):
        before.click()
    expect(title).to_contain_text("layer 0, head 0")
    expect(before).to_have_attribute("aria-disabled", "true")
    picture(region, 5, 11).click()
    expect(after).to_have_attribute("aria-disabled", "true")


def test_the_focus_stays_where_it_was_when_all_is_drawn_anew(region):
    read(region, SHIP)
    switch(region).focus()
    region.page.keyboard.press("Control+z")
    expect(region.locator(".mha-title").first).to_be_visible()
    assert shown(region).shape == (12, 12)  # the first sentence
    expect(switch(region)).to_be_focused()
    read(region, SHIP)
    picture(region, 1, 8).focus()
    region.page.keyboard.press("Control+z")
    assert shown(region).shape == (12, 12)
    expect(picture(region, 1, 8)).to_be_focused()
    read(region, SHIP)
    cell(region, 3, 2).focus()
    region.page.keyboard.press("Control+z")
    expect(region.locator(".mha-tokens button").first).to_be_focused()


def test_a_link_that_brings_the_head_has_found_nothing(page, address):
    given = {"sentence": SHIP, "layer": 0, "head": 2}
    page.goto("about:blank")
    checks.open_page(page, f"{address}/{PAGE}#{link_of('sentence', given)}")
    region = page.get_by_role("region", name="Your sentence")
    region.get_by_role("button", name="Read it").click()
    expect(state(region)).to_contain_text("Read on this page", timeout=WAIT)
    task = region.locator(".mha-task")
    expect(task).to_contain_text("Try it: type a sentence of your own")
    picture(region, 0, 2).click()
    expect(task).to_contain_text("✓ In layer 0, head 2")


def test_on_a_phone_a_head_that_is_pressed_opens_below(browser, address):
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    checks.open_page(page, f"{address}/{PAGE}")
    region = page.get_by_role("region", name="Your sentence")
    expect(region.locator(".mha-live")).to_contain_text("Tap a token")
    title = region.locator(".mha-title").first
    picture(region, 5, 0).tap()
    expect(title).to_contain_text("layer 5, head 0")
    page.wait_for_timeout(1000)  # it scrolls
    header = page.locator(".bd-header").bounding_box()
    top = title.bounding_box()["y"]
    heads = region.locator(".mha-overview").bounding_box()
    assert heads["y"] + heads["height"] <= top
    assert header["y"] + header["height"] <= top
    context.close()


@pytest.mark.slow
def test_on_a_phone_all_of_a_long_sentence_is_seen(region):
    region.page.set_viewport_size(PHONE)
    read(region, SHIP)
    area = region.locator(".mha-area")
    expect(area.locator("table")).to_contain_class("mha-bare")
    assert area.evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.slow
def test_the_address_brings_a_sentence_and_loads_nothing(page, address):
    loaded = []
    page.on("request", lambda asked: loaded.append(asked.url))
    given = {"sentence": SHIP, "silenced": [[0, 2]], "layer": 1, "head": 9}
    page.goto("about:blank")
    checks.open_page(page, f"{address}/{PAGE}#{link_of('sentence', given)}")
    region = page.get_by_role("region", name="Your sentence")
    expect(region.get_by_label("Your sentence", exact=True)).to_have_value(SHIP)
    shared = region.locator(".mha-shared")
    told = f"Someone shared: “{SHIP}” Press “Read it” to load the model (16 MB)."
    expect(shared).to_have_text(told)
    expect(region.locator(".mha-browser")).to_be_hidden()  # it is of another sentence
    assert parts_in(loaded) == []
    button = region.get_by_role("button", name="Read it")
    button.press("Enter")
    expect(state(region)).to_contain_text("Read on this page", timeout=WAIT)
    expect(button).to_be_focused()
    expect(shared).to_be_hidden()
    torch.testing.assert_close(
        shown(region),
        minilm.attention(SHIP, [(0, 2)], rounded=True)[1, 9],
        rtol=0,
        atol=0.0051,
    )
    cell(region, 3, 2).focus()
    assert region.locator("[aria-live=polite]").inner_text().startswith("“ship”")


def test_what_does_not_come_is_said_and_can_be_tried_again(page, request):
    page.goto("about:blank")
    page.route("**/minilm/layer-3.js*", lambda route: route.abort())
    region = request.getfixturevalue("region")
    field = region.get_by_label("Your sentence", exact=True)
    field.fill(SHIP)
    field.press("Enter")
    told = "could not come to this page: minilm/layer-3.js could not be loaded."
    expect(state(region)).to_contain_text(told, timeout=WAIT)
    assert shown(region).shape == (12, 12)  # the picture stays
    page.unroute("**/minilm/layer-3.js*")
    read(region, SHIP)


def test_what_is_too_long_is_refused(region):
    read(region, SHIP)
    field = region.get_by_label("Your sentence", exact=True)
    field.fill("word " * 50)
    field.press("Enter")
    expect(state(region)).to_contain_text("The sentence has 50 tokens, and 46 fit.")
    field.fill("a" * 301)
    field.press("Enter")
    alert = region.get_by_role("alert")
    expect(alert).to_contain_text("Type a sentence of 1 to 300 letters. Until then")
    expect(field).to_have_attribute("aria-invalid", "true")
    read(region, SHIP)
    expect(field).to_have_attribute("aria-invalid", "false")


def test_what_is_typed_and_not_read_yet_is_not_taken_for_what_is_shown(region):
    field = region.get_by_label("Your sentence", exact=True)
    before = field.input_value()
    field.press_sequentially(" And")
    expect(region.locator(".mha-browser.mha-past")).to_be_visible()
    expect(state(region)).to_contain_text(f"The picture still shows “{before}”")
    field.fill(before)
    expect(region.locator(".mha-browser.mha-past")).to_have_count(0)
    expect(state(region)).to_be_empty()


def test_a_head_is_chosen_beside_the_picture_that_it_opens(region, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    lines, heads = (
        region.locator(f".mha-{part}").bounding_box() for part in ("lines", "overview")
    )
    assert heads["x"] >= lines["x"] + lines["width"]
    assert heads["y"] == pytest.approx(lines["y"], abs=8)


# How far each column's name stands from its column, in widths of a column.
BESIDE = """node => {
  const table = node.querySelector("table[aria-label=Weights]");
  const middle = ({ left, right }) => (left + right) / 2;
  const cells = [...table.querySelector("tbody tr").querySelectorAll("td")];
  return [...table.querySelectorAll("thead th")].map((head, k) => {
    const [name, own] = [document.createRange(), cells[k].getBoundingClientRect()];
    name.selectNodeContents(head);
    return Math.abs(middle(name.getBoundingClientRect()) - middle(own)) / own.width;
  });
}"""


@pytest.mark.parametrize("times", [7, *later(14)])
def test_in_a_long_sentence_each_name_stands_over_its_own_column(region, times):
    read(region, "it was raining " * times)
    apart = region.evaluate(BESIDE)
    assert len(apart) == 3 * times + 2
    assert max(apart) < 0.35
