"""Figures of runs show each run that they are given."""

import pandas as pd
import torch
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex

from mha_book.palette import GROUPS
from mha_book.plots.runs import accuracy_dots, heatmaps_by_model, loss_curves

LOSSES = {"training": 2.0, "test": 7.0}  # in the first epoch, of seed 0


def test_each_part_is_a_band_over_the_seeds_in_its_own_style():
    rows = [
        {"model": m, "seed": s, "part": p, "epoch": e, "loss": (LOSSES[p] + s) / e}
        for m in ("one", "two", "three")
        for s in (0, 1, 2)
        for p in LOSSES
        for e in (1, 2)
    ]
    axes = loss_curves(pd.DataFrame(rows)).figure().axes
    assert [ax.get_title("left") for ax in axes] == ["one", "three", "two"]
    for ax in axes:
        starts = {line.get_linestyle(): line.get_ydata()[0] for line in ax.lines}
        assert starts == {"-": 8, "--": 3}  # the middle seed's
        bands = [band.get_paths()[0].vertices[:, 1] for band in ax.collections]
        ends = [(band.min(), band.max()) for band in bands]
        assert ends == [(7 / 2, 9), (2 / 2, 4)]


def test_the_parts_are_named_at_their_ends_in_the_first_panel_alone():
    rows = [
        {"model": m, "seed": 0, "part": p, "epoch": e, "loss": LOSSES[p] / e}
        for m in ("one", "two")
        for p in LOSSES
        for e in (1, 2)
    ]
    first, second = loss_curves(pd.DataFrame(rows)).figure().axes
    named = {text.get_text(): (text.xy, text.get_va()) for text in first.texts}
    assert named == {"held out": ((2, 3.5), "bottom"), "training": ((2, 1.0), "top")}
    assert not second.texts


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
