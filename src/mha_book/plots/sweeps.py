"""Measurements over a range of sizes."""

import pandas as pd
from matplotlib.axes import Axes

from mha_book.plots.multiples import Panels, draw_points

HEIGHT = 2.4  # inches, of a panel


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
        facet: one panel for each of its values, each with a y axis of its own; one
            panel in all when omitted.
        log_y: whether y has a log axis too.
        finding: the figure's title.

    Raises:
        ValueError: data lacks a column.
    """
    missing = {name for name in (x, y, by, facet) if name} - {*data.columns}
    if missing:
        raise ValueError(f"no column {sorted(missing)}; data has {list(data.columns)}")
    parts = {str(name): part for name, part in data.groupby(facet)} if facet else {}
    names, groups = [*parts] or [""], sorted(data[by].unique())

    def draw(ax: Axes, name: str) -> None:
        part = parts.get(name, data).set_index(by)[[x, y]]
        draw_points(ax, {str(group): part[part.index == group] for group in groups})
        if log_y:
            ax.set_yscale("log")
        _name_sizes(ax, sorted(data[x].unique()))
        if name == names[0]:
            _name_groups(ax)

    return Panels(
        names, draw, x, "" if facet else y, finding, (2, 2), HEIGHT, own_y=bool(facet)
    )


def _name_sizes(ax: Axes, sizes: list[float]) -> None:
    """A log axis that names what was measured, and no more."""
    ax.set_xscale("log")
    ax.set_xticks(sizes, [f"{size:g}".replace("e-0", "e-") for size in sizes])
    ax.minorticks_off()


def _name_groups(ax: Axes) -> None:
    """Below all panels."""
    shown = ax.get_legend_handles_labels()
    look = {"ncols": len(shown[0]), "frameon": False, "handletextpad": 0}
    assert ax.figure
    ax.figure.legend(*shown, loc="outside lower center", **look)
