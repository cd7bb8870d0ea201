"""Bars end at their numbers, and say them."""

import pandas as pd
import pytest
from matplotlib.colors import to_hex

from mha_book import palette
from mha_book.plots.bars import bars, round_ticks
from mha_book.plots.forms import NARROW, WIDE

TABLE = pd.DataFrame(
    {"short": [4.06, 0.5, 0.25], "long": [0.82, 1.5, 0.75]}, ["loop", "fused", "other"]
)


def ends(ax):
    """By its name, from top to bottom: where a bar ends, and its colour."""
    assert ax.yaxis_inverted()
    names = [label.get_text() for label in ax.figure.axes[0].get_yticklabels()]
    places = [round(bar.get_y() + bar.get_height() / 2) for bar in ax.patches]
    return {
        names[place]: (bar.get_width(), to_hex(bar.get_facecolor()).upper())
        for place, bar in zip(places, ax.patches, strict=True)
    }


def test_a_panel_for_each_column_and_a_bar_for_each_row():
    figure = bars(TABLE, "times", marked={"loop"}, finding="It is so").figure()
    assert [ax.get_title("left") for ax in figure.axes] == ["short", "long"]
    assert figure.get_suptitle() == "It is so"
    for ax, column in zip(figure.axes, TABLE, strict=True):
        found = ends(ax)
        assert [*found] == [*TABLE.index]
        assert [end for end, _ in found.values()] == TABLE[column].tolist()
        grays = [colour != palette.GROUPS[1] for _, colour in found.values()]
        assert grays == [False, True, True]
        assert {text.get_text(): text.xy for text in ax.texts} == {
            f"{value:.2f}": (value, k) for k, value in enumerate(TABLE[column])
        }
        assert ax.get_xlabel() == "times"


def test_some_rows_have_a_second_colour():
    figure = bars(TABLE, "times", marked={"loop"}, second={TABLE.index[1]}).figure()
    colours = [colour for _, colour in ends(figure.axes[0]).values()]
    assert colours == [palette.GROUPS[1], palette.GROUPS[3], palette.FILLED]


@pytest.mark.parametrize("form", [WIDE, NARROW])
def test_each_number_stands_inside_its_panel_and_right_of_its_span(form):
    low, high = TABLE / 2, TABLE * 1.25
    figure = bars(TABLE, "times", spans=(low, high)).figure(form)
    figure.draw_without_rendering()
    for ax, column in zip(figure.axes, TABLE, strict=True):
        frame = ax.get_window_extent()
        (drawn,) = ax.collections
        spans = [path.vertices[:, 0].tolist() for path in drawn.get_paths()]
        assert spans == [list(s) for s in zip(low[column], high[column], strict=True)]
        for text, (_, end) in zip(ax.texts, spans, strict=True):
            box = text.get_window_extent()
            assert ax.transData.transform((end, 0))[0] < box.x0
            assert box.x1 <= frame.x1 + 1


def test_the_axis_ends_where_the_bars_do_and_no_line_crosses_their_numbers():
    shares = pd.DataFrame({"": [0.239, 0.815, 0.974]}, ["a", "b", "c"])
    figure = bars(shares, "accuracy").figure()
    (ax,) = figure.axes
    figure.draw_without_rendering()
    assert ax.get_xticks().tolist() == pytest.approx([0, 0.5, 1])
    lines = [*ax.get_xgridlines(), *ax.get_ygridlines()]
    assert not any(line.get_visible() for line in lines)


def test_a_line_to_compare_with_and_numbers_in_other_words():
    (ax, *_) = bars(TABLE, "times", line=1, words="{:.0%}".format).figure().axes
    (dashed,) = ax.lines
    assert [*dashed.get_xdata()] == [1, 1]
    assert [text.get_text() for text in ax.texts] == ["406%", "50%", "25%"]


def test_a_number_that_the_line_would_cross_stands_behind_it():
    close = pd.DataFrame({"time": [0.2, 0.9, 1.2, 2.7]}, [*"abcd"])
    (ax,) = bars(close, "times", line=1).figure().axes
    assert [text.xy[0] for text in ax.texts] == [0.2, 1, 1.2, 2.7]


@pytest.mark.parametrize(
    ("end", "line", "ticks"),
    [(2.7, 1, [0, 1, 2]), (11.2, 1, [0, 1, 5, 10]), (1, None, [0, 0.5, 1])],
)
def test_ticks_are_few_and_round_and_the_lines_is_among_them(end, line, ticks):
    assert round_ticks(end, line) == ticks


def test_nothing_has_no_sign():
    (ax, *_) = (
        bars(pd.DataFrame({"one": [-1e-9, 0.5]}, ["a", "b"]), "share").figure().axes
    )
    assert [text.get_text() for text in ax.texts] == ["0.00", "0.50"]
