"""Small multiples: every panel finds its axes' words, in both forms of a figure."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from matplotlib.figure import Figure

from mha_book.plots.forms import NARROW, WIDE
from mha_book.plots.multiples import APART, Panels, name_end

SVG = "{http://www.w3.org/2000/svg}"
FINDING = "What all of these panels show together, said in one line or in two of them"
LONG = f"{FINDING}, or even in three"
PLACES = [  # of five panels: those that end a column, and those that begin a row
    (WIDE, [2, 3, 4], [0, 3]),
    (NARROW, [4], [0, 1, 2, 3, 4]),  # two columns would leave one alone
]


@pytest.fixture
def panels():
    """Five, of lines."""
    return Panels(
        ["a", "b", "c", "d", "e"],
        lambda ax, name: ax.plot([0, 1], [0, ord(name)]),
        "step",
        "loss",
        FINDING,
    )


def has_ticks(axis):
    return any(label.get_visible() and label.get_text() for label in axis)


@pytest.mark.parametrize(("form", "ending", "beginning"), PLACES)
def test_each_axis_has_its_ticks_and_its_name_at_a_panel(
    panels, form, ending, beginning
):
    figure = panels.figure(form)
    figure.draw_without_rendering()
    axes = figure.axes
    assert [ax.get_title("left") for ax in axes] == [*"abcde"]
    for found, side in (
        ([k for k, ax in enumerate(axes) if ax.get_xlabel()], ending),
        ([k for k, ax in enumerate(axes) if ax.get_ylabel()], beginning),
        ([k for k, ax in enumerate(axes) if has_ticks(ax.get_xticklabels())], ending),
        (
            [k for k, ax in enumerate(axes) if has_ticks(ax.get_yticklabels())],
            beginning,
        ),
    ):
        assert found == side
    assert {ax.get_xlabel() for ax in axes} == {"", "step"}


@pytest.mark.parametrize("finding", [FINDING, LONG])
@pytest.mark.parametrize("form", [WIDE, NARROW])
def test_words_stand_inside_the_figure_and_apart(panels, form, finding):
    figure = replace(panels, finding=finding).figure(form)
    figure.draw_without_rendering()
    assert figure.get_suptitle().replace("\n", " ") == finding
    frame = figure.bbox.padded(1)
    title = figure.texts[0].get_window_extent()
    boxes = [ax.get_tightbbox() for ax in figure.axes]
    for box in (title, *boxes):
        assert frame.x0 <= box.x0 < box.x1 <= frame.x1
        assert frame.y0 <= box.y0 < box.y1 <= frame.y1
    assert max(box.y1 for box in boxes) <= title.y0 + 1


def test_few_panels_share_the_whole_width(panels):
    two = Panels(["a", "b"], panels.draw, "step", "loss").figure()
    two.draw_without_rendering()
    assert two.get_size_inches()[0] == WIDE.width
    assert max(ax.get_position().x1 for ax in two.axes) > 0.95


def test_rows_add_up_and_a_panel_that_is_wider_than_asked_for_is_lower(panels):
    def height(count, form):
        some = replace(panels, names="abcdef"[:count], finding="")
        return some.figure(form).get_size_inches()[1]

    row = panels.height + 0.3 + APART
    assert height(1, WIDE) == height(3, WIDE)
    assert height(6, WIDE) - height(3, WIDE) == pytest.approx(row)
    assert height(4, NARROW) - height(2, NARROW) == pytest.approx(row)
    above = height(2, NARROW) - (row - APART)
    # One below the other, where two were asked for.
    low = (height(5, NARROW) - above - 4 * APART) / 5
    assert low == pytest.approx(0.75 * panels.height + 0.3)


def test_one_file_has_both_forms_and_shows_the_wide_one(panels):
    root = ET.fromstring(panels._repr_svg_())
    wide, narrow = (child for child in root if child.tag == f"{SVG}svg")
    classes = [one.get("class") for one in (root, wide, narrow)]
    assert classes == [None, "mha-wide", "mha-narrow"]
    assert (wide.get("display"), narrow.get("display")) == (None, "none")
    size = [[one.get(name) for name in ("width", "height")] for one in (root, wide)]
    assert size[0] == size[1]
    widths = [float(one.get("width").removesuffix("pt")) for one in (wide, narrow)]
    assert widths == pytest.approx([72 * WIDE.width, 72 * NARROW.width])
    assert panels._repr_svg_() == panels._repr_svg_()  # the same in every run


def test_text_is_text_and_large_enough_where_it_is_shown(panels):
    root = ET.fromstring(panels._repr_svg_())
    for form, room in ((root[-2], 600), (root[-1], 358)):  # px: the least of its page
        points = re.findall(r"(\d+(?:\.\d+)?)px", ET.tostring(form, encoding="unicode"))
        shown = min(map(float, points)) * room / float(form.get("width")[:-2])
        assert shown >= 11


def test_a_notebook_gets_a_picture_too(panels):
    assert panels._repr_png_().startswith(b"\x89PNG")


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("below", [False, True])
def test_words_at_an_end_stand_clear_of_their_line_and_inside(below, side):
    figure = Figure()
    ax = figure.subplots()
    ax.plot([0, 1], [2, 2])
    at = (float(side == "right"), 2)
    name_end(ax, "the end", at, below=below, side=side)
    (words,) = ax.texts
    figure.draw_without_rendering()
    box, (x, y) = words.get_window_extent(), ax.transData.transform(at)
    assert (box.y1 < y) if below else (box.y0 > y)
    assert (box.x1 if side == "right" else box.x0) == pytest.approx(x, abs=1)
    assert words.get_text() == "the end"
