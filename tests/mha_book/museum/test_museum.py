"""The museum: each exhibit's numbers are those of the code that it shows."""

import json
import re
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
import torch
from bs4 import BeautifulSoup
from torch import Tensor
from torch.nn import functional as F

from mha.check.layouts import Layout
from mha.check.subjects import SUBJECTS
from mha_book.explorers import MapExplorer
from mha_book.museum import ROOMS, draw, exhibit, room, survey, traced, wing
from mha_book.museum.beliefs import WING, Doubted, all_doubted
from mha_book.museum.beside import Exhibit, Stage, stages_of
from mha_book.museum.draw import slug
from mha_book.museum.followed import FOLLOWED, on_the_map
from mha_book.museum.maps import draw_stage
from mha_book.museum.rooms import all_exhibits, exhibits_in
from mha_book.museum.settings import CAUSAL, W_K, W_Q, W_V, Setting, X
from mha_book.museum.sights import sight
from mha_book.museum.traced import Run
from mha_book.museum.verdicts import SUMS, verdicts
from mha_book.pictures.kit.faults import FAULTS
from mha_book.scales import on_weight_scale
from project import PROJECT

EXHIBITS = all_exhibits()
PAGE = PROJECT / "book" / "bug-museum.md"
# Where some of them part from the right listing.
FIRST = {
    "Divided by the root of the model’s width": "scores",
    "The matrices are turned round": "query",
    "The softmax runs over the queries": "weights",
    "The mask comes after the softmax": "masked scores",
    "The filled scores are thrown away": "masked scores",
    "The queries and the keys are exchanged": "heads",
    "What is normed is added, and not the word": "x",
    "The diagonal is one too far": "mask",
    "The positions are divided by the speeds": "turned",
    "The exponent is doubled": "speed",
    "The heads’ tables are stacked in front of the batch": "weights",
    "The length counts heads": "lengths",
    "A softmax before the cross entropy": "loss",
}

each = pytest.mark.parametrize("one", EXHIBITS, ids=slug)


def called(one: Exhibit, faulty: bool) -> dict[str, Tensor]:
    """What the listing itself gives, called twice as a reader would call it."""
    listing, setting = one.subject.listing, one.setting
    made = listing.with_faults(one.fault) if faulty else listing.solution()
    function = one.subject.adapt(made, Layout())
    with torch.no_grad():
        function(*setting.args)
        returned = function(*setting.args)
    if setting.then:
        return setting.then(returned, ())
    values = returned if isinstance(returned, tuple) else (returned,)
    return dict(zip(one.subject.results, map(torch.as_tensor, values), strict=True))


@each
def test_what_it_shows_is_what_the_listings_give(one: Exhibit) -> None:
    runs = [(one.right, False)] + [(one.faulty, True)] * (not one.message)
    for run, faulty in runs:
        wanted = called(one, faulty)
        assert run.results.keys() == wanted.keys()
        for name, value in wanted.items():
            torch.testing.assert_close(run.results[name], value, equal_nan=True)


@each
def test_something_else_comes_out_and_the_first_step_is_the_first(one: Exhibit) -> None:
    assert one.shows
    if one.message:
        return
    stages = list(one.stages)
    first, *rest = one.seen
    assert first.differs
    assert first.comes_out or any(stage.comes_out for stage in rest)
    assert all(stage.comes_out for stage in rest)
    assert not any(stage.differs for stage in stages[: stages.index(first)])
    assert FIRST.get(one.fault.name, first.name) == first.name
    if first.same_shape and first.right.is_floating_point():
        place = first.place
        assert not torch.isclose(first.right[place], first.faulty[place])
        before = first.off.flatten()[: first.off.flatten().nonzero()[0]]
        assert not before.any()


def test_all_first_steps_that_are_pinned_are_in_the_museum() -> None:
    assert set(FIRST) <= {one.fault.name for one in EXHIBITS}


def test_as_many_words_are_kept_as_its_setting_says() -> None:
    said = "*how are you*, when three words are kept already"
    kept = {one.setting.args[1] for one in EXHIBITS if one.setting.told == said}
    assert kept == {3}


def test_the_right_numbers_are_torch_s_own() -> None:
    query, key, value = X @ W_Q, X @ W_K, X @ W_V
    for fault, mask in (
        ("The softmax runs over the queries", None),
        ("The mask comes after the softmax", CAUSAL),
    ):
        own = exhibit("attend", fault).right.results["output"]
        wanted = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        torch.testing.assert_close(own, wanted)


@each
def test_its_label_is_whole(one: Exhibit) -> None:
    fault = one.fault
    assert all((fault.belief, fault.truth, fault.symptom, fault.source))
    assert fault.truth.endswith(".")
    assert fault.truth[0].islower() or fault.truth[0] in "`10e"
    assert not verdicts(one)[-1].passes  # its check sees it


def test_there_are_enough_and_each_is_there_once() -> None:
    assert 30 <= len(EXHIBITS) <= 45
    assert len({slug(one) for one in EXHIBITS}) == len(EXHIBITS)


def test_most_get_through_the_usual_tests() -> None:
    table = survey()
    assert table["asked of"].iloc[0] == len(EXHIBITS)
    assert (table["gets through"].iloc[:2] > 0.8 * table["asked of"].iloc[:2]).all()
    assert table["gets through"].iloc[-1] == 0


@pytest.mark.parametrize("name", ["row sums", "a little off", "who is who"])
def test_a_room_has_what_its_name_says(name: str) -> None:
    said = [v for one in exhibits_in(name) for v in verdicts(one) if v.asked == SUMS]
    assert all(verdict.passes is (name != "row sums") for verdict in said)


def test_the_wing_has_every_belief_of_the_catalogue_once() -> None:
    known = [(s.name, one.name) for s in SUBJECTS for one in s.listing.beliefs]
    assert sorted(place[:2] for place in WING) == sorted(known)
    assert "\nwing()\n" in PAGE.read_text("utf-8")


@pytest.mark.parametrize("one", all_doubted(), ids=lambda one: one.belief.name)
def test_what_is_doubted_gives_what_the_book_gives(one: Doubted) -> None:
    assert not one.own.message
    assert one.apart < 1e-6
    assert one.verdict.ok
    page = one.belief.page or one.subject.page
    assert PAGE.with_name(f"{page}.md").exists()


@pytest.mark.parametrize("by", [-0.5, 0.5])
def test_how_far_two_are_apart_counts_both_ways(by: float) -> None:
    one = all_doubted()[0]
    moved = {name: value + by for name, value in one.book.results.items()}
    other = replace(one, own=replace(one.own, results=moved))
    assert other.apart == pytest.approx(0.5)


def test_the_wing_is_drawn_with_both_versions_and_its_check() -> None:
    page = BeautifulSoup(wing()._repr_html_(), "html.parser")
    folds = page.select("details.mha-exhibit")
    assert len(folds) == len(WING)
    for fold, one in zip(folds, all_doubted(), strict=True):
        changed = bool(one.belief.lines)
        assert bool(fold.select("pre ins")) is changed
        results = len(one.book.results) if changed else 0
        assert len(fold.select("figure")) == 2 * results
        assert "✓ right" in fold.text
        assert [a["href"] for a in fold.select("a")][-1] == f"#{fold.div['id']}"


def test_what_the_map_can_show_has_a_link_to_it() -> None:
    linked = {(one.subject.name, one.fault.name): on_the_map(one) for one in EXHIBITS}
    for name, fault in FAULTS.items():
        address = linked.get((fault.listing, fault.title))
        if address is None:  # the museum has another exhibit of it, or none
            continue
        values = dict(parse_qsl(address.removeprefix("#")))
        assert values.pop("explorer") == "known-fault"
        explorer = MapExplorer(
            **{key: json.loads(value) for key, value in values.items()}
        )
        assert explorer.fault == name
        right, wrong = explorer.compute(), explorer.compute(name)
        assert not torch.equal(right["output"], wrong["output"])
    assert sum(map(bool, linked.values())) == len(FOLLOWED) == 5
    page = BeautifulSoup(room("who is who")._repr_html_(), "html.parser")
    addresses = [a["href"] for a in page.select("a") if "Follow it" in a.text]
    assert addresses == [one for one in linked.values() if "joined_by_view" in one]
    assert 'MapExplorer(name="known-fault"' in PAGE.read_text("utf-8")


def test_the_page_has_every_room() -> None:
    shown = re.findall(r'^room\("(.+)"\)$', PAGE.read_text("utf-8"), re.MULTILINE)
    assert shown == list(ROOMS)


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_is_drawn_with_the_first_number_in_a_frame(name: str) -> None:
    page = BeautifulSoup(room(name)._repr_html_(), "html.parser")
    folds = page.select("details.mha-exhibit")
    assert [fold.summary.code.string for fold in folds] == [
        one.subject.name for one in exhibits_in(name)
    ]
    for fold, one in zip(folds, exhibits_in(name), strict=True):
        lines = fold.select("pre del, pre ins")
        signs = {"del": "✓ ", "ins": "✗ "}  # what is right, and what one makes of it
        assert lines
        assert all(line.text.startswith(signs[line.name]) for line in lines)
        maps = fold.select(".mha-maps")
        assert len(maps) == (0 if one.message else len(one.seen))
        for drawn, stage in zip(maps, one.seen if maps else (), strict=True):
            framed = drawn.select(".mha-lit")
            assert len(framed) == (2 if stage.same_shape else 0)
            assert len(drawn.select("figure")) == (3 if stage.same_shape else 2)
        assert all(a["href"] for a in fold.select("a"))


@pytest.mark.parametrize(
    ("first", "shown"), [(4, "0 to 4"), (5, "4 to 8"), (8, "4 to 8")]
)
def test_of_a_wide_table_five_columns_are_shown_with_the_first_that_differs(
    first: int, shown: str
) -> None:
    right = torch.arange(18.0).view(2, 9)
    faulty = right + torch.eye(9)[first] * torch.tensor([[1.0], [0.0]])
    html = draw_stage(Stage("x", right, faulty), Setting("x", (), ()))
    page = BeautifulSoup(html, "html.parser")
    assert [one.string for one in page.select("caption")] == [f"columns {shown}"] * 3
    cells = [row.select("td") for row in page.select("tbody tr")]
    assert {len(row) for row in cells} == {5}
    assert len(page.select(".mha-lit")) == 2


def test_the_further_a_number_moves_the_darker_it_is_from_a_faint_shade_on() -> None:
    right, faulty = torch.zeros(1, 4), torch.tensor([[0.0, 1.0, 2.0, 4.0]])
    html = draw_stage(Stage("x", right, faulty), Setting("x", (), ()))
    cells = BeautifulSoup(html, "html.parser").select("figure:last-of-type .mha-shade")
    shades = [on_weight_scale(share) for share in (0.2875, 0.425, 0.7)]
    assert [cell["style"] for cell in cells] == [
        f"background:{ground};color:{ink}" for ground, ink in shades
    ]


def test_a_name_is_text_and_no_tags() -> None:
    folded = draw.fold(SUBJECTS[0], "a < b & c", "", [])
    assert ">a &lt; b &amp; c</span> <code>" in folded


@pytest.mark.parametrize("name", ROOMS)
def test_a_closed_exhibit_shows_its_first_stage(name: str) -> None:
    for one in exhibits_in(name):
        page = BeautifulSoup(sight(one), "html.parser")
        words = page.select_one(".mha-differs").text
        if one.message:
            assert words in ("it lacks parameters", "it stops with a message")
            continue
        first = one.seen[0]
        assert " becomes " in words
        assert len(page.select(".mha-first")) == first.same_shape
        assert len(page.select("[class^=mha-shape]")) == 2 * (not first.same_shape)


def test_a_small_picture_has_the_first_number_that_moves_in_sight() -> None:
    right = torch.zeros(9, 12)
    faulty = right + (torch.arange(108.0).view(9, 12) >= 7 * 12 + 10)
    seen = replace(exhibit("attend", "The scores are not divided"))
    shown = replace(seen, stages=(Stage("x", right, faulty),))
    page = BeautifulSoup(sight(shown), "html.parser")
    assert page.svg["viewbox"] == "0 0 80 50"
    assert page.select_one(".mha-first")["d"].startswith("M71 41")
    assert page.select_one(".mha-differs").text == "0 becomes 1"


def test_a_result_that_is_not_what_its_name_stood_for_is_shown_too() -> None:
    a, b = torch.zeros(2), torch.ones(2)
    right = Run({"output": a}, {"output": [a]})
    for result, shown in ((a, ["output"]), (b, ["output", "output handed back"])):
        faulty = Run({"output": result}, {"output": [a]})
        assert [stage.name for stage in stages_of(right, faulty)] == shown


def test_a_number_within_rounding_has_not_moved_and_no_number_is_infinitely_far():
    inf, nan = torch.inf, torch.nan
    right = torch.tensor([1.0, 0.0, inf, nan, 2.0, 1.0, nan, 1.0, inf])
    faulty = torch.tensor([1 + 1e-6, 1e-6, inf, nan, 2.5, -1.0, 1.0, inf, -inf])
    stage = Stage("x", right, faulty)
    assert stage.moved.tolist() == [0, 0, 0, 0, 0.5, 2, inf, inf, inf]
    assert stage.place == (4,)


def test_only_the_second_call_is_written_down() -> None:
    one = next(each for each in SUBJECTS if each.name == "attend")
    named = traced.run(one.listing.source, one, one.cases[0].args).named
    assert {name: len(values) for name, values in named.items()} == {
        "scores": 1,
        "weights": 1,
    }


@pytest.mark.parametrize("name", ROOMS)
def test_each_fault_shows_a_line_that_is_wrong_or_says_that_there_is_none(name):
    page = BeautifulSoup(room(name)._repr_html_(), "html.parser")
    for lines in page.select("pre.mha-differing"):
        wrong = [line.text for line in lines.select("ins")]
        assert wrong, lines.text
        assert ("✗ (no line)\n" in wrong) == (wrong == ["✗ (no line)\n"])


def test_two_faults_leave_lines_out_and_write_none():
    shown = [room(name)._repr_html_().count("✗ (no line)") for name in ROOMS]
    assert sum(shown) == 2
