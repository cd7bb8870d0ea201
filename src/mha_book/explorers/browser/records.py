"""Record: what one trained model's heads do with one sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

DECIMALS = 4  # kept of each weight, so that a page stays light


@dataclass(frozen=True, eq=False)
class Record:
    """A model's weights on a sentence, as they come from the model.

    Attributes:
        model: its name.
        tokens: T words.
        weights: (L, H, T, T); rows ask, columns answer. Each row sums to 1, or to 0
            where it may attend to nothing.
        epoch: how far the training had come; None where there is one state only.
        sentence: its number or name; where None, the words joined by spaces.

    Raises:
        ValueError: weights do not fit the tokens, or are no weights.
    """

    model: str
    tokens: Sequence[str]
    weights: torch.Tensor
    epoch: int | None = None
    sentence: int | str | None = None

    def __post_init__(self) -> None:
        _check_shape(tuple(torch.as_tensor(self.weights).shape), len(self.tokens))
        _check_range(self._rounded())
        _check_sums(self._rounded())

    def _rounded(self) -> torch.Tensor:
        weights = torch.as_tensor(self.weights).double()
        return weights.round(decimals=DECIMALS)

    def describe(self) -> dict[str, object]:
        """The same in plain lists, weights rounded to 4 decimals."""
        named = self.sentence is not None
        return {
            "model": self.model,
            "epoch": self.epoch,
            "sentence": self.sentence if named else " ".join(self.tokens),
            "tokens": list(self.tokens),
            "weights": self._rounded().tolist(),
        }


def _check_shape(shape: tuple[int, ...], length: int) -> None:
    if len(shape) != 4 or shape[2:] != (length, length) or 0 in shape:
        raise ValueError(
            f"weights have shape {shape}; "
            f"expected (layers, heads, {length}, {length}) for {length} tokens"
        )


def _check_range(weights: torch.Tensor) -> None:
    outside = ~((weights >= 0) & (weights <= 1))  # nan is outside too
    for layer, head, query, key in outside.nonzero().tolist():
        raise ValueError(
            f"layer {layer}, head {head}, row {query}, column {key}: "
            f"weight {weights[layer, head, query, key].item()} is not within 0 to 1"
        )


def _check_sums(weights: torch.Tensor) -> None:
    sums = weights.sum(dim=-1)  # (L, H, T, T) -> (L, H, T)
    off = torch.minimum((sums - 1).abs(), sums)
    slack = weights.shape[-1] * 0.5 * 10**-DECIMALS + 1e-9  # what rounding adds
    for layer, head, query in (off > slack).nonzero().tolist():
        raise ValueError(
            f"layer {layer}, head {head}, row {query} sums to "
            f"{sums[layer, head, query].item():.4f}; expected 1, "
            "or 0 where it may attend to nothing"
        )
