"""Measurements over a range of sizes."""

from dataclasses import dataclass

import pandas as pd
import plotnine as p9
from matplotlib.figure import Figure

from mha_book import palette
from mha_book.plots.forms import LARGER, WIDE, Form, TwoForms, in_lines

HEIGHT = 3.4  # inches, of a figure without its title's lines
LINE = 0.22  # inches, of one of these


@dataclass(frozen=True)
class Sweep(TwoForms):
    """A plot of plotnine, whose theme follows the form."""

    plot: p9.ggplot
    finding: str = ""

    def figure(self, form: Form = WIDE) -> Figure:
        """The plot as wide as the form, with its finding above all panels."""
        title = in_lines(self.finding, form)
        named = p9.labs(title=title) if title else p9.labs()
        return (self.plot + named + curve_theme(form, len(title.splitlines()))).draw()


def sweep(
    data: pd.DataFrame,
    *,
    x: str,
    y: str,
    by: str,
    facet: str | None = None,
    log_y: bool = False,
    finding: str = "",
) -> Sweep:
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
    return Sweep(plot, finding)


def curve_theme(form: Form, lines: int) -> p9.theme:
    """plotnine's half of the style.

    Args:
        form: how wide a figure is, and how large its text.
        lines: of its title.
    """
    ground = p9.element_rect(fill=palette.GROUND, color="none")
    line = p9.element_line(color=palette.FAINT, size=0.6)
    text = p9.element_text(color=palette.INK, size=form.size)
    bold = {"size": form.size + LARGER, "weight": "bold", "ha": "left"}
    panel = p9.element_text(color=palette.INK, size=form.size, ha=0)
    parts = ("text", "axis_text", "axis_title", "legend_text")
    return p9.theme_minimal(base_size=form.size) + p9.theme(
        **dict.fromkeys(parts, text),
        strip_text=panel,
        plot_title=p9.element_text(
            color=palette.INK, margin={"b": 5, "units": "pt"}, **bold
        ),
        plot_title_position="plot",
        plot_background=ground,
        panel_grid_major=line,
        panel_grid_minor=p9.element_blank(),
        legend_title=p9.element_blank(),
        legend_position="bottom",
        panel_spacing=0.04,
        plot_margin=0.01,
        plot_margin_left=0,
        plot_margin_right=0.03,  # half of the last size
        figure_size=(form.width, HEIGHT + LINE * lines),
        svg_usefonts=True,
    )
