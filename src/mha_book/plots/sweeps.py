"""Measurements over a range of sizes."""

from textwrap import fill

import pandas as pd
import plotnine as p9

from mha_book import palette

TITLE = 42  # letters of a title's line
p9.options.figure_format = "svg"  # what a notebook shows beside PNG


def sweep(
    data: pd.DataFrame,
    *,
    x: str,
    y: str,
    by: str,
    facet: str | None = None,
    log_y: bool = False,
    finding: str = "",
) -> p9.ggplot:
    """Measured points against a size on a log axis; colour and marker tell groups.

    Args:
        data: one row per measurement, with the columns that the others name.
        x: the size.
        y: the measurement.
        by: the groups.
        facet: one panel for each of its values; one panel in all when omitted.
        log_y: whether y has a log axis too.
        finding: the figure's title.

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
    named = p9.labs(title=fill(finding, TITLE)) if finding else p9.labs()
    return plot + named + curve_theme()


def curve_theme() -> p9.theme:
    """plotnine's half of the style."""
    ground = p9.element_rect(fill=palette.GROUND, color="none")
    line = p9.element_line(color=palette.FAINT)
    text = p9.element_text(color=palette.INK, size=11)
    parts = ("text", "axis_text", "axis_title", "strip_text", "legend_text")
    return p9.theme_minimal(base_size=11) + p9.theme(
        **dict.fromkeys(parts, text),
        plot_title=p9.element_text(
            color=palette.INK, size=12, weight="bold", ha="left"
        ),
        plot_background=ground,
        panel_grid_major=line,
        panel_grid_minor=p9.element_blank(),
        legend_title=p9.element_blank(),
        legend_position="bottom",
        panel_spacing_y=0.06,
        plot_margin=0.015,
        figure_size=(4.6, 3.6),
        svg_usefonts=True,
    )
