"""Small multiples: a panel for each name, drawn for a page and again for a phone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from textwrap import fill
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mha_book import palette
from mha_book.plots.style import STYLE


@dataclass(frozen=True)
class Form:
    """How wide a figure is, in inches, and how large its text, in points."""

    name: str
    width: float
    size: float


WIDE = Form("wide", 688 / 96, 10)  # a page's text, at CSS's 96 px to an inch
NARROW = Form("narrow", 4.6, 11)  # on a phone, where it shrinks to 358 px
MARKERS = "o^sD"  # of groups
LARGER = 1  # the title's letters, in points
LOW = 0.75  # of its height, for a panel that is wider than was asked for
WIDTH = 0.62  # of a bold letter, in its size: what a line of the title has room for


@dataclass(frozen=True)
class Panels:
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
            title = _in_lines(self.finding, form)
            above = 0.4 + 0.25 * len(title.splitlines())
            size = form.width, down * (flat * self.height + 0.3) + above
            figure = Figure(figsize=size, layout="constrained")
            axes = figure.subplots(
                down, across, sharex=True, sharey=True, squeeze=False
            )
            for k, ax in enumerate(axes.flat):
                self._fill(ax, k, across)
            if title:
                look = {"x": 0.01, "ha": "left", "weight": "bold"}
                figure.suptitle(title, **look, size=form.size + LARGER)
        return figure

    def _across(self, form: Form) -> int:
        """How many stand side by side: on a phone none is left alone at the end."""
        across = min(self.columns[form is NARROW], len(self.names))
        return 1 if form is NARROW and len(self.names) % across else across

    def _fill(self, ax: Axes, k: int, across: int) -> None:
        """Panel k, or nothing where there are no more names."""
        if k >= len(self.names):
            ax.remove()
            return
        self.draw(ax, self.names[k])
        ax.set_title(self.names[k], loc="left")
        if self.grid:
            ax.grid(color=palette.FAINT, linewidth=0.8)
        ax.set_axisbelow(True)
        ax.spines[:].set_visible(False)
        ax.tick_params(length=0)
        if k + across >= len(self.names):  # nothing is below it
            ax.set_xlabel(self.x)
            ax.tick_params(labelbottom=True)
        if k % across == 0:
            ax.set_ylabel(self.y)

    def _repr_svg_(self) -> str:
        """Both forms in one file, of which the narrow one waits for its page."""
        wide, narrow = (_svg(self.figure(form), form) for form in (WIDE, NARROW))
        size = wide[: wide.index(">")]  # the file is as large as its wide form
        narrow = narrow.replace("<svg", '<svg display="none"', 1)
        return f"{size}>{wide}{narrow}</svg>".replace(' class="mha-wide"', "", 1)

    def _repr_png_(self) -> bytes:
        buffer = BytesIO()
        with mpl.rc_context(STYLE):
            self.figure().savefig(buffer, format="png", dpi=STYLE["figure.dpi"])
        return buffer.getvalue()


SIZES = [name for name in STYLE if name.endswith("size") and name != "figure.figsize"]


def _in_lines(finding: str, form: Form) -> str:
    """The finding in as many lines as it needs, which are about as long."""
    room = int(form.width * 72 / (WIDTH * (form.size + LARGER)))  # letters
    lines = -(-len(finding) // room) or 1
    return fill(finding, min(room, -(-len(finding) // lines) + 6))


def _svg(figure: Figure, form: Form) -> str:
    """A figure's element, without what a file has before it."""
    buffer = BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue().decode()
    return text[text.index("<svg") :].replace(
        "<svg", f'<svg class="mha-{form.name}"', 1
    )


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
    ax.annotate(words, at, (0, up), textcoords="offset points", **look)


def draw_points(ax: Axes, groups: Mapping[str, pd.DataFrame]) -> None:
    """Each group's rows, of two columns, as points that look alike."""
    looks = zip(palette.GROUPS, MARKERS, strict=True)
    for (group, points), (colour, marker) in zip(groups.items(), looks, strict=False):
        look = {"color": colour, "marker": marker, "markersize": 5}
        ax.plot(*points.to_numpy().T, linestyle="none", **look, label=group)
