"""FaultFinder with inputs drawn anew."""

from random import Random

from mha_book.explorers import FaultFinder


def draw(random: Random) -> FaultFinder:
    limits = FaultFinder().limits
    return FaultFinder(
        seed=random.randint(limits["seed"]["min"], limits["seed"]["max"]),
        bought=random.randint(0, limits["bought"]["max"]),
        guesses=random.sample(limits["guesses"]["among"], 2),
    )
