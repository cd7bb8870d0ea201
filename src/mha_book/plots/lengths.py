"""Measured at each position, or distance: inside the training length and beyond it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pandas as pd
import plotnine as p9
from torch import Tensor

from mha_book import palette
from mha_book.plots.style import curve_theme


def seed_table(
    curves: Mapping[tuple[str, int], Tensor],
    columns: tuple[str, str, str],
    *,
    first: int = 0,
) -> pd.DataFrame:
    """One row for each number of each curve: model, seed, position and measurement.

    Args:
        curves: (model, seed) to its measurements, one for each position.
        columns: what models, positions and measurements are called.
        first: the position of the first measurement.
    """
    model, x, y = columns
    parts = {
        pair: pd.Series(curve.tolist(), pd.RangeIndex(first, first + len(curve)))
        for pair, curve in curves.items()
    }
    data = pd.concat(parts, names=[model, "seed", x]).rename(y).reset_index()
    order = dict.fromkeys(name for name, _ in curves)
    data[model] = pd.Categorical(data[model], [*order])
    return data


def seed_ranges(data: pd.DataFrame, edges: Sequence[int]) -> pd.DataFrame:
    """Means over stretches of positions: of the lowest and of the highest seed.

    Args:
        data: as `seed_table` makes it.
        edges: the stretches' ends; each begins behind the one before. The last column
            is the mean over all of them.

    Returns:
        A row for each model; columns (min or max, stretch).
    """
    model, seed, x, y = data.columns
    names = [f"{a + 1}–{b}" for a, b in pairwise(edges)]
    stretch = pd.cut(data[x], [*edges], labels=names).rename("").astype(str)
    cut = data.assign(**{"": stretch})
    both = pd.concat([cut, cut.assign(**{"": f"{edges[0] + 1}–{edges[-1]}"})])
    means = both.groupby([model, "", seed], observed=True, sort=False)[y].mean()
    found = means.groupby([model, ""], observed=True, sort=False).agg(["min", "max"])
    return pd.DataFrame(found.unstack(sort=False))


def format_ranges(ranges: pd.DataFrame) -> pd.DataFrame:
    """What `seed_ranges` finds, to be read: 0.62–0.85."""
    columns = {
        stretch: [
            f"{low:.2f}–{high:.2f}"
            for low, high in zip(
                ranges["min", stretch], ranges["max", stretch], strict=True
            )
        ]
        for stretch in ranges.columns.unique(level=1)
    }
    return pd.DataFrame(columns, ranges.index)


def beyond_training(
    data: pd.DataFrame,
    *,
    trained: int | Mapping[str, int],
    chance: float | None = None,
) -> p9.ggplot:
    """A line for each seed, a panel for each model; what training had is shaded.

    Args:
        data: as `seed_table` makes it.
        trained: how many positions training had; by model where not all had it.
        chance: what guessing gets, a dotted line.
    """
    model, seed, x, y = data.columns
    models = data[model].drop_duplicates()
    if isinstance(trained, int):
        trained = dict.fromkeys(models, trained)
    ends = models.map(trained).astype(float) - 0.5  # of some models none: not drawn
    shaded = pd.DataFrame({model: models, "end": ends}).dropna()
    band = {"xmin": -0.5, "ymin": float("-inf"), "ymax": float("inf")}
    shade = {"fill": palette.FAINT, "alpha": 0.5, "inherit_aes": False}
    plot = (
        p9.ggplot(data, p9.aes(x, y, group=seed))
        + p9.geom_rect(p9.aes(xmax="end", **band), shaded, **shade)
        + p9.geom_line(color=palette.GROUPS[1], size=0.7, alpha=0.8)
        + p9.facet_wrap(model, ncol=2)
    )
    if chance is not None:
        plot += p9.geom_hline(yintercept=chance, linetype="dotted", color=palette.INK)
    rows = -(-data[model].nunique() // 2)
    size = p9.theme(figure_size=(4.6, 0.7 + 1.5 * rows), panel_spacing_x=0.03)
    return plot + curve_theme() + size
