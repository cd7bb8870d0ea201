"""Figures draw what a person has looked at; `records` says how this is written anew."""

from pathlib import Path

import matplotlib as mpl
import pytest
import torch
from matplotlib.figure import Figure

from figure_marks import figure_marks
from figures import FIGURES, FOUND, SIZES
from mha_book import plots
from mha_book.plots.forms import NARROW, WIDE
from mha_book.plots.multiples import Panels
from mha_book.plots.style import STYLE
from mha_book.plots.sweeps import curve_theme
from records import Record

SEEN = Record(Path(__file__).with_name("figure_marks.txt"), width=110)
SWEPT = {"x": "width", "y": "time", "by": "kind"}
ROOM = (
    "legend_position",
    "panel_spacing",
    "plot_margin",
    "plot_margin_right",
)  # of plotnine's figures
OTHERS = {
    "sweep": lambda: a_sweep().figure(WIDE),
    "narrow sweep": lambda: a_sweep().figure(NARROW),
    "sweep in panels": lambda: plots.sweep(SIZES, **SWEPT, facet="pass").figure(),
    "five panels": lambda: five_panels().figure(WIDE),
    "five narrow panels": lambda: five_panels().figure(NARROW),
    "heatmap": lambda: heatmap([*"abcdefgh"]),
    "large heatmap": lambda: heatmap([*"abcdefghi"], asking=["z"], title="one head"),
}


def a_sweep():
    """Its title takes two lines where it is narrow."""
    more = f"{FOUND}, and in some more"
    return plots.sweep(SIZES[:6], **SWEPT, log_y=True, finding=more)


def five_panels():
    """One of them is left over, and the title takes several lines."""
    title = f"{FOUND}, and in a few more words that take a second line, or a third"
    return Panels([*"abcde"], lambda ax, _: ax.plot([0, 1]), "step", "loss", title)


def heatmap(tokens, **more):
    with mpl.rc_context(STYLE):
        ax = Figure().subplots()
        weights = torch.arange(len(tokens))[None] / 40
        return plots.weight_heatmap(weights, tokens, ax=ax, **more).figure


@pytest.mark.parametrize("form", [WIDE, NARROW], ids=lambda form: form.name)
@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_draws_what_was_seen(name, form):
    lines = figure_marks(FIGURES[name][0].figure(form))
    SEEN.holds(f"{name}, {form.name}", lines)


@pytest.mark.parametrize("name", OTHERS)
def test_a_figure_of_one_form_draws_what_was_seen(name):
    SEEN.holds(name, figure_marks(OTHERS[name]()))


def test_the_style_is_as_was_seen():
    theme = curve_theme(WIDE, 1).themeables
    room = {name: theme[name].properties["value"] for name in ROOM}
    lines = [f"{name}: {value}" for name, value in (STYLE | room).items()]
    SEEN.holds("style", lines)


def test_every_figure_that_was_seen_is_still_there():
    forms = {f"{name}, {form.name}" for name in FIGURES for form in (WIDE, NARROW)}
    SEEN.has_only(forms | {*OTHERS, "style"})
