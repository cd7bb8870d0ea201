"""A bar for each name, with its number at its end."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mha_book import palette
from mha_book.plots.multiples import Panels
from mha_book.plots.style import STYLE

ROOM = 1.25  # of the longest bar: at its right there is room for the numbers
AWAY = 4  # points, from a bar to its number
INSIDE = 0.8  # of a panel's share of the figure: beside it stand the rows' names
LETTER = 0.65  # of a letter's size: how wide it is


def bars(
    table: pd.DataFrame,
    x: str,
    *,
    marked: Collection[str] = (),
    second: Collection[str] = (),
    spans: tuple[pd.DataFrame, pd.DataFrame] | None = None,
    line: float | None = None,
    words: Callable[[float], str] = "{:z.2f}".format,  # "z": no "-0.00"
    end: float | None = None,
    columns: tuple[int, int] | None = None,
    finding: str = "",
) -> Panels:
    """A panel for each column, and in it a bar for each row, the first one on top.

    Args:
        table: what is measured.
        x: what the measurement is called.
        marked: the rows that have a colour; all others are gray.
        second: those that have another colour.
        spans: from where to where each measurement may go, tables like the first.
        line: what to compare with, a dashed line.
        words: how a number is written at the end of its bar.
        end: where the axis has its last number; where the longest bar ends if omitted.
        columns: how many panels stand side by side on a page, and on a phone; all of
            them, and one, when omitted.
        finding: the figure's title.
    """
    rows = [*table.index]
    found = dict.fromkeys(marked, palette.GROUPS[1])
    found |= dict.fromkeys(second, palette.GROUPS[3])
    colours = [found.get(row, palette.FILLED) for row in rows]
    low, high = spans or (table, table)
    last = end or float(high.to_numpy().max())

    def draw(ax: Axes, name: str) -> None:
        draw_bars(ax, table[name], colours)
        if spans:
            ax.hlines(range(len(rows)), low[name], high[name], palette.INK, zorder=4)
        ax.set_xlim(0, ROOM * last)
        for k, value in enumerate(table[name]):
            _write(ax, words(value), high[name].iloc[k], k, line)
        if line is not None:
            ax.axvline(line, color=palette.INK, linestyle="dashed", linewidth=0.8)
        ticks = round_ticks(last, line)
        ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])

    look: dict[str, Any] = {
        "columns": columns or (len(table.columns), 1),
        "height": 0.3 * len(rows) + 0.2,
        "grid": False,  # each bar says its number
    }
    return Panels([*table.columns], draw, x, "", finding, **look)


def round_ticks(end: float, line: float | None = None) -> list[float]:
    """A few round numbers up to the end, and the line's, which has room beside it."""
    ticks = MaxNLocator(3, steps=[1, 2, 5, 10]).tick_values(0, end)
    found = [float(tick) for tick in ticks if tick <= 1.1 * end]
    if line is None or line in found:
        return found
    # Bars begin at 0, which is one letter and needs less room beside the line's number.
    far = [t for t in found if abs(t - line) > (0.15 if t else 0.06) * end]
    return sorted([line, *far])


def _write(ax: Axes, number: str, end: float, row: int, line: float | None) -> None:
    """The number behind its bar, or behind the line that would else cross it."""
    crossed = line is not None and end < line < end + _width(ax, number)
    at = (line if crossed else end), row
    ax.annotate(number, at, (AWAY, 0), textcoords="offset points", va="center_baseline")


def _width(ax: Axes, number: str) -> float:
    """About what a number and the air around it take, in what the axis counts."""
    frame, place = ax.get_figure(root=True), ax.get_subplotspec()
    assert frame
    assert place
    panel = INSIDE * 72 * frame.get_size_inches()[0] / place.get_gridspec().ncols
    letters = LETTER * STYLE["font.size"] * len(number)
    return (letters + 2 * AWAY) / panel * ax.get_xlim()[1]


def draw_bars(ax: Axes, values: pd.Series, colours: Sequence[str]) -> None:
    """A bar for each of the values, named at its left, the first one on top."""
    ax.barh(range(len(values)), values, color=colours, height=0.75, linewidth=0)
    ax.set_yticks(range(len(values)), [str(name) for name in values.index])
    ax.set_ylim(len(values) - 0.5, -0.5)
