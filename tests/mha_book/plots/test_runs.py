"""Figures of runs show each run that they are given."""

import pandas as pd
import pytest

from mha_book import palette
from mha_book.plots.runs import courses, loss_curves, row_dots

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
        colours = {line.get_linestyle(): line.get_color() for line in ax.lines}
        assert colours == {"-": palette.GROUPS[1], "--": palette.INK}
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


def test_each_measurement_is_a_dot_in_the_row_of_its_name():
    runs = pd.DataFrame(
        {
            "change": ["none", "none", "more", "all"],
            "model": ["one", "two", "one", "one"],
            "accuracy": [0.5, 0.6, 0.7, 0.9],
        }
    )
    dots = row_dots(runs, x="accuracy", row="change", by="model")
    (ax,) = dots.figure().axes
    rows = [label.get_text() for label in ax.get_yticklabels()]
    assert rows == ["none", "more", "all"]
    assert ax.yaxis_inverted()
    found = {
        line.get_label(): [(x, rows[round(y)]) for x, y in line.get_xydata().tolist()]
        for line in ax.lines
    }
    one = [(0.5, "none"), (0.7, "more"), (0.9, "all")]
    assert found == {"one": one, "two": [(0.6, "none")]}
    assert [text.get_text() for text in ax.get_legend().texts] == ["one", "two"]
    assert len({line.get_marker() for line in ax.lines}) == 2
    assert [line.get_color() for line in ax.lines] == [*palette.GROUPS[:2]]
    heights = {line.get_label(): line.get_ydata()[0] for line in ax.lines}
    assert heights["one"] < 0 < heights["two"]  # beside each other, as in the legend
    assert heights["two"] == -heights["one"] < 0.5
    low, high = sorted(ax.get_ylim())
    assert low < heights["one"] < len(rows) - 1 < high < len(rows)


def test_a_course_is_a_band_over_the_seeds_named_where_it_ends():
    rows = [
        (kind, seed, epoch, start + seed / 10 + epoch / 100)
        for kind, start in (("low", 0.1), ("high", 0.5))
        for seed in range(3)
        for epoch in (1, 2)
    ]
    runs = pd.DataFrame(rows, columns=["kind", "seed", "epoch", "accuracy"])
    given = {"y": "accuracy", "by": "kind", "lines": {"guessing": 0.4}}
    (ax,) = courses(runs, **given).figure().axes
    *middles, dotted = [line.get_ydata()[0] for line in ax.lines]
    assert middles == pytest.approx([0.61, 0.21])
    assert dotted == 0.4
    bands = [band.get_paths()[0].vertices[:, 1] for band in ax.collections]
    ends = [(band.min(), band.max()) for band in bands]
    assert ends == [pytest.approx(pair) for pair in ((0.51, 0.72), (0.11, 0.32))]
    named = {text.get_text(): text.xy for text in ax.texts}
    middles = {line.get_ydata()[0]: line for line in ax.lines}
    looks = [(line.get_color(), line.get_linestyle()) for line in middles.values()]
    assert looks == [
        (palette.INK, "--"),  # the first in the alphabet
        (palette.GROUPS[1], "-"),
        (palette.FILLED, ":"),
    ]
    assert ax.get_ylim()[0] == 0
    sides = {text.get_text(): text.get_va() for text in ax.texts}
    assert sides == {"high": "bottom", "low": "bottom", "guessing": "top"}
    tops = {"high": 0.72, "low": 0.32, "guessing": 0.4}
    assert named == {name: (2, pytest.approx(top)) for name, top in tops.items()}
