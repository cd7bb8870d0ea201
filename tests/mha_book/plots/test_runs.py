"""Figures of runs show each run that they are given."""

import pandas as pd
import torch
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from matplotlib.offsetbox import AnchoredOffsetbox
from matplotlib.text import Text

from mha_book.palette import GROUPS
from mha_book.plots.runs import accuracy_dots, heatmaps_by_model, loss_curves

LOSSES = {"training": 2.0, "test": 7.0}  # in the first epoch, of seed 0
STYLES = {"training": "--", "held out": "-"}


def test_each_seed_and_part_is_a_line_of_its_model_in_the_parts_own_style():
    rows = [
        {"model": m, "seed": s, "part": p, "epoch": e, "loss": (LOSSES[p] + s) / e}
        for m in ("one", "two", "three")
        for s in (0, 1)
        for p in LOSSES
        for e in (1, 2)
    ]
    figure = loss_curves(pd.DataFrame(rows)).draw()
    assert len(figure.axes) == 3
    for ax in figure.axes:
        starts = [(line.get_linestyle(), line.get_ydata().iloc[0]) for line in ax.lines]
        assert sorted(starts) == [("-", 7), ("-", 8), ("--", 2), ("--", 3)]
    assert legend(figure) == STYLES


def legend(figure):
    """Each name that stands beside the figure, and the style of the line at it."""
    (box,) = figure.findobj(AnchoredOffsetbox)
    names = [text.get_text() for text in box.findobj(Text) if text.get_text()]
    lines = [line.get_linestyle() for line in box.findobj(Line2D)]
    return dict(zip(names, lines, strict=True))


def test_each_run_is_a_dot_in_the_row_of_its_change():
    runs = pd.DataFrame(
        {
            "change": ["none", "none", "more", "all"],
            "model": ["one", "two", "one", "one"],
            "accuracy": [0.5, 0.6, 0.7, 0.9],
        }
    )
    plot = accuracy_dots(runs)
    (ax,) = plot.draw().axes
    dots = [tuple(map(float, at)) for c in ax.collections for at in c.get_offsets()]
    rows = sorted((across, round(row)) for across, row in dots)
    of_two = [c.get_offsets() for c in ax.collections if GROUPS[1] in colours(c)]
    assert [round(float(at[0]), 2) for part in of_two for at in part] == [0.6]
    assert rows == [(0.5, 3), (0.6, 3), (0.7, 2), (0.9, 1)]
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "all",
        "more",
        "none",
    ]


def colours(dots):
    return {to_hex(colour).upper() for colour in dots.get_facecolor()}


def test_each_model_has_a_heatmap_of_its_own():
    weights = {"one": torch.full((2, 2), 0.5), "two": torch.eye(2)}
    heatmaps_by_model(weights, ["how", "are"])
    found = {ax.get_title(): [t.get_text() for t in ax.texts] for ax in plt.gcf().axes}
    assert found == {"one": ["0.50"] * 4, "two": ["1.00", "0.00", "0.00", "1.00"]}
    plt.close()
