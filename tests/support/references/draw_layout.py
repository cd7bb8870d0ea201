"""TensorLayoutExplorer with inputs drawn anew."""

from random import Random

from mha_book.explorers import TensorLayoutExplorer


def draw(random: Random) -> TensorLayoutExplorer:
    explorer = TensorLayoutExplorer()
    limits = dict(explorer.limits)
    explorer.step = random.choice(limits.pop("step")["among"])
    for name, limit in limits.items():
        setattr(explorer, name, random.randint(limit["min"], limit["max"]))
    return explorer
