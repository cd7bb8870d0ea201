"""Attention weights as a table of colours and numbers."""

import seaborn as sns
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from torch import Tensor

from mha_book import palette
from mha_book.scales import weight_colormap, weight_ink

__all__ = ["weight_colormap", "weight_heatmap"]


def weight_heatmap(
    weights: Tensor,
    tokens: list[str],
    *,
    asking: list[str] | None = None,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Annotated heatmap of one head's weights.

    Args:
        weights: (Tq, Tk), each 0 to 1.
        tokens: Tk words, which are attended to.
        asking: Tq words, which attend; the last Tq of the others when omitted.
        title: shown above.
        ax: where to draw; a new figure when omitted.

    Raises:
        ValueError: the weights are not a matrix, or have another number of columns
            than tokens, or of rows than words that ask.
    """
    if weights.dim() != 2:
        raise ValueError(
            f"weights have shape {tuple(weights.shape)}; expected (Tq, Tk)"
        )
    if weights.shape[1] != len(tokens):
        raise ValueError(
            f"{weights.shape[1]} columns of weights but {len(tokens)} tokens"
        )
    asking = tokens[-weights.shape[0] :] if asking is None else asking
    if weights.shape[0] != len(asking):
        raise ValueError(
            f"{weights.shape[0]} rows of weights but {len(asking)} words that ask"
        )
    ax = ax or plt.subplots()[1]
    sns.heatmap(
        weights.float().numpy(force=True),  # NumPy has no bfloat16, and no GPU
        ax=ax,
        vmin=0,
        vmax=1,
        cmap=weight_colormap(),
        cbar=False,  # the numbers themselves are there
        annot=True,
        annot_kws={"size": 11 if len(tokens) <= 8 else 10},
        fmt=".2f",
        linewidths=1,
        linecolor=palette.GROUND,
        xticklabels=tokens,
        yticklabels=asking,
    )
    ax.tick_params(length=0)
    ax.tick_params("y", rotation=0)
    for text in ax.texts:  # seaborn's own choice falls below 4.5 : 1 in mid-scale
        text.set_color(weight_ink(ax.collections[0].cmap(float(text.get_text()))))
    ax.set(xlabel="key: attended to", ylabel="query: attending", title=title)
    return ax
