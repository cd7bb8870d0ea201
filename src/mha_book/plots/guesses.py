"""How well a language model guesses: its losses, and the next token's probabilities."""

from collections.abc import Mapping

import pandas as pd
import plotnine as p9

from mha_book import palette
from mha_book.plots.runs import lines_by_seed
from mha_book.plots.style import curve_theme

OTHERS = "all others"


def model_loss_curves(
    runs: pd.DataFrame, panel: str, lines: Mapping[str, float]
) -> p9.ggplot:
    """A line for each seed and part, training dashed; a panel for each kind of run.

    Args:
        runs: one row per epoch and part, with the columns epoch, part, loss, seed.
        panel: the column that tells kinds of runs.
        lines: baselines by name, each a dotted gray line.
    """
    named = pd.DataFrame(lines.items(), columns=["name", "loss"])
    shown = {"color": palette.FILLED, "linetype": "dotted", "size": 0.9}
    words = p9.aes(y="loss", label="name")
    edge = {"x": runs["epoch"].max(), "ha": "right", "va": "bottom", "size": 11}
    below = (
        p9.geom_hline(p9.aes(yintercept="loss"), named, **shown),
        p9.geom_text(words, named, **edge),
    )
    plot = lines_by_seed(runs, *below, alpha=0.8)
    plot += p9.facet_wrap(panel, labeller="label_both")
    return plot + p9.theme(panel_spacing_x=0.06)


def add_others(probabilities: pd.DataFrame) -> pd.DataFrame:
    """The same, and a last row: what all other tokens have of each column's 1."""
    rest = 1 - probabilities.sum()
    return pd.concat([probabilities, rest.to_frame(OTHERS).T])


def probability_bars(probabilities: pd.DataFrame) -> p9.ggplot:
    """A panel for each column: a bar for each token, the first row's on top."""
    tokens = pd.Categorical(probabilities.index, probabilities.index[::-1])
    columns = list(probabilities.columns)
    bars = probabilities.assign(token=tokens).melt("token", columns, "way")
    bars["way"] = pd.Categorical(bars["way"], columns)
    return (
        p9.ggplot(bars, p9.aes("token", "value"))
        + p9.geom_col(fill=palette.GROUPS[0])
        + p9.coord_flip()
        + p9.facet_wrap("way", ncol=2)
        + p9.scale_y_continuous(breaks=[0, 0.5, 1], limits=(0, 1))
        + p9.labs(x="", y="probability")
        + curve_theme()
        + p9.theme(panel_spacing=0.08)
    )
