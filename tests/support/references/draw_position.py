"""PositionExplorer with inputs drawn anew."""

from random import Random

from mha_book.explorers import PositionExplorer


def draw(random: Random) -> PositionExplorer:
    width = random.randint(2, 32)
    return PositionExplorer(
        width=width,
        base=10 ** random.uniform(1, 5),
        position=random.randrange(64),
        key=random.randrange(64),
        feature=random.randrange(width),
    )
