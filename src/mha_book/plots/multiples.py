"""Small multiples: a panel for each name, drawn for a page and again for a phone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from mha_book import palette
from mha_book.plots.forms import LARGER, NARROW, WIDE, Form, TwoForms, in_lines
from mha_book.plots.style import STYLE

MARKERS = "o^sD"  # of groups
UNDER_TITLE = 0.05  # inches
APART = 0.12  # inches, from one row of panels to the next one's names
NAME = 3  # points, from a panel's name to what it names
PANEL = 45  # letters that a row of panels has room for below it
LOW = 0.75  # of its height, for a panel that is wider than was asked for


@dataclass(frozen=True)
class Panels(TwoForms):
    """Panels with common axes, as a notebook and a page show them.

    Attributes:
        names: of the panels.
        draw: draws a panel: its axes, and its name.
        x, y: what the axes are called.
        finding: what the panels show together: the figure's title.
        columns: how many panels stand side by side on a page, and on a phone.
        height: of a panel, in inches.
        grid: whether lines lead from the axes to what is drawn.
    """

    names: Sequence[str]
    draw: Callable[[Axes, str], None]
    x: str
    y: str
    finding: str = ""
    columns: tuple[int, int] = (3, 2)
    height: float = 1.5
    grid: bool = True

    def figure(self, form: Form = WIDE) -> Figure:
        """All panels; each that ends a column, or a row, has the axis' words there."""
        across = self._across(form)
        down = -(-len(self.names) // across)
        flat = LOW if across < min(self.columns[1], len(self.names)) else 1
        sizes = dict.fromkeys(SIZES, form.size)
        with mpl.rc_context({**STYLE, **sizes}):
            title = in_lines(self.finding, form)
            above = 0.4 + UNDER_TITLE + 0.25 * len(title.splitlines())
            above += APART * (down - 1)
            size = form.width, down * (flat * self.height + 0.3) + above
            figure = Figure(figsize=size, layout="constrained")
            axes = figure.subplots(
                down, across, sharex=True, sharey=True, squeeze=False
            )
            for k, ax in enumerate(axes.flat):
                self._fill(ax, k, across)
            if self._is_long(across):
                figure.supxlabel(self.x, size=form.size)
            if title:
                look = {"x": 0, "ha": "left", "weight": "bold"}
                figure.suptitle(title, **look, size=form.size + LARGER)
            _make_room(figure, down, UNDER_TITLE * bool(title))
        return figure

    def _across(self, form: Form) -> int:
        """How many stand side by side: on a phone none is left alone at the end."""
        across = min(self.columns[form is NARROW], len(self.names))
        return 1 if form is NARROW and len(self.names) % across else across

    def _is_long(self, across: int) -> bool:
        """Whether the words below are too long for one of several panels."""
        return across > 1 and len(self.x) > PANEL // across

    def _fill(self, ax: Axes, k: int, across: int) -> None:
        """Panel k, or nothing where there are no more names."""
        if k >= len(self.names):
            ax.remove()
            return
        self.draw(ax, self.names[k])
        ax.set_title(self.names[k], loc="left", pad=NAME)
        if self.grid:
            ax.grid(color=palette.FAINT, linewidth=0.8)
        ax.set_axisbelow(True)
        ax.spines[:].set_visible(False)
        ax.tick_params(length=0)
        if k + across >= len(self.names):  # nothing is below it
            if not self._is_long(across):
                ax.set_xlabel(self.x)
            ax.tick_params(labelbottom=True)
        if k % across == 0:
            ax.set_ylabel(self.y)


def _make_room(figure: Figure, down: int, above: float) -> None:
    """Keep the title off the panels' names, and panels off each other."""
    layout, height = figure.get_layout_engine(), figure.get_figheight()
    assert isinstance(layout, ConstrainedLayoutEngine)
    layout.set(wspace=0.04, hspace=APART * down / height)
    layout.set(rect=(0, 0, 1, 1 - above / height))


SIZES = [name for name in STYLE if name.endswith("size") and name != "figure.figsize"]


def draw_band(ax: Axes, curves: pd.DataFrame, **line: Any) -> None:
    """From the lowest to the highest seed, and the middle one as a line.

    Args:
        ax: where to draw.
        curves: a row for each seed, a column for each place on the axis.
        line: how it looks.
    """
    low, middle, high = (curves.quantile(share) for share in (0, 0.5, 1))
    ax.fill_between(low.index, low, high, color=line["color"], alpha=0.3, linewidth=0)
    ax.plot(middle, **line)


def name_end(
    ax: Axes,
    words: str,
    at: tuple[float, float],
    *,
    below: bool = False,
    side: str = "right",
) -> None:
    """Words at the right end of a line, or at its left one: above it, or below."""
    up = -3 if below else 3  # points
    look = {"ha": side, "va": "top" if below else "bottom"}
    # On ground of its own, which covers the grid and no line.
    ground = {"facecolor": palette.GROUND, "edgecolor": "none", "pad": 0.5}
    under = {"bbox": ground, "zorder": 0.8}
    ax.annotate(words, at, (0, up), textcoords="offset points", **look, **under)


def draw_points(ax: Axes, groups: Mapping[str, pd.DataFrame]) -> None:
    """Each group's rows, of two columns, as points that look alike."""
    looks = zip(palette.GROUPS, MARKERS, strict=True)
    for (group, points), (colour, marker) in zip(groups.items(), looks, strict=False):
        look = {"color": colour, "marker": marker, "markersize": 5}
        ax.plot(*points.to_numpy().T, linestyle="none", **look, label=group)
