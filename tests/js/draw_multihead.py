"""MultiHeadExplorer with inputs drawn anew."""

from random import Random

from mha.explorers import MultiHeadExplorer
from numbers_drawn import flag, numbers


def draw(random: Random) -> MultiHeadExplorer:
    count = random.choice([2, 4])
    order = random.sample(range(count), count)
    return MultiHeadExplorer(
        num_heads=count,
        order=order,
        silenced=order[: random.randrange(count)],
        carry_out=flag(random),
        embeddings=numbers(random, 3, 4),
    )
