"""PositionExplorer on the published page, against its Python half."""

import math

import pytest
from playwright.sync_api import expect

import checks
import reading
from explorer_pages import start_of
from mha_book import palette
from mha_book.explorers import PositionExplorer

START = start_of(PositionExplorer, "width", "base", "position", "other", "feature")
SLIDERS = {
    "width": "Width E",
    "position": "Position t",
    "other": "Other position",
    "feature": "Emphasised feature",
}


@pytest.fixture
def explorer(open_explorer):
    return open_explorer(PositionExplorer, decimals=8)


def slider(explorer, name):
    return explorer.get_by_label(SLIDERS[name], exact=True)


def base_field(explorer):
    return explorer.get_by_label("Base", exact=True)


def choose(explorer, state, **values):
    """Move sliders, and keep in step the state that Python is given."""
    for name, value in values.items():
        slider(explorer, name).fill(str(value))
        state[name] = value
    state["feature"] = min(state["feature"], state["width"] - 1)


# ---- every number ---------------------------------------------------------------


def expected(state) -> dict[str, list[float]]:
    """What the page shows, by Python; "none" is nan."""
    here, other = (
        PositionExplorer(**state | {"position": state[name]})
        for name in ("position", "other")
    )
    pairs = zip(here.angles, other.angles, strict=True)
    between = [] if here.score is None else [query - key for query, key in pairs][:8]
    numbers = [number for row in here.pairs() for number in row]
    return {
        "numbers": [math.nan if number is None else number for number in numbers],
        "wave": [here.vector[state["feature"]]],
        "similarity": [here.similarity[state["other"]]],
        "between": between,
        "cosines": [math.cos(angle) for angle in between],
        "score": [] if here.score is None else [here.score],
    }


# What the page displays now.
SHOWN = """node => {
  const texts = query => [...node.querySelectorAll(query)]
    .filter(n => n.checkVisibility())
    .map(n => n.textContent.replace(/.* /, ""));
  const [wave, similarity] = texts(".mha-name");
  return {
    numbers: texts("table.mha-grid tbody td"),
    wave: [wave],
    similarity: [similarity],
    between: texts("[data-fact='q − k']"),
    cosines: texts("[data-fact=cos]"),
    score: texts(".mha-score"),
  };
}"""


def numbers_of(texts: dict[str, list[str]]) -> dict[str, list[float]]:
    """What the page displays, as numbers; "none" is nan."""
    return {
        name: [float(t.replace("none", "nan").replace("−", "-")) for t in each]
        for name, each in texts.items()
    }


def shown(explorer) -> dict[str, list[float]]:
    return numbers_of(explorer.evaluate(SHOWN))


def assert_shown(texts, state):
    found, python = numbers_of(texts), expected(state)
    assert list(found) == list(python)
    for name, numbers in python.items():
        near = pytest.approx(numbers, abs=1e-6, rel=0, nan_ok=True)
        assert found[name] == near, (name, state)


def assert_same(explorer, state):
    assert_shown(explorer.evaluate(SHOWN), state)


def edit(state, draw):
    """One random edit in the state that Python is given; gives it as the page's."""
    name = draw.choice([*SLIDERS, "field", "powers"])
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
    return SLIDERS[name], state[name]


def limits(name, state) -> tuple[int, int]:
    highest = {"width": 32, "feature": state["width"] - 1}
    return 2 if name == "width" else 0, highest.get(name, 63)


def test_edits_show_pythons_numbers(explorer):
    for texts, state in reading.edit_at_random(explorer, START, edit, SHOWN):
        assert_shown(texts, state)


def test_decimals_are_those_chosen(explorer):
    explorer.get_by_label("Decimals").select_option("3")
    sine = cell(explorer, 1, 3)
    assert sine.inner_text() == "0.479"
    text = f"{sum(math.cos(3 * 10**-i) for i in range(4)) / math.sqrt(8):.3f}"
    score = explorer.locator(".mha-score").inner_text()
    assert score == f"score = sum of the cosines / √8 = {text}"


# ---- controls -------------------------------------------------------------------


def test_sliders_say_their_values_in_words(explorer):
    choose(explorer, dict(START), width=7, position=63, other=0, feature=5)
    words = {
        "width": "7 features",
        "position": "position 63",
        "other": "position 0",
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
    for name in SLIDERS:
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
    choose(explorer, state, other=61)
    score = shown(explorer)["score"]
    on, back = (
        explorer.get_by_role("button", name=f"both one position {way}")
        for way in ("on", "back")
    )
    on.focus()
    page.keyboard.press("Enter")
    expect(on).to_be_focused()
    state |= {"position": 6, "other": 62}
    assert_same(explorer, state)
    assert shown(explorer)["score"] == pytest.approx(score, abs=2e-8)
    text = f"{score[0]:.8f}".replace("-", "−")
    place = "query at position 6, key at position 62: 6 − 62 = −56"
    assert live.inner_text().startswith(f"{place}, score {text[:-1]}")
    page.keyboard.press("Enter")
    expect(on).to_be_disabled()
    expect(back).to_be_focused()  # no key press is lost
    choose(explorer, state, position=1, other=8)
    back.click()
    expect(back).to_be_disabled()
    expect(on).to_be_focused()
    assert_same(explorer, state | {"position": 0, "other": 7})
    choose(explorer, state, position=2)  # what was said stays true
    assert live.inner_text().startswith(
        "query at position 2, key at position 7: 2 − 7 = −5,"
    )
    choose(explorer, state, width=9)
    assert live.inner_text().startswith("Rotary positions turn features in pairs.")


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
    for place, line in LINES.items():
        cell(explorer, *place).focus()
        assert live.inner_text() == line
    choose(explorer, dict(START), position=6)  # and follows the sliders
    line = "feature 7 at position 6: cos(6 · 0.001) = 1.0000"
    assert live.inner_text() == line
    cell(explorer, 0, 3).hover()
    assert live.inner_text() == "feature 0 at position 6: sin(6 · 1) = −0.2794"
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
    explorer.get_by_role("button", name="both one position on").click()
    assert marks(explorer) == {"read": [], "used": []}


def test_rows_name_their_features(explorer):
    heads = explorer.locator("table.mha-grid tbody th")
    rows = [f"pair {i}: features {2 * i}, {2 * i + 1}" for i in range(4)]
    assert heads.all_inner_texts() == rows
    choose(explorer, dict(START), width=5)
    assert heads.all_inner_texts() == [*rows[:2], "pair 2: feature 4"]


# ---- drawings -------------------------------------------------------------------


def polylines(explorer, nth) -> list[dict]:
    """A chart's lines: their points and whether each is the thick one."""
    return (
        explorer.locator("svg.mha-chart")
        .nth(nth)
        .evaluate(
            """node => [...node.querySelectorAll("polyline")].map(line => ({
             points: line.getAttribute("points").split(" ").map(
               p => p.split(",").map(Number)),
             thick: parseFloat(getComputedStyle(line).strokeWidth) > 2,
             drawn: getComputedStyle(line).stroke !== "none",
           }))"""
        )
    )


def dot(explorer, nth) -> list[float]:
    """The marked point; the dashed line stands at the same place."""
    chart = explorer.locator("svg.mha-chart").nth(nth)
    x, y = (float(chart.locator("circle").get_attribute(c)) for c in ("cx", "cy"))
    for end in ("x1", "x2"):
        assert float(chart.locator(".mha-place").get_attribute(end)) == x
    return [x, y]


def near(numbers):
    return pytest.approx(numbers, abs=0.011)  # points have two decimals


def height(number) -> float:
    """Of a point of a wave: −1 is at the bottom, 1.4 at the top."""
    return 176 - (176 - 12) * (number + 1) / 2.4


def test_every_feature_is_a_wave_and_the_chosen_one_thick_and_named(explorer):
    state = dict(START)
    choose(explorer, state, width=9, feature=3, position=20)
    lines = polylines(explorer, 0)
    assert [line["thick"] for line in lines] == [False] * 8 + [True]
    assert all(line["drawn"] for line in lines)
    x, y = dot(explorer, 0)
    assert x == near(36 + (388 - 36) * 20 / 63)
    value = expected(state)["wave"][0]
    assert y == near(height(value))
    assert lines[-1]["points"][4 * 20] == near([x, y])
    assert {len(line["points"]) for line in lines} == {4 * 63 + 1}
    ends = [line["points"][-1][1] for line in lines]
    last = PositionExplorer(width=9, position=63).vector
    order = [f for f in range(9) if f != 3] + [3]
    assert ends == [near(height(last[f])) for f in order]
    name = explorer.locator("svg.mha-chart .mha-name").first
    assert name.text_content() == f"feature 3: {value:.8f}".replace("-", "−")


def test_similarity_is_a_line_over_the_distance_with_the_other_marked(explorer):
    state = dict(START)
    choose(explorer, state, position=10, other=2)
    (line,) = polylines(explorer, 1)
    assert len(line["points"]) == 64
    middle = (36 + 388) / 2
    a_token = (388 - 36) / 126
    assert line["points"][0][0] == near(middle - 10 * a_token)
    assert line["points"][10] == near([middle, 94 - 82 / 1.4])  # 1 at the place itself
    value = expected(state)["similarity"][0]
    marked = dot(explorer, 1)
    assert marked == near([middle - 8 * a_token, 94 - 82 / 1.4 * value])
    assert line["points"][2] == near(marked)
    name = explorer.locator("svg.mha-chart .mha-name").last
    assert name.text_content() == f"position 2: {value:.8f}"


def test_the_similarity_of_an_even_width_depends_on_the_distance_alone(explorer):
    note = explorer.locator(".mha-part").nth(3).locator(".mha-note")
    for width, alone in ((8, True), (7, False)):
        state = dict(START)
        values = []
        for position, other in ((5, 8), (30, 33)):
            choose(explorer, state, width=width, position=position, other=other)
            values += shown(explorer)["similarity"]
        assert (abs(values[0] - values[1]) < 2e-8) == alone
        assert ("distance k alone" in note.inner_text()) == alone
        assert ("depends on the position too" in note.inner_text()) != alone


@pytest.mark.parametrize(("position", "side"), [(2, "start"), (60, "end")])
def test_names_stay_inside_the_charts(explorer, position, side):
    choose(explorer, dict(START), position=position)
    name = explorer.locator("svg.mha-chart .mha-name").first
    assert name.get_attribute("text-anchor") == side
    outer = explorer.locator("svg.mha-chart").first.bounding_box()
    inner = name.bounding_box()
    assert outer["x"] < inner["x"]
    assert outer["y"] < inner["y"] < outer["y"] + 0.1 * outer["height"]
    assert inner["x"] + inner["width"] < outer["x"] + outer["width"]


def axes(explorer, nth) -> tuple[dict, list, str]:
    """A chart's ticks with their coordinates, its rules' heights, its axis's name."""
    *ticks, label = (
        explorer.locator("svg.mha-chart")
        .nth(nth)
        .evaluate(
            """node => [...node.querySelectorAll("text:not(.mha-name)")].map(
             t => [t.textContent, +t.getAttribute("x"), +t.getAttribute("y")])"""
        )
    )
    rules = (
        explorer.locator("svg.mha-chart")
        .nth(nth)
        .evaluate(
            """node => [...node.querySelectorAll(".mha-rule")].map(
             r => [+r.getAttribute("y1"), +r.getAttribute("y2")])"""
        )
    )
    upright = {text: y - 4 for text, _, y in ticks[:3]}
    across = {text: x for text, x, _ in ticks[3:]}
    assert rules == [[y, y] for y in upright.values()]
    return upright, across, label[0]


def test_the_charts_ticks_stand_at_their_numbers(explorer):
    upright, across, label = axes(explorer, 0)
    assert upright == near({"−1": 176, "0": height(0), "1": height(1)})
    places = (0, 16, 32, 48, 63)
    assert across == near({str(t): 36 + 352 * t / 63 for t in places})
    assert label == "position"
    upright, across, label = axes(explorer, 1)
    assert upright == near({"−1": 94 + 82 / 1.4, "0": 94, "1": 94 - 82 / 1.4})
    steps = (-48, -32, -16, 0, 16, 32, 48)
    wanted = {str(k).replace("-", "−"): 212 + 352 * k / 126 for k in steps}
    assert across == near(wanted)
    assert label == "distance k from position t"


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
    choose(explorer, state, width=6, position=4, other=63)
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


def test_hands_turn_from_where_they_are_and_stand_still_for_those_who_ask(
    explorer, page
):
    dial, on = (
        explorer.locator(".mha-dials svg").first,
        explorer.get_by_role("button", name="both one position on"),
    )
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
    choose(explorer, dict(START), width=32, position=63, other=0)
    table = explorer.locator("table.mha-grid").locator("..")
    assert table.evaluate("node => getComputedStyle(node).overflowX") == "auto"
    for name in explorer.locator(".mha-dials dt").all():
        assert name.bounding_box()["height"] < 25  # one line


def test_eight_dials_at_most_and_the_others_in_words(explorer):
    note = explorer.locator(".mha-part").last.locator(".mha-note").first
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
    part = explorer.locator(".mha-part").last
    assert (
        "in pairs. Width 7 is odd, so one feature has no partner" in part.inner_text()
    )
    for gone in (".mha-dials", ".mha-score", "button"):
        expect(part.locator(gone).first).to_be_hidden()
    choose(explorer, dict(START), width=6)
    expect(part.locator(".mha-dials")).to_be_visible()
    assert "odd" not in part.inner_text()


def pixels(explorer) -> list[list[list[int]]]:
    """The picture's colours, row by row."""
    return explorer.locator("canvas").evaluate(
        """c => {
             const {data} = c.getContext("2d").getImageData(0, 0, c.width, c.height);
             return [...Array(c.height).keys()].map(y =>
               [...Array(c.width).keys()].map(
                 x => [...data.slice(4 * (y * c.width + x))].slice(0, 4)));
           }"""
    )


def colour(number) -> list[float]:
    """Of a number from −1 to 1, between the two nearest of the palette's anchors."""
    place = (number + 1) / 2 * (len(palette.SIGNED) - 1)
    low = min(int(place), len(palette.SIGNED) - 2)
    pair = [bytes.fromhex(palette.SIGNED[low + step][1:]) for step in (0, 1)]
    return [a + (b - a) * (place - low) for a, b in zip(*pair, strict=True)] + [255]


def test_the_picture_has_a_row_per_position_in_the_books_colours(explorer):
    state = dict(START)
    choose(explorer, state, width=5)
    found = pixels(explorer)
    smooth = "node => getComputedStyle(node).imageRendering"
    assert explorer.locator("canvas").evaluate(smooth) == "pixelated"
    table = PositionExplorer(width=5).compute().tolist()
    for row, numbers in zip(found, table, strict=True):
        for pixel, number in zip(row, numbers, strict=True):
            assert pixel == pytest.approx(colour(number), abs=0.51)


def test_the_pictures_colours_are_explained(explorer):
    ramp = explorer.locator(".mha-ramp")
    ground = ramp.evaluate("node => getComputedStyle(node).backgroundImage")
    for number in (-1, 0, 1):
        assert "rgb({:.0f}, {:.0f}, {:.0f})".format(*colour(number)) in ground
    assert ramp.locator("..").inner_text().split() == ["−1", "1"]


def test_the_picture_outlines_the_chosen_row_and_column(explorer):
    choose(explorer, dict(START), width=10, position=32, feature=4)
    area = explorer.locator(".mha-picture canvas").bounding_box()
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
    name = explorer.locator("canvas").get_attribute("aria-label")
    assert "64 rows, one for each position, by 10 columns" in name
    assert "Row 32 and column 4 are outlined." in name


def test_a_click_on_the_picture_chooses_row_and_column(explorer):
    state, canvas = dict(START), explorer.locator("canvas")
    box = canvas.bounding_box()
    for place, feature in ((40, 6), (63, 7), (0, 0), (0, 3)):  # also the chosen row
        x, y = (feature + 0.5) / 8 * box["width"], (place + 0.5) / 64 * box["height"]
        canvas.click(position={"x": x, "y": y})
        assert_same(explorer, state | {"position": place, "feature": feature})
    canvas.evaluate(  # the very corner belongs to the last number
        """node => {
             const {right, bottom} = node.getBoundingClientRect();
             node.dispatchEvent(
               new MouseEvent("click", {clientX: right, clientY: bottom}));
           }"""
    )
    assert_same(explorer, state | {"position": 63, "feature": 7})
    ticks = explorer.locator(".mha-tick").all()
    for tick, place in zip(ticks, (0, 16, 32, 48, 63), strict=True):
        found = tick.bounding_box()
        middle = found["y"] + found["height"] / 2 - canvas.bounding_box()["y"]
        assert tick.inner_text() == str(place)
        assert middle == pytest.approx((place + 0.5) / 64 * box["height"], abs=1)


def test_drawings_have_words(explorer):
    choose(explorer, dict(START), position=9, other=4, feature=2)
    value, similar = (shown(explorer)[name][0] for name in ("wave", "similarity"))
    labels = explorer.locator("svg.mha-chart").evaluate_all(
        "all => all.map(n => n.ariaLabel)"
    )
    assert labels == [
        "8 waves over 64 positions, feature 2 drawn thick; "
        f"at position 9 it is {value:.8f}.",
        "Similarity of position 9 to all 64 positions; "
        f"position 4, 5 before, has {similar:.8f}.",
    ]
    for other, words in ((12, "3 after"), (9, "the same position")):
        choose(explorer, dict(START), other=other)
        label = explorer.locator("svg.mha-chart").last.get_attribute("aria-label")
        assert f"position {other}, {words}, has" in label


# ---- reset, links, looks --------------------------------------------------------


def test_a_link_can_name_a_feature_that_only_its_width_has(open_explorer):
    explorer = open_explorer(PositionExplorer, feature=30, width=31, decimals=8)
    assert_same(explorer, START | {"width": 31, "feature": 30})


def test_nothing_to_press_on_paper(explorer, page):
    page.emulate_media(media="print")
    assert explorer.get_by_role("button").count() == 0
    assert explorer.get_by_role("slider").count() == 0
    assert explorer.get_by_role("grid").is_visible()


def test_the_widest_fits_a_phone(explorer, page):
    page.set_viewport_size({"width": 390, "height": 844})
    base_field(explorer).fill("100000")
    for features in (31, 32):
        choose(explorer, dict(START), width=features, position=62, other=61)
        cell(explorer, 15, 1).focus()
        assert checks.overflow(page, 390) == []
        assert explorer.evaluate("node => contract.stickingOut(node)") == []
