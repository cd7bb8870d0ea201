"""Figures in one style: seaborn heatmaps and plotnine curves."""

from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas as pd
import plotnine as p9
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, LinearSegmentedColormap
from torch import Tensor

from mha.figures import palette

# A pale ground of their own, so that figures read the same on light and dark pages.
STYLE: dict[str, Any] = {
    "figure.facecolor": "#fbfaf7",
    "axes.facecolor": "#fbfaf7",
    "savefig.facecolor": "#fbfaf7",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "font.size": 11,
    "figure.dpi": 110,
    "figure.constrained_layout.use": True,
}


def use_style() -> None:
    """Apply the book's figure style to this session's matplotlib."""
    # Load a notebook's backend now. Left to plotnine, it would load inside a context
    # that resets what it sets, and later figures would not show.
    plt.switch_backend(mpl.get_backend())
    sns.set_theme(style="ticks", rc=STYLE)


def weight_colormap() -> Colormap:
    """The scale for attention weights: the one that the explorers use."""
    return LinearSegmentedColormap.from_list("attention", palette.WEIGHTS)


def signed_colormap() -> Colormap:
    """The scale for numbers from −1 to 1: the one that the explorers use."""
    return LinearSegmentedColormap.from_list("signed", palette.SIGNED)


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
    ax = ax or plt.subplots(figsize=(4.4, 3.6))[1]
    sns.heatmap(
        weights.float().numpy(force=True),  # NumPy has no bfloat16, and no GPU
        ax=ax,
        annot=True,
        fmt=".2f",
        vmin=0,
        vmax=1,
        cmap=weight_colormap(),
        xticklabels=tokens,
        yticklabels=tokens[-weights.shape[0] :],
        cbar_kws={"label": "attention weight"},
    )
    for text in ax.texts:  # seaborn's own choice falls below 4.5 : 1 in mid-scale
        text.set_color(_readable_on(ax.collections[0].cmap(float(text.get_text()))))
    ax.set(xlabel="key: attended to", ylabel="query: attending", title=title)
    return ax


def _readable_on(ground: tuple[float, ...]) -> str:
    """Black or white, whichever contrasts more (WCAG 2.2, relative luminance)."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in ground[:3]
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "black" if luminance > 0.179 else "white"


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


def curve_theme() -> p9.theme:
    """plotnine's half of the style."""
    ground = p9.element_rect(fill=STYLE["figure.facecolor"], color="none")
    return p9.theme_minimal(base_size=12) + p9.theme(
        plot_background=ground, legend_position="bottom", figure_size=(5.6, 3.6)
    )
