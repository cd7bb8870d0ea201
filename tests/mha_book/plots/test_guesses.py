"""Losses while a model trains, and the probabilities of the next token."""

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from mha_book.plots.guesses import (
    OTHERS,
    add_others,
    model_loss_curves,
    probability_bars,
)

PROBABILITIES = pd.DataFrame({"one": [0.5, 0.25], "other": [0.75, 0.125]}, ["a", "b"])
DRAWN = ["-"] * 3 + ["--"] * 3  # three seeds held out, three in training


@pytest.fixture(autouse=True)
def _close_figures():
    mpl.use("agg")
    yield
    plt.close("all")


def test_a_line_for_each_seed_and_part_and_each_baseline_named():
    rows = [
        (kind, part, seed, epoch, 1.0 + epoch + seed)
        for kind in ("few", "many")
        for part in ("held out", "training")
        for seed in range(3)
        for epoch in (1, 2)
    ]
    runs = pd.DataFrame(rows, columns=["kind", "part", "seed", "epoch", "loss"])
    baselines = {"bigram": 4.5, "trigram": 3.5}
    figure = model_loss_curves(runs, "kind", baselines).draw()
    titles = [text.get_text() for text in figure.findobj(mpl.text.Text)]
    assert {"kind: few", "kind: many", "epoch", "loss"} <= {*titles}
    assert len(figure.axes) == 2
    for panel in figure.axes:
        assert sorted(line.get_linestyle() for line in panel.lines) == DRAWN
        # Each name stands on its own line, and each line is dotted.
        named = {text.get_text(): text.get_position()[1] for text in panel.texts}
        assert named == baselines
        (dotted,) = panel.collections
        assert [line[0][1] for line in dotted.get_segments()] == [*baselines.values()]
        assert all(gaps for _, gaps in dotted.get_linestyle())
    figure.draw_without_rendering()
    for panel in figure.axes:
        frame = panel.get_window_extent()
        for name in panel.texts:
            box = name.get_window_extent()
            assert frame.x0 <= box.x0 < box.x1 <= frame.x1 + 1


def test_the_last_row_is_what_all_other_tokens_have():
    whole = add_others(PROBABILITIES)
    assert whole.index.tolist() == ["a", "b", OTHERS]
    assert whole.loc[OTHERS].tolist() == [0.25, 0.125]
    assert PROBABILITIES.index.tolist() == ["a", "b"]


def test_a_panel_for_each_column_with_the_first_token_on_top():
    figure = probability_bars(add_others(PROBABILITIES)).draw()
    assert len(figure.axes) == 2
    names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert names == [OTHERS, "b", "a"]
    for panel, column in zip(figure.axes, PROBABILITIES, strict=True):
        (bars,) = panel.collections
        ends = {}
        for path in bars.get_paths():
            across, up = path.vertices.max(axis=0)
            ends[names[round(up - 0.5) - 1]] = across
        given = PROBABILITIES[column].to_dict()
        assert ends == given | {OTHERS: 1 - sum(given.values())}
    texts = [text.get_text() for text in figure.findobj(mpl.text.Text)]
    assert {"one", "other", "probability"} <= {*texts}
