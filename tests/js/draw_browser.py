"""HeadBrowser with inputs drawn anew."""

from random import Random

from headrecords import patterns, records
from mha.explorers import HeadBrowser


def draw(random: Random) -> HeadBrowser:
    explorer = HeadBrowser(random.choice([records(), patterns()]))
    for name in ("model", "sentence", "epoch", "layer", "head"):
        setattr(explorer, name, random.choice(explorer.choices(name)))
    return explorer
