"""A bar for each name, with its number at its end."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mha_book import palette
from mha_book.plots.multiples import Panels


def bars(
    table: pd.DataFrame,
    x: str,
    *,
    marked: Collection[str] = (),
    spans: tuple[pd.DataFrame, pd.DataFrame] | None = None,
    line: float | None = None,
    words: Callable[[float], str] = "{:.2f}".format,
    finding: str = "",
) -> Panels:
    """A panel for each column, and in it a bar for each row, the first one on top.

    Args:
        table: what is measured.
        x: what the measurement is called.
        marked: the rows that have a colour; all others are gray.
        spans: from where to where each measurement may go, tables like the first.
        line: what to compare with, a dashed line.
        words: how a number is written at the end of its bar.
        finding: the figure's title.
    """
    rows = [*table.index]
    colours = [palette.GROUPS[1] if row in marked else palette.FILLED for row in rows]
    low, high = spans or (table, table)
    end = float(high.to_numpy().max())

    def draw(ax: Axes, name: str) -> None:
        draw_bars(ax, table[name], colours)
        if spans:
            ax.hlines(range(len(rows)), low[name], high[name], palette.INK, zorder=4)
        for k, value in enumerate(table[name]):
            at = high[name].iloc[k], k
            ax.annotate(words(value), at, (4, 0), textcoords="offset points", **NUMBER)
        if line is not None:
            ax.axvline(line, color=palette.INK, linestyle="dashed", linewidth=0.8)
        ax.set_xlim(0, 1.25 * end)  # at its right there is room for the numbers
        ticks = MaxNLocator(5).tick_values(0, end)
        ax.set_xticks([tick for tick in ticks if tick <= 1.1 * end])

    look: dict[str, Any] = {
        "columns": (len(table.columns), 1),  # on a phone, one below the other
        "height": 0.3 * len(rows) + 0.2,
        "grid": False,  # each bar says its number
    }
    return Panels([*table.columns], draw, x, "", finding, **look)


NUMBER: dict[str, Any] = {  # no line crosses it
    "va": "center_baseline",
    "bbox": {"facecolor": palette.GROUND, "edgecolor": "none", "pad": 1},
}


def draw_bars(ax: Axes, values: pd.Series, colours: Sequence[str]) -> None:
    """A bar for each of the values, named at its left, the first one on top."""
    ax.barh(range(len(values)), values, color=colours, height=0.75, linewidth=0)
    ax.set_yticks(range(len(values)), [str(name) for name in values.index])
    ax.set_ylim(len(values) - 0.5, -0.5)
