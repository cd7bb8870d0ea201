"""How well a language model guesses: its losses, and the next token's probabilities."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes

from mha_book import palette
from mha_book.plots.bars import bars
from mha_book.plots.multiples import Panels, name_end
from mha_book.plots.runs import draw_losses

OTHERS = "all others"


def model_loss_curves(
    runs: pd.DataFrame, panel: str, lines: Mapping[str, float], finding: str = ""
) -> Panels:
    """A band for each part, training dashed; a panel for each kind of run.

    Args:
        runs: one row per epoch and part, with the columns epoch, part, loss, seed.
        panel: the column that tells kinds of runs.
        lines: baselines by name, each a dotted gray line, named in the last panel.
        finding: the figure's title.
    """
    kinds = {f"{kind} {panel}": kind for kind in sorted(runs[panel].unique())}
    lines, last = dict(lines), runs["epoch"].max()

    def draw(ax: Axes, name: str) -> None:
        for words, loss in lines.items():
            ax.axhline(loss, color=palette.FILLED, linestyle="dotted", linewidth=1.3)
            if kinds[name] == max(kinds.values()):
                lowest = loss == min(lines.values())  # keeps clear of the others
                name_end(ax, words, (last, loss), below=lowest)
        of_kind = runs[runs[panel] == kinds[name]]
        draw_losses(ax, of_kind, named=kinds[name] == min(kinds.values()))

    return Panels([*kinds], draw, "epoch", "loss", finding, height=2.2)


def add_others(probabilities: pd.DataFrame) -> pd.DataFrame:
    """The same, and a last row: what all other tokens have of each column's 1."""
    rest = 1 - probabilities.sum()
    return pd.concat([probabilities, rest.to_frame(OTHERS).T])


def probability_bars(probabilities: pd.DataFrame, finding: str = "") -> Panels:
    """A panel for each column: a bar for each token, the first row's on top.

    Args:
        probabilities: a row for each token; what all others have is gray.
        finding: the figure's title.
    """
    tokens = {*probabilities.index} - {OTHERS}
    return bars(
        probabilities,
        "probability",
        marked=tokens,
        end=1,
        columns=(4, 2),
        finding=finding,
    )
