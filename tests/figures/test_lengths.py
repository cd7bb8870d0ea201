"""What is drawn against positions: every seed's line, training shaded, and chance."""

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from mha.figures.lengths import beyond_training

COLUMNS = ["model", "seed", "position", "accuracy"]


@pytest.fixture(autouse=True)
def _close_figures():
    mpl.use("agg")
    yield
    plt.close("all")


def measured():
    rows = [
        (model, seed, position, (position + seed + len(model)) / 20)
        for model in ("one", "other", "third")
        for seed in (0, 1)
        for position in range(7)
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def drawn(**options):
    names = {"x": "position", "y": "accuracy", "panel": "model"}
    figure = beyond_training(measured(), **names, trained=3, **options).draw()
    return [ax for ax in figure.axes if ax.collections or ax.lines]


def segments(ax):
    """Each line's points."""
    return [
        path.tolist()
        for collection in ax.collections
        if hasattr(collection, "get_segments")
        for path in collection.get_segments()
    ] + [line.get_xydata().tolist() for line in ax.lines]


def test_each_panel_has_a_line_for_each_seed():
    panels = drawn()
    assert len(panels) == 3
    data = measured()
    for ax, (_, part) in zip(panels, data.groupby("model"), strict=True):
        lines = [part[part["seed"] == seed] for seed in (0, 1)]
        expected = [line[["position", "accuracy"]].to_numpy() for line in lines]
        np.testing.assert_allclose(segments(ax), expected)


def test_training_is_shaded_and_chance_drawn():
    plain, marked = drawn(), drawn(chance=0.125)
    for ax in plain:
        shades = [c for c in [*ax.collections, *ax.patches] if len(c.get_facecolor())]
        ends = [
            c.get_paths()[0].vertices[:, 0] for c in shades if hasattr(c, "get_paths")
        ]
        assert any(e.min() == -0.5 and e.max() == 2.5 for e in ends)
    added = [
        len(segments(b)) - len(segments(a)) for a, b in zip(plain, marked, strict=True)
    ]
    assert added == [1, 1, 1]


def test_a_missing_column_is_named():
    with pytest.raises(ValueError, match="no column"):
        beyond_training(
            measured().drop(columns="seed"),
            x="position",
            y="accuracy",
            panel="model",
            trained=3,
        )
