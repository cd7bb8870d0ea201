"""What a design costs: a map of ratios of times, and memory in the course of a call."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from mha_book import palette
from mha_book.plots.multiples import Panels
from mha_book.scales import on_signed_scale

SCALE_END = 4  # times as long, or as short: the scale's ends
ALIKE = 1.15  # quartiles on both sides of 1 and no further apart: as good as equal
QUARTILES = ["low", "median", "high"]
# The designs' colours, as bars have them: marked, gray, and the second.
DESIGNS = {"weight split": palette.FILLED, "fused": palette.GROUPS[3]}


def ratio_map(
    ratios: pd.DataFrame,
    *,
    x: str = "tokens",
    y: str = "num_heads",
    panel: str = "batch",
    names: tuple[str, str, str] = ("tokens", "heads", "batch"),
) -> Panels:
    """Ratios with their quartiles as cells, pale where two designs take the same time.

    Args:
        ratios: low, median, high; x, y and panel are among its index's levels, whose
            other levels have one value each.
        x, y, panel: what the columns, the rows and the panels stand for.
        names: of these three, as the axes and titles say them.

    Raises:
        ValueError: a level or a quartile is missing, or a cell has several ratios.
    """
    table = ratios.reset_index()
    if missing := {x, y, panel, *QUARTILES} - {*table.columns}:
        raise ValueError(f"no {sorted(missing)}; the ratios have {[*table.columns]}")
    if table.duplicated([x, y, panel]).any():
        raise ValueError(f"several ratios for one {x}, {y} and {panel}")
    parts = {f"{names[2]} {value}": part for value, part in table.groupby(panel)}
    rows, columns = (sorted(table[axis].unique()) for axis in (y, x))

    def draw(ax: Axes, name: str) -> None:
        for row, column, *quartiles in parts[name][[y, x, *QUARTILES]].to_numpy():
            _cell(ax, (columns.index(column), rows.index(row)), *quartiles)
        ax.set(xlim=(0, len(columns)), ylim=(len(rows), 0))
        ax.set_xticks([k + 0.5 for k in range(len(columns))], columns)
        ax.set_yticks([k + 0.5 for k in range(len(rows))], rows)

    height = 0.64 * len(rows)  # three lines of text in a cell, and room around them
    return Panels([*parts], draw, *names[:2], columns=(2, 1), height=height)


def _cell(
    ax: Axes, at: tuple[int, int], low: float, median: float, high: float
) -> None:
    ground, readable = on_signed_scale(_place(median))
    box = Rectangle(at, 1, 1, facecolor=ground, edgecolor=palette.GROUND, linewidth=1)
    ax.add_patch(box)
    middle = at[0] + 0.5
    ink = {"color": readable, "ha": "center", "va": "center"}
    verdict = ratio_verdict(low, high)
    lines = [
        format_ratio(median),
        f"{format_ratio(low)}–{format_ratio(high)}",
        *([verdict] * bool(verdict)),
    ]
    for k, words in enumerate(lines):
        y = at[1] + 0.5 + 0.26 * (k - (len(lines) - 1) / 2)
        bold = "normal" if k else "bold"
        ax.text(middle, y, words, weight=bold, **ink)


def ratio_colour(ratio: float) -> str:
    """Pale for 1, green where it is more, brown where it is less; by its logarithm."""
    return on_signed_scale(_place(ratio))[0]


def _place(ratio: float) -> float:
    """Where a ratio stands on the scale, from −1 to 1."""
    return min(max(math.log(ratio, SCALE_END), -1), 1)


def ratio_verdict(low: float, high: float) -> str:
    """What quartiles on both sides of 1 allow to say; nothing where both are on one."""
    if not low <= 1 <= high:
        return ""
    return "alike" if high / low <= ALIKE else "unclear"


def format_ratio(ratio: float) -> str:
    """Two digits after the point below 2, else one."""
    return f"{ratio:.{2 if ratio < 2 else 1}f}"


def memory_curves(
    held: dict[str, tuple[list[float], list[float]]], *, unit: str, finding: str = ""
) -> Panels:
    """Memory held in the course of a forward and a backward pass, a panel per design.

    Args:
        held: for each design what it holds after each change, in order: of the forward
            pass, and of the backward pass.
        unit: what the numbers count.
        finding: the figure's title.
    """

    def draw(ax: Axes, name: str) -> None:
        colour = DESIGNS.get(name, palette.GROUPS[1])
        for k, during in enumerate(held[name]):
            at = k + np.linspace(0, 1, len(during))
            ax.step(at, during, where="post", color=colour, linewidth=1.5)
        ax.axvline(1, color=palette.INK, linestyle="dashed", linewidth=0.8)
        ax.set_xticks([0.5, 1.5], ["forward", "backward"])

    return Panels([*held], draw, "", unit, finding)
