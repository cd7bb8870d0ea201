"""SentenceExplorer with inputs drawn anew."""

from random import Random

from mha_book.explorers import SentenceExplorer

SENTENCES = [
    "Hi!",
    "The dog saw the other dog.",
    "Où est le chat?",
    "Red green red green.",
]


def draw(random: Random) -> SentenceExplorer:
    heads = {(random.randrange(6), random.randrange(12)) for _ in range(3)}
    return SentenceExplorer(
        random.choice(SENTENCES),
        silenced=sorted(map(list, heads)) if random.random() < 0.7 else [],
        layer=random.randrange(6),
        head=random.randrange(12),
    )
