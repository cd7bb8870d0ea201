"""Measurements over a range of sizes."""

from collections.abc import Mapping
from itertools import pairwise

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from mha_book import palette
from mha_book.plots.multiples import Panels, name_end

MARKERS = "o^sD"
APART = 0.12  # of the axis' height: the room that a name needs above a point
Point = tuple[float, float]
PLAIN = FuncFormatter(lambda number, _: f"{number:g}".replace("e-0", "e-"))


def sweep(
    data: pd.DataFrame,
    *,
    x: str,
    y: str,
    by: str,
    facet: str | None = None,
    log_y: bool = False,
    finding: str = "",
) -> Panels:
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
    names = sorted(data[facet].unique()) if facet else [""]

    def draw(ax: Axes, name: str) -> None:
        part = data[data[facet] == name] if facet else data
        by_group = part.groupby(by, observed=True)[[x, y]]
        groups = {str(group): points for group, points in by_group}
        draw_points(ax, groups)
        _set_scales(ax, part[x], part[y], log_y)
        if name == names[-1]:
            _name_groups(ax, groups)

    return Panels(names, draw, x, "" if facet else y, finding, height=2.2, free=True)


def draw_points(ax: Axes, groups: Mapping[str, pd.DataFrame]) -> None:
    """Each group's rows, of two columns, as points that look alike."""
    looks = zip(palette.GROUPS, MARKERS, strict=True)
    for (group, points), (colour, marker) in zip(groups.items(), looks, strict=False):
        look = {"color": colour, "marker": marker, "markersize": 5}
        ax.plot(*points.to_numpy().T, linestyle="none", **look, label=group)


def _set_scales(ax: Axes, x: pd.Series, y: pd.Series, log_y: bool) -> None:
    """The sizes that were measured, and plain numbers, on logarithmic axes."""
    ax.set_xscale("log")
    ax.set_xticks(sorted(x.unique()))
    ax.xaxis.set(major_formatter=PLAIN, minor_locator=NullLocator())
    ax.margins(x=0.06, y=0.15)
    if log_y:
        ax.set_yscale("log")
        subs = (1, 2, 5) if y.max() < 100 * y.min() else (1,)
        ax.yaxis.set_major_locator(LogLocator(subs=subs, numticks=6))
        ax.yaxis.set(major_formatter=PLAIN, minor_locator=NullLocator())


def _name_groups(ax: Axes, groups: Mapping[str, pd.DataFrame]) -> None:
    """Names above the last points or the first ones; a legend if neither has room."""
    sides = {side: _ends(ax, groups, side) for side in ("right", "left")}
    room = {side: _least_gap(ax, ends) for side, ends in sides.items()}
    side = max(room, key=room.__getitem__)
    if room[side] < APART:
        ax.legend(frameon=False)
        return
    for group, end in sides[side].items():
        name_end(ax, group, end, side=side)


def _ends(ax: Axes, groups: Mapping[str, pd.DataFrame], side: str) -> dict[str, Point]:
    """The highest of each group's points that are farthest to one side."""
    ends = {}
    for group, points in groups.items():
        x, y = points.columns
        far = points[x].max() if side == "right" else points[x].min()
        ends[group] = far, points[points[x] == far][y].max()
    return ends


def _least_gap(ax: Axes, ends: Mapping[str, Point]) -> float:
    """How near two of these points are, as a share of the axis' height."""
    points = ax.transData.transform([*ends.values()])
    heights = sorted(ax.transAxes.inverted().transform(points)[:, 1])
    return min((b - a for a, b in pairwise(heights)), default=1.0)
