"""Losses while a model trains, and the probabilities of the next token."""

import pandas as pd
from matplotlib.colors import to_hex

from mha_book import palette
from mha_book.plots.bars import ROOM
from mha_book.plots.guesses import (
    OTHERS,
    add_others,
    model_loss_curves,
    probability_bars,
)

PROBABILITIES = pd.DataFrame({"one": [0.5, 0.25], "other": [0.75, 0.125]}, ["a", "b"])


def test_a_band_for_each_part_and_each_baseline_named():
    rows = [
        (kind, part, seed, epoch, 1.0 + epoch + seed)
        for kind in ("few", "many")
        for part in ("held out", "training")
        for seed in range(3)
        for epoch in (1, 2)
    ]
    runs = pd.DataFrame(rows, columns=["kind", "part", "seed", "epoch", "loss"])
    baselines = {"bigram": 4.5, "trigram": 3.5}
    figure = model_loss_curves(runs, "kind", pd.Series(baselines)).figure()
    assert [ax.get_title("left") for ax in figure.axes] == ["few kind", "many kind"]
    for panel in figure.axes:
        styles = [line.get_linestyle() for line in panel.lines]
        assert sorted(styles) == ["-", "--", ":", ":"]
        dotted = [line for line in panel.lines if line.get_linestyle() == ":"]
        assert [line.get_ydata()[0] for line in dotted] == [*baselines.values()]
    first, last = figure.axes
    assert {text.get_text() for text in first.texts} == {"held out", "training"}
    named = {text.get_text(): text.xy[1] for text in last.texts}
    assert named == baselines  # each name stands on its own line
    sides = {text.get_text(): text.get_va() for text in last.texts}
    assert sides == {"bigram": "bottom", "trigram": "top"}  # clear of the other's
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


def x_labels(panel):
    """Those that stand below it, or below another panel of its figure."""
    return panel.figure.axes[-1].get_xticklabels()


def test_a_panel_for_each_column_with_the_first_token_on_top():
    figure = probability_bars(add_others(PROBABILITIES)).figure()
    assert [ax.get_title("left") for ax in figure.axes] == ["one", "other"]
    names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert names == ["a", "b", OTHERS]
    for panel, column in zip(figure.axes, PROBABILITIES, strict=True):
        assert panel.yaxis_inverted()
        assert panel.get_xlim() == (0, ROOM)  # all of a probability
        ticks = {float(t.get_text()): t.get_position()[0] for t in x_labels(panel)}
        assert ticks == {0: 0, 0.5: 0.5, 1: 1}
        (top, bottom), bars = sorted(panel.get_ylim()), panel.patches
        assert top < bars[0].get_y() < bars[-1].get_y() + 0.75 < bottom < len(bars)
        ends = {
            names[round(bar.get_y() + bar.get_height() / 2)]: bar.get_width()
            for bar in panel.patches
        }
        given = PROBABILITIES[column].to_dict()
        assert ends == given | {OTHERS: 1 - sum(given.values())}
        *tokens, others = (to_hex(bar.get_facecolor()) for bar in panel.patches)
        assert others == palette.FILLED
        assert others not in tokens
