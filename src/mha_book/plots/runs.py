"""Figures of runs: losses by epoch, accuracies side by side, what models attend to."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
import plotnine as p9
from matplotlib import pyplot as plt
from torch import Tensor

from mha_book import palette
from mha_book.plots.heatmaps import weight_heatmap
from mha_book.plots.style import curve_theme


def loss_curves(runs: pd.DataFrame) -> p9.ggplot:
    """Loss by epoch, a panel per model, a line per seed and part.

    Args:
        runs: has the columns model, seed, part, epoch and loss.
    """
    part = runs["part"].where(runs["part"].eq("training"), "held out")
    plot = lines_by_seed(runs.assign(part=part), alpha=0.7)
    plot += p9.facet_wrap("model", ncol=2)
    plot += p9.scale_x_continuous(breaks=[2, 4, 6, 8, 10])
    return plot + p9.theme(figure_size=(4.6, 5.4))


# In every figure of losses the part that counts is solid.
LOOKS = {"held out": "solid", "training": "dashed"}


def lines_by_seed(runs: pd.DataFrame, *below: Any, alpha: float) -> p9.ggplot:
    """Loss by epoch, a line per seed and part.

    Args:
        runs: has the columns seed, part ("held out" or "training"), epoch and loss.
        below: what is drawn first.
        alpha: how opaque the lines are.
    """
    runs = runs.assign(run=runs["seed"].astype(str) + runs["part"])
    lines = p9.geom_line(p9.aes(linetype="part", group="run"), alpha=alpha)
    plot = p9.ggplot(runs, p9.aes("epoch", "loss"))
    for layer in (*below, lines, p9.scale_linetype_manual(LOOKS), curve_theme()):
        plot += layer
    return plot + p9.labs(linetype="")


def accuracy_dots(runs: pd.DataFrame) -> p9.ggplot:
    """A dot per run: its accuracy, in the row of its change, by model.

    Args:
        runs: has the columns change, model and accuracy; changes stand in the order in
            which they come.
    """
    order = list(dict.fromkeys(runs["change"]))[::-1]
    runs = runs.assign(change=pd.Categorical(runs["change"], order))
    looks = p9.aes("change", "accuracy", shape="model", color="model")
    beside = p9.position_dodge(width=0.6)
    plot = p9.ggplot(runs, looks) + p9.geom_point(size=2.5, alpha=0.7, position=beside)
    plot = plot + p9.coord_flip() + p9.scale_color_manual(palette.GROUPS)
    plot += p9.labs(x="", shape="", color="")
    return plot + curve_theme() + p9.theme(figure_size=(4.6, 3.2))


def heatmaps_by_model(weights: Mapping[str, Tensor], tokens: list[str]) -> None:
    """A heatmap per model, one below the other: the weights (T, T) of T tokens."""
    _, axes = plt.subplots(len(weights), 1, figsize=(4.4, 3.2 * len(weights)))
    for ax, (name, table) in zip(axes, weights.items(), strict=True):
        weight_heatmap(table, tokens, title=name, ax=ax)
