"""Measured at each position, or distance: inside the training length and beyond it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pandas as pd
from matplotlib.axes import Axes
from torch import Tensor

from mha_book import palette
from mha_book.plots.multiples import Panels, draw_band, name_end


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
    data = data[data[x].between(edges[0] + 1, edges[-1])]
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
    shade: str = "trained",
    finding: str = "",
) -> Panels:
    """A band over the seeds, a panel for each model; what training had is shaded.

    Args:
        data: as `seed_table` makes it.
        trained: how many positions training had; by model where not all had it.
        chance: what guessing gets, a dotted line.
        shade: what the shade means, written into the first.
        finding: the figure's title.
    """
    model, _, x, y = data.columns
    models = [*data[model].drop_duplicates()]
    if isinstance(trained, int):
        trained = dict.fromkeys(models, trained)
    first = next(name for name in models if name in trained)
    last, end = data[x].max(), trained[first]
    step = end if last > 2 * end else end // 2

    def draw(ax: Axes, name: str) -> None:
        ax.margins(x=0.02, y=0.22)  # above and below curves there is room for words
        ax.set_xticks(range(0, last + 1, step))
        curves = data[data[model] == name].pivot(index="seed", columns=x, values=y)
        draw_band(ax, curves, color=palette.GROUPS[1], linewidth=1.3)
        if name in trained:
            _shade(ax, trained[name], shade if name == first else "")
        if chance is not None:
            ax.axhline(chance, linestyle="dotted", color=palette.INK, linewidth=1)
        if chance is not None and name == models[0]:
            name_end(ax, "guessing", (last, chance), below=chance < data[y].mean())

    return Panels(models, draw, x, y, finding)


def _shade(ax: Axes, end: int, words: str) -> None:
    """What training had, from the first position on; words stand above all curves."""
    ax.axvspan(-0.5, end - 0.5, color=palette.FAINT, alpha=0.5, linewidth=0)
    if words:
        ax.text(0, 0.98, words, transform=ax.get_xaxis_transform(), va="top")
