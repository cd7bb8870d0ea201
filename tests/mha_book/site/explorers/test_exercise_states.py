"""Exercises as they are found: what was kept, other tabs, and where the focus goes."""

import json
import re

import pytest
from playwright.sync_api import expect

from bare_page import MOUNT, open_bare
from mha_book.exercises.contents import PAGES
from mha_book.exercises.posed import all_posed
from project import PROJECT

BUILT = PROJECT / "_build" / "html" / "_static" / "mha"
PAGE = "keep-keys-and-values"  # which has all kinds
POSED = all_posed(PAGES[PAGE])
NAMES = [one["name"] for one in POSED]
# The first of each kind.
KINDS = {one["kind"]: place for place, one in reversed(list(enumerate(POSED)))}
BODY = "<main></main><script src='mha/explorers.js'></script>"
NOTICES = {
    "": "is kept in this browser",
    "{": "It was set aside",
    None: "keeps nothing",
}
HEARD = """() => { window.heard = 0;
  addEventListener("mha-progress-changed", () => (window.heard += 1)); }"""


@pytest.fixture(scope="module")
def bare(browser):
    """A page with nothing in it."""
    context = browser.new_context()
    page = context.new_page()
    open_bare(page, BUILT, BODY)
    page.evaluate(HEARD)
    yield page
    context.close()


def mount(page, kept=None, place=None, **more):
    """Mount the exercises after this was kept, and open one; gives the section.

    Args:
        page: where.
        kept: by name, or the store's text; `...` leaves what there is.
        place: of the exercise.
        more: see `MOUNT`.
    """
    if isinstance(kept, dict):
        kept = json.dumps({"pages": {PAGE: kept}})
    state = {"page": PAGE, "exercises": POSED, "total": 7, "label": "Exercises"}
    kind = "mha_book.exercises.widget.Exercises"
    given = {"kind": kind, "state": state, **more}
    page.evaluate(MOUNT, given if kept is ... else given | {"kept": kept})
    section = page.locator(".mha-exercises")
    if place is not None:
        section.locator("nav button").nth(place).click()
    return section


def kept_of(page, name):
    """What is kept of an exercise now."""
    text = page.evaluate("localStorage.getItem('mha-progress')") or '{"pages": {}}'
    return json.loads(text)["pages"].get(PAGE, {}).get(name, {})


def tabs(section):
    """Which exercise is open, and what each tab says, shown and read out."""
    parts = section.locator("nav button").evaluate_all(
        "all => all.map(n => [n.ariaCurrent, n.textContent, n.ariaLabel,"
        " n.classList.contains('mha-done')])"
    )
    (current,) = [k for k, part in enumerate(parts) if part[0] == "true"]
    return current, [part[1:] for part in parts]


@pytest.mark.parametrize(
    ("solved", "opened"),
    [((), 0), ((0,), 1), ((0, 2), 1), ((1,), 0), (range(len(POSED)), 0)],
)
def test_the_first_that_is_not_solved_is_opened_and_all_tabs_say_their_state(
    bare, solved, opened
):
    kept = {NAMES[k]: {"solved": True} for k in solved}
    section = mount(bare, kept | {"gone": {"solved": True}, "odd": None})
    current, said = tabs(section)
    assert current == opened
    for k, one in enumerate(POSED):
        text, label = f"{k + 1}", f"{k + 1}, {one['title']}"
        done = [f"{text} ✓", f"{label}, solved", True]
        assert said[k] == (done if k in solved else [text, label, False])
    counted = f"{len(solved)} of {len(POSED)} solved here."
    expect(section.locator("summary")).to_have_text(counted)
    expect(section.locator(".mha-title")).to_have_text(POSED[opened]["title"])


@pytest.mark.parametrize("text", NOTICES)
def test_what_becomes_of_progress_is_said_and_answers_count_all_the_same(bare, text):
    closed = text is None
    section = mount(bare, text or None, KINDS["find"], isClosed=closed)
    fold = section.locator(".mha-kept")
    expect(fold).to_contain_text(NOTICES[text])
    assert fold.evaluate("fold => fold.open") == (text == "{")
    right = POSED[KINDS["find"]]["draws"][0]["right"][0]
    section.locator("[type=radio]").nth(right).check()
    section.get_by_role("button", name="Check").click()
    expect(section.locator("summary")).to_contain_text("1 of ")
    expect(fold).to_contain_text(NOTICES[text])


def test_what_another_tab_writes_is_shown_until_the_exercises_are_taken_away(bare):
    section = mount(bare)
    write = """kept => { heard = 0; localStorage.setItem("mha-progress", kept);
      dispatchEvent(new StorageEvent("storage")); return heard; }"""
    solved = json.dumps({"pages": {PAGE: {NAMES[1]: {"solved": True}}}})
    assert bare.evaluate(write, solved) == 1
    assert tabs(section)[1][1][0] == "2 ✓"
    bare.evaluate("unmount()")
    assert section.count() == 0
    assert bare.evaluate(write, solved) == 0


RAW = """section => [
  [...section.querySelectorAll("form [type=text]")].map(n => n.value),
  [...section.querySelectorAll("form [type=radio]")].findIndex(n => n.checked),
  [...section.querySelectorAll("form [aria-pressed]")].map(n => n.ariaPressed),
  [...section.querySelectorAll(".mha-chosen code")].map(n => n.textContent)]"""


def raw_of(section):
    """What stands in the fields."""
    return section.evaluate(RAW)


def is_new(raw):
    """Whether nobody has filled these fields."""
    texts, place, marks, lines = raw
    return not any(texts) and place == -1 and "true" not in marks and lines == []


# After each press: the question, whether it has the focus, what is kept, the fields.
TURN = """([section, presses, button]) => Array.from({ length: presses }, () => {
  button.click();
  const question = section.querySelector(".mha-question");
  const { textContent } = question.firstElementChild;
  const kept = JSON.parse(localStorage.getItem("mha-progress")).pages;
  return [textContent, question === document.activeElement, kept, (RAW)(section)];
})""".replace("RAW", RAW)


@pytest.mark.parametrize("kind", KINDS)
def test_other_numbers_come_in_turn_and_begin_anew(bare, kind):
    place = KINDS[kind]
    draws = POSED[place]["draws"]
    section = mount(bare, {NAMES[place]: {"solved": True, "raw": ["7"]}}, place)
    name = "Other lines" if kind == "order" else "New numbers"
    further = section.get_by_role("button", name=name)
    handles = [section.element_handle(), len(draws) + 1, further.element_handle()]
    found = bare.evaluate(TURN, handles)
    for k, (*seen, raw) in enumerate(found, start=1):
        turn = k % len(draws)
        asked = draws[turn]["ask"].replace("`", "").replace("*", "")
        kept = {"draw": turn, "raw": None, "solved": True}
        assert seen == [asked, True, {PAGE: {NAMES[place]: kept}}]
        assert is_new(raw)


ANSWERS = {  # as somebody types or presses them: on fields, or what is pressed in turn
    "numbers": [".5"] * 6,
    "shape": ["(2, 3)"] * 6,
    "mask": (1, 2, 1, 5),
    "find": (2,),
    "order": (3, 0, 1),
}
PRESSED = {
    "mask": "[aria-pressed]",
    "find": "[type=radio]",
    "order": ".mha-pool button",
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_stands_there_again_as_it_was_given(bare, kind):
    place = KINDS[kind]
    section = mount(bare, None, place)
    for k, each in enumerate(ANSWERS[kind]):
        if kind in PRESSED:
            section.locator("form").locator(PRESSED[kind]).nth(each).click()
        elif k < SIZE[kind]:
            section.locator("form [type=text]").nth(k).fill(each)
    section.get_by_role("button", name="Check").click()
    expect(section.locator(".mha-verdict")).to_have_text(re.compile("^✗"))
    given = raw_of(section)
    assert not is_new(given)
    section = mount(bare, ..., place)
    assert raw_of(section) == given
    expect(section.locator(".mha-verdict")).to_be_empty()


PIECES = POSED[KINDS["order"]]["draws"][0]["pieces"]
SHOWN = [piece.replace("-", "-\u2060") for piece in PIECES]
LABELS = {kind: POSED[p]["draws"][0].get("labels", []) for kind, p in KINDS.items()}
SIZE = {kind: len(labels) for kind, labels in LABELS.items()}
WIDTH = len(POSED[KINDS["mask"]]["draws"][0]["columns"])
FILLED = [  # of each kind what was kept, and what of it can still stand there
    ("numbers", ["1", "2"], ["1", "2", *[""] * (SIZE["numbers"] - 2)]),
    ("numbers", ["1"] * 99, ["1"] * SIZE["numbers"]),
    ("numbers", 5, [""] * SIZE["numbers"]),
    ("shape", ["(2,)"], ["(2,)", *[""] * (SIZE["shape"] - 1)]),
    ("mask", [[True], 3], ["true", *["false"] * (SIZE["mask"] * WIDTH - 1)]),
    ("mask", "odd", ["false"] * (SIZE["mask"] * WIDTH)),
    ("mask", [[True] * 99] * 99, ["true"] * (SIZE["mask"] * WIDTH)),
    ("find", 1, 1),
    ("find", 99, -1),
    ("find", "1", -1),
    ("order", [1, 0, 1, 99, -1, "2", 0.5], [SHOWN[1], SHOWN[0]]),
    ("order", "10", []),
]


@pytest.mark.parametrize(("kind", "raw", "shown"), FILLED)
def test_what_was_kept_stands_there_as_far_as_it_fits(bare, kind, raw, shown):
    place = KINDS[kind]
    section = mount(bare, {NAMES[place]: {"raw": raw}}, place)
    slot = {"numbers": 0, "shape": 0, "find": 1, "mask": 2, "order": 3}[kind]
    assert raw_of(section)[slot] == shown


@pytest.mark.parametrize("kind", ["numbers", "shape"])
def test_each_field_that_cannot_be_read_is_named_and_alone_marked(bare, kind):
    place = KINDS[kind]
    section = mount(bare, None, place)
    fields = section.locator("form [type=text]")
    good, count = "(2, 3)" if kind == "shape" else "1/4", SIZE[kind]
    for bad in (0, count - 1):
        section.get_by_role("button", name="Hint").click()
        for k in range(count):
            fields.nth(k).fill("?" if k == bad else good)
        fields.nth(count - 1 - bad).press("Enter")
        label = LABELS[kind][bad].replace("*", "")
        verdict = section.locator(".mha-verdict")
        expect(verdict).to_contain_text(f"{label}: please type")
        assert verdict.get_attribute("class").split() == ["mha-verdict"]
        marks = fields.evaluate_all("all => all.map(n => n.ariaInvalid)")
        assert marks == [str(k == bad).lower() for k in range(count)]
        assert fields.nth(bad).evaluate("n => n.matches(':focus')")
        expect(section.locator(".mha-helped")).to_be_empty()
        assert kept_of(bare, NAMES[place]) == {}
    fields.nth(count - 1).fill(good)
    fields.nth(0).press("Enter")
    assert "true" not in fields.evaluate_all("all => all.map(n => n.ariaInvalid)")


@pytest.mark.parametrize(
    ("kind", "said"), [("find", "choose one"), ("order", "some lines")]
)
def test_nothing_chosen_is_no_answer_and_the_focus_goes_to_what_is_there(
    bare, kind, said
):
    section = mount(bare, None, KINDS[kind])
    section.get_by_role("button", name="Check").click()
    expect(section.locator(".mha-verdict")).to_contain_text(said)
    first = "[type=radio]" if kind == "find" else ".mha-pool button"
    assert section.locator(first).first.evaluate("n => n.matches(':focus')")
    assert kept_of(bare, NAMES[KINDS[kind]]) == {}


HELD = """n => document.activeElement.dataset.piece ??
  document.activeElement.closest("li")?.textContent"""


def test_who_adds_lines_by_key_goes_on_at_the_same_place(bare):
    section = mount(bare, None, KINDS["order"])
    pool = section.locator(".mha-pool button")
    count = pool.count()
    left = [str(k) for k in range(count)]
    for at in (1, 1, count - 3, 0):  # the third is the last one
        pool.nth(at).press("Enter")
        left.pop(at)
        assert pool.nth(0).evaluate(HELD) == left[min(at, len(left) - 1)]
    while left:
        pool.nth(0).press("Enter")
        left.pop(0)
    rows = section.locator(".mha-chosen li")
    assert rows.count() == count
    assert rows.last.evaluate("row => row.contains(document.activeElement)")


def test_what_is_right_stays_solved_and_its_help_goes(bare):
    place = KINDS["find"]
    section = mount(bare, None, place)
    [right] = POSED[place]["draws"][0]["right"]
    solution = section.get_by_role("button", name="Show the answer")
    hint = section.get_by_role("button", name="Hint")
    for chosen in (1 - (right == 1), right, 1 - (right == 1)):
        section.locator("[type=radio]").nth(chosen).check()
        section.get_by_role("button", name="Check").click()
        is_right = chosen == right
        face = "mha-right" if is_right else "mha-wrong"
        assert face in section.locator(".mha-verdict").get_attribute("class").split()
        expect(solution).to_be_visible(visible=not is_right)
        if is_right:
            expect(hint).to_be_hidden()
        else:
            solution.click()
            expect(section.locator(".mha-helped")).to_contain_text("The answer")
    assert kept_of(bare, NAMES[place]) == {"draw": 0, "raw": chosen, "solved": True}


def test_nothing_is_forgotten_unless_one_is_sure(bare):
    place = KINDS["numbers"]
    kept = {NAMES[place]: {"solved": True, "raw": ["1"]}}
    section = mount(bare, kept, place)
    section.locator("summary").click()
    reset = section.get_by_role("button", name="Reset")
    bare.once("dialog", lambda dialog: dialog.dismiss())
    reset.click()
    assert kept_of(bare, NAMES[place]) == kept[NAMES[place]]
    bare.once("dialog", lambda dialog: dialog.accept())
    reset.click()
    assert tabs(section)[0] == place
    assert is_new(raw_of(section))
    assert kept_of(bare, NAMES[place]) == {}


HANDED = """async ([all, kind]) => {
  const host = document.createElement("div");
  const seen = (node) => node.textContent;
  const rows = (table) => [...table.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map((cell) => [cell.localName, cell.textContent]));
  const table = (node) => [seen(node.querySelector("caption")),
    [...node.querySelectorAll("thead th")].map(seen), rows(node)];
  const found = [];
  for (const exercise of all) {
    host.replaceChildren();
    const state = { page: "p", exercises: [exercise], total: 1, label: "" };
    const model = { get: (name) => state[name] };
    await mhaExplorers[kind].render({ model, el: host });
    found.push([...host.querySelector(".mha-question .mha-given").children].map(table));
  }
  return found;
}"""


def decimals_of(x):
    """Of a number that a page shows with four at most."""
    return len(f"{round(x, 4):.4f}".rstrip("0").partition(".")[2])


def as_shown(given):
    """A table that is handed over, as the page has it."""
    name, cells = re.sub(r"[`*]", "", given["name"]), given["values"]
    numbers = [x for row in cells for x in row if not isinstance(x, str)]
    many = max(map(decimals_of, numbers), default=0)
    rows = [[["td", text_of(x, many)] for x in row] for row in cells]
    if given["rows"]:
        pairs = zip(given["rows"], rows, strict=True)
        rows = [[["th", head], *row] for head, row in pairs]
    return [name, given["columns"], rows]


def text_of(x, decimals):
    """As the book writes it."""
    return x if isinstance(x, str) else f"{x:.{decimals}f}".replace("-", "−")


def test_all_that_is_handed_over_stands_there(bare):
    pages = [
        PAGE,
        "attention-by-hand",
        "write-the-next-word",
    ]  # with all kinds of heads
    posed = [one for page in pages for one in all_posed(PAGES[page])]
    tables = [one for exercise in posed for one in exercise["draws"][0]["given"]]
    heads = {(bool(one["rows"]), bool(one["columns"])) for one in tables}
    assert len(heads) == 4
    found = bare.evaluate(HANDED, [posed, "mha_book.exercises.widget.Exercises"])
    expected = [list(map(as_shown, one["draws"][0]["given"])) for one in posed]
    assert found == expected
