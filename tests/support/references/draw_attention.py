"""AttentionExplorer with inputs drawn anew."""

from random import Random

from mha_book.explorers import AttentionExplorer
from references.numbers_drawn import flag, numbers


def beside(explorer: AttentionExplorer) -> dict[str, object]:
    return {"stages": explorer.compute()}


def draw(random: Random) -> AttentionExplorer:
    return AttentionExplorer(
        embeddings=numbers(random, 3, 2),
        scores_from=random.choice(["products", "illustrative"]),
        temperature=random.uniform(0.05, 20),
        **{name: flag(random) for name in ("scaled", "causal", "mask_self")},
    )
