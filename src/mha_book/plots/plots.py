"""Figures in one style: seaborn heatmaps and plotnine curves."""

from typing import Any

import pandas as pd
import plotnine as p9
import seaborn as sns
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from torch import Tensor

from mha_book import palette
from mha_book.plots.style import curve_theme, use_style
from mha_book.scales import readable_on, signed_colormap, weight_colormap

__all__ = ["curve_theme", "mask_map", "signed_colormap", "sweep", "use_style"]
__all__ += ["weight_colormap", "weight_heatmap"]


def weight_heatmap(
    weights: Tensor, tokens: list[str], *, title: str = "", ax: Axes | None = None
) -> Axes:
    """Annotated heatmap of one head's weights.

    Args:
        weights: (Tq, Tk), each 0 to 1.
        tokens: Tk words; the queries are the last Tq of them.
        title: shown above.
        ax: where to draw; a new figure when omitted.

    Raises:
        ValueError: the weights are not a matrix, or tokens do not match its columns.
    """
    if weights.dim() != 2:
        raise ValueError(
            f"weights have shape {tuple(weights.shape)}; expected (Tq, Tk)"
        )
    if weights.shape[1] != len(tokens):
        raise ValueError(
            f"{weights.shape[1]} columns of weights but {len(tokens)} tokens"
        )
    ax = _cells(
        weights.float().numpy(force=True),  # NumPy has no bfloat16, and no GPU
        ax,
        annot=True,  # the numbers themselves, so no bar of colours
        annot_kws={"size": 11 if len(tokens) <= 8 else 10},
        fmt=".2f",
        cmap=weight_colormap(),
        xticklabels=tokens,
        yticklabels=tokens[-weights.shape[0] :],
    )
    for text in ax.texts:  # seaborn's own choice falls below 4.5 : 1 in mid-scale
        text.set_color(readable_on(ax.collections[0].cmap(float(text.get_text()))))
    ax.set(xlabel="key: attended to", ylabel="query: attending", title=title)
    return ax


def _cells(values: Any, ax: Axes | None, **options: Any) -> Axes:
    """seaborn's heatmap of numbers from 0 to 1, with the ground between its cells."""
    ax = ax or plt.subplots()[1]
    lines: dict[str, Any] = {"linewidths": 1, "linecolor": palette.GROUND}
    sns.heatmap(values, ax=ax, vmin=0, vmax=1, cbar=False, **lines | options)
    ax.tick_params(length=0)
    ax.tick_params("y", rotation=0)
    return ax


def mask_map(allowed: Tensor, *, title: str = "", ax: Axes | None = None) -> Axes:
    """Which key each query may attend to: a filled cell for True.

    Args:
        allowed: (Tq, Tk), booleans.
        title: shown above.
        ax: where to draw; a new figure when omitted.
    """
    two = ListedColormap([palette.GROUND, palette.FILLED])
    marks: dict[str, Any] = {"cmap": two, "linecolor": palette.FAINT, "square": True}
    every = {"xticklabels": 1, "yticklabels": 1}
    ax = _cells(allowed.numpy(force=True), ax, **marks, **every)
    ax.set(title=title, xlabel="key")
    return ax


def sweep(
    data: pd.DataFrame,
    *,
    x: str,
    y: str,
    by: str,
    facet: str | None = None,
    log_y: bool = False,
) -> p9.ggplot:
    """Measured points against a size on a log axis; colour and marker tell groups.

    Args:
        data: one row per measurement, with the columns that the others name.
        x: the size.
        y: the measurement.
        by: the groups.
        facet: one panel for each of its values; one panel in all when omitted.
        log_y: whether y has a log axis too.

    Raises:
        ValueError: data lacks a column.
    """
    missing = {name for name in (x, y, by, facet) if name} - {*data.columns}
    if missing:
        raise ValueError(f"no column {sorted(missing)}; data has {list(data.columns)}")
    plot = p9.ggplot(data, p9.aes(x, y, color=by, shape=by)) + p9.geom_point(size=2.5)
    plot += p9.scale_x_log10(breaks=sorted(data[x].unique()))
    plot += p9.scale_color_manual(palette.GROUPS)
    if log_y:
        plot += p9.scale_y_log10()
    if facet:
        plot = plot + p9.facet_wrap(facet, scales="free_y") + p9.labs(y="")
    return plot + curve_theme()
