"""The page of a trace in a browser, and what the site has of the reader's layer."""

import copy
import re

import pytest
import torch
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from torch import nn

import checks
from later import later
from mha import trace
from mha_book.your_file.traced_layer import write_files
from project import PROJECT

RULES = {"resultTypes": ["violations"]}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A layer's trace, and the same beside one whose last weights are others."""
    folder = tmp_path_factory.mktemp("traces")
    torch.manual_seed(3)
    layer = nn.TransformerEncoderLayer(12, 2, 17, batch_first=True).eval()
    layer.linear1.register_forward_hook(lambda module, given, out: out.mul_(1))
    other = copy.deepcopy(layer)
    nn.init.zeros_(other.linear2.weight)
    x = torch.randn(3, 11, 12)
    seen = trace(layer, x)
    seen.save(folder / "one.html")
    seen.save(folder / "both.html", beside=trace(other, x))
    return folder, len(seen)


@pytest.fixture
def opened(page, pages):
    """A function: a page's name -> its visit, as a file."""
    return lambda name: checks.Visit(page, (pages[0] / name).as_uri())


def now(page) -> str:
    (shown,) = page.locator("article:visible").all()
    current = page.locator("nav [aria-current=step]")
    assert current.get_attribute("href") == f"#{shown.get_attribute('id')}"
    return shown.get_attribute("id")


def violations(page) -> list[str]:
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]]


def test_it_opens_with_the_first_step_and_asks_for_nothing(opened, page):
    visit = opened("one.html")
    assert now(page) == "s1"
    assert (visit.outside_requests(), visit.complaints) == ([], [])


def test_arrows_step_and_the_address_and_the_voice_follow(opened, page, pages):
    opened("one.html")
    said = page.get_by_role("status")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert now(page) == "s4"
    assert page.url.endswith("#s4")
    expect(said).to_contain_text(
        f"Step 4 of {pages[1]}. #4 unsqueeze, (1, 11, 3, 3, 12)"
    )
    page.keyboard.press("ArrowLeft")
    assert now(page) == "s3"
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    assert now(page) == "s1"
    expect(page.get_by_role("button", name="Back")).to_be_disabled()


def test_a_key_that_is_the_browsers_steps_nowhere(opened, page):
    opened("one.html")
    page.keyboard.press("ArrowRight")
    for held in ("Control", "Meta", "Alt"):
        page.evaluate(
            "(held) => document.body.dispatchEvent(new KeyboardEvent('keydown', "
            "{key: 'ArrowRight', bubbles: true, [held]: true}))",
            {"Control": "ctrlKey", "Meta": "metaKey", "Alt": "altKey"}[held],
        )
        assert now(page) == "s2"


def test_buttons_step_and_keep_the_focus(opened, page):
    opened("one.html")
    page.get_by_role("button", name="Next").click()
    page.keyboard.press("Enter")
    assert now(page) == "s3"
    page.get_by_role("button", name="Back").click()
    assert now(page) == "s2"


def test_a_link_leads_to_what_made_a_tensor_and_the_browser_leads_back(opened, page):
    opened("one.html")
    page.locator("#s1 a").filter(has_text="src").first.click()
    expect(page.locator("#o1")).to_be_visible()
    assert now(page) == "o1"
    assert page.evaluate("document.activeElement.textContent") == "src input"
    page.go_back()
    page.get_by_role("link", name="2 linear").click()
    expect(page.locator("#s2")).to_be_visible()
    assert now(page) == "s2"


def test_a_search_finds_by_name_shape_and_line(opened, page):
    opened("one.html")
    page.keyboard.press("/")
    page.keyboard.type("softmax")
    expect(page.get_by_role("status")).to_have_text("0 found")  # it is fused here
    expect(page.locator("nav summary")).to_be_hidden()
    expect(page.locator("article.now .in")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.locator("nav li:visible").count() > 10
    page.keyboard.press("/")
    page.keyboard.type("linear1.weight")  # found in what it began with, which opens
    expect(page.get_by_role("link", name="linear1.weight").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("RETURN F.LINEAR (3, 11, 17)")
    expect(page.get_by_role("status")).to_have_text("1 found")
    assert page.locator("nav ol:last-of-type li:visible").count() == 1
    page.keyboard.press("Enter")
    expect(page.locator("article:visible h2")).to_have_text(re.compile("linear$"))
    assert page.locator("#find").input_value() == ""


def test_the_address_opens_a_step(page, pages):
    page.goto("about:blank")
    page.goto(f"{(pages[0] / 'one.html').as_uri()}#s5")
    assert now(page) == "s5"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), *later((390, "dark"))])
def test_accessible_wide_by_day_and_narrow_by_night(width, scheme, opened, page, pages):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    opened("both.html")
    page.evaluate("id => { location.hash = id }", f"s{pages[1]}")
    expect(page.locator(f"#s{pages[1]}")).to_be_visible()
    assert violations(page) == []


@pytest.mark.slow
def test_nothing_sticks_out_of_a_phone(opened, page, pages):
    page.set_viewport_size({"width": 390, "height": 844})
    opened("both.html")
    for _ in range(pages[1]):
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.keyboard.press("ArrowRight")
    heights = "all => all.map(one => one.getBoundingClientRect().height)"
    tall = page.locator(".bar :is(button, input)").evaluate_all(heights)
    assert min(tall) >= 44 == max(tall)  # each is one line
    assert page.locator(".bar").bounding_box()["height"] < 125


# WCAG: text 4.5 : 1. A canvas mixes colours as the browser shows them.
CONTRAST = """() => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  const light = (colour, below) => {
    pen.fillStyle = below; pen.fillRect(0, 0, 1, 1);
    pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((c) =>
      c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = getComputedStyle(document.body).backgroundColor;
  const texts = [...document.querySelectorAll("td, nav li :is(a, b, span)")];
  return Math.min(...texts.map((one) => {
    const own = one.closest("td, li");
    const lights = [light(getComputedStyle(one).color, ground),
      light(getComputedStyle(own).backgroundColor, ground)].sort((a, b) => a - b);
    return (lights[1] + 0.05) / (lights[0] + 0.05);
  }));
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbers_are_readable_on_every_shade(scheme, opened, page):
    page.emulate_media(color_scheme=scheme)
    opened("both.html")
    assert page.evaluate(CONTRAST) >= 4.5


def test_signs_and_weights_have_their_own_colours(page, tmp_path):
    x = torch.tensor([[0.5, -0.5], [1, 2]])
    path = trace(lambda x: x.softmax(-1), x).save(tmp_path / "colours.html")
    page.goto(path.as_uri())
    hue = "all => all.map(one => getComputedStyle(one).getPropertyValue('--hue'))"
    cells = ("#s1 tbody td", "#o1 tbody td:not(.n)", "#o1 tbody td.n")
    hues = [set(page.locator(cell).evaluate_all(hue)) for cell in cells]
    assert [len(found) for found in hues] == [1, 1, 1]
    assert len(set().union(*hues)) == 3


def test_the_first_number_that_differs_is_one_press_away(opened, page):
    opened("both.html")
    page.get_by_role("link", name="Go there").click()
    expect(page.locator("td.first:visible")).to_have_count(1)


@pytest.mark.slow
def test_on_paper_and_without_scripts_every_step_is_there(opened, page, pages, browser):
    opened("one.html")
    page.emulate_media(media="print")
    count = page.locator("article").count()
    assert count > pages[1]
    assert page.locator("article:visible").count() == count
    assert page.locator("nav").is_hidden()
    plain = browser.new_page(java_script_enabled=False)
    plain.goto((pages[0] / "one.html").as_uri())
    assert plain.locator("article:visible").count() == count
    assert plain.locator("nav a").first.is_visible() or plain.locator("nav summary")
    assert plain.locator(".bar").is_hidden()
    plain.close()


def test_the_site_has_the_readers_layer(site, tmp_path):
    write_files(tmp_path, PROJECT)
    for name in ("layer.html", "wrong-cut.html"):
        made = (tmp_path / name).read_text(encoding="utf-8")
        assert (site / "_static" / "traces" / name).read_text(encoding="utf-8") == made
        assert f"_static/traces/{name}" in (
            site / "heads-in-one-product.html"
        ).read_text(encoding="utf-8")


def test_the_wrong_cut_is_found_where_it_is(tmp_path):
    write_files(tmp_path, PROJECT)
    text = (tmp_path / "wrong-cut.html").read_text(encoding="utf-8")
    assert "What first differs is a shape, in #2 view: (3, 2, 1) here" in text
    assert "from_scratch.py:" in text
