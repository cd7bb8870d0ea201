"""WeightStackExplorer with inputs drawn anew."""

from random import Random

from mha.explorers import WeightStackExplorer
from numbers_drawn import numbers


def draw(random: Random) -> WeightStackExplorer:
    step = random.choice(["product", "view", "transpose"])
    return WeightStackExplorer(weights=numbers(random, 4, 4, 1000), step=step)
