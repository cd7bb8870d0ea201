"""What each chapter's map asks a reader to try, done as readers do it; its options."""

import pytest
from playwright.sync_api import expect

import checks
from later import first_of, later
from project import PROJECT

PAGE_SCRIPT = PROJECT / "tests" / "js" / "map_page.js"
# Page -> for each task: words of what it asks, the edits that do it, words that say so.
LOOK = "make “are” give more than half of its attention to “how”"
HIDE = ("hide from “how”", [{"turn": "causal mask"}], "its own weight became 1")
LARGER = "its score became the largest of its row"
TASKS = {
    "map": [
        (LOOK + " in head 0", [{"cell": "w_q0:0,1", "number": -1}], LARGER),
        HIDE,
        (
            "so that the output alone moves",
            [{"press": "Keep this"}, {"cell": "w_o:0,0", "number": 3}],
            "and every weight is the same",
        ),
    ],
    "why-three-matrices": [
        (
            "the score of “are” for “you” rises above 0, in step 3",
            [{"cell": "w_k0:0,0", "number": 2}, {"step": 3}],
            "came to point to the same side",
        ),
        (
            LOOK + ", in step 5",
            [{"cell": "w_q0:0,1", "number": -1}, {"step": 5}],
            LARGER,
        ),
    ],
    "heads-in-one-product": [
        (
            "the queries of head 1 alone change",
            # what went wrong before does not stand in the way
            [{"cell": "w_q:0,0", "number": 1}, {"cell": "w_q:1,0", "number": 1}],
            "the row of W_q that head 1 owns",
        ),
        (
            "switch to the wrapper",
            [{"turn": "wrapper"}],
            "None changed",
        ),
    ],
    "bug-museum": [
        (
            "leaves every weight as it is",
            [
                {"fault": "The keys are handed over as values"},
                {"read": "mixed0:0,0"},
            ],
            "Whoever looks at the weights finds nothing",
        ),
        (
            "Which switch brings it to light?",
            [{"fault": "The scores are not divided"}, {"turn": "one"}],
            "the root of 1 is 1",
        ),
    ],
    "hide-the-future": [
        (
            "Then press the largest weight of “how” in head 0",
            [
                {"turn": "causal mask"},
                {"read": "weights1:0,0"},  # head 1's
                {"read": "weights0:0,2"},
            ],
            "gives most, 0.45, to “you”: a word that lies in its future.",
        ),
        (
            "change a number of “you” in X",
            [{"turn": "causal mask"}, {"cell": "x:2,0", "number": 5}],
            "Only the row of “you” changed, from (−3.27, −2.22) to (−3.64, −2.74)",
        ),
        (
            "Which row of the output does not move?",
            [
                {"press": "Keep this"},
                {"turn": "causal mask"},
                {"step": 8},
                {"read": "output:2,1"},
            ],
            "“you” comes last",
        ),
    ],
}


@pytest.fixture
def open_map(page, address):
    """A function: a page -> the map that stands on it."""

    def opened(name: str):
        checks.open_page(page, f"{address}/{name}.html")
        if not page.evaluate("'map' in window && 'edit' in map"):
            page.add_script_tag(path=PAGE_SCRIPT)
        return page.locator(".mha-explorer:has(.mha-steps)")

    return opened


UNFOLD = "all => all.forEach(summary => summary.click())"


def do(explorer, edit: dict) -> None:
    if "press" in edit or "fault" in edit:
        explorer.locator(".mha-options:not([open]) > summary").evaluate_all(UNFOLD)
    if "press" in edit:
        explorer.get_by_role("button", name=edit["press"]).click()
    elif "read" in edit:
        explorer.evaluate("(node, cell) => map.press(node, cell)", edit["read"])
    elif "fault" in edit:
        explorer.get_by_label("a known fault").select_option(edit["fault"])
    elif "step" in edit:
        explorer.locator(".mha-steps input").nth(edit["step"]).check(force=True)
    else:
        explorer.evaluate("(node, edit) => map.edit(node, [edit])", edit)


@pytest.mark.parametrize("name", first_of(TASKS))
def test_each_task_is_asked_can_be_done_and_says_so(open_map, name):
    explorer = open_map(name)
    line, (*earlier, last) = explorer.locator(".mha-task"), TASKS[name]
    for asked, edits, told in TASKS[name]:
        expect(line).to_contain_text(asked)
        for edit in edits:
            expect(line).to_contain_text("Try it: ")  # not done yet
            do(explorer, edit)
        expect(line).to_contain_text("✓ ")
        expect(line).to_contain_text(told)
        if (asked, edits, told) != last:
            line.get_by_role("button", name="Next task").click()
    expect(line.get_by_role("button")).to_be_hidden()
    explorer.get_by_role("button", name="Reset").click()
    expect(line).to_contain_text([*earlier, last][0][0])


LINKS = [  # page, words of the link, what is said then, how many outputs move
    (
        "hide-the-future",
        "without a mask",
        "Shapes and row sums are the same; the outputs are up to ",
        4,  # “you” stays
    ),
    (
        "hide-the-future",
        "what this mistake moves",
        "With the fault “The mask comes after the softmax”",
        4,
    ),
    (
        "heads-in-one-product",
        "keep the wrapper",
        "None of 100 numbers differs from what you kept. ",
        0,
    ),
    (
        "bug-museum",
        "Follow it on the map",  # the first of these
        "With the fault “The scores are not divided”",
        6,
    ),
]


@pytest.mark.parametrize(("name", "words", "told", "moved"), first_of(LINKS))
def test_a_page_compares_two_states_as_it_says(
    open_map, page, name, words, told, moved
):
    explorer = open_map(name)
    link = page.locator("article a[href^='#explorer']").filter(has_text=words).first
    link.evaluate("node => node.closest('details')?.setAttribute('open', '')")
    link.click()
    expect(explorer.locator("[aria-live=polite]")).to_contain_text(told)
    expect(explorer.get_by_role("alert")).to_have_text("")
    output = explorer.locator("[data-name=output] .mha-cell.mha-changed")
    expect(output).to_have_count(moved)
    assert explorer.locator(".mha-cell.mha-first").count() == bool(moved)


SET = {
    "map": "(two heads, no mask, no positions)",
    "why-three-matrices": "(one head, no mask, no positions)",
    "heads-in-one-product": "(two heads, weight split, no mask, no positions)",
    "hide-the-future": "(two heads, causal mask, no positions)",
}


@pytest.mark.parametrize(("name", "is_set"), first_of(SET.items(), 2))
def test_options_wait_and_say_what_a_chapter_has_set(open_map, name, is_set):
    explorer = open_map(name)
    expect(explorer.get_by_label("causal mask")).to_be_hidden()
    expect(explorer.get_by_text(is_set)).to_be_visible()


@pytest.mark.parametrize("name", first_of(TASKS))
def test_at_1280_every_map_is_a_row(open_map, name):
    picture = open_map(name).locator(".mha-area svg")
    _, _, width, height = (
        float(x) for x in picture.get_attribute("viewBox").split(" ")
    )
    assert width > height


WINDOWS = ["heads-in-one-product", "map", *later("hide-the-future")]


@pytest.mark.parametrize("name", WINDOWS)
def test_the_picture_and_what_walks_through_it_are_in_one_window(open_map, page, name):
    page.set_viewport_size({"width": 1280, "height": 800})
    explorer = open_map(name)
    explorer.evaluate("n => scrollBy(0, n.getBoundingClientRect().top - 56)")
    parts = ".mha-task, .mha-steps, .mha-area, .mha-foot"
    for k in range(9):
        do(explorer, {"step": k})
        explorer.evaluate("n => scrollBy(0, n.getBoundingClientRect().top - 56)")
        task, steps, area, foot = explorer.locator(parts).evaluate_all(
            "all => all.map(n => n.getBoundingClientRect()).map(b => [b.top, b.bottom])"
        )
        assert task[0] >= 56
        assert steps[1] <= area[0]
        assert area[1] <= foot[0] + 24  # a margin of the drawing
        assert foot[1] <= 800


@pytest.mark.parametrize("name", ["why-three-matrices", *later("heads-in-one-product")])
def test_on_a_phone_each_step_brings_what_it_makes_into_sight(open_map, page, name):
    explorer = open_map(name)
    checks.resize(page, 390)
    explorer.locator(".mha-steps input").first.check(force=True)
    for step in range(1, 9):
        explorer.get_by_role("button", name="Next").click()
        seen, all_ = explorer.evaluate(SEEN)
        assert 0 < seen <= all_
        if (name, step) != ("heads-in-one-product", 2):  # taller than the window
            assert seen == all_, step


OUTPUT = "node => map.read(node).output"


def test_the_designs_agree_as_the_task_says(open_map):
    explorer = open_map("heads-in-one-product")
    explorer.locator(".mha-steps input").first.check(force=True)
    before = explorer.evaluate("node => map.read(node)")
    explorer.evaluate("node => map.edit(node, [{turn: 'wrapper'}])")
    after = explorer.evaluate("node => map.read(node)")
    both = set(before) & set(after)
    assert {"q0", "q1", "weights1", "output"} <= both
    assert all(before[name] == after[name] for name in both)


def test_what_is_typed_moves_no_page(open_map, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    explorer = open_map("heads-in-one-product")
    explorer.locator("[data-name=w_q] [role=gridcell]").first.click()
    before = page.evaluate("scrollY")
    page.keyboard.type("2")
    expect(explorer.get_by_label("Change this number")).to_have_value("2")
    page.wait_for_timeout(100)
    assert page.evaluate("scrollY") == before


@pytest.mark.parametrize("width", [1280, 390])
def test_a_change_that_moves_the_other_head_is_answered(open_map, page, width):
    page.set_viewport_size({"width": width, "height": 844})
    explorer = open_map("heads-in-one-product")
    live, line = explorer.locator("[aria-live=polite]"), explorer.locator(".mha-task")
    expect(line).to_contain_text("change one number of W_q, so")
    expect(line.locator("sub > i").first).to_have_css("font-size", "0px")
    explorer.evaluate("node => map.press(node, 'w_q:0,1')")
    expect(live).not_to_contain_text("Not yet")
    explorer.evaluate("node => map.edit(node, [{cell: 'w_q:0,1', number: 2}])")
    expect(live).to_contain_text("Not yet: your change moved the queries of head 0.")
    explorer.evaluate("node => map.edit(node, [{cell: 'w_q:1,0', number: 2}])")
    expect(line).to_contain_text("✓ ")
    expect(live).not_to_contain_text("Not yet")


def test_a_later_word_changes_its_own_output_alone_as_the_task_says(open_map):
    explorer = open_map("hide-the-future")
    explorer.locator(".mha-steps input").first.check(force=True)
    before = explorer.evaluate(OUTPUT)
    explorer.evaluate("node => map.edit(node, [{cell: 'x:2,0', number: 5}])")
    after = explorer.evaluate(OUTPUT)
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, True, False]


# Lines of what is said that go on beyond what shows them.
CUT = """node => [...node.children].filter(line => {
  const range = document.createRange();
  range.selectNodeContents(line);
  const [words, frame] = [range, node].map(part => part.getBoundingClientRect());
  return words.right > frame.right + 1 || words.bottom > frame.bottom + 1;
}).map(line => line.textContent)"""


def test_on_a_phone_a_press_that_does_a_task_tells_so_and_of_its_number(open_map, page):
    page.set_viewport_size({"width": 390, "height": 844})
    explorer = open_map("hide-the-future")
    do(explorer, {"turn": "causal mask"})
    number = explorer.locator("[data-name=weights0] [role=gridcell]").nth(2)
    number.click()  # which has the focus before it is a click
    told = explorer.locator(".mha-told.mha-new")  # that press has not seen it yet
    expect(told.locator("> span")).to_be_in_viewport(ratio=1)
    live = explorer.locator("[aria-live=polite]")
    expect(live).to_be_in_viewport(ratio=1)
    expect(live).to_contain_text("weights0[“how”, “you”]")
    result = live.get_by_text("= 0.4546")
    expect(result).to_be_in_viewport(ratio=1)
    assert live.evaluate(CUT) == []
    assert explorer.evaluate(BAR) <= 0.18
    # What was done is put away, and the picture stays where it is.
    before = number.bounding_box()["y"]
    explorer.locator(".mha-told button").click()
    assert number.bounding_box()["y"] == pytest.approx(before, abs=1)
    expect(explorer.locator(".mha-read")).to_have_count(0)
    assert not explorer.locator(".mha-options").evaluate("node => node.open")


def test_the_caption_and_the_options_say_what_is_printed(open_map, page):
    explorer = open_map("hide-the-future")
    link = page.get_by_role("link", name="without a mask")
    hidden, options = explorer.locator(".mha-if-masked"), explorer.locator("summary")
    link.click()
    expect(hidden.first).to_be_visible()
    explorer.get_by_label("kept").check()
    expect(hidden.first).to_be_hidden()
    expect(options).to_contain_text("no mask")
    link.click()
    expect(explorer.get_by_role("radio", name="now")).to_be_checked()
    expect(hidden.first).to_be_visible()
    expect(options).to_contain_text("causal mask")


# The bar is low and covers nothing of the picture.
IS_FREE = """explorer => {
  const [foot, last] = [".mha-foot", "[data-name=mixed1]"].map(
    part => explorer.querySelector(part).getBoundingClientRect());
  return foot.height < 75 && last.bottom <= foot.top; }"""


def test_a_comparison_leaves_the_window_to_the_picture(open_map, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    explorer = open_map("hide-the-future")
    page.get_by_role("link", name="without a mask").click()
    # The page rolls there first.
    page.wait_for_function(IS_FREE, arg=explorer.element_handle(), timeout=10_000)


def test_on_a_phone_the_way_to_the_first_that_moved_stays_in_sight(open_map, page):
    page.set_viewport_size({"width": 390, "height": 844})
    explorer = open_map("hide-the-future")
    page.get_by_role("link", name="without a mask").click()
    lead = explorer.get_by_role("button", name="Go to the first that moved")
    expect(lead).to_be_in_viewport(ratio=1)
    assert explorer.locator(".mha-walk").bounding_box()["height"] < 60
    lead.click()
    expect(explorer.locator("[data-name=masked0]")).to_be_in_viewport(ratio=1)


# ---- links ---------------------


def is_compared(explorer, step: str) -> bool:
    """Whether the map is compared, at this step."""
    expect(explorer.get_by_role("radio", name=step)).to_be_checked()
    return explorer.locator(".mha-keep.mha-on").count() == 1


def test_a_link_that_was_followed_is_one_change_and_back_takes_it_back(open_map, page):
    explorer = open_map("hide-the-future")
    page.get_by_role("link", name="without a mask").press("Enter")
    assert is_compared(explorer, "Whole")
    expect(explorer).to_be_focused()  # Tab goes on from here
    page.keyboard.press("Control+z")
    assert not is_compared(explorer, "5 Softmax")
    page.keyboard.press("Control+y")
    assert is_compared(explorer, "Whole")
    explorer.get_by_role("radio", name="3 Score").check(force=True)
    page.go_back()
    assert not is_compared(explorer, "5 Softmax")
    page.go_forward()
    assert is_compared(explorer, "3 Score")  # as it was left
    page.get_by_role("link", name="without a mask").press("Enter")
    assert is_compared(explorer, "Whole")  # to go there again changes no address


def test_on_a_phone_a_link_leads_to_what_its_sentence_asks_about(open_map, page):
    page.set_viewport_size({"width": 390, "height": 844})
    explorer = open_map("hide-the-future")
    page.get_by_role("link", name="without a mask").click()
    expect(explorer.locator("[data-name=output]")).to_be_in_viewport(ratio=1)
    expect(explorer.get_by_label("causal mask")).to_be_hidden()


def test_a_fault_that_is_chosen_at_a_step_shows_its_outputs(open_map):
    explorer = open_map("hide-the-future")
    do(explorer, {"fault": "The mask comes after the softmax"})
    expect(explorer.locator("[data-name=output] .mha-changed")).to_have_count(4)


# ---- options ---------------------


WHOLE = "node => node.scrollHeight <= node.clientHeight"  # nothing of it is cut


def test_on_a_phone_options_wait_and_a_step_says_more_when_asked(open_map, page):
    page.set_viewport_size({"width": 390, "height": 844})
    explorer = open_map("hide-the-future")
    expect(explorer.get_by_label("causal mask")).to_be_hidden()
    explorer.get_by_role("button", name="Next").click()
    live, foot = explorer.locator("[aria-live=polite]"), explorer.locator(".mha-foot")
    expect(live).to_have_text(
        "6 Mix. Each word’s result is the average of all values, weighted by its own "
        "row of attention weights."
    )
    assert foot.evaluate(WHOLE)
    explorer.get_by_role("button", name="Say more").click()
    expect(live).to_contain_text("where information moves from word to word")
    explorer.get_by_role("button", name="Say less").click()
    expect(live).not_to_contain_text("where information moves")
    explorer.get_by_role("button", name="Say more").click()
    checks.resize(page, 1280)
    expect(live).to_contain_text("where information moves")
    explorer.get_by_role("button", name="Say less").click()
    expect(live).not_to_contain_text("where information moves")


def test_a_switch_and_what_it_changes_are_in_one_window(open_map, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    explorer = open_map("hide-the-future")
    switch = explorer.get_by_label("causal mask")
    explorer.locator(".mha-options > summary").evaluate_all(UNFOLD)
    switch.evaluate("node => node.scrollIntoView({block: 'start'})")
    page.mouse.move(640, 400)  # over the page, and not over its long list
    page.mouse.wheel(0, -140)  # below the page's own bar, with the task in sight
    page.wait_for_function(
        "document.querySelector('.mha-task').getBoundingClientRect().top >= 0"
    )
    expect(switch).to_be_in_viewport()
    foot = explorer.locator(".mha-foot").bounding_box()
    weights = explorer.locator("[data-name=weights0]").bounding_box()
    assert weights["y"] + weights["height"] < foot["y"]


FREE = """node => {
  const tile = node.querySelector("[data-name=weights0]").getBoundingClientRect();
  const foot = node.querySelector(".mha-foot").getBoundingClientRect();
  return tile.top > 56 && tile.bottom <= foot.top;
}"""  # between the page's head and what is said


def test_on_a_phone_a_switch_leads_to_the_numbers_that_its_task_asks_for(
    open_map, page
):
    page.set_viewport_size({"width": 390, "height": 844})
    explorer = open_map("hide-the-future")
    explorer.evaluate("n => scrollBy(0, n.getBoundingClientRect().top - 60)")
    explorer.locator("summary").click()
    explorer.get_by_label("causal mask").click()
    page.wait_for_timeout(200)
    assert explorer.evaluate(FREE)
    explorer.evaluate("node => map.press(node, 'x:2,0')")
    explorer.evaluate("node => map.edit(node, [{turn: 'causal mask'}])")
    live = explorer.locator("[aria-live=polite]")
    expect(live).to_contain_text("5 Softmax. ")  # what has changed, and not “you”
    assert explorer.locator(".mha-far").count() == 0


def test_what_a_task_asks_of_the_outputs_is_seen_when_it_is_done(open_map):
    explorer = open_map("hide-the-future")
    outputs = explorer.locator("[data-name=output] .mha-cell")
    explorer.evaluate("node => map.edit(node, [{turn: 'causal mask'}])")
    explorer.evaluate("node => map.press(node, 'weights0:0,2')")
    explorer.get_by_role("button", name="Next task").first.click()
    explorer.evaluate("node => map.edit(node, [{turn: 'causal mask'}])")
    expect(outputs.first).to_have_text("")
    explorer.evaluate("node => map.press(node, 'x:2,0')")
    field = explorer.get_by_label("Change this number")
    field.fill("5")
    expect(explorer.locator(".mha-task")).to_contain_text("✓ ")
    expect(field).to_be_focused()  # it can be typed on
    expect(outputs.last).to_have_text("−2.74")
    expect(outputs.and_(explorer.locator(".mha-older"))).to_have_count(2)


def test_a_line_that_was_pressed_stays_where_it_is(open_map, page):
    page.set_viewport_size({"width": 390, "height": 844})
    explorer = open_map("hide-the-future")
    do(explorer, {"turn": "causal mask"})
    explorer.evaluate("node => map.press(node, 'weights0:0,2')")
    explorer.locator(".mha-options").evaluate("node => (node.open = true)")
    line = explorer.locator(".mha-task")
    line.evaluate("node => scrollBy(0, node.getBoundingClientRect().top - 150)")
    page.wait_for_timeout(300)
    before = line.bounding_box()["y"]
    line.get_by_role("button", name="Next task").evaluate("node => node.click()")
    expect(explorer.locator(".mha-options")).not_to_have_attribute("open", "")
    page.wait_for_timeout(300)
    assert line.bounding_box()["y"] == pytest.approx(before, abs=2)


BAR = "node => node.querySelector('.mha-foot').offsetHeight / innerHeight"


def test_on_a_phone_what_is_said_leaves_the_window_to_the_picture(open_map, page):
    page.set_viewport_size({"width": 390, "height": 844})
    explorer = open_map("hide-the-future")
    echo, live = explorer.locator(".mha-told"), explorer.locator("[aria-live=polite]")
    explorer.locator("[data-name=masked0]").evaluate("node => node.scrollIntoView()")
    expect(explorer.locator(".mha-task")).not_to_be_in_viewport()
    for edit in (
        {"step": 5},
        {"turn": "causal mask"},
        {"read": "weights0:0,1"},
        {"read": "weights0:0,2"},  # which is what the task asks for
    ):
        assert explorer.evaluate(BAR) <= 0.15, edit
        do(explorer, edit)
    expect(echo).to_contain_text("✓ ")
    page.wait_for_timeout(100)
    assert explorer.evaluate(BAR) <= 0.18  # with what was done
    explorer.locator("[data-name=q0] .mha-cell").first.dispatch_event("click")
    expect(echo.locator("span").first).to_be_visible()
    expect(echo.get_by_role("button", name="Next task")).to_be_visible()
    expect(live).to_be_visible()
    assert explorer.evaluate(BAR) <= 0.18
    explorer.locator("[data-name=x] .mha-cell").first.dispatch_event("click")
    label = explorer.locator(".mha-inspector label")
    expect(label).to_contain_text("Change this number")
    assert label.bounding_box()["height"] <= 44
    assert explorer.evaluate(BAR) <= 0.18
    explorer.locator(".mha-options").evaluate("node => (node.open = true)")
    heights = explorer.locator(".mha-options, .mha-keep").evaluate_all(
        "all => all.map(node => node.offsetHeight)"
    )
    assert sum(heights) < 844 * 0.47  # each label above its control


def test_a_task_that_was_undone_is_asked_again(open_map):
    explorer = open_map("map")
    explorer.evaluate("node => map.edit(node, [{cell: 'w_q0:0,1', number: -1}])")
    expect(explorer.locator(".mha-task")).to_contain_text("✓ ")
    explorer.get_by_role("button", name="Undo").click()
    expect(explorer.locator(".mha-task")).to_contain_text("Press an underlined number")


def test_a_task_is_judged_by_the_number_that_was_typed_and_only_while_it_is_so(
    open_map, page
):
    explorer = open_map("map")
    line = explorer.locator(".mha-task")
    field = explorer.locator(".mha-inspector input")
    explorer.evaluate("node => map.press(node, 'w_q0:0,1')")
    field.click()
    page.keyboard.type("0.3")  # 0 alone would do it
    expect(line).to_contain_text("Try it: ")
    field.press("Enter")
    expect(line).to_contain_text("Try it: ")
    field.click()
    page.keyboard.type("-0.6")
    expect(line).to_contain_text("is now 0.83")  # after a pause
    field.fill("-0.5")
    now = explorer.evaluate("node => map.read(node).weights0[1][0]")
    expect(line).to_contain_text(f"is now {now}")
    field.fill("0.6")
    expect(line).to_contain_text("Try it: ")


def test_of_what_is_told_and_its_echo_one_is_seen_at_each_place(open_map, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    explorer = open_map("map")
    explorer.evaluate("node => map.edit(node, [{cell: 'w_q0:0,1', number: -1}])")
    line, echo = explorer.locator(".mha-task"), explorer.locator(".mha-told")
    expect(line).to_contain_text("✓ ")
    for top in range(0, 100, 20):  # under the page's head, and out from under it
        line.evaluate("(n, y) => scrollBy(0, n.getBoundingClientRect().top - y)", top)
        page.wait_for_timeout(100)
        is_seen = line.evaluate("n => getComputedStyle(n).opacity === '1'")
        assert is_seen != echo.is_visible(), top


def test_a_link_of_a_step_leads_there_and_back(open_map, page):
    page.set_viewport_size({"width": 390, "height": 844})
    explorer = open_map("map")
    page.get_by_role("link", name="Softmax", exact=True).click()
    expect(explorer.locator("[data-name=weights0]")).to_be_in_viewport(ratio=1)
    page.go_back()
    expect(explorer.get_by_role("radio", name="Whole")).to_be_checked()


def test_what_is_told_moves_no_button_that_is_in_sight(open_map, page):
    page.set_viewport_size({"width": 1280, "height": 700})
    explorer = open_map("map")
    explorer.evaluate("node => map.edit(node, [{cell: 'w_q0:0,1', number: -1}])")
    page.evaluate("scrollTo(0, 0)")
    echo = explorer.locator(".mha-told")
    expect(echo).to_be_hidden()
    moved = explorer.evaluate(
        """async node => {
          const button = [...node.querySelectorAll(".mha-buttons button")].at(-1);
          button.scrollIntoView({ block: "end", behavior: "instant" });
          const before = button.getBoundingClientRect().top;
          while (node.querySelector(".mha-told").hidden)
            await new Promise(requestAnimationFrame);
          return button.getBoundingClientRect().top - before;
        }"""
    )
    assert abs(moved) < 1


def test_on_a_phone_the_number_that_a_task_waits_for_is_told(open_map, page):
    page.set_viewport_size({"width": 390, "height": 844})
    explorer = open_map("map")
    live = explorer.locator("[aria-live=polite]")
    explorer.evaluate("node => map.press(node, 'w_q0:0,1')")
    expect(live).to_contain_text("The weight “are” → “how” is 0.16.")
    explorer.evaluate("node => map.edit(node, [{cell: 'w_q0:0,1', number: 0.3}])")
    expect(live).to_contain_text("The weight “are” → “how” is 0.32.")
    explorer.evaluate("node => map.edit(node, [{cell: 'w_q0:0,1', number: -1}])")
    expect(live).not_to_contain_text("The weight")  # it is done
    checks.resize(page, 1280)
    explorer.get_by_role("button", name="Reset").click()
    explorer.evaluate("node => map.press(node, 'w_q0:0,1')")
    expect(live).not_to_contain_text("The weight")  # it is in sight


SEEN = """node => {
  const bottom = node.querySelector(".mha-foot").getBoundingClientRect().top;
  const cells = [...node.querySelectorAll(".mha-now")];
  const isSeen = cell => {
    const box = cell.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= bottom;
  };
  const heads = cells.filter(cell => !cell.closest("[data-name$='1']"));
  return [heads.filter(isSeen).length, heads.length];
}"""


def test_what_is_done_out_of_its_lines_sight_is_told_where_it_was_done(open_map, page):
    explorer = open_map("map")
    checks.resize(page, 390)
    line, echo = explorer.locator(".mha-task"), explorer.locator(".mha-told")
    query = explorer.locator("[data-name=w_q0]")
    query.evaluate("node => node.scrollIntoView({block: 'start'})")
    expect(line).not_to_be_in_viewport()
    expect(echo).to_be_hidden()
    explorer.evaluate("node => map.edit(node, [{cell: 'w_q0:0,1', number: -1}])")
    expect(echo).to_be_in_viewport(ratio=1)
    expect(echo).to_contain_text(LARGER)
    line.evaluate("node => node.scrollIntoView({block: 'center'})")
    expect(line).to_contain_text(LARGER)
    expect(echo).to_be_hidden()
    query.evaluate("node => node.scrollIntoView({block: 'start'})")
    before = query.bounding_box()["y"]
    echo.get_by_role("button", name="Next task").evaluate("node => node.click()")
    expect(echo).to_contain_text(HIDE[0])  # the page stays where it is
    expect(echo).to_be_focused()
    assert query.bounding_box()["y"] == pytest.approx(before, abs=1)
    query.locator(".mha-cell").first.dispatch_event("click")
    expect(echo).to_be_hidden()
    line.evaluate("node => node.scrollIntoView({block: 'center'})")
    expect(line).to_contain_text(HIDE[0])


@pytest.mark.parametrize("step", ["2 Project", "3 Score", "5 Softmax"])
def test_a_pressed_step_stays_in_sight_and_is_not_talked_over(open_map, page, step):
    page.set_viewport_size({"width": 1280, "height": 800})
    explorer = open_map("map")
    pill = explorer.locator(".mha-steps").get_by_text(step)
    place = pill.bounding_box()
    page.mouse.move(place["x"] + 5, place["y"] + 5)
    page.mouse.down()
    page.mouse.up()
    page.wait_for_timeout(600)  # the page slides under the mouse, which rests
    expect(explorer.locator("[aria-live=polite]")).to_contain_text(step)
    head = page.locator(".bd-header-article").bounding_box()
    assert pill.bounding_box()["y"] >= head["y"] + head["height"] - 2
    # Where it is stuck, nothing of the picture is seen above it or beside it.
    page.evaluate("scrollBy({top: 190, behavior: 'instant'})")
    row = explorer.locator(".mha-steps").bounding_box()
    area = explorer.locator(".mha-area").bounding_box()
    assert row["y"] <= head["y"] + head["height"]
    assert row["x"] <= area["x"]
    assert row["x"] + row["width"] >= area["x"] + area["width"]


def test_options_open_by_keyboard_and_say_what_is_on(open_map, page):
    explorer = open_map("why-three-matrices")
    summary = explorer.locator("summary")
    expect(summary).to_have_text("Options (one head, no mask, no positions)")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(explorer.get_by_label("one", exact=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    explorer.get_by_label("weight split").check()
    explorer.get_by_label("causal mask").check()
    explorer.get_by_label("positions").check()
    said = "Options (two heads, weight split, causal mask, positions)"
    expect(summary).to_have_text(said)
    summary.focus()
    page.keyboard.press("Enter")
    expect(explorer.get_by_label("causal mask")).to_be_hidden()
    expect(summary).to_have_text(said)


def test_a_step_without_a_mask_says_where_to_switch_one_on(open_map):
    explorer = open_map("why-three-matrices")
    explorer.locator(".mha-steps input").nth(4).check(force=True)
    live = explorer.locator("[aria-live=polite]")
    explorer.get_by_role("button", name="Say more").click()
    expect(live).to_contain_text("No mask is on: every word may look at every word")
    expect(live).to_contain_text("Switch one on in Options")
