"""Measured at each position, or distance: inside the training length and beyond it."""

import pandas as pd
import plotnine as p9

from mha.figures import palette
from mha.figures.style import curve_theme


def beyond_training(
    data: pd.DataFrame,
    *,
    x: str,
    y: str,
    panel: str,
    trained: int,
    chance: float | None = None,
) -> p9.ggplot:
    """A line for each seed, a panel for each model; what training had is shaded.

    Args:
        data: a row for each measurement, with the columns `seed`, x, y and panel.
        x: the position or distance, counted from 0.
        y: the measurement.
        panel: the model.
        trained: how many positions training had.
        chance: what guessing gets, a dotted line.

    Raises:
        ValueError: data lacks a column.
    """
    if missing := {"seed", x, y, panel} - {*data.columns}:
        raise ValueError(f"no column {sorted(missing)}; data has {[*data.columns]}")
    everywhere = {"ymin": float("-inf"), "ymax": float("inf")}
    shade = {"fill": palette.FAINT, "alpha": 0.5}
    plot = (
        p9.ggplot(data, p9.aes(x, y, group="seed"))
        + p9.annotate("rect", xmin=-0.5, xmax=trained - 0.5, **everywhere, **shade)
        + p9.geom_line(color=palette.GROUPS[1], size=0.7, alpha=0.8)
        + p9.facet_wrap(panel, ncol=2)
    )
    if chance is not None:
        plot += p9.geom_hline(yintercept=chance, linetype="dotted", color=palette.INK)
    rows = -(-data[panel].nunique() // 2)
    size = p9.theme(figure_size=(4.6, 0.7 + 1.5 * rows), panel_spacing_x=0.03)
    return plot + curve_theme() + size
