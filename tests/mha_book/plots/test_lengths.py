"""What is drawn against positions: every seed's line, training shaded, and chance."""

import matplotlib as mpl
import numpy as np
import pytest
import torch
from matplotlib import pyplot as plt

from mha_book.plots.lengths import (
    beyond_training,
    format_ranges,
    seed_ranges,
    seed_table,
)

CURVES = {  # one seed better than the other, in each model
    (model, seed): torch.arange(1, 8) * (k + 1) / 100 + seed / 10
    for k, model in enumerate(("third", "one", "other"))
    for seed in (0, 1)
}


@pytest.fixture(autouse=True)
def _close_figures():
    mpl.use("agg")
    yield
    plt.close("all")


@pytest.fixture
def measured():
    return seed_table(CURVES, ("model", "position", "accuracy"), first=1)


def segments(ax):
    """Each line's points."""
    lines = [c.get_segments() for c in ax.collections if hasattr(c, "get_segments")]
    return [s for line in lines for s in line] + [a.get_xydata() for a in ax.lines]


def shades(ax):
    """From where to where something is filled."""
    areas = [p.get_path().vertices[:, 0] for p in ax.patches]
    areas += [
        path.vertices[:, 0]
        for c in ax.collections
        if not hasattr(c, "get_segments")
        for path in c.get_paths()
    ]
    return [(a.min(), a.max()) for a in areas]


def test_each_number_has_a_row(measured):
    assert [*measured.columns] == ["model", "seed", "position", "accuracy"]
    assert len(measured) == 6 * 7
    assert [*measured["model"].cat.categories] == ["third", "one", "other"]
    row = measured.query("model == 'one' and seed == 1 and position == 7")
    assert row["accuracy"].item() == pytest.approx(7 * 2 / 100 + 0.1)


def test_ranges_are_means_of_the_lowest_and_the_highest_seed(measured):
    found = seed_ranges(measured, [0, 2, 7])
    assert [*found["min"].columns] == ["1–2", "3–7", "1–7"]
    assert [*found.index] == ["third", "one", "other"]
    expected = np.outer([1, 2, 3], [1.5, 5, 4]) / 100
    np.testing.assert_allclose(found["min"], expected, atol=1e-6)
    np.testing.assert_allclose(found["max"], expected + 0.1, atol=1e-6)
    assert format_ranges(found).loc["one"].tolist() == [
        "0.03–0.13",
        "0.10–0.20",
        "0.08–0.18",
    ]


def test_each_panel_has_a_line_for_each_seed(measured):
    panels = beyond_training(measured, trained=3).draw().axes
    assert len(panels) == 3
    for ax, model in zip(panels, ("third", "one", "other"), strict=True):
        expected = [CURVES[model, seed] for seed in (0, 1)]
        expected = [np.column_stack([range(1, 8), curve]) for curve in expected]
        np.testing.assert_allclose(segments(ax), expected, atol=1e-6)


def test_training_is_shaded_and_chance_drawn(measured):
    plain, marked = (
        beyond_training(measured, trained=3, chance=chance).draw().axes
        for chance in (None, 0.125)
    )
    assert all((-0.5, 2.5) in shades(ax) for ax in plain)
    by_model = beyond_training(measured, trained={"one": 3}).draw().axes
    bands = [[s for s in shades(ax) if s[0] == -0.5] for ax in by_model]
    assert bands == [[], [(-0.5, 2.5)], []]
    for before, after in zip(plain, marked, strict=True):
        *_, line = sorted(segments(after), key=len, reverse=True)
        assert len(segments(after)) == len(segments(before)) + 1
        assert {y for _, y in line} == {0.125}
        (dotted,) = (c for c in after.collections if hasattr(c, "get_segments"))
        assert dotted.get_linestyle()[0][1]  # gaps: no seed's line has any
        assert {seed.get_linestyle() for seed in after.lines} == {"-"}
