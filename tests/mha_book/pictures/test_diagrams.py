"""Every diagram says what it shows, fits its page, and takes the page's colours."""

import re

import pytest
import torch

from drawn import drawn
from mha_book import pictures
from mha_book.pictures.kit.gallery import every_picture
from mha_book.pictures.kit.markup import STYLE, Diagram, Drawing
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import text
from mha_book.scales import on_weight_scale
from pictures import PICTURES

SCALE_COLOUR = re.compile(r"light-dark\([^)]*\)")
SCALE = {colour for k in range(1025) for colour in on_weight_scale(k / 1024)}
LETTER = Drawing([text(5, 5, "x")], 10, 10)
COLUMN, PHONE = 688, 358  # px: a page's text at 1280 and at 390


@pytest.fixture(params=PICTURES)
def picture(request):
    return PICTURES[request.param]()


def test_each_picture_has_its_name_at_the_door():
    others = {"TARGET", "worked_back", "side_by_side"}  # numbers, and pictures in one
    assert {*pictures.__all__} == {*every_picture()} | others
    for name, make in every_picture().items():
        assert getattr(pictures, name) is make.func


@pytest.mark.parametrize("alt", ["", "A picture.", "one two three four five six seven"])
def test_a_diagram_without_words_is_refused(alt):
    with pytest.raises(ValueError, match=f"has {len(alt.split())} words"):
        Diagram(alt, LETTER)


# A sentence in one row has no column; a block and short words fit any width.
@pytest.mark.parametrize(
    "name", sorted({*PICTURES} - {"attending", "joined_pieces", "transformer_block"})
)
def test_both_layouts_are_one_picture_with_one_name(name):
    picture = PICTURES[name]()
    html = picture.html()
    assert html.count("<svg") == 2
    assert html.count('role="img"') == html.count("aria-label=") == 1
    assert html.startswith('<div class="mha-diagrams')
    assert html.count("<style>") == 1
    assert picture._repr_html_() == html


def test_a_diagram_without_a_narrow_one_is_its_svg():
    alone = Diagram("a letter x that stands alone in here", LETTER)
    assert alone.html() == alone.svg()
    assert alone.svg().count('role="img"') == 1


def test_wide_and_narrow_fit_their_columns(picture):
    assert picture.wide.width <= COLUMN
    assert (picture.narrow or picture.wide).width <= PHONE


def test_panels_stand_beside_each_other_or_below_and_none_on_another():
    boxes = [panel((2, 3), (20 + k, 10 * k), [text(0, 0, str(k))]) for k in (1, 2, 3)]
    beside, below = row(boxes, 5), column(boxes, 7)
    assert beside[1:] == (21 + 22 + 23 + 2 * 5, 30)
    assert below[1:] == (23, 10 + 20 + 30 + 2 * 7)
    for drawing, places in (
        (beside, [(0, 0), (26, 0), (53, 0)]),
        (below, [(0, 0), (0, 17), (0, 44)]),
    ):
        found = [re.findall(r"[\d.]+", g.get("transform")) for g in drawing.shapes]
        assert [(float(x), float(y)) for x, y in found] == places
        (inner,) = drawing.shapes[0]
        assert inner.get("transform") == "translate(2,3)"


def test_words_for_ears_name_numbers_that_the_eye_sees(picture):
    assert len(picture.alt) < 700
    assert re.search(r"\d", picture.alt)


def test_colours_are_the_pages_or_the_weight_scale(picture):
    for drawing in (picture.wide, picture.narrow or picture.wide):
        for part in drawn(drawing).iter():
            given = part.get("style", "")
            for colour in SCALE_COLOUR.findall(given):
                assert colour in SCALE
            assert "#" not in SCALE_COLOUR.sub("", given)
            assert not {"fill", "stroke", "color"} & set(part.keys())


def test_the_shared_style_takes_its_colours_from_the_page():
    for line in STYLE.splitlines():
        if re.search(r"#[0-9a-f]{3,8}\b", line):
            assert re.match(r"\s*--[a-z]+: .*var\(", line), line


def test_drawing_leaves_the_readers_random_numbers_alone():
    state = torch.get_rng_state()
    for make in PICTURES.values():
        make()
    assert torch.equal(torch.get_rng_state(), state)
