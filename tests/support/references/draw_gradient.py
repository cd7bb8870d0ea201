"""GradientInspector with inputs drawn anew."""

from random import Random

from mha_book.explorers import GradientInspector
from references.numbers_drawn import numbers


def draw(random: Random) -> GradientInspector:
    explorer = GradientInspector(exponent=-4)
    for name in ("embeddings", "target", "w_q", "w_k", "w_v", "w_o"):
        rows = getattr(explorer, name)
        setattr(explorer, name, numbers(random, len(rows), len(rows[0]), 2))
    return explorer
