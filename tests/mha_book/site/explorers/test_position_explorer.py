"""PositionExplorer on the published page, against its Python half."""

import math

import pytest
from playwright.sync_api import expect

import checks
import contract
import reading
from explorer_pages import start_of
from later import later
from mha_book import palette
from mha_book.explorers import PositionExplorer

START = start_of(PositionExplorer, "width", "base", "position", "key", "feature")
PARTS = ("picture", "waves", "numbers", "similarity", "rotary")
PAIRED = ("similarity", "rotary")  # of a query and a key
FEATURED = ("picture", "waves")


@pytest.fixture
def explorer(open_explorer):
    return open_explorer(PositionExplorer, decimals=8, part="picture")


def open_part(explorer, part):
    """Press its tab; gives the part."""
    explorer.get_by_role("tab", name=part.capitalize(), exact=True).click()
    return explorer.get_by_role("tabpanel", name=part.capitalize())


def opened(explorer) -> str:
    return explorer.get_by_role("tab", selected=True).inner_text().lower()


def label_of(name, part) -> str:
    if name == "position":
        return "Query q at" if part in PAIRED else "Position t"
    labels = {"width": "Width E", "key": "Key k at", "feature": "Feature"}
    return labels[name]


def slider(explorer, name):
    """In the open part, or in one that has it."""
    for owned, parts in (("key", PAIRED), ("feature", FEATURED)):
        if name == owned and opened(explorer) not in parts:
            open_part(explorer, parts[0])
    return explorer.get_by_label(label_of(name, opened(explorer)), exact=True)


def base_field(explorer):
    return explorer.get_by_label("Base", exact=True)


def choose(explorer, state, **values):
    """Move sliders, and keep in step the state that Python is given."""
    for name, value in values.items():
        slider(explorer, name).fill(str(value))
        state[name] = value
    state["feature"] = min(state["feature"], state["width"] - 1)


# ---- every number ---------------------------------------------------------------


def expected(state, part) -> dict[str, list[float]]:
    """What the open part shows, by Python; "none" is nan."""
    here, other = (
        PositionExplorer(**state | {"position": state[name]})
        for name in ("position", "key")
    )
    pairs = zip(here.angles, other.angles, strict=True)
    between = [] if here.score is None else [query - key for query, key in pairs][:8]
    numbers = [number for row in here.pairs() for number in row]
    shown = {
        "numbers": [math.nan if number is None else number for number in numbers],
        "waves": [here.vector[state["feature"]]],
        "similarity": [here.similarity[state["key"]]],
        "between": between,
        "cosines": [math.cos(angle) for angle in between],
        "score": [] if here.score is None else [here.score],
    }
    own = {"rotary": ("between", "cosines", "score")}.get(part, (part,))
    return {name: found if name in own else [] for name, found in shown.items()}


# What the page displays now.
SHOWN = """node => {
  const texts = query => [...node.querySelectorAll(query)]
    .filter(n => n.checkVisibility())
    .map(n => n.textContent.replace(/.* /, ""));
  return {
    part: node.querySelector("[aria-selected=true]").textContent.toLowerCase(),
    texts: {
      numbers: texts("table.mha-grid tbody td"),
      waves: texts("[data-part=waves] .mha-name"),
      similarity: texts("[data-part=similarity] .mha-name"),
      between: texts("[data-fact=angle]"),
      cosines: texts("[data-fact=cosine]"),
      score: texts("[data-part=rotary] .mha-score:last-of-type"),
    },
  };
}"""


def numbers_of(texts: dict[str, list[str]]) -> dict[str, list[float]]:
    """What the page displays, as numbers; "none" is nan."""
    return {
        name: [float(t.replace("none", "nan").replace("−", "-")) for t in each]
        for name, each in texts.items()
    }


def shown(explorer, part) -> dict[str, list[float]]:
    open_part(explorer, part)
    return numbers_of(explorer.evaluate(SHOWN)["texts"])


def assert_shown(page, state):
    found, python = numbers_of(page["texts"]), expected(state, page["part"])
    assert list(found) == list(python)
    for name, numbers in python.items():
        near = pytest.approx(numbers, abs=1e-6, rel=0, nan_ok=True)
        assert found[name] == near, (name, state)


def assert_same(explorer, state):
    """In every part."""
    for part in PARTS:
        open_part(explorer, part)
        assert_shown(explorer.evaluate(SHOWN), state)


def edit(state, draw):
    """One random edit in the state that Python is given; gives it as the page's."""
    part = state["part"]
    own = ["key"] * (part in PAIRED) + ["feature"] * (part in FEATURED)
    name = draw.choice(["part", "part", "width", "position", *own, "field", "powers"])
    if name == "part":
        state["part"] = draw.choice(PARTS)
        return state["part"].capitalize(), None
    if name == "field":
        number = round(10 ** draw.uniform(1, 5), draw.randrange(9))
        state["base"] = min(max(number, 10), 100000)
        return "Base", state["base"]
    if name == "powers":
        power = draw.randrange(100, 501) / 100
        state["base"] = float(f"{10**power:.3g}")
        return "Base, by powers of ten", power
    state[name] = draw.randint(*limits(name, state))
    state["feature"] = min(state["feature"], state["width"] - 1)
    return label_of(name, part), state[name]


def limits(name, state) -> tuple[int, int]:
    highest = {"width": 32, "feature": state["width"] - 1}
    return 2 if name == "width" else 0, highest.get(name, 63)


def test_edits_show_pythons_numbers(explorer):
    start = START | {"part": "picture"}
    for page, state in reading.edit_at_random(explorer, start, edit, SHOWN):
        assert page["part"] == state["part"]
        assert_shown(page, state)


def test_decimals_are_those_chosen(explorer):
    explorer.get_by_label("Decimals").select_option("3")
    open_part(explorer, "numbers")
    sine = cell(explorer, 1, 3)
    assert sine.inner_text() == "0.479"
    open_part(explorer, "rotary")
    text = f"{sum(math.cos(3 * 10**-i) for i in range(4)) / math.sqrt(8):.3f}"
    score = explorer.locator(".mha-score:visible").last.inner_text()
    assert score == f"score = sum of the cosines / √8 = {text}"


# ---- controls -------------------------------------------------------------------


def test_sliders_say_their_values_in_words(explorer):
    choose(explorer, dict(START), width=7, position=63, key=0, feature=5)
    words = {
        "width": "7 features",
        "position": "position 63",
        "key": "position 0",
        "feature": "5, cosine of pair 2",
    }
    for name, text in words.items():
        expect(slider(explorer, name)).to_have_attribute("aria-valuetext", text)
        assert text in slider(explorer, name).locator("..").inner_text()
    choose(explorer, dict(START), feature=6)
    said = slider(explorer, "feature").get_attribute("aria-valuetext")
    assert said == "6, sine of pair 3"
    seen = explorer.locator(".mha-said").first  # not read out twice
    expect(seen).to_have_attribute("aria-hidden", "true")
    for name in words:
        low, high = limits(name, {"width": 7})
        assert slider(explorer, name).get_attribute("min") == str(low)
        assert slider(explorer, name).get_attribute("max") == str(high)


def test_the_bases_field_and_slider_keep_in_step(explorer, page):
    powers = explorer.get_by_label("Base, by powers of ten")
    expect(powers).to_have_value("4")
    powers.focus()
    page.keyboard.press("ArrowRight")
    expect(base_field(explorer)).to_have_value("10200")  # three digits of 10^4.01
    expect(powers).to_have_value("4.01")
    expect(powers).to_have_attribute("aria-valuetext", "10200")
    base_field(explorer).fill("100")
    expect(powers).to_have_value("2")
    for key, base in (("Home", "10"), ("End", "100000")):
        powers.focus()
        page.keyboard.press(key)
        expect(base_field(explorer)).to_have_value(base)


@pytest.mark.parametrize(
    ("typed", "found"), [("", "no number"), ("9.99", "9.99"), ("100001", "100001")]
)
def test_a_bad_base_is_named_and_loses_nothing(explorer, typed, found):
    base_field(explorer).fill(typed)
    message = f"Base: found {found}, expected 10 to 100000; 10000 is kept."
    assert explorer.get_by_role("alert").inner_text() == message
    assert_same(explorer, START)
    base_field(explorer).blur()
    assert base_field(explorer).input_value() == "10000"


def test_a_smaller_width_takes_the_feature_along(explorer):
    state = dict(START)
    choose(explorer, state, width=20, feature=19)
    choose(explorer, state, width=6)
    assert state["feature"] == 5
    expect(slider(explorer, "feature")).to_have_value("5")
    assert_same(explorer, state)
    choose(explorer, state, width=12)  # does not bring the old one back
    expect(slider(explorer, "feature")).to_have_value("5")


def test_both_tokens_move_together_and_the_score_stays(explorer, live, page):
    state = dict(START)
    choose(explorer, state, key=61)
    score = shown(explorer, "rotary")["score"]
    both = explorer.get_by_role("group", name="Both q and k")
    on, back = (both.get_by_role("button", name=f"one {way}") for way in ("on", "back"))
    on.focus()
    page.keyboard.press("Enter")
    expect(on).to_be_focused()
    state |= {"position": 6, "key": 62}
    assert_shown(explorer.evaluate(SHOWN), state)
    found = numbers_of(explorer.evaluate(SHOWN)["texts"])["score"]
    assert found == pytest.approx(score, abs=2e-8)
    text = f"{score[0]:.8f}".replace("-", "−")
    place = "query at position 6, key at position 62: 6 − 62 = −56"
    assert live.inner_text().startswith(f"{place}, score {text[:-1]}")
    page.keyboard.press("Enter")
    expect(on).to_be_disabled()
    expect(on).to_be_focused()  # where one was, though it leads no further
    choose(explorer, state, position=1, key=8)
    back.click()
    expect(back).to_be_disabled()
    expect(back).to_be_focused()
    assert_shown(explorer.evaluate(SHOWN), state | {"position": 0, "key": 7})
    choose(explorer, state, position=2)  # what was said stays true
    assert live.inner_text().startswith(
        "query at position 2, key at position 7: 2 − 7 = −5,"
    )
    choose(explorer, state, width=9)
    assert live.inner_text().startswith("Rotary positions turn features in pairs.")


def test_where_a_tab_has_no_two_positions_nothing_is_said_of_them(explorer, live):
    open_part(explorer, "similarity")
    explorer.get_by_role("button", name="one on").click()
    expect(live).to_contain_text("q at ")
    for part in PARTS:
        open_part(explorer, part)
        if part not in PAIRED:
            expect(live).not_to_contain_text("q at ")


def test_what_is_said_of_both_follows_the_sliders(explorer, live):
    state = dict(START)
    open_part(explorer, "similarity")
    choose(explorer, state, position=14)
    told = "q at 14, k at {key}: {apart} apart, similarity"
    key = state["key"]
    assert live.inner_text().startswith(told.format(key=key, apart=abs(14 - key)))
    choose(explorer, state, key=20)
    assert live.inner_text().startswith(told.format(key=20, apart=6))
    assert live.inner_text().endswith(", as wherever the two are 6 apart")
    choose(explorer, state, width=9)
    assert "wherever" not in live.inner_text()


def test_a_second_line_above_the_chart_moves_nothing(explorer, page):
    checks.resize(page, 390)
    explorer.get_by_label("Decimals").select_option("4")
    part = open_part(explorer, "similarity")
    state = dict(START)
    tops = []
    for position, key in ((1, 2), (41, 22)):
        choose(explorer, state, position=position, key=key)
        tops.append(
            part.locator("svg").evaluate("svg => svg.getBoundingClientRect().top")
        )
    assert tops[0] == tops[1]


def test_the_score_stands_between_the_sliders_and_the_dials(explorer):
    part = open_part(explorer, "rotary")
    box = part.locator(".mha-score").nth(1).bounding_box()
    dials = part.locator(".mha-dials").bounding_box()
    assert "score" in part.locator(".mha-score").nth(1).inner_text()
    assert box["y"] + box["height"] <= dials["y"]


def test_on_a_phone_the_bases_slider_takes_the_room_that_is_there(explorer, page):
    page.set_viewport_size({"width": 390, "height": 844})
    box = explorer.locator(".mha-powers input").bounding_box()
    assert box["width"] > 200


# ---- what each number is made of ------------------------------------------------


def cell(explorer, i, j):
    row = explorer.locator("table.mha-grid tbody tr").nth(i)
    return row.locator("td").nth(j)


LINES = {
    (1, 0): "frequency of pair 1: 10000^(−2·1/8) = 0.1000 radians per position",
    (1, 1): "wavelength of pair 1: 2π / 0.1 = 62.8319 positions",
    (1, 2): "angle of pair 1 at position 5: 5 · 0.1 = 0.5000 radians",
    (1, 3): "feature 2 at position 5: sin(5 · 0.1) = 0.4794",
    (3, 4): "feature 7 at position 5: cos(5 · 0.001) = 1.0000",
}


def test_each_number_reads_its_arithmetic(explorer, live):
    explorer.get_by_label("Decimals").select_option("4")
    open_part(explorer, "numbers")
    for place, line in LINES.items():
        cell(explorer, *place).focus()
        assert live.inner_text() == line
    choose(explorer, dict(START), position=6)  # and follows the sliders
    line = "feature 7 at position 6: cos(6 · 0.001) = 1.0000"
    assert live.inner_text() == line
    cell(explorer, 0, 3).hover()
    assert live.inner_text() == "feature 0 at position 6: sin(6 · 1) = −0.2794"
    live.page.mouse.move(0, 0)
    base_field(explorer).fill("100000")
    choose(explorer, dict(START), width=31)
    cell(explorer, 15, 3).focus()
    assert "sin(6 · 0.0000144974) = 0.0001" in live.inner_text()
    cell(explorer, 15, 4).focus()
    line = "width 31 ends with feature 30: the last sine has no cosine"
    assert live.inner_text() == line


def marks(explorer) -> dict:
    """Row and column of the number that is ringed and of those underlined."""
    return explorer.evaluate(
        """node => Object.fromEntries(["read", "used"].map(kind =>
             [kind, [...node.querySelectorAll(".mha-" + kind)].map(
               c => [c.parentNode.sectionRowIndex, c.cellIndex - 1])]))"""
    )


def test_a_number_is_ringed_and_its_source_underlined(explorer, live):
    open_part(explorer, "numbers")
    for j, source in enumerate((None, 0, 0, 2, 2)):
        cell(explorer, 2, j).focus()
        used = [] if source is None else [[2, source]]
        assert marks(explorer) == {"read": [[2, j]], "used": used}
    choose(explorer, dict(START), width=12)  # a new table, the same number
    assert marks(explorer) == {"read": [[2, 4]], "used": [[2, 2]]}
    choose(explorer, dict(START), width=4)
    assert marks(explorer) == {"read": [], "used": []}
    assert live.inner_text().startswith("Point at a number")
    choose(explorer, dict(START), width=12)
    assert marks(explorer) == {"read": [], "used": []}
    cell(explorer, 0, 0).focus()
    open_part(explorer, "waves")
    assert live.inner_text().startswith("Move a slider")
    open_part(explorer, "numbers")
    assert marks(explorer) == {"read": [], "used": []}


def test_rows_name_their_features(explorer):
    open_part(explorer, "numbers")
    heads = explorer.locator("table.mha-grid tbody th")
    rows = [f"pair {i}: features {2 * i}, {2 * i + 1}" for i in range(4)]
    assert heads.all_inner_texts() == rows
    choose(explorer, dict(START), width=5)
    assert heads.all_inner_texts() == [*rows[:2], "pair 2: feature 4"]


# ---- drawings -------------------------------------------------------------------


def chart(explorer):
    """The open part's."""
    return explorer.locator("svg.mha-chart:visible")


def polylines(explorer) -> list[dict]:
    """A chart's lines: their points and whether each is the thick one."""
    return chart(explorer).evaluate(
        """node => [...node.querySelectorAll("polyline")].map(line => ({
             points: line.getAttribute("points").split(" ").map(
               p => p.split(",").map(Number)),
             thick: parseFloat(getComputedStyle(line).strokeWidth) > 2,
             drawn: getComputedStyle(line).stroke !== "none",
           }))"""
    )


def dot(explorer) -> list[float]:
    """The marked point; the dashed line stands at the same place."""
    circle, line = (chart(explorer).locator(part) for part in ("circle", ".mha-place"))
    x, y = (float(circle.get_attribute(c)) for c in ("cx", "cy"))
    for end in ("x1", "x2"):
        assert float(line.get_attribute(end)) == x
    return [x, y]


def near(numbers):
    return pytest.approx(numbers, abs=0.011)  # points have two decimals


def height(number) -> float:
    """Of a point of a wave: −1 is at the bottom, 1.4 at the top."""
    return 176 - (176 - 12) * (number + 1) / 2.4


def test_every_feature_is_a_wave_and_the_chosen_one_thick_and_named(explorer):
    state = dict(START)
    open_part(explorer, "waves")
    choose(explorer, state, width=9, feature=3, position=20)
    lines = polylines(explorer)
    assert [line["thick"] for line in lines] == [False] * 8 + [True]
    assert all(line["drawn"] for line in lines)
    x, y = dot(explorer)
    assert x == near(36 + (388 - 36) * 20 / 63)
    value = expected(state, "waves")["waves"][0]
    assert y == near(height(value))
    assert lines[-1]["points"][4 * 20] == near([x, y])
    assert {len(line["points"]) for line in lines} == {4 * 63 + 1}
    ends = [line["points"][-1][1] for line in lines]
    last = PositionExplorer(width=9, position=63).vector
    order = [f for f in range(9) if f != 3] + [3]
    assert ends == [near(height(last[f])) for f in order]
    name = chart(explorer).locator(".mha-name")
    assert name.text_content() == f"feature 3: {value:.8f}".replace("-", "−")


def test_similarity_is_a_line_over_the_keys_position_with_both_marked(explorer):
    state = dict(START)
    open_part(explorer, "similarity")
    choose(explorer, state, position=10, key=2)
    (line,) = polylines(explorer)
    assert len(line["points"]) == 64
    a_token = (388 - 36) / 63
    at_query = 36 + 10 * a_token
    assert line["points"][10] == near(
        [at_query, 94 - 82 / 1.4]
    )  # 1 at the place itself
    assert line["points"][0][0] == near(36)
    for end in ("x1", "x2"):
        found = chart(explorer).locator(".mha-query-place").get_attribute(end)
        assert float(found) == near(at_query)
    strokes = (
        chart(explorer)
        .locator(".mha-query-place, .mha-place")
        .evaluate_all("all => all.map(mark => getComputedStyle(mark).stroke)")
    )
    assert len(set(strokes)) == len(strokes) == 2  # each its own colour
    value = expected(state, "similarity")["similarity"][0]
    marked = dot(explorer)
    assert marked == near([36 + 2 * a_token, 94 - 82 / 1.4 * value])
    assert line["points"][2] == near(marked)
    assert chart(explorer).locator(".mha-name").text_content() == f"k: {value:.8f}"
    said = explorer.locator(".mha-score:visible").inner_text()
    assert said == f"q at 10, k at 2: 8 apart, similarity {value:.8f}"


def test_the_similarity_of_an_even_width_depends_on_the_distance_alone(explorer):
    note = open_part(explorer, "similarity").locator(".mha-note")
    for width, alone in ((8, True), (7, False)):
        state = dict(START)
        values = []
        for position, other in ((5, 8), (30, 33)):
            choose(explorer, state, width=width, position=position, key=other)
            values += shown(explorer, "similarity")["similarity"]
        assert (abs(values[0] - values[1]) < 2e-8) == alone
        assert ("distance alone" in note.inner_text()) == alone
        assert ("depends on the position too" in note.inner_text()) != alone


@pytest.mark.parametrize(("position", "side"), [(2, "start"), (60, "end")])
def test_names_stay_inside_the_charts(explorer, position, side):
    open_part(explorer, "waves")
    choose(explorer, dict(START), position=position)
    name = chart(explorer).locator(".mha-name")
    assert name.get_attribute("text-anchor") == side
    outer = chart(explorer).bounding_box()
    inner = name.bounding_box()
    assert outer["x"] < inner["x"]
    assert outer["y"] < inner["y"] < outer["y"] + 0.1 * outer["height"]
    assert inner["x"] + inner["width"] < outer["x"] + outer["width"]


def axes(explorer) -> tuple[dict, list, str]:
    """A chart's ticks with their coordinates, its rules' heights, its axis's name."""
    *ticks, label = chart(explorer).evaluate(
        """node => [...node.querySelectorAll("text:not([class])")].map(
             t => [t.textContent, +t.getAttribute("x"), +t.getAttribute("y")])"""
    )
    rules = chart(explorer).evaluate(
        """node => [...node.querySelectorAll(".mha-rule")].map(
             r => [+r.getAttribute("y1"), +r.getAttribute("y2")])"""
    )
    upright = {text: y - 4 for text, _, y in ticks[:3]}
    across = {text: x for text, x, _ in ticks[3:]}
    assert rules == [[y, y] for y in upright.values()]
    return upright, across, label[0]


def test_the_charts_ticks_stand_at_their_numbers(explorer):
    places = (0, 16, 32, 48, 63)
    for part, heights, name in (
        ("waves", {"−1": 176, "0": height(0), "1": height(1)}, "position"),
        (
            "similarity",
            {"−1": 94 + 82 / 1.4, "0": 94, "1": 94 - 82 / 1.4},
            "position of k",
        ),
    ):
        open_part(explorer, part)
        upright, across, label = axes(explorer)
        assert upright == near(heights)
        assert across == near({str(t): 36 + 352 * t / 63 for t in places})
        assert label == name


def hands(explorer) -> list[dict]:
    """Each dial's hands: where they will have turned to, and their letters."""
    return explorer.locator(".mha-dials svg").evaluate_all(
        """all => all.map(dial => [...dial.querySelectorAll(".mha-hand")].map(hand => {
             const letter = hand.querySelector("g");
             const turned = node =>
               +/rotate\\((.*)rad\\)/.exec(node.style.transform)[1];
             return {
               angle: -turned(hand),
               letter: letter.textContent,
               upright: turned(hand) + turned(letter) === 0,
               reach: parseFloat(/M([\\d.]+)/.exec(
                 hand.querySelector(".mha-tip").getAttribute("d"))[1]),
               stroke: hand.getAttribute("stroke"),
               dashed: getComputedStyle(hand).strokeDasharray !== "none",
               arc: hand.querySelector(".mha-between")?.getAttribute("d"),
             };
           }))"""
    )


def same_direction(angle, expected):
    return math.remainder(angle - expected, math.tau) == pytest.approx(0, abs=1e-4)


def test_each_pair_has_a_dial_whose_hands_stand_at_its_angles(explorer):
    state = dict(START)
    open_part(explorer, "rotary")
    choose(explorer, state, width=6, position=4, key=63)
    found = hands(explorer)
    assert len(found) == 3
    for i, (query, key) in enumerate(found):
        w = 10000 ** (-i / 3)
        for hand, t, reach in ((query, 4, 38), (key, 63, 0.65 * 38)):
            assert same_direction(hand["angle"], t * w)
            assert hand["reach"] == near(reach)
            assert hand["upright"]
        end = [float(n) for n in query["arc"].split(" ")[-1].split(",")]
        apart = (63 - 4) * w  # from the query's hand to the key's
        assert end == near([15 * math.cos(apart), -15 * math.sin(apart)])
        assert (query["letter"], key["letter"]) == ("q", "k")
        assert (query["stroke"], key["stroke"]) == (palette.QUERY, palette.KEY)
        assert (query["dashed"], key["dashed"]) == (False, True)
    titles = explorer.locator(".mha-dials b").all_inner_texts()
    assert titles == ["pair 0", "pair 1", "pair 2"]
    label = f"pair 0: query turned by {4:.8f} radians, key by {63:.8f}"
    assert explorer.get_by_role("img", name=label).count() == 1


OVER_TEXT = """list => [...list.children].flatMap(dial => {
  const over = (a, b) => {
    const [one, other] = [a, b].map(node => node.getBoundingClientRect());
    return one.left < other.right && other.left < one.right &&
      one.top + 2 < other.bottom - 2 && other.top + 2 < one.bottom - 2;
  };
  const words = [...dial.querySelectorAll("b, dt, dd")];
  return [...dial.querySelectorAll("svg text")].flatMap(letter =>
    words.filter(word => over(letter, word)).map(word => word.textContent));
})"""


@pytest.mark.parametrize("width", [4, 8])
def test_no_letter_of_a_hand_stands_over_a_number(explorer, page, width):
    page.emulate_media(reduced_motion="reduce")
    open_part(explorer, "rotary")
    state, dials = dict(START), explorer.locator(".mha-dials")
    for position in (5, 8, 11, 30, 36, 55):  # up, down, and aside
        choose(explorer, state, width=width, position=position)
        assert dials.evaluate(OVER_TEXT) == [], position


def test_hands_turn_from_where_they_are_and_stand_still_for_those_who_ask(
    explorer, page
):
    dial = open_part(explorer, "rotary").locator(".mha-dials svg").first
    on = explorer.get_by_role("button", name="one on")
    kept = dial.element_handle()
    before = hands(explorer)[0]
    on.click()
    after = hands(explorer)[0]
    for one, other in zip(before, after, strict=True):
        assert other["angle"] - one["angle"] == pytest.approx(1, abs=1e-4)
    assert after[0]["arc"] == before[0]["arc"]  # the angle between them stays
    assert kept.evaluate("node => node.isConnected")
    hand = explorer.locator(".mha-hand-q").first
    for motion, seconds in (("no-preference", "0.4s"), ("reduce", "0s")):
        page.emulate_media(reduced_motion=motion)
        expect(hand).to_have_css("transition-duration", seconds)


def test_long_numbers_scroll_and_break_no_line(explorer):
    choose(explorer, dict(START), width=32, position=63, key=0)
    open_part(explorer, "rotary")
    for name in explorer.locator(".mha-dials dt").all():
        assert 0 < name.bounding_box()["height"] < 25  # one line
    open_part(explorer, "numbers")
    table = explorer.locator("table.mha-grid").locator("..")
    assert table.evaluate("node => getComputedStyle(node).overflowX") == "auto"


def test_eight_dials_at_most_and_the_others_in_words(explorer):
    note = open_part(explorer, "rotary").locator(".mha-note")
    for width, dials, rest in (
        (6, 3, None),
        (16, 8, None),
        (18, 8, "1 more"),
        (32, 8, "8 more"),
    ):
        choose(explorer, dict(START), width=width)
        assert len(hands(explorer)) == dials
        assert ("more" in note.inner_text()) == (rest is not None)
        assert (rest or "") in note.inner_text()


def test_an_odd_width_has_a_sentence_instead_of_dials(explorer):
    choose(explorer, dict(START), width=7)
    part = open_part(explorer, "rotary")
    assert (
        "in pairs. Width 7 is odd, so one feature has no partner" in part.inner_text()
    )
    for gone in (".mha-dials", ".mha-score"):
        expect(part.locator(gone).first).to_be_hidden()
    choose(explorer, dict(START), width=6)
    expect(part.locator(".mha-dials")).to_be_visible()
    assert "odd" not in part.inner_text()


def pixels(explorer) -> list[list[list[int]]]:
    """The picture's colours, row by row."""
    return explorer.locator("canvas:visible").evaluate(
        """c => {
             const {data} = c.getContext("2d").getImageData(0, 0, c.width, c.height);
             return [...Array(c.height).keys()].map(y =>
               [...Array(c.width).keys()].map(
                 x => [...data.slice(4 * (y * c.width + x))].slice(0, 4)));
           }"""
    )


SCALES = {"light": palette.SIGNED, "dark": palette.SIGNED_NIGHT}


def colour(number, theme="light") -> list[float]:
    """Of a number from −1 to 1, between the two nearest of the palette's anchors."""
    scale = SCALES[theme]
    place = (number + 1) / 2 * (len(scale) - 1)
    low = min(int(place), len(scale) - 2)
    pair = [bytes.fromhex(scale[low + step][1:]) for step in (0, 1)]
    return [a + (b - a) * (place - low) for a, b in zip(*pair, strict=True)] + [255]


@pytest.mark.parametrize("theme", SCALES)
def test_the_picture_has_a_row_per_position_in_the_books_colours(explorer, page, theme):
    page.emulate_media(color_scheme=theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    state = dict(START)
    choose(explorer, state, width=5)
    found = pixels(explorer)
    smooth = "node => getComputedStyle(node).imageRendering"
    assert explorer.locator("canvas:visible").evaluate(smooth) == "pixelated"
    table = PositionExplorer(width=5).compute().tolist()
    for row, numbers in zip(found, table, strict=True):
        for pixel, number in zip(row, numbers, strict=True):
            assert pixel == pytest.approx(colour(number, theme), abs=0.51)
    expect(explorer.locator("canvas:visible")).to_have_css("filter", "none")


@pytest.mark.parametrize("theme", SCALES)
def test_the_pictures_colours_are_explained(explorer, page, theme):
    page.emulate_media(color_scheme=theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    ramp = explorer.locator(".mha-ramp")
    ground = ramp.evaluate("node => getComputedStyle(node).backgroundImage")
    for number in (-1, 0, 1):
        assert "rgb({:.0f}, {:.0f}, {:.0f})".format(*colour(number, theme)) in ground
    assert ramp.locator("..").inner_text().split() == ["−1", "1"]


def test_the_picture_outlines_the_chosen_row_and_column(explorer):
    choose(explorer, dict(START), width=10, position=32, feature=4)
    area = explorer.locator(".mha-picture canvas:visible").bounding_box()
    column, row = (
        explorer.locator(".mha-outline").nth(i).bounding_box() for i in (0, 1)
    )
    assert row["y"] - area["y"] == pytest.approx(area["height"] / 2, abs=1)
    assert row["height"] == pytest.approx(area["height"] / 64, abs=1)
    assert row["width"] == pytest.approx(area["width"], abs=1)
    assert column["x"] - area["x"] == pytest.approx(0.4 * area["width"], abs=1)
    assert column["width"] == pytest.approx(area["width"] / 10, abs=1)
    assert column["height"] == pytest.approx(area["height"], abs=1)
    style = "node => getComputedStyle(node).outlineStyle"
    for line in explorer.locator(".mha-outline").all():
        assert line.evaluate(style) == "solid"
    name = explorer.locator("canvas:visible").get_attribute("aria-label")
    assert "64 rows, one for each position, by 10 columns" in name
    assert "Row 32 and column 4 are outlined." in name


def assert_places(explorer, state):
    for name in ("position", "feature"):
        expect(slider(explorer, name)).to_have_value(str(state[name]))


def test_a_click_on_the_picture_chooses_row_and_column(explorer):
    state, canvas = dict(START), explorer.locator("canvas:visible")
    box = canvas.bounding_box()
    for place, feature in ((40, 6), (63, 7), (0, 0), (0, 3)):  # also the chosen row
        x, y = (feature + 0.5) / 8 * box["width"], (place + 0.5) / 64 * box["height"]
        canvas.click(position={"x": x, "y": y})
        assert_places(explorer, state | {"position": place, "feature": feature})
    canvas.evaluate(  # the very corner belongs to the last number
        """node => {
             const {right, bottom} = node.getBoundingClientRect();
             node.dispatchEvent(
               new MouseEvent("click", {clientX: right, clientY: bottom}));
           }"""
    )
    assert_places(explorer, state | {"position": 63, "feature": 7})
    ticks = explorer.locator(".mha-tick").all()
    for tick, place in zip(ticks, (0, 16, 32, 48, 63), strict=True):
        found = tick.bounding_box()
        middle = found["y"] + found["height"] / 2 - canvas.bounding_box()["y"]
        assert tick.inner_text() == str(place)
        assert middle == pytest.approx((place + 0.5) / 64 * box["height"], abs=1)


def test_drawings_have_words(explorer):
    choose(explorer, dict(START), position=9, key=4, feature=2)
    value, similar = (
        shown(explorer, part)[part][0] for part in ("waves", "similarity")
    )
    open_part(explorer, "waves")
    assert chart(explorer).get_attribute("aria-label") == (
        "8 waves over 64 positions, feature 2 drawn thick; "
        f"at position 9 it is {value:.8f}."
    )
    open_part(explorer, "similarity")
    words = "Similarity of the query at position 9 to a key at each of 64 positions; "
    assert chart(explorer).get_attribute("aria-label") == (
        f"{words}the key at position 4, 5 before, has {similar:.8f}."
    )
    for other, words in ((12, "3 after"), (9, "the same position")):
        choose(explorer, dict(START), key=other)
        label = chart(explorer).get_attribute("aria-label")
        assert f"position {other}, {words}, has" in label


# ---- parts ----------------------------------------------------------------------


def test_a_chapter_opens_the_part_that_it_is_about(page, address):
    for name, part in (
        ("rope-scaling", "rotary"),
        ("rotary-and-relative", "similarity"),
    ):
        checks.open_page(page, f"{address}/{name}.html")
        explorer = page.get_by_role("region", name="Position explorer", exact=True)
        assert opened(explorer) == part
        assert explorer.get_by_role("tabpanel").count() == 1  # that can be seen


def test_tabs_have_one_stop_and_arrows_open_the_next(explorer, page):
    tabs = explorer.get_by_role("tablist").get_by_role("tab")
    assert tabs.all_inner_texts() == [part.capitalize() for part in PARTS]
    tabs.first.focus()
    for key, part in (
        ("ArrowRight", "waves"),
        ("ArrowRight", "numbers"),
        ("ArrowLeft", "waves"),
        ("End", "rotary"),
        ("Home", "picture"),
    ):
        page.keyboard.press(key)
        assert opened(explorer) == part
        expect(explorer.get_by_role("tab", selected=True)).to_be_focused()
        panel = explorer.get_by_role("tabpanel")
        name = explorer.get_by_role("tab", selected=True).get_attribute("id")
        assert panel.get_attribute("aria-labelledby") == name
    page.keyboard.press("Tab")
    expect(slider(explorer, "position")).to_be_focused()


@pytest.mark.parametrize("width", [1280, *later(390)])
@pytest.mark.parametrize("part", PARTS)
def test_sliders_are_in_sight_with_what_they_move(explorer, page, part, width):
    """Together they need less than a window, the frame's own bars taken off."""
    page.set_viewport_size({"width": width, "height": 900 if width > 390 else 844})
    panel = open_part(explorer, part)
    drawn = panel.locator("svg, canvas, table").first.bounding_box()
    for name in ("position", *(["key"] if part in PAIRED else [])):
        top = slider(explorer, name).bounding_box()["y"]
        bottom = drawn["y"] + drawn["height"]
        assert max(bottom, top) - min(drawn["y"], top) < 600, (part, name)


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_part_is_accessible_and_fits_a_phone(explorer, page, theme):
    page.emulate_media(color_scheme=theme)
    for part in PARTS:
        open_part(explorer, part)
        assert checks.overflow(page, 390) == []
        assert explorer.evaluate("node => contract.stickingOut(node)") == []
        assert checks.axe_violations(page, theme, ".mha-explorer") == []


def test_its_hands_start_at_the_right_and_turn_counter_clockwise(explorer):
    """As those of the pictures do: `test_clocks`."""
    open_part(explorer, "rotary")
    for position in (0, 1):
        choose(explorer, dict(START), position=position)
        rim, tip = (
            explorer.locator(f".mha-dials {part}").first.bounding_box()
            for part in (".mha-rim", ".mha-hand-q .mha-tip")
        )
        across, down = (
            tip[at] + tip[side] / 2 - rim[at] - rim[side] / 2
            for at, side in (("x", "width"), ("y", "height"))
        )
        assert math.atan2(-down, across) == pytest.approx(position, abs=0.05)


# ---- reset, links, looks --------------------------------------------------------


def test_a_link_can_name_a_feature_that_only_its_width_has(open_explorer):
    explorer = open_explorer(PositionExplorer, feature=30, width=31, decimals=8)
    assert_same(explorer, START | {"width": 31, "feature": 30})


def test_a_links_smaller_width_takes_the_feature_along(explorer):
    choose(explorer, dict(START), feature=7)
    assert contract.follow(explorer, "explorer=position&width=4") == ""
    linked = contract.inputs_of(explorer)
    assert (linked["width"], linked["feature"]) == (4, 3)


def test_nothing_to_press_on_paper(explorer, page):
    open_part(explorer, "numbers")
    page.emulate_media(media="print")
    assert explorer.get_by_role("button").count() == 0
    assert explorer.get_by_role("slider").count() == 0
    assert explorer.get_by_role("grid").is_visible()


def test_the_widest_fits_a_phone(explorer, page):
    page.set_viewport_size({"width": 390, "height": 844})
    base_field(explorer).fill("100000")
    for features in (31, 32):
        choose(explorer, dict(START), width=features, position=62, key=61)
        open_part(explorer, "numbers")
        cell(explorer, 15, 1).focus()
        assert checks.overflow(page, 390) == []
        assert explorer.evaluate("node => contract.stickingOut(node)") == []
