"""LearningExplorer with inputs drawn anew."""

from random import Random

from mha_book.explorers import LearningExplorer
from mha_book.in_page.learning import FAULTS


def draw(random: Random) -> LearningExplorer:
    return LearningExplorer(
        fault=random.choice(FAULTS),
        seed=random.randint(1, 99),
        step=random.randint(0, 1000),
    )
