"""Maps of ratios and curves of memory show the numbers that they are given."""

import itertools
import re

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex, to_rgb

from mha_book import palette, scales
from mha_book.plots.costs import (
    format_ratio,
    memory_curves,
    ratio_colour,
    ratio_map,
    ratio_verdict,
)
from mha_book.plots.forms import NARROW, WIDE
from mha_book.scales import contrast
from mha_book.site.figures import FOLLOWING

LEVELS = ["batch", "tokens", "num_heads", "pass"]


@pytest.fixture(autouse=True)
def _close_figures():
    mpl.use("agg")
    yield
    plt.close("all")


def ratios(**cells):
    """(batch, tokens, heads) as "b1_t16_h2" -> (low, median, high)."""
    index = [
        (*(int(part[1:]) for part in name.split("_")), "forward") for name in cells
    ]
    return pd.DataFrame(
        list(cells.values()),
        columns=["low", "median", "high"],
        index=pd.MultiIndex.from_tuples(index, names=LEVELS),
    )


TABLE = ratios(
    b1_t64_h1=(0.9, 1.0, 1.3),
    b1_t16_h1=(0.97, 1.004, 1.02),
    b1_t16_h4=(1.81, 1.94, 2.14),
    b8_t16_h32=(9.91, 10.9, 11.2),
    b8_t16_h1=(0.70, 0.75, 0.77),
)


def said(ax):
    """What each cell says, by the row and the column that it stands in."""
    all_axes = ax.figure.axes  # the outer ones have the labels of all
    rows = [label.get_text() for label in all_axes[0].get_yticklabels()]
    columns = [label.get_text() for label in all_axes[-1].get_xticklabels()]
    found = {}
    for text in ax.texts:
        x, y = text.get_position()
        found.setdefault((rows[int(y)], columns[int(x)]), []).append(text.get_text())
    return found


def test_a_map_has_a_panel_for_each_batch_and_a_cell_for_each_ratio():
    first, second = ratio_map(TABLE).figure(NARROW).axes
    titles = [ax.get_title("left") for ax in (first, second)]
    assert titles == ["batch 1", "batch 8"]
    assert (second.get_xlabel(), first.get_ylabel()) == ("tokens", "heads")
    assert first.yaxis_inverted()  # one head above
    assert said(first) == {
        ("1", "64"): ["1.00", "0.90–1.30", "unclear"],
        ("1", "16"): ["1.00", "0.97–1.02", "alike"],
        ("4", "16"): ["1.94", "1.81–2.1"],
    }
    assert said(second) == {
        ("32", "16"): ["10.9", "9.9–11.2"],
        ("1", "16"): ["0.75", "0.70–0.77"],
    }


def test_a_cells_lines_stand_around_its_middle_in_the_order_in_which_they_are_read():
    for ax in ratio_map(TABLE).figure(NARROW).axes:
        cells = {}
        for text in ax.texts:
            x, y = text.get_position()
            cells.setdefault((int(x), int(y)), []).append((x, y, text.get_weight()))
        for (x, y), lines in cells.items():
            across, down, weights = zip(*lines, strict=True)
            assert {*across} == {x + 0.5}
            assert sum(down) / len(down) == pytest.approx(y + 0.5)
            assert [*down] == sorted(down)
            assert weights == ("bold", *["normal"] * (len(lines) - 1))


def test_a_phone_has_the_panels_one_below_the_other_and_no_words_beside_a_cell():
    wide, narrow = (ratio_map(TABLE).figure(form) for form in (WIDE, NARROW))
    corners = [
        [ax.get_subplotspec().colspan.start for ax in f.axes] for f in (wide, narrow)
    ]
    assert corners == [[0, 1], [0, 0]]
    for figure in (wide, narrow):
        figure.draw_without_rendering()
        for ax in figure.axes:
            cell = ax.patches[0].get_window_extent().width
            boxes = [text.get_window_extent() for text in ax.texts]
            assert max(box.width for box in boxes) < cell
            for above, below in itertools.pairwise(boxes):  # of one cell, or of two
                assert not above.padded(-2).overlaps(below.padded(-2))


def test_a_cell_has_its_medians_colour():
    ax = ratio_map(TABLE).figure().axes[1]
    found = {patch.get_xy(): to_hex(patch.get_facecolor()) for patch in ax.patches}
    assert found == {(0, 0): ratio_colour(0.75), (0, 2): ratio_colour(10.9)}


def test_colours_are_centred_on_1_and_even_in_times():
    pale = to_hex(scales.signed_colormap()(0.5))
    assert ratio_colour(1) == pale
    assert ratio_colour(4) == ratio_colour(40) == palette.SIGNED[-1]
    assert ratio_colour(1 / 4) == ratio_colour(1 / 40) == palette.SIGNED[0]
    share = scales.signed_colormap()
    assert ratio_colour(2) == to_hex(share(0.75))  # half of the way to 4
    assert ratio_colour(1 / 2) == to_hex(share(0.25))


@pytest.mark.parametrize("ratio", [0.2, 0.5, 0.7, 0.9, 1, 1.1, 1.5, 2, 3, 4, 9])
def test_text_is_readable_on_every_cell_in_both_themes(ratio):
    ax = ratio_map(ratios(b1_t1_h1=(ratio,) * 3)).figure().axes[0]
    ground, ink = ax.patches[0].get_facecolor(), ax.texts[0].get_color()
    assert contrast(to_rgb(ground), to_rgb(ink)) >= 4.5
    night, written = (to_rgb(after_dark(to_hex(c))) for c in (ground, ink))
    assert contrast(night, written) >= 4.5


def after_dark(colour):
    """What the page makes of a notebook's colour."""
    short = re.sub(r"#(\w)(\w)(\w)\b", r"#\1\1\2\2\3\3", FOLLOWING[colour])
    return re.findall(r"#[0-9a-f]{6}", short)[-1]


def test_on_a_dark_page_shorter_and_longer_and_alike_are_told_apart():
    """As on a light one: by brown, green, and the ground's own gray."""
    shorter, alike, longer = (
        to_rgb(after_dark(ratio_colour(r))) for r in (0.79, 1, 1.3)
    )
    assert max(alike) - min(alike) < 0.02
    assert shorter[0] > shorter[1] > shorter[2] + 0.1  # more red than blue
    assert longer[2] > longer[0] + 0.1  # more blue than red
    for coloured in (shorter, longer):
        assert contrast(coloured, alike) > 1.3


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (1.01, 3.28, ""),
        (0.73, 0.99, ""),
        (0.95, 1.05, "alike"),
        (1.0, 1.1, "alike"),
        (0.94, 1.16, "unclear"),
        (0.9, 1.04, "unclear"),  # more than 1.15 times, though less than 0.15 apart
    ],
)
def test_quartiles_on_both_sides_of_1_are_said(low, high, words):
    assert ratio_verdict(low, high) == words


def test_numbers_are_short():
    found = [format_ratio(ratio) for ratio in (0.734, 1.094, 2.146, 9.77, 10.91)]
    assert found == ["0.73", "1.09", "2.1", "9.8", "10.9"]


def test_a_map_refuses_what_it_cannot_place():
    with pytest.raises(ValueError, match=r"no \['layers'\]; the ratios have \['batch'"):
        ratio_map(TABLE, panel="layers")
    twice = pd.concat([TABLE, TABLE])
    with pytest.raises(ValueError, match="several ratios for one tokens"):
        ratio_map(twice)


def test_memory_is_drawn_design_by_design_there_and_back():
    held = {"split": ([0.0, 2.0, 1.0], [1.0, 3.0, 0.0]), "fused": ([0, 1], [1, 0])}
    axes = memory_curves(held, unit="tables").figure().axes
    assert [ax.get_title("left") for ax in axes] == ["split", "fused"]
    assert axes[0].get_ylabel() == "tables"
    colours = [ax.lines[0].get_color() for ax in axes]
    assert colours == [palette.GROUPS[1], palette.GROUPS[3]]
    for ax, (there, back) in zip(axes, held.values(), strict=True):
        passes = [label.get_text() for label in ax.get_xticklabels()]
        assert [*zip(ax.get_xticks(), passes, strict=True)] == [
            (0.5, "forward"),
            (1.5, "backward"),
        ]
        first, second, between = ax.lines
        assert {*between.get_xdata()} == {1}
        for k, (line, during) in enumerate(((first, there), (second, back))):
            assert line.get_drawstyle() == "steps-post"
            assert [*line.get_ydata()] == during
            assert line.get_xdata().tolist() == pytest.approx(
                [k + n / (len(during) - 1) for n in range(len(during))]
            )
