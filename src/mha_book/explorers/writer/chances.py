"""Temperature, top k and top p by PyTorch; and what a larger model said, stored."""

from collections.abc import Callable
from dataclasses import dataclass

import torch

COLDEST, HOTTEST, STEP = 0.0, 3.0, 0.1
TEMPERATURES = [round(k * STEP, 1) for k in range(1, round(HOTTEST / STEP) + 1)]
KEPT = 50  # tokens of each stored answer, as top k has; the others stay as sums
DECIMALS = 4


def chances_of(
    logits: torch.Tensor, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0
) -> torch.Tensor:
    """The chances of the next token: temperature, then top k, then top p.

    Args:
        logits: (V,).
        temperature: 0 gives everything to the likeliest.
        top_k: so many stay, and those that tie with the last; 0 keeps all.
        top_p: as many of the likeliest as together reach it; 1 keeps all.

    Returns:
        (V,), in double precision; they sum to 1.
    """
    logits = logits.double()
    if temperature == 0:
        return torch.nn.functional.one_hot(logits.argmax(), len(logits)).double()
    scores = logits / temperature
    if 0 < top_k <= len(logits):
        least = logits.topk(top_k).values[-1]
        scores = scores.masked_fill(logits < least, -torch.inf)
    chances = scores.softmax(dim=-1)
    if top_p < 1:
        chances = _reaching(chances, top_p)
    return chances


def _reaching(chances: torch.Tensor, top_p: float) -> torch.Tensor:
    order = chances.argsort(descending=True, stable=True)
    before = chances[order].cumsum(dim=-1) - chances[order]  # of likelier tokens
    kept = torch.zeros_like(chances)
    open_ = order[before < top_p - 1e-9]
    kept[open_] = chances[open_]
    return kept / kept.sum()


@dataclass(frozen=True, eq=False)
class Answer:
    """What a model said after a text: of its tokens the likeliest, the others as sums.

    The sums are kept for every temperature of the slider, so that chances are exact at
    each of them, though only the likeliest tokens are listed.

    Attributes:
        text: what was read.
        logits: (V,), after its last token.
        decode: an id of a token -> its text.

    Raises:
        ValueError: logits are no vector.
    """

    text: str
    logits: torch.Tensor
    decode: Callable[[int], str]

    def __post_init__(self) -> None:
        if torch.as_tensor(self.logits).dim() != 1:
            shape = tuple(torch.as_tensor(self.logits).shape)
            raise ValueError(f"logits have shape {shape}; expected (tokens,)")

    def describe(self, kept: int = KEPT) -> dict[str, object]:
        """The same in plain lists: tokens with their logits, and the others' sums."""
        order = self.logits.double().argsort(descending=True, stable=True)
        first, rest = order[:kept], self.logits.double()[order[kept:]]
        sums = [torch.logsumexp(rest / t, dim=-1).item() for t in TEMPERATURES]
        return {
            "text": self.text,
            "next": [
                [self.decode(k), round(self.logits[k].item(), DECIMALS)]
                for k in first.tolist()
            ],
            "others": [round(x, DECIMALS) for x in sums] if len(rest) else None,
            "weights": None,
        }
