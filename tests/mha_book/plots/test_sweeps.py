"""Measurements over sizes: a marker for each, and a name for each group."""

import pandas as pd
import pytest
from matplotlib.colors import to_hex

from mha_book import palette, plots

SWEEP = pd.DataFrame({"width": [4, 16], "time": [1.0, 2.0], "kind": ["a", "b"]})
AXES = {"x": "width", "y": "time", "by": "kind"}


def test_sweep_draws_each_measurement_with_its_own_marker():
    (ax,) = plots.sweep(SWEEP, **AXES, log_y=True).figure().axes
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    places = [tuple(at) for line in ax.lines for at in line.get_xydata().tolist()]
    assert places == [(4, 1), (16, 2)]
    colours = [to_hex(line.get_color()).upper() for line in ax.lines]
    assert colours == [colour.upper() for colour in palette.GROUPS[:2]]
    assert not {*colours} & {palette.QUERY, palette.KEY, palette.VALUE}
    assert len({line.get_marker() for line in ax.lines}) == 2
    assert {line.get_linestyle() for line in ax.lines} == {"None"}


def test_ticks_are_the_sizes_and_plain_numbers():
    figure = plots.sweep(SWEEP, **AXES, log_y=True).figure()
    figure.draw_without_rendering()
    (ax,) = figure.axes
    assert [label.get_text() for label in ax.get_xticklabels()] == ["4", "16"]
    assert {"1", "2"} <= {label.get_text() for label in ax.get_yticklabels()}


def test_small_numbers_have_no_needless_digits():
    steps = SWEEP.assign(width=[1e-9, 0.001])
    figure = plots.sweep(steps, **AXES).figure()
    figure.draw_without_rendering()
    labels = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert labels == ["1e-9", "0.001"]


def test_sweep_has_a_panel_for_each_facet_with_an_axis_of_its_own():
    axes = plots.sweep(SWEEP, **AXES, facet="kind").figure().axes
    assert [ax.get_title("left") for ax in axes] == ["a", "b"]
    assert [len(ax.lines) for ax in axes] == [1, 1]
    low, high = (ax.get_ylim() for ax in axes)
    assert low[1] < 1.5 < high[0]


def grown(ends):
    """What each group measures at the first and at the last of two sizes."""
    data = pd.DataFrame(ends, [4, 16]).rename_axis("width").reset_index()
    return plots.sweep(data.melt("width", var_name="kind", value_name="time"), **AXES)


@pytest.mark.parametrize(
    ("ends", "width"),
    [
        ({"a": (1, 1), "b": (1, 2)}, 16),  # they begin at one point
        ({"a": (1, 2), "b": (2, 2)}, 4),
    ],
)
def test_names_stand_at_the_end_where_groups_are_apart(ends, width):
    (ax,) = grown(ends).figure().axes
    named = {text.get_text(): text.xy for text in ax.texts}
    assert named == {name: (width, pair[width == 16]) for name, pair in ends.items()}
    assert ax.get_legend() is None


def test_where_groups_meet_at_both_ends_there_is_a_legend():
    (ax,) = grown({"a": (1, 2), "b": (1, 2)}).figure().axes
    assert not ax.texts
    assert [text.get_text() for text in ax.get_legend().texts] == ["a", "b"]


@pytest.mark.parametrize("role", ["x", "y", "by", "facet"])
def test_sweep_names_a_missing_column(role):
    columns = AXES | {role: "speed"}
    with pytest.raises(ValueError, match=r"no column \['speed'\]; data has"):
        plots.sweep(SWEEP, **columns)
