"""Exercises on the published pages: by keyboard, on a phone, read out, and kept."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import checks
from later import first_of
from mha_book.exercises.contents import PAGES, total_of
from mha_book.exercises.posed import all_posed, posed
from outline import outline
from page_looks import in_lines, looks_at_once, looks_of
from records import Record

READ = Record(Path(__file__).with_name("exercises.txt"), hang=2)
LOOKS = Record(Path(__file__).with_name("exercises_looks.txt"))
PARTS = ".mha-exercises, .mha-exercises *:not(svg, svg *)"
CLEAR = "rgba(0, 0, 0, 0)"
PHONE = {"width": 390, "height": 844}
PAGE = "keep-keys-and-values"  # which has all kinds
KINDS = {one.kind: place for place, one in enumerate(PAGES[PAGE])}
each_kind = pytest.mark.parametrize("kind", KINDS)


def open_exercise(page, address, kind):
    """Open an exercise by its button; gives the section, and what was posed."""
    place = KINDS[kind]
    checks.open_page(page, f"{address}/{PAGE}.html")
    section = page.locator(".mha-exercises")
    section.locator("nav button").nth(place).click()
    return section, posed(PAGES[PAGE][place])


def verdict(section):
    return section.locator(".mha-verdict")


@pytest.fixture(autouse=True)
def nothing_is_kept(page, address):
    """Each test begins as a reader does who is new."""
    if page.url.startswith(address):
        page.evaluate("localStorage.clear()")


def text_of(field) -> str:
    if isinstance(field, list):
        return f"({', '.join(map(str, field))})"
    return f"{field:g}".replace(".", ",").replace("-", "−")


def shown_as_read(section, name):
    """Hold all parts of an exercise, with their states, to what a person has read."""
    html = section.evaluate("section => section.outerHTML")
    html = re.sub(r"(?<=mha-exercise-)\d+", "N", html)  # how many were before it
    READ.holds(name, outline(html, ".mha-exercises", "style, svg"))


class Keyboard:
    """Answers as somebody does who has no mouse."""

    def __init__(self, page, section):
        self.page, self.section = page, section

    def press(self, key, times=1):
        for _ in range(times):
            self.page.keyboard.press(key)

    def numbers(self, draw, answer):
        self.section.locator("form input[type=text]").first.focus()
        for field in answer:
            self.press("Control+A")
            self.page.keyboard.type(text_of(field))
            self.press("Tab")
        self.press("Shift+Tab")
        self.press("Enter")

    shape = numbers

    def mask(self, draw, answer):
        self.section.locator("[role=grid] [tabindex='0']").focus()
        width = len(draw["columns"])
        for place, is_true in enumerate(answer):
            self.press("Home")
            self.press("ArrowRight", place % width)
            focus = self.page.locator(":focus")
            row, column = draw["labels"][place // width], draw["columns"][place % width]
            expect(focus).to_have_accessible_name(f"{row} may look at {column}")
            if focus.get_attribute("aria-pressed") != str(bool(is_true)).lower():
                self.press("Space")
            if place % width == width - 1:
                self.press("ArrowDown")
        grounds = self.section.locator("[role=grid] [aria-pressed]").evaluate_all(
            "a => a.map((n) => [n.ariaPressed, getComputedStyle(n).backgroundColor])"
        )
        shaded = dict(grounds)
        assert shaded.get("false", CLEAR) == CLEAR != shaded["true"]
        self.press("ArrowUp", width)
        self.press("Tab")
        self.press("Enter")  # Check is the next stop

    def find(self, draw, answer):
        self.section.locator("input[type=radio]").first.focus()
        self.press("Space")
        self.press("ArrowDown", answer)
        self.press("Enter")

    def order(self, draw, answer):
        while self.section.locator("[data-move=out]").count():
            self.section.locator("[data-move=out]").first.focus()
            self.press("Enter")
        for piece in answer:
            self.section.locator(f"[data-piece='{piece}']").focus()
            self.press("Enter")
        self.section.get_by_role("button", name="Check").focus()
        self.press("Enter")


def wrong_answer(exercise, draw):
    """An answer that a known mistake gives, and words that name it."""
    faults = exercise["faults"]
    if exercise["kind"] == "find":
        place = next(n for n in range(4) if n != draw["right"][0])
        return place, "No: with that mistake"
    if exercise["kind"] == "order":
        piece = next(n for n, blame in enumerate(draw["blames"]) if blame is not None)
        answer = [piece, *draw["right"][0][1:]]
        return answer, faults[draw["blames"][piece]]["name"]
    numbers, found = draw["wrong"][0]
    return found, faults[numbers[0]]["name"]


def right_answer(exercise, draw):
    if exercise["kind"] in ("find", "order"):
        return draw["right"][0]
    return draw["right"]


@each_kind
def test_by_keyboard_on_a_phone_a_mistake_is_named_and_what_is_right_is_kept(
    page, address, kind
):
    page.set_viewport_size(PHONE)
    section, exercise = open_exercise(page, address, kind)
    assert section.bounding_box()["height"] <= PHONE["height"]
    assert checks.overflow(page, PHONE["width"]) == []
    page.set_viewport_size(PHONE)
    keyboard, draw = Keyboard(page, section), exercise["draws"][0]
    answer, words = wrong_answer(exercise, draw)
    shown_as_read(section, f"{kind}, asked")
    getattr(keyboard, kind)(draw, answer)
    expect(verdict(section)).to_contain_text(words)
    shown_as_read(section, f"{kind}, wrong")
    passing = looks_at_once(section, PARTS)
    getattr(keyboard, kind)(draw, right_answer(exercise, draw))
    expect(verdict(section)).to_contain_text("✓ Right.")
    shown_as_read(section, f"{kind}, right")
    LOOKS.holds(kind, in_lines(passing | looks_of(page, PARTS), set()))
    assert "solved" in section.locator("nav [aria-current=true]").get_attribute(
        "aria-label"
    )
    section.get_by_role("button", name="New numbers").or_(
        section.get_by_role("button", name="Other lines")
    ).focus()
    keyboard.press("Enter")
    expect(verdict(section)).to_be_empty()
    getattr(keyboard, kind)(
        exercise["draws"][1], right_answer(exercise, exercise["draws"][1])
    )
    expect(verdict(section)).to_contain_text("✓ Right.")


def test_lines_move_one_place_and_stay_at_the_ends(page, address):
    section, exercise = open_exercise(page, address, "order")
    pieces = exercise["draws"][0]["pieces"]
    keyboard = Keyboard(page, section)
    keyboard.order(None, [2, 0, 1])

    def moved(move, place):
        """The lines after a button of one of them, and which button has the focus."""
        section.locator(f"[data-move={move}]").nth(place).focus()
        keyboard.press("Enter")
        lines = section.locator(".mha-chosen code").all_text_contents()
        held = page.locator(":focus").get_attribute("aria-label")
        plain = [line.replace("\u2060", "") for line in lines]
        return [pieces.index(line) for line in plain], held

    assert moved("up", 0) == ([2, 0, 1], f"Move up: {pieces[2]}")
    assert moved("down", 2) == ([2, 0, 1], f"Move down: {pieces[1]}")
    assert moved("down", 0) == ([0, 2, 1], f"Move down: {pieces[2]}")
    assert moved("up", 2) == ([0, 1, 2], f"Move up: {pieces[1]}")
    assert moved("up", 1) == ([1, 0, 2], f"Move up: {pieces[1]}")
    assert moved("out", 0) == ([0, 2], None)  # it is among those to choose from again
    assert page.locator(":focus").get_attribute("data-piece") == "1"
    assert moved("out", 1) == ([0], None)  # and not the first of those
    assert page.locator(":focus").get_attribute("data-piece") == "2"


@pytest.mark.parametrize("kind", first_of(KINDS))
def test_it_is_accessible(page, address, kind):
    section, exercise = open_exercise(page, address, kind)
    draw = exercise["draws"][0]
    getattr(Keyboard(page, section), kind)(draw, wrong_answer(exercise, draw)[0])
    assert checks.axe_in_both_themes(page, ".mha-exercises") == []


# Mounts a page's exercises, and gives those that are too high, or stick out.
TOO_LARGE = """async ([posed, height]) => {
  const state = { page: "measured", exercises: posed, label: "Measured" };
  const host = document.createElement("div");
  document.querySelector(".mha-exercises").parentNode.append(host);
  const model = { get: (name) => state[name] };
  const kind = mhaExplorers["mha_book.exercises.widget.Exercises"];
  const close = await kind.render({ model, el: host });
  const section = host.querySelector("section");
  const edge = section.getBoundingClientRect().right;
  const large = [];
  section.querySelectorAll("nav button").forEach((button, place) => {
    button.click();
    const parts = [...section.querySelectorAll("form *")];
    const out = parts.some((part) => part.getBoundingClientRect().right > edge);
    if (out || section.offsetHeight > height) large.push(posed[place].name);
  });
  close();
  host.remove();
  return large;
}"""


@pytest.mark.slow  # of all of them; `exercises/lines.py` holds the longest
def test_every_exercise_fits_a_phones_screen(page, address):
    page.set_viewport_size(PHONE)
    again(page, address)
    for all_ in PAGES.values():
        assert page.evaluate(TOO_LARGE, [all_posed(all_), PHONE["height"]]) == []


def test_a_hint_asks_and_the_answer_comes_on_request(page, address):
    section, exercise = open_exercise(page, address, "numbers")
    draw, helped = exercise["draws"][0], section.locator(".mha-helped")
    hint = section.get_by_role("button", name="Hint")
    solution = section.get_by_role("button", name="Show the answer")
    expect(solution).to_be_hidden()
    hint.click()
    expect(helped).to_contain_text(exercise["start"])
    answer, _ = wrong_answer(exercise, draw)
    Keyboard(page, section).numbers(draw, answer)
    expect(helped).to_be_empty()
    hint.click()
    expect(helped).to_contain_text(exercise["faults"][draw["wrong"][0][0][0]]["hint"])
    solution.click()
    expect(helped).to_contain_text(f"{draw['labels'][0]} ")


def test_what_is_no_number_is_asked_for_at_its_field(page, address):
    section, exercise = open_exercise(page, address, "numbers")
    section.locator("form input[type=text]").first.fill("two")
    section.get_by_role("button", name="Check").click()
    label = exercise["draws"][0]["labels"][0]
    expect(verdict(section)).to_contain_text(f"{label}: please type a number")
    expect(section.locator("form input[type=text]").first).to_be_focused()


def solve_one(page, address):
    section, exercise = open_exercise(page, address, "numbers")
    draw = exercise["draws"][0]
    Keyboard(page, section).numbers(draw, right_answer(exercise, draw))
    expect(verdict(section)).to_contain_text("✓ Right.")
    return section


def again(page, address):
    """Open the page anew."""
    checks.open_page(page, f"{address}/{PAGE}.html")


KEPT = "localStorage.getItem('mha-progress')"
KEEP = "kept => localStorage.setItem('mha-progress', JSON.stringify(kept))"


def test_numbers_that_the_page_has_no_more_give_way_to_its_first(page, address):
    section, _ = open_exercise(page, address, "numbers")
    asked = section.locator(".mha-question").inner_text()
    kept = {PAGES[PAGE][KINDS["numbers"]].name: {"draw": 99}}
    page.evaluate(KEEP, {"pages": {PAGE: kept}})
    again(page, address)
    section.locator("nav button").nth(KINDS["numbers"]).click()
    assert section.locator(".mha-question").inner_text() == asked


def test_what_was_solved_is_still_solved_and_can_be_exported_and_forgotten(
    page, address
):
    place = KINDS["numbers"]
    solve_one(page, address)
    again(page, address)
    section = page.locator(".mha-exercises")
    button = section.locator("nav button").nth(place)
    expect(button).to_contain_text("✓")
    button.click()
    assert section.locator("form input[type=text]").first.input_value() != ""
    section.locator("summary").click()
    with page.expect_download() as download:
        section.get_by_role("button", name="Export").click()
    kept = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert kept["pages"][PAGE][PAGES[PAGE][place].name]["solved"] is True
    page.once("dialog", lambda dialog: dialog.accept())
    section.get_by_role("button", name="Reset").click()
    expect(button).not_to_contain_text("✓")
    assert json.loads(page.evaluate(KEPT))["pages"] == {}


@pytest.mark.slow
def test_the_index_and_the_contents_count_what_is_solved(page, address):
    total = sum(map(total_of, PAGES))
    short = f"1/{len(PAGES[PAGE])}"
    checks.open_page(page, f"{address}/index.html")
    line = page.locator(".mha-progress")
    expect(line).to_contain_text(f"{total} exercises")
    solve_one(page, address)
    link = page.locator(f"nav.bd-links a[href^='{PAGE}.html'], nav.bd-links a.current")
    expect(link.locator(".mha-solved").first).to_have_text(short)
    checks.open_page(page, f"{address}/index.html")
    expect(line).to_contain_text(f"You have solved 1 of the {total} exercises")
    card = page.locator(
        ".mha-chapters .sd-card", has=page.locator(f"a[href='{PAGE}.html']")
    )
    expect(card.locator(".mha-solved")).to_have_text(short)
    assert checks.axe_in_both_themes(page, ".mha-progress") == []
    page.once("dialog", lambda dialog: dialog.accept())
    line.get_by_role("button", name="Reset").click()
    expect(line).to_contain_text("You have solved none yet")
    expect(page.locator(".mha-solved")).to_have_count(0)


@pytest.mark.slow
def test_a_damaged_store_is_set_aside_with_a_sentence(page, address):
    solve_one(page, address)
    page.evaluate("localStorage.setItem('mha-progress', '{damaged')")
    again(page, address)
    section = page.locator(".mha-exercises")
    expect(section.locator(".mha-kept")).to_contain_text("It was set aside")
    assert page.evaluate("localStorage.getItem('mha-progress-damaged')") == "{damaged"
    expect(section.locator("nav button", has_text="✓")).to_have_count(0)


def test_it_answers_from_a_file_too(page, site):
    solve_one(page, site.as_uri())


def test_each_page_has_its_questions_and_folded_answers_without_scripts(site):
    for name, all_ in PAGES.items():
        questions = checks.parsed(site / f"{name}.html").select(".mha-questions > li")
        assert len(questions) == len(all_)
        for question, exercise in zip(questions, all_, strict=True):
            assert exercise.title.replace("'", "’") in question.text
            assert len(question.select("details:not([open]) > summary")) == 1


def test_without_scripts_the_questions_are_seen(browser, address):
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(f"{address}/{PAGE}.html")
    questions = page.locator("ol.mha-questions > li")
    assert questions.count() == len(PAGES[PAGE])
    for question in questions.all():
        box = question.bounding_box()
        assert 0 < box["x"] + box["width"] <= PHONE["width"]
    context.close()


def test_on_paper_stands_what_stands_without_scripts(page, address):
    section, _ = open_exercise(page, address, "numbers")
    questions = page.locator("ol.mha-questions")
    assert section.is_visible()
    assert not questions.is_visible()
    page.emulate_media(media="print")
    assert not section.is_visible()
    assert questions.is_visible()


def test_each_row_of_what_is_handed_over_has_its_own_name(page, address):
    checks.open_page(page, f"{address}/attention-by-hand.html")
    heads = page.locator(".mha-exercises .mha-given").first.locator("th[scope=row]")
    (keys,) = posed(PAGES["attention-by-hand"][0])["draws"][0]["given"][1:]
    expect(heads).to_have_text(keys["rows"])


def test_nothing_else_was_read():
    whens = ("asked", "wrong", "right")
    READ.has_only({f"{kind}, {when}" for kind in KINDS for when in whens})
