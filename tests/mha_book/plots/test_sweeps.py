"""Measurements over sizes: a marker for each, and groups that differ."""

import pandas as pd
import pytest

from mha_book import palette, plots
from mha_book.plots.multiples import NARROW, WIDE

SWEEP = pd.DataFrame({"width": [4, 16], "time": [1.0, 2.0], "kind": ["a", "b"]})
ROLES = {"x": "width", "y": "time", "by": "kind"}


def test_sweep_draws_each_measurement_with_its_own_marker():
    (ax,) = plots.sweep(SWEEP, **ROLES, log_y=True).figure().axes
    places = [tuple(line.get_xydata()[0]) for line in ax.lines]
    assert places == [(4, 1), (16, 2)]
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert not [*ax.get_xticks(minor=True), *ax.get_yticks(minor=True)]
    colours = [line.get_color() for line in ax.lines]
    assert colours == [*palette.GROUPS[:2]]
    assert not {*colours} & {palette.QUERY, palette.KEY, palette.VALUE}
    assert [label.get_text() for label in ax.get_xticklabels()] == ["4", "16"]
    assert len({line.get_marker() for line in ax.lines}) == 2


def test_groups_are_named_once_below_all_panels():
    figure = plots.sweep(SWEEP, **ROLES, facet="kind").figure()
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["a", "b"]


def test_sweep_facets():
    panels = plots.sweep(SWEEP, **ROLES, facet="kind")
    first, second = panels.figure(WIDE).axes
    assert first.get_ylim() != second.get_ylim()  # each has its own
    assert [ax.get_title("left") for ax in (first, second)] == ["a", "b"]
    assert not first.get_ylabel()  # it would not fit both
    assert len(panels.figure(NARROW).axes) == 2


@pytest.mark.parametrize("role", ["x", "y", "by", "facet"])
def test_sweep_names_a_missing_column(role):
    columns = ROLES | {role: "speed"}
    with pytest.raises(ValueError, match=r"no column \['speed'\]; data has"):
        plots.sweep(SWEEP, **columns)
