"""Figures of runs show each run that they are given."""

import pandas as pd
import torch
from matplotlib import pyplot as plt

from mha_book.plots.runs import accuracy_dots, heatmaps_by_model, loss_curves


def test_each_seed_and_part_is_a_line_of_its_model():
    rows = [
        {"model": m, "seed": s, "part": p, "epoch": e, "loss": 1 / e}
        for m in ("one", "two", "three")
        for s in (0, 1)
        for p in ("training", "test")
        for e in (1, 2)
    ]
    figure = loss_curves(pd.DataFrame(rows)).draw()
    drawn = [
        len(ax.lines) + sum(len(c.get_paths()) for c in ax.collections)
        for ax in figure.axes
    ]
    assert drawn == [4, 4, 4]


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
    assert rows == [(0.5, 3), (0.6, 3), (0.7, 2), (0.9, 1)]
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "all",
        "more",
        "none",
    ]


def test_each_model_has_a_heatmap_of_its_own():
    weights = {"one": torch.full((2, 2), 0.5), "two": torch.eye(2)}
    heatmaps_by_model(weights, ["how", "are"])
    found = {ax.get_title(): [t.get_text() for t in ax.texts] for ax in plt.gcf().axes}
    assert found == {"one": ["0.50"] * 4, "two": ["1.00", "0.00", "0.00", "1.00"]}
    plt.close()
