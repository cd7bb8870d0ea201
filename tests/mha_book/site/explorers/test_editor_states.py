"""The editor beside a Python that says what it is told to: runs, keys, the store."""

import json
import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

import told_python
from mha_book.editor.posed import all_posed
from told_python import PYTHON, STARTED, answer_of, open_editors, run, said

PAGE = "heads-in-one-product"  # three listings, and no map
PARTS = all_posed(PAGE)
NAMES = [part["name"] for part in PARTS]


@contextmanager
def opened(browser, *scripts):
    """A page with nothing in it, to which Python comes as it is given here."""
    context = browser.new_context()
    page = context.new_page()
    page.clock.install()
    open_editors(page, *scripts)
    yield page
    context.close()


@pytest.fixture(scope="module")
def bare(browser):
    with opened(browser, PYTHON) as page:
        yield page


@pytest.fixture
def late(browser):
    """To this page Python comes at the second try."""
    with opened(browser, None, PYTHON) as page:
        yield page


def mount(page, kept=None):
    """Mount the listings of the page after this was kept of them; gives the editor."""
    return told_python.mount(page, PAGE, PARTS, kept)


def kept_of(page, name):
    """What is kept of a listing now."""
    pages = json.loads(page.evaluate("localStorage.getItem('mha-progress')"))["pages"]
    return pages.get(PAGE, {}).get(f"write {name}", {})


def tabs(editor):
    return editor.locator("nav button").evaluate_all(
        "all => all.map(n => [n.textContent, n.ariaCurrent,"
        " n.classList.contains('mha-done')])"
    )


def test_where_python_does_not_come_it_is_said_and_tried_again(late):
    editor = mount(late)
    verdict = run(editor, said(STARTED, answer_of(PARTS[0])))
    expect(verdict).to_contain_text("Python could not start in this browser")
    expect(verdict).to_have_class("mha-verdict mha-wrong")
    button = editor.get_by_role("button", name="Run and check")
    button.evaluate("node => { node.click(); node.click(); node.click(); }")
    expect(verdict).to_contain_text("is right, on")
    late.wait_for_function("live.size === 0")


@pytest.mark.parametrize(
    ("solved", "opened"), [((), 0), ((0,), 1), ((0, 2), 1), ((1,), 0), ((0, 1, 2), 0)]
)
def test_the_first_listing_that_is_not_solved_is_opened(bare, solved, opened):
    editor = mount(bare, {NAMES[k]: {"solved": True, "text": "x"} for k in solved})
    for k, (name, tab) in enumerate(zip(NAMES, tabs(editor), strict=True)):
        done = k in solved
        current = str(k == opened).lower()
        assert tab == [f"{name} ✓" if done else name, current, done]
    area = editor.locator("textarea")
    assert area.get_attribute("aria-label") == f"Your {NAMES[opened]}"


def test_each_listing_keeps_its_own_text_and_counts_once_at_once(bare):
    editor = mount(bare)
    area = editor.locator("textarea")
    for place, name in enumerate(NAMES):
        editor.locator("nav button").nth(place).click()
        expect(area).to_have_value(PARTS[place]["start"])
        area.fill(f"text of {name}")
        assert kept_of(bare, name) == {"text": f"text of {name}"}
    editor.locator("nav button").nth(1).click()
    expect(area).to_have_value(f"text of {NAMES[1]}")
    right = said(STARTED, answer_of(PARTS[1]))
    bare.evaluate("heard = 0")
    for _ in range(2):
        expect(run(editor, right)).to_contain_text("✓")
        assert tabs(editor)[1] == [f"{NAMES[1]} ✓", "true", True]
        assert bare.evaluate("heard") == 1
    assert kept_of(bare, NAMES[1]) == {"text": right, "solved": True}
    wrong = said(STARTED, {"is": "done", "broken": {"kind": "missing"}, "cut": 0})
    expect(run(editor, wrong)).to_contain_text("There is no")
    assert kept_of(bare, NAMES[1]) == {"text": wrong, "solved": True}


ODD = ["", 5, None, ["x"]]


@pytest.mark.parametrize("text", ODD)
def test_only_a_text_stands_there_again(bare, text):
    editor = mount(bare, {NAMES[0]: {"text": text}})
    shown = text if isinstance(text, str) else PARTS[0]["start"]
    expect(editor.locator("textarea")).to_have_value(shown)


def test_what_is_printed_is_shown_until_the_next_run(bare):
    editor = mount(bare)
    printed = editor.locator(".mha-printed")
    expect(printed).to_be_hidden()
    lines = [{"is": "printed", "line": line} for line in ("a", "", "b")]
    for cut, more in ((0, ""), (1, "… and 1 more line\n"), (7, "… and 7 more lines\n")):
        verdict = run(editor, said(STARTED, *lines, answer_of(PARTS[0], cut=cut)))
        expect(verdict).to_contain_text("✓")
        assert printed.text_content() == f"a\n\nb\n{more}"
        expect(printed).to_be_visible()
    expect(run(editor, said(STARTED, answer_of(PARTS[0])))).to_contain_text("✓")
    expect(printed).to_be_hidden()
    assert printed.text_content() == ""


def test_a_run_is_told_from_its_start_and_ends_in_its_time(bare):
    editor = mount(bare)
    verdict = run(editor, said())
    expect(verdict).to_have_text("Python is on its way to this page …")
    bare.clock.fast_forward(29_000)
    expect(verdict).to_have_text("Python is on its way to this page …")
    bare.clock.fast_forward(1_500)
    expect(verdict).to_contain_text("Python could not start")
    expect(run(editor, said(STARTED))).to_have_text("Your code runs …")
    bare.clock.fast_forward(4_000)
    expect(verdict).to_have_text("Your code runs …")
    bare.clock.fast_forward(1_500)
    expect(verdict).to_contain_text("✗ It had not ended after 5 s")
    expect(verdict).to_have_class("mha-verdict mha-wrong")
    assert bare.evaluate("live.size") == 0
    failed = said(STARTED, {"is": "failed", "told": "no memory"})
    expect(run(editor, failed)).to_contain_text("Python could not start")
    assert bare.evaluate("live.size") == 0


def test_nothing_is_heard_of_a_run_that_another_one_ended(bare):
    editor = mount(bare)
    for _ in range(3):
        expect(run(editor, said(STARTED))).to_have_text("Your code runs …")
        assert bare.evaluate("live.size") == 1
    verdict = run(editor, said(STARTED, answer_of(PARTS[0])))
    expect(verdict).to_contain_text("✓")
    for leave in (f"nav button:has-text('{NAMES[1]}')", None):
        editor.locator("nav button").first.click()
        expect(run(editor, said(STARTED))).to_have_text("Your code runs …")
        editor.locator(leave).click() if leave else bare.evaluate("unmount()")
        assert bare.evaluate("live.size") == 0
        bare.clock.fast_forward(40_000)
        if leave:
            expect(verdict).to_have_text("")
    assert editor.count() == 0


def test_python_gets_the_call_and_nothing_of_what_is_right(bare):
    editor = mount(bare)
    text = said("job", STARTED, answer_of(PARTS[0]))
    expect(run(editor, text)).to_contain_text("✓")
    job = json.loads(editor.locator(".mha-printed").text_content())
    part = PARTS[0]
    shown = [part["shown"]] if part.get("shown") else []
    calls = [
        {key: call[key] for key in ("told", "args", "named") if key in call}
        for call in [*part["calls"], *shown]
    ]
    own = {key: part[key] for key in ("name", "before", "results", "roles")}
    assert job == own | {"source": text, "calls": calls}


def test_the_first_lines_come_back_to_who_is_sure(bare):
    editor = mount(bare)
    area, again = (
        editor.locator("textarea"),
        editor.get_by_role("button", name="Start again"),
    )
    again.click()  # nothing is asked where nothing was written
    for answer, shown in (("dismiss", "mine"), ("accept", PARTS[0]["start"])):
        expect(run(editor, "mine")).to_contain_text("could not start")  # no message
        bare.once("dialog", lambda dialog, answer=answer: getattr(dialog, answer)())
        again.click()
        expect(area).to_have_value(shown)
    expect(editor.locator(".mha-verdict")).to_have_text("")
    expect(mount(bare, ...).locator("textarea")).to_have_value(PARTS[0]["start"])


FAULT = next(one for one in PARTS[0]["known"] if one["faults"])


def test_a_hint_belongs_to_its_run(bare):
    editor = mount(bare)
    part = PARTS[0]
    calls = [call["right"] for call in part["calls"]]
    for at, found in zip(part["telling"], FAULT["found"], strict=True):
        calls[at] = found
    hint = editor.get_by_role("button", name="Hint")
    helped = editor.locator(".mha-helped")
    expect(hint).to_be_hidden()
    wrong = said(STARTED, {"is": "done", "calls": calls, "cut": 0})
    expect(run(editor, wrong)).to_contain_text("✗")
    hint.click()
    told = part["faults"][FAULT["faults"][0]]["hint"].replace("`", "").replace("*", "")
    expect(helped).to_have_text(f"Hint: {told}")
    expect(run(editor, said(STARTED, answer_of(part)))).to_contain_text("✓")
    expect(helped).to_have_text("")
    expect(hint).to_be_hidden()


KEYS = [  # a text with its cursor, or what is chosen in it, a key, and what comes of it
    ("def f():|", "Enter", "def f():\n    |"),
    ("def f():  # so|", "Enter", "def f():  # so\n    |"),
    ("  if x: |", "Enter", "  if x: \n      |"),
    ("x = {1: 2}|", "Enter", "x = {1: 2}\n|"),
    ("    x|y", "Enter", "    x\n    |y"),
    ("a:\n  b|", "Enter", "a:\n  b\n  |"),
    ("  a[b c]d", "Enter", "  a\n  |d"),
    ("    |x", "Backspace", "|x"),
    ("        |", "Backspace", "    |"),
    ("      |", "Backspace", "    |"),
    ("  |", "Backspace", "|"),
    (" |", "Backspace", "|"),
    ("a   |", "Backspace", "a  |"),
    ("a\n    |b", "Backspace", "a\n|b"),
    ("    [  ]x", "Backspace", "    |x"),
    ("ab|", "Backspace", "a|"),
    ("\n|a", "Backspace", "|a"),
]
TYPE = """([area, text]) => {
  const [from, to] = [text.search(/[|[]/), text.search(/[|\\]]/)];
  area.focus();
  area.value = text.replace(/[|[\\]]/g, "");
  area.setSelectionRange(from, text[from] === "[" ? to - 1 : from);
  area.dispatchEvent(new Event("input"));
}"""
TYPED = """area => area.value.slice(0, area.selectionStart) + "|" +
  area.value.slice(area.selectionEnd)"""


def test_keys_indent_and_take_back_a_step(bare):
    area = mount(bare).locator("textarea")
    found = []
    for text, key, _ in KEYS:
        bare.evaluate(TYPE, [area.element_handle(), text])
        bare.keyboard.press(key)
        found.append((text, key, area.evaluate(TYPED)))
        assert kept_of(bare, NAMES[0])["text"] == area.input_value()
    assert found == KEYS


def test_lines_are_numbered_eight_at_least_and_run_by_key(bare):
    editor = mount(bare)
    area, verdict = editor.locator("textarea"), editor.locator(".mha-verdict")
    for count in (0, 7, 8, 9, 30):
        area.fill("\n" * count)
        shown = max(count + 1, 8)
        numbers = editor.locator(".mha-numbers").text_content().split("\n")
        assert numbers == [str(k + 1) for k in range(shown)]
        assert area.evaluate("area => area.rows") == shown
    for keys, words in (("Control", "✓"), ("Meta", "✓")):
        area.fill(said(STARTED, answer_of(PARTS[0])))
        area.press(f"{keys}+Enter")
        expect(verdict).to_contain_text(words)
    area.fill("  x")
    area.press("Shift+Enter")  # a new line, without anything before it
    assert area.input_value() == "  x\n"


def test_elsewhere_than_on_the_page_it_says_where_to_write(bare):
    away = """() => { window.script = document.querySelector("script[src*=explorers]");
      script.remove(); }"""
    bare.evaluate(away)
    editor = mount(bare)
    texts = editor.locator("p").all_text_contents()
    assert [re.search(r"write (\S+) right", text)[1] for text in texts] == NAMES
    bare.evaluate("unmount()")
    assert editor.count() == 0
    bare.evaluate("document.head.append(script)")
