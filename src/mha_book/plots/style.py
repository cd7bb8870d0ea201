"""The figures' one style, and how a notebook shows them."""

from typing import Any

import matplotlib as mpl
from IPython.core.getipython import get_ipython
from matplotlib import pyplot as plt
from matplotlib.rcsetup import cycler
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
# Seaborn's ten colours, for a line that asks for none.
DEEP = [
    "#4C72B0",
    "#DD8452",
    "#55A868",
    "#C44E52",
    "#8172B3",
    "#937860",
    "#DA8BC3",
    "#8C8C8C",
    "#CCB974",
    "#64B5CD",
]
# Seaborn's frame, "ticks", in numbers: to import it takes longer than most figures do.
FRAME: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.linewidth": 1.25,
    "axes.prop_cycle": cycler(color=DEEP),
    "font.sans-serif": [
        "Arial",
        "DejaVu Sans",
        "Liberation Sans",
        "Bitstream Vera Sans",
        "sans-serif",
    ],
    "grid.color": ".8",
    "grid.linewidth": 1,
    "legend.title_fontsize": 12,
    "lines.solid_capstyle": "round",
    "patch.edgecolor": "w",
    "patch.force_edgecolor": True,
    **{f"{axis}tick.major.size": 6 for axis in "xy"},
    **{f"{axis}tick.major.width": 1.25 for axis in "xy"},
    **{f"{axis}tick.minor.size": 4 for axis in "xy"},
    **{f"{axis}tick.minor.width": 1 for axis in "xy"},
}


def use_style() -> None:
    """Apply the book's figure style to this session's matplotlib and plotnine."""
    # Load a notebook's backend now. Left to plotnine, it would load inside a context
    # that resets what it sets, and later figures would not show.
    plt.switch_backend(mpl.get_backend())
    mpl.rcParams.update(FRAME | STYLE)
    if get_ipython():
        # SVG, which the site makes its own, and PNG: JupyterLab draws no SVG of a
        # downloaded notebook before its cell has run.
        set_matplotlib_formats("svg", "png")
