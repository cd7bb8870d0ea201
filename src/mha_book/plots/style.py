"""The figures' one style, and how a notebook shows them."""

from io import BytesIO
from typing import Any

import matplotlib as mpl
import plotnine as p9
import seaborn as sns
from IPython.core.getipython import get_ipython
from matplotlib import pyplot as plt
from matplotlib_inline.backend_inline import set_matplotlib_formats

from mha_book import palette

GROUNDS = ("figure.facecolor", "axes.facecolor", "savefig.facecolor")
INKS = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
# Narrow, with text that is large for it: on a phone's page it is still readable.
STYLE: dict[str, Any] = {
    **dict.fromkeys(GROUNDS, palette.GROUND),
    **dict.fromkeys(INKS, palette.INK),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "font.size": 11,
    "axes.titlesize": 11,
    "axes.labelsize": 11,
    "xtick.labelsize": 11,
    "ytick.labelsize": 11,
    "legend.fontsize": 11,
    "figure.figsize": (4.4, 3.4),
    "figure.dpi": 110,
    "figure.constrained_layout.use": True,
    "svg.fonttype": "none",  # text is text, and a page sets it in its own type
    "svg.hashsalt": "mha",  # the same figure is the same file in every run
}


def use_style() -> None:
    """Apply the book's figure style to this session's matplotlib and plotnine."""
    # Load a notebook's backend now. Left to plotnine, it would load inside a context
    # that resets what it sets, and later figures would not show.
    plt.switch_backend(mpl.get_backend())
    sns.set_theme(style="ticks", rc=STYLE)
    if shell := get_ipython():
        _show_both(shell)


def _show_both(shell: Any) -> None:
    """Show figures as SVG, which the site makes its own, and as PNG.

    JupyterLab draws no SVG of a downloaded notebook before its cell has run.
    """
    set_matplotlib_formats("svg", "png")
    p9.options.figure_format = "svg"
    shell.display_formatter.formatters["image/png"].for_type(p9.ggplot, _png)


def _png(plot: p9.ggplot) -> bytes:
    buffer = BytesIO()
    plot.save(buffer, format="png", verbose=False)
    return buffer.getvalue()


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
