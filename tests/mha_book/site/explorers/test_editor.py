"""A listing is written on the published page, from a file: run, judged, and kept."""

import json
import re
from pathlib import Path

import pytest
import torch
from playwright.sync_api import expect

import checks
from mha.check.subjects.attend import SUBJECT
from mha_book.editor.parts import PAGES
from mha_book.examples import HOW_ARE_YOU
from outline import outline
from page_looks import in_lines, looks_of
from records import Record

READ = Record(Path(__file__).with_name("editor.txt"), hang=2)
LOOKS = Record(Path(__file__).with_name("editor_looks.txt"))
PARTS = ".mha-editor, .mha-editor *:not(svg *)"
PAGE = "attention-by-hand"
PHONE = {"width": 390, "height": 844}
WAIT = 60_000  # milliseconds, on a busy machine
LISTING = SUBJECT.listing
[FAULT, *_] = LISTING.faults
AREA = "document.querySelector('.mha-editor textarea')"
ENDLESS = LISTING.source.replace(
    "    scores", "    while True: print(0)\n    scores", 1
)


@pytest.fixture(scope="module")
def editor(tab, site):
    """The editor, opened once from a file."""
    tab.loaded = []
    tab.on("request", lambda request: tab.loaded.append(request.url))
    checks.open_page(tab, f"{site.as_uri()}/{PAGE}.html")
    tab.evaluate("localStorage.clear()")
    tab.reload()
    return tab.locator(".mha-editor")


def run(editor, text) -> str:
    """Types a text, runs it by the keyboard, and gives what is said."""
    area = editor.locator("textarea")
    area.fill(text)
    area.press("Control+Enter")
    verdict = editor.locator(".mha-verdict")
    expect(verdict).to_have_text(re.compile("^[✓✗]"), timeout=WAIT)
    return verdict.inner_text()


def shown_as_read(editor, name):
    """Hold all parts of the editor, with their states, to what a person has read."""
    html = editor.evaluate("editor => editor.outerHTML")
    READ.holds(name, outline(html, ".mha-editor", "style, svg"))


def test_python_comes_when_it_is_asked_for_and_what_is_right_is_counted(editor):
    page = editor.page
    assert not [url for url in page.loaded if "python.js" in url]
    said = run(editor, LISTING.source)
    assert re.fullmatch(r"✓ attend is right, on \d+ calls\.", said)
    assert [url for url in page.loaded if "python.js" in url]
    assert all(url.startswith(("file:", "blob:", "data:")) for url in page.loaded)
    kept = json.loads(page.evaluate("localStorage.getItem('mha-progress')"))
    assert kept["pages"][PAGE]["write attend"] == {
        "text": LISTING.source,
        "solved": True,
    }
    expect(editor.locator("nav button")).to_have_text("attend ✓")
    assert editor.locator(".mha-changed").count() == 0
    expect(editor.locator(".mha-own-map")).to_contain_text("the book’s own numbers")


def numbers(editor, table) -> list[str]:
    """What stands in the cells of one table of the map."""
    return editor.locator(f'.mha-tile[data-name="{table}"] text').all_text_contents()


def test_the_map_is_drawn_from_what_the_readers_function_gives(editor):
    run(editor, LISTING.source)
    x, books = (numbers(editor, name) for name in ("x", "weights"))
    assert FAULT.name in run(editor, LISTING.text_with(FAULT))
    x_how = torch.tensor(HOW_ARE_YOU.embeddings)
    output, weights = LISTING.with_faults(FAULT)(x_how, x_how, x_how)
    for name, own in (("weights", weights), ("output", output)):
        assert numbers(editor, name) == [f"{one:.2f}" for one in own.flatten().tolist()]
    assert numbers(editor, "x") == x
    assert numbers(editor, "weights") != books
    told = editor.locator(".mha-own-map").get_by_role("status").first
    dots = editor.locator(".mha-changed-mark").count()
    assert dots == editor.locator(".mha-changed").count() > 0
    expect(told).to_contain_text(f"{dots} of 15 numbers are not the book’s")
    editor.get_by_role("button", name="Hint").click()
    expect(editor.locator(".mha-helped")).to_contain_text(FAULT.hint)
    shown_as_read(editor, "wrong, with a hint")
    LOOKS.holds("wrong, with a hint", in_lines(looks_of(editor.page, PARTS), set()))
    run(editor, LISTING.source)
    expect(editor.locator(".mha-helped")).to_have_text("")  # it was for that run
    shown_as_read(editor, "right")
    run(editor, LISTING.text_with(FAULT))
    assert checks.axe_in_both_themes(editor.page, ".mha-editor") == []
    editor.page.set_viewport_size(PHONE)
    assert editor.evaluate("node => node.scrollWidth <= node.clientWidth")
    editor.page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.slow
def test_the_map_is_read_by_the_keyboard_beside_the_books_numbers(editor):
    run(editor, LISTING.text_with(FAULT))
    editor.locator(".mha-own-map [tabindex='0']").focus()
    line = editor.locator(".mha-own-map").get_by_role("status").last
    keyboard = editor.page.keyboard
    expect(line).to_have_text("how has 1.1 for x1.")
    keyboard.press("ArrowDown")
    expect(line).to_have_text("are has 2.1 for x1.")
    for _ in range(3):
        keyboard.press("ArrowDown")
    expect(line).to_contain_text("The output of are has ")
    expect(line).to_contain_text("; the book’s is ")
    assert editor.locator(".mha-direct").count() == 6  # three weights, a column of X
    keyboard.press("ArrowLeft")
    expect(line).to_contain_text("are gives you the weight ")
    assert checks.axe_in_both_themes(editor.page, ".mha-own-map") == []
    keyboard.press("Escape")
    expect(line).to_have_text("")


def test_what_gives_no_such_tables_empties_the_map(editor):
    run(editor, "def attend(query, key, value, mask=None):\n    return query")
    assert set(numbers(editor, "weights")) == {""}
    expect(editor.locator(".mha-own-map")).to_contain_text("The map is empty")


def test_what_is_no_number_is_drawn_and_a_new_start_has_the_books(editor):
    for number, printed in (("nan", "NaN"), ("inf", "∞")):
        strange = f"scores * math.{number}"
        run(editor, LISTING.source.replace("scores.softmax(dim=-1)", strange))
        assert set(numbers(editor, "weights")) == {printed}
    editor.page.once("dialog", lambda dialog: dialog.accept())
    editor.get_by_role("button", name="Start again").click()
    expect(editor.locator(".mha-own-map")).to_contain_text("It has the book’s numbers")
    assert editor.locator(".mha-changed").count() == 0


def test_a_number_that_was_read_is_forgotten_with_escape(editor):
    run(editor, LISTING.source)
    line = editor.locator(".mha-own-map").get_by_role("status").last
    editor.locator('.mha-tile[data-name="x"] [role=gridcell]').first.click()
    expect(line).to_have_text("how has 1.1 for x1.")
    editor.page.keyboard.press("Escape")
    expect(line).to_have_text("")
    editor.page.mouse.move(0, 0)


def test_each_time_it_is_pressed_the_run_before_ends(editor):
    editor.locator("textarea").fill(ENDLESS.replace("print(0)", "pass"))
    button = editor.get_by_role("button", name="Run and check")
    with editor.page.expect_event("worker") as run_before:
        button.click()
    for _ in range(2):
        soon = run_before.value.expect_event("close", timeout=3000)  # not its 5 s
        with soon, editor.page.expect_event("worker") as run_before:
            button.click()
    verdict = editor.locator(".mha-verdict")
    expect(verdict).to_contain_text("had not ended", timeout=WAIT)


def test_a_loop_without_an_end_is_stopped_and_its_lines_are_cut(editor):
    run(editor, LISTING.source)
    assert "had not ended after 5 s" in run(editor, ENDLESS)
    assert set(numbers(editor, "weights")) == {""}
    assert len(editor.locator(".mha-printed").inner_text().split("\n")) < 300
    line = editor.locator(".mha-own-map").get_by_role("status").last
    for table, said in (("x", "how has 1.1 for x1."), ("weights", "")):
        cells = editor.locator(f'.mha-tile[data-name="{table}"] [role=gridcell]')
        cells.first.hover()
        expect(line).to_have_text(said)
    editor.page.mouse.move(0, 0)


@pytest.mark.slow
def test_what_was_written_is_there_again_and_never_runs_by_itself(editor):
    page = editor.page
    editor.locator("textarea").fill(ENDLESS)
    page.reload()
    expect(editor.locator("textarea")).to_have_value(ENDLESS)
    expect(editor.locator(".mha-verdict")).to_have_text("")
    page.once("dialog", lambda dialog: dialog.accept())
    editor.get_by_role("button", name="Start again").click()
    first = page.locator(".mha-to-write pre").first.text_content()
    expect(editor.locator("textarea")).to_have_value(first)


def test_the_keyboard_indents_and_is_never_held(editor):
    area, keyboard = editor.locator("textarea"), editor.page.keyboard
    area.fill(" " * 6)  # two beyond a step
    area.press("End")
    keyboard.press("Backspace")
    expect(area).to_have_value(" " * 4)
    area.fill("def f(x):")
    area.press("End")
    keyboard.press("Enter")
    keyboard.type("if x:")
    keyboard.press("Enter")
    keyboard.type("y")
    keyboard.press("Enter")
    keyboard.press("Backspace")
    keyboard.type("z")
    expect(area).to_have_value("def f(x):\n    if x:\n        y\n    z")
    keyboard.press("Tab")
    focused = editor.page.locator(":focus")
    expect(focused).to_have_text("Run and check")


def test_enter_that_ends_a_composed_word_is_not_a_new_line(editor):
    area = editor.locator("textarea")
    area.fill("x")
    enter = "{ key: 'Enter', bubbles: true, cancelable: true, isComposing: "
    for composing, text in (("true", "x"), ("false", "x\n")):
        area.evaluate(
            f"n => n.dispatchEvent(new KeyboardEvent('keydown', {enter}{composing} }}))"
        )
        expect(area).to_have_value(text)


def test_a_line_that_goes_on_is_shaded_where_it_is_cut(editor):
    area = editor.locator("textarea")
    shade = "node => getComputedStyle(node).getPropertyValue('--shade')"
    for text, seen in (("x", "0rem"), ("x" * 200, "1rem")):
        area.fill(text)
        editor.page.wait_for_function(f"seen => ({shade})({AREA}) === seen", arg=seen)
    copy = editor.locator(".mha-coloured")
    assert (
        copy.evaluate("node => getComputedStyle(node).zIndex") == "1"
    )  # no cut letters


def test_a_coloured_copy_lies_line_by_line_over_what_is_typed(editor):
    area, copy = editor.locator("textarea"), editor.locator(".mha-coloured")
    area.fill("def f(x):\n\n    return 'a' + x  # twice\n")
    assert copy.inner_text().rstrip("\n") == area.input_value().rstrip("\n")
    line = "node => parseFloat(getComputedStyle(node).lineHeight)"
    assert copy.evaluate(line) == area.evaluate(line)
    word = copy.get_by_text("return", exact=True).bounding_box()
    lines = (word["y"] - area.bounding_box()["y"]) / area.evaluate(line)
    assert 2 < lines < 3
    long = "x" * 200
    area.fill(long)
    area.press("End")
    scrolled = "node => node.scrollLeft"
    expect(copy).to_have_js_property("scrollLeft", area.evaluate(scrolled))
    assert area.evaluate(scrolled) > 0


def test_without_scripts_stand_the_task_and_the_first_lines(site):
    for page, parts in PAGES.items():
        told = checks.parsed(site / f"{page}.html").select_one(".mha-to-write")
        heads = [pre.text for pre in told.select("pre")]
        assert len(heads) == len(parts)
        for part, head in zip(parts, heads, strict=True):
            assert part.name in head
