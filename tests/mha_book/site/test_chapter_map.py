"""You are here: the map in small, at the head of a chapter that treats a part of it."""

from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup

import checks
from mha_book.pictures.cards import DRAWN
from mha_book.pictures.kit.gallery import every_picture
from mha_book.pictures.kit.layer import worked_values
from mha_book.pictures.kit.steps import STEPS
from mha_book.scales import on_weight_scale
from mha_book.site.chapter_map import FIELD, add_map, draw, navigation, picture_of
from project import PATH, TEACHING, front_matter


def steps_of(path) -> list[str]:
    """What a chapter's front matter says."""
    named = front_matter(path)[FIELD].split()
    return list(STEPS) if named == ["all"] else named


def lit(nav) -> list[str]:
    """The steps whose part is emphasised."""
    parts = [part.get_text() for part in nav.select(".mha-here")]
    return [part.split(" ")[1] for part in parts]


def maps_of(path, site):
    """The small maps on a chapter's page."""
    html = (site / f"{path.stem}.html").read_text(encoding="utf-8")
    head = html[html.index("<article") :].partition("<h2")[0]
    return BeautifulSoup(head, "html.parser").select("h1 ~ nav.mha-here-map")


PARTLY = [path for path in TEACHING if len(steps_of(path)) < len(STEPS)]
WHOLLY = [path for path in TEACHING if path not in PARTLY]


@pytest.mark.parametrize("path", WHOLLY, ids=lambda path: path.stem)
def test_a_chapter_about_all_steps_shows_no_map(path, site):
    assert not maps_of(path, site)


@pytest.mark.parametrize("path", PARTLY, ids=lambda path: path.stem)
def test_each_chapter_about_some_steps_says_where_it_is(path, site):
    (nav,) = maps_of(path, site)
    steps = steps_of(path)
    assert lit(nav) == steps
    said = nav.select_one("p b").get_text()
    assert all(step in said for step in steps)
    links = [link["href"] for link in nav.select("svg a")]
    assert links == [f"map.html#explorer=map&step={k + 1}" for k in range(len(STEPS))]
    names = [link["aria-label"] for link in nav.select("svg a")]
    assert len(set(names)) == len(STEPS)


@pytest.mark.slow
def test_a_part_leads_to_the_live_map_at_its_step(page, address):
    checks.Visit(page, f"{address}/hide-the-future.html")
    page.get_by_role("link", name="Step 4, mask, on the map").click()
    page.wait_for_url("**/map.html#*")
    assert page.get_by_role("radio", name="4 Mask").is_checked()


def test_on_a_phone_a_sentence_names_the_steps(page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    checks.Visit(page, f"{address}/hide-the-future.html")
    nav = page.get_by_role("navigation", name="Where you are")
    assert not nav.locator("svg text").first.is_visible()
    assert "4 mask" in nav.locator("p").inner_text()


def test_the_map_on_a_chapters_card_is_for_the_eye_alone():
    env = SimpleNamespace(metadata={"one": {FIELD: "mask"}, "two": {}})
    app = SimpleNamespace(env=env, add_css_file=lambda name: None)
    card = '<div class="sd-card"><a href="{}.html">It</a></div>'
    cards = "".join(card.format(name) for name in env.metadata)
    body = BeautifulSoup(f'<div class="mha-chapters">{cards}</div>', "html.parser")
    add_map(app, "index", body)
    one, two = body.select(".sd-card")
    assert one.svg["aria-hidden"] == "true"
    assert lit(one) == ["mask"]
    assert two.svg is None


def test_each_card_of_the_path_has_a_picture_of_its_own():
    """Of a page that treats the whole map no part of it says what it is about."""
    drawn = [picture_of(path.stem, steps_of(path)) for path in PATH]
    assert all('aria-hidden="true"' in picture for picture in drawn)
    assert len({*drawn}) == len(drawn)
    sizes = [BeautifulSoup(each, "html.parser").svg["viewbox"] for each in drawn]
    assert len({*sizes}) == 1
    assert {*DRAWN} == {path.stem for path in PATH if path in WHOLLY}


def test_the_real_models_card_has_as_many_blocks_as_the_model():
    model = every_picture()["deep_model"]
    card = BeautifulSoup(picture_of("run-a-real-model", []), "html.parser")
    assert len(card.select(".mha-layer")) == model.keywords["num_layers"]


def test_a_cards_map_is_lower_and_its_tiles_are_larger():
    small, large = (
        BeautifulSoup(made, "html.parser").svg
        for made in (navigation(["mask"]), draw(["mask"]))
    )
    heights = [float(drawing["viewbox"].split()[3]) for drawing in (small, large)]
    sides = [float(d.select_one(".mha-cell rect")["width"]) for d in (small, large)]
    assert heights[1] < 0.85 * heights[0]
    assert sides[1] > 1.5 * sides[0]


def test_a_step_that_the_map_lacks_is_refused():
    with pytest.raises(ValueError, match=r"no step \['masks'\]"):
        navigation(["masks"])


def test_the_small_maps_tables_hide_what_comes_later_and_show_the_weights():
    parts = BeautifulSoup(navigation(["mask"]), "html.parser").select(".mha-step")
    places = dict(zip(STEPS, parts, strict=True))
    for head, table in enumerate(places["mask"].select(".mha-cell")):
        out = [box.get("class") == ["mha-out"] for box in table.select("rect")]
        assert out == [j > i for i in range(3) for j in range(3)], head
    for head, table in enumerate(places["softmax"].select(".mha-cell")):
        weights = worked_values()[f"weights{head}"].flatten().tolist()
        fills = [box["style"] for box in table.select("rect")]
        assert fills == [f"fill: {on_weight_scale(weight)[0]}" for weight in weights]


@pytest.mark.parametrize(
    ("steps", "words", "step"),
    [
        (["mask"], "4 mask", 4),
        ([STEPS[1], STEPS[2]], f"2 {STEPS[1]}, 3 {STEPS[2]}", 2),
    ],
)
def test_a_sentence_names_the_steps_and_leads_to_the_first(steps, words, step):
    said = BeautifulSoup(navigation(steps), "html.parser").nav.find(
        "p", recursive=False
    )
    assert said.text == f"You are here: {words}. Open the map"
    assert said.a["href"] == f"map.html#explorer=map&step={step}"
