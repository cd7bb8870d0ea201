"""What all figures of measurements have in common: their words, and their colours."""

import pandas as pd
import pytest
import torch
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from mha_book import palette
from mha_book.plots.bars import bars
from mha_book.plots.costs import memory_curves, ratio_map
from mha_book.plots.guesses import add_others, model_loss_curves, probability_bars
from mha_book.plots.lengths import beyond_training, seed_table
from mha_book.plots.runs import courses, loss_curves, row_dots
from mha_book.scales import signed_shades

FOUND = "What was found, in a few words"
RUNS = pd.DataFrame(
    [
        {"model": model, "part": part, "seed": seed, "epoch": epoch, "loss": loss}
        for model in ("one", "two")
        for part in ("held out", "training")
        for seed in (0, 1)
        for epoch, loss in ((1, 0.5 + seed / 10), (2, 0.25))
    ]
)
HELD_OUT = RUNS.query("part == 'held out'")
CURVES = {("one", seed): torch.linspace(0.5, 0.25 * seed, 6) for seed in (0, 1)}
LENGTHS = seed_table(CURVES, ("model", "place", "share"))
BARS = add_others(pd.DataFrame({"here": [0.5, 0.25]}, ["a", "b"]))
LEVELS = pd.MultiIndex.from_tuples([(1, 2, 3)], names=["batch", "tokens", "num_heads"])
RATIOS = pd.DataFrame([[0.9, 1.0, 1.1]], LEVELS, ["low", "median", "high"])
HELD = {"split": ([0, 1], [1, 0])}

# Each figure with its title, and what its axes are called.
FIGURES = {
    "losses": (loss_curves(RUNS, FOUND), "epoch", "loss"),
    "losses of kinds": (
        model_loss_curves(RUNS, "model", {"even": 0.4}, FOUND),
        "epoch",
        "loss",
    ),
    "courses": (
        courses(HELD_OUT, y="loss", by="model", lines={"even": 0.4}, finding=FOUND),
        "epoch",
        "loss",
    ),
    "dots": (
        row_dots(RUNS, x="loss", row="model", by="part", finding=FOUND),
        "loss",
        "",
    ),
    "bars": (probability_bars(BARS, FOUND), "probability", ""),
    "bars with numbers": (
        bars(BARS, "share", marked={"a"}, line=0.4, spans=(BARS, BARS), finding=FOUND),
        "share",
        "",
    ),
    "lengths": (
        beyond_training(LENGTHS, trained=3, chance=0.1, finding=FOUND),
        "place",
        "share",
    ),
    "memory": (memory_curves(HELD, unit="tables", finding=FOUND), "", "tables"),
    "ratios": (ratio_map(RATIOS, names=("long", "many", "at once")), "long", "many"),
}


@pytest.fixture(params=FIGURES, scope="module")
def drawn(request):
    """A figure, its title, and what its axes shall be called."""
    panels, x, y = FIGURES[request.param]
    return panels.figure(), "" if request.param == "ratios" else FOUND, x, y


def test_a_figure_says_what_was_found_and_what_its_axes_are(drawn):
    figure, title, x, y = drawn
    assert figure.get_suptitle() == title
    assert figure.axes[-1].get_xlabel() == x
    assert figure.axes[0].get_ylabel() == y


def test_every_colour_is_the_palettes(drawn):
    """Another one would not follow the page's theme."""
    figure, *_ = drawn
    own = {*palette.GROUPS, palette.INK, palette.FAINT, palette.GROUND, palette.FILLED}
    own |= {palette.ON_PALE, palette.ON_DARK, palette.BLACK, palette.WHITE}
    own = {colour.lower() for colour in own} | {*signed_shades()}
    assert colours(figure) <= own


def colours(figure: Figure) -> set[str]:
    """Those of all lines, areas and words that are drawn."""
    found = [figure.get_facecolor()]
    for ax in figure.axes:
        found += [ax.get_facecolor(), *(line.get_color() for line in ax.get_lines())]
        found += [text.get_color() for text in words(ax)]
        for areas in ax.collections:
            found += [*areas.get_facecolor(), *areas.get_edgecolor()]
        found += [patch.get_facecolor() for patch in ax.patches]
    return {to_hex(colour) for colour in found}


def words(ax: Axes) -> list:
    """What is written in a panel and around it."""
    ticks = [*ax.get_xticklabels(), *ax.get_yticklabels()]
    return [*ax.texts, *ticks, ax.xaxis.label, ax.yaxis.label, ax.title]
