"""Measurements over sizes: a marker for each, and groups that differ."""

import math

import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from mha_book import palette, plots
from mha_book.plots.forms import WIDE

SWEEP = pd.DataFrame({"width": [4, 16], "time": [1.0, 2.0], "kind": ["a", "b"]})


def test_sweep_draws_each_measurement_with_its_own_marker():
    figure = plots.sweep(SWEEP, x="width", y="time", by="kind", log_y=True).figure()
    points = figure.axes[0].collections
    places = sorted(tuple(place) for p in points for place in p.get_offsets())
    assert places == [
        pytest.approx((math.log10(4), 0)),
        pytest.approx((math.log10(16), math.log10(2))),
    ]
    colours = {to_hex(c).upper() for p in points for c in p.get_facecolor()}
    assert colours == set(palette.GROUPS[:2])
    assert not colours & {palette.QUERY, palette.KEY, palette.VALUE}
    (ax,) = figure.axes
    assert [label.get_text() for label in ax.get_xticklabels()] == ["4", "16"]
    words = [text.get_text() for text in figure.findobj(Text)]
    assert {"width", "time", "kind"} & {*words} == {"width", "time"}
    markers = {tuple(map(tuple, p.get_paths()[0].vertices)) for p in points}
    assert len(markers) == 2


def test_the_finding_is_the_title():
    found = "The wider, the slower: each doubling takes twice the time"
    figure = plots.sweep(SWEEP, x="width", y="time", by="kind", finding=found).figure()
    assert " ".join(figure.texts[0].get_text().split()) == found


def test_sweep_facets():
    figure = plots.sweep(SWEEP, x="width", y="time", by="kind", facet="kind").figure()
    first, second = figure.axes
    assert first.get_ylim() != second.get_ylim()  # each has its own
    titles = [text.get_text() for text in figure.findobj(Text)]
    assert "time" not in titles  # it would not fit both
    assert {*SWEEP["kind"]} <= {*titles}
    assert figure.get_size_inches()[0] == WIDE.width
    grounds = {to_hex(part.get_facecolor()) for part in figure.findobj(Rectangle)}
    assert palette.GROUND in grounds


@pytest.mark.parametrize("role", ["x", "y", "by", "facet"])
def test_sweep_names_a_missing_column(role):
    columns = {"x": "width", "y": "time", "by": "kind"} | {role: "speed"}
    with pytest.raises(ValueError, match=r"no column \['speed'\]; data has"):
        plots.sweep(SWEEP, **columns)
