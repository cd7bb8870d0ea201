"""HeadBrowser with inputs drawn anew."""

from random import Random

from headrecords import any_record, patterns, records
from mha_book.explorers import HeadBrowser


def draw(random: Random) -> HeadBrowser:
    made = random.choice([records(), patterns(), [any_record(random)]])
    explorer = HeadBrowser(made)
    for name in ("model", "sentence", "epoch", "layer", "head"):
        setattr(explorer, name, random.choice(explorer.choices(name)))
    return explorer
