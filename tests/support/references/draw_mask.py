"""MaskExplorer with inputs drawn anew."""

from random import Random

import torch

from mha_book.explorers import MaskExplorer
from references.numbers_drawn import flag


def beside(explorer: MaskExplorer) -> dict[str, object]:
    return {"stages": explorer.compute()}


def draw(random: Random) -> MaskExplorer:
    share = random.choice([0.0, 0.1, 0.9])
    return MaskExplorer(
        lengths=[random.randrange(7), random.randrange(7)],
        causal=flag(random),
        padding=flag(random),
        window=random.choice([0, 0, *range(1, 7)]),
        painted=(torch.rand(2, 6, 6) < share).tolist(),
    )
