"""Figures of runs: losses by epoch, accuracies side by side, what models attend to."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
import plotnine as p9
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from torch import Tensor

from mha_book import palette
from mha_book.plots.heatmaps import weight_heatmap
from mha_book.plots.multiples import Panels, draw_band, name_end
from mha_book.plots.style import curve_theme


def loss_curves(runs: pd.DataFrame, finding: str = "") -> Panels:
    """Loss by epoch, a panel per model, a band over the seeds of each part.

    Args:
        runs: has the columns model, seed, part, epoch and loss.
        finding: the figure's title.
    """
    part = runs["part"].where(runs["part"].eq("training"), "held out")
    runs = runs.assign(part=part)
    models = [*runs["model"].drop_duplicates().sort_values()]

    def draw(ax: Axes, name: str) -> None:
        draw_losses(ax, runs[runs["model"] == name], named=name == models[0])

    return Panels(models, draw, "epoch", "loss", finding)


# In every figure of losses the part that counts is solid.
LOOKS: dict[str, dict[str, Any]] = {
    "held out": {"linestyle": "solid", "color": palette.GROUPS[1]},
    "training": {"linestyle": "dashed", "color": palette.INK},
}


def draw_losses(ax: Axes, runs: pd.DataFrame, *, named: bool) -> None:
    """A band for each part, from the lowest to the highest seed.

    Args:
        ax: where to draw.
        runs: has the columns seed, part ("held out" or "training"), epoch and loss.
        named: whether the parts' names stand at the ends of their lines.
    """
    for part, look in LOOKS.items():
        of_part = runs[runs["part"] == part]
        curves = of_part.pivot(index="seed", columns="epoch", values="loss")
        draw_band(ax, curves, linewidth=1.3, **look)
        if named:
            end, falls = curves.iloc[:, -1], part == "training"
            at = runs["epoch"].max(), end.min() if falls else end.max()
            name_end(ax, part, at, below=falls)
    ax.margins(y=0.15)  # below the lowest end, too, there is room for its name
    ax.xaxis.set_major_locator(MaxNLocator(5, integer=True))


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
