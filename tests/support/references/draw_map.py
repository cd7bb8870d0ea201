"""MapExplorer with inputs drawn anew, each combination of its switches in turn."""

from itertools import cycle
from random import Random

from map_reference import (
    OTHER,
    SETTINGS,
    changed_by,
    cut_heads,
    moved_between,
    moved_from,
)
from mha_book.explorers import MapExplorer
from mha_book.pictures.kit.faults import FAULTS
from references.numbers_drawn import numbers

settings = cycle(SETTINGS)


def draw(random: Random) -> MapExplorer:
    heads, design, placed, causal = next(settings)
    limit = random.choice([1, 10])
    matrices = ("query", "key", "value", "out")
    explorer = MapExplorer(
        num_heads=heads,
        design=design,
        placed=placed,
        causal=causal,
        compare=random.choice(["", "num_heads", "design", "causal", "placed"]),
        step=random.randrange(9),
        cell=random.choice(["", "x:0,1", "output:2,0"]),
        embeddings=numbers(random, 3, 2, limit),
        **{name: numbers(random, 2, 2, limit) for name in matrices},
    )
    switch, matrix = random.choice([*OTHER]), random.choice(matrices)
    turned = {switch: OTHER[switch][getattr(explorer, switch)]}
    changed = {matrix: numbers(random, 2, 2, limit)}
    explorer.held = random.choice([{}, turned, changed, turned | changed])
    return explorer


def beside(explorer: MapExplorer) -> dict[str, object]:
    """What a state is compared with, beside its results."""
    changes = {switch: changed_by(explorer, switch) for switch in OTHER}
    held = {"from_held": moved_from(explorer)} if explorer.held else {}
    here = explorer.compute()
    faults = {name: moved_between(here, explorer.compute(name)) for name in FAULTS}
    return held | {
        "from_faults": faults,
        "values": here,
        "cuts": cut_heads(explorer),
        "changes": {
            switch: {"common": common, "changed": sorted(cells)}
            for switch, (cells, common) in changes.items()
        },
    }
