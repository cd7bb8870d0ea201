"""What is drawn against positions: a band of seeds, training shaded, and chance."""

import numpy as np
import pytest
import torch

from mha_book.plots.lengths import (
    beyond_training,
    format_ranges,
    seed_ranges,
    seed_table,
)

CURVES = {  # one seed better than the other, in each model
    (model, seed): torch.arange(1, 8) * (k + 1) / 100 + seed / 10
    for k, model in enumerate(("third", "one", "other"))
    for seed in (0, 1, 2)
}


@pytest.fixture
def measured():
    return seed_table(CURVES, ("model", "position", "accuracy"), first=1)


def shades(ax):
    """From where to where training is shaded."""
    boxes = [patch.get_bbox() for patch in ax.patches]
    return [(box.x0, box.x1) for box in boxes]


def words(ax):
    """What stands in a panel."""
    return [text.get_text() for text in ax.texts]


def test_each_number_has_a_row(measured):
    assert [*measured.columns] == ["model", "seed", "position", "accuracy"]
    assert len(measured) == 9 * 7
    assert [*measured["model"].cat.categories] == ["third", "one", "other"]
    row = measured.query("model == 'one' and seed == 1 and position == 7")
    assert row["accuracy"].item() == pytest.approx(7 * 2 / 100 + 0.1)


def test_ranges_are_means_of_the_lowest_and_the_highest_seed(measured):
    found = seed_ranges(measured, [0, 2, 7])
    assert [*found["min"].columns] == ["1–2", "3–7", "1–7"]
    assert [*found.index] == ["third", "one", "other"]
    expected = np.outer([1, 2, 3], [1.5, 5, 4]) / 100
    np.testing.assert_allclose(found["min"], expected, atol=1e-6)
    np.testing.assert_allclose(found["max"], expected + 0.2, atol=1e-6)
    assert format_ranges(found).loc["one"].tolist() == [
        "0.03–0.23",
        "0.10–0.30",
        "0.08–0.28",
    ]


def test_positions_outside_the_stretches_are_in_no_mean(measured):
    found = seed_ranges(measured, [1, 2, 4])
    assert [*found["min"].columns] == ["2–2", "3–4", "2–4"]
    expected = [0.02, 0.035, 0.03]
    np.testing.assert_allclose(found["min"].loc["third"], expected, atol=1e-6)


def test_each_panel_has_a_band_over_the_seeds_and_the_middle_one(measured):
    panels = beyond_training(measured, trained=3).figure().axes
    assert [ax.get_title("left") for ax in panels] == ["third", "one", "other"]
    for ax, model in zip(panels, ("third", "one", "other"), strict=True):
        low, middle, high = (CURVES[model, seed] for seed in (0, 1, 2))
        (line,) = ax.lines
        x = np.arange(1, 8)
        np.testing.assert_allclose(line.get_xydata(), np.c_[x, middle], atol=1e-6)
        (band,) = ax.collections
        edge = {(x, round(y, 4)) for x, y in band.get_paths()[0].vertices.tolist()}
        both = enumerate(zip(low.tolist(), high.tolist(), strict=True), 1)
        assert edge == {(x, round(y, 4)) for x, pair in both for y in pair}


def test_training_is_shaded_and_its_word_stands_in_the_first_shade(measured):
    plain = beyond_training(measured, trained=3).figure().axes
    assert [shades(ax) for ax in plain] == [[(-0.5, 2.5)]] * 3
    assert [words(ax) for ax in plain] == [["trained"], [], []]
    by_model = beyond_training(measured, trained={"one": 3}, shade="warm-up")
    by_model = by_model.figure().axes
    assert [shades(ax) for ax in by_model] == [[], [(-0.5, 2.5)], []]
    assert [words(ax) for ax in by_model] == [[], ["warm-up"], []]


@pytest.mark.parametrize(
    ("count", "trained", "places"),
    [(17, 4, [0, 4, 8, 12, 16]), (8, 4, [0, 2, 4, 6])],
)
def test_the_axis_counts_in_the_length_of_training_or_in_halves(count, trained, places):
    table = seed_table({("one", 0): torch.zeros(count)}, ("model", "place", "share"))
    assert table["place"].tolist() == [*range(count)]  # from 0, if nothing is said
    (ax,) = beyond_training(table, trained=trained).figure().axes
    assert ax.get_xticks().tolist() == places
    (shade,) = ax.patches
    assert (shade.get_alpha(), shade.get_linewidth()) == (0.5, 0)  # lines stay visible


def test_chance_is_dotted_in_each_panel_and_named_in_the_first(measured):
    marked = beyond_training(measured, trained=3, chance=0.05).figure().axes
    for ax in marked:
        _, dotted = ax.lines
        assert {*dotted.get_ydata()} == {0.05}
        assert dotted.get_linestyle() == ":"
    assert [words(ax) for ax in marked] == [["trained", "guessing"], [], []]


def test_words_stand_clear_of_the_curves(measured):
    """Above the highest band and below the lowest line there is room for a line."""
    figure = beyond_training(measured, trained=3, chance=0.05).figure()
    figure.draw_without_rendering()
    ax = figure.axes[0]
    trained, guessing = (text.get_window_extent() for text in ax.texts)
    top = ax.transData.transform((0, measured["accuracy"].max()))[1]
    chance = ax.transData.transform((0, 0.05))[1]
    assert top <= trained.y0 < trained.y1 <= ax.bbox.y1
    assert ax.bbox.y0 <= guessing.y0 < guessing.y1 <= chance
