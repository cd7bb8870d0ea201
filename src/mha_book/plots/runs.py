"""Figures of runs: losses by epoch, and accuracies side by side."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mha_book import palette
from mha_book.plots.multiples import Panels, draw_band, draw_points, name_end


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


def courses(
    runs: pd.DataFrame,
    *,
    y: str,
    by: str,
    lines: Mapping[str, float] | None = None,
    finding: str = "",
) -> Panels:
    """A measurement by epoch: a band over the seeds of each group, named at its end.

    Args:
        runs: has the columns seed and epoch, and those that the others name.
        y: the measurement, from 0 to 1.
        by: the groups.
        lines: what to compare with, by name, each a dotted line.
        finding: the figure's title.
    """
    last = runs["epoch"].max()

    def draw(ax: Axes, _: str) -> None:
        groups = runs.groupby(by, observed=True)
        for (name, part), look in zip(groups, COURSES, strict=False):
            curves = part.pivot(index="seed", columns="epoch", values=y)
            draw_band(ax, curves, linewidth=1.3, **look)
            name_end(ax, str(name), (last, curves[last].max()))
        for words, value in (lines or {}).items():
            ax.axhline(value, color=palette.FILLED, linestyle="dotted", linewidth=1.3)
            name_end(ax, words, (last, value), below=True)
        ax.set_ylim(0, 1.15)
        ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))

    return Panels([""], draw, "epoch", y, finding, height=2.2)


COURSES: list[dict[str, Any]] = [
    {"color": palette.INK, "linestyle": "dashed"},
    {"color": palette.GROUPS[1], "linestyle": "solid"},
]


def row_dots(
    data: pd.DataFrame, *, x: str, row: str, by: str, finding: str = ""
) -> Panels:
    """A dot for each measurement, in the row of its name, by group.

    Args:
        data: has the columns that the others name.
        x: the measurement.
        row: what rows stand for, from top to bottom in the order in which they come.
        by: the groups.
        finding: the figure's title.
    """
    order, groups = (list(dict.fromkeys(data[name])) for name in (row, by))
    middle = (len(groups) - 1) / 2
    beside = data[by].map(lambda group: groups.index(group) - middle).astype(float)
    at = data[row].map(order.index).astype(float) + 0.24 * beside
    by_group = data.assign(at=at).groupby(by, sort=False, observed=True)[[x, "at"]]

    def draw(ax: Axes, _: str) -> None:
        draw_points(ax, {str(group): dots for group, dots in by_group})
        ax.set_yticks(range(len(order)), order)
        ax.set_ylim(len(order) - 0.5, -0.5)
        look = {"ncols": len(groups), "frameon": False, "borderpad": 0}
        ax.legend(loc="lower right", bbox_to_anchor=(1, 1), handletextpad=0, **look)

    return Panels([""], draw, x, "", finding, height=0.3 * len(order))
