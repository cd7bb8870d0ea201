"""What one call of `attend` makes, as the map draws it: X, weights, output."""

from typing import Any

from mha_book.explorers.map.drawing import picture_of
from mha_book.pictures.kit.layer import LENGTH, WIDTH, LayerBlock, describe
from mha_book.pictures.kit.layout import BROAD, GAP, MATRIX, NAMES, TALL, UNDER, Layout

# A weight says how well the rows of two words fit; that is what is traced from it.
BLOCKS = (
    LayerBlock("x", "given", (), (LENGTH, WIDTH)),
    LayerBlock("weights", "score", ("x", "x"), (LENGTH, LENGTH)),
    LayerBlock("output", "mix", ("weights", "x"), (LENGTH, WIDTH)),
)
TITLE, APART = 22, GAP + 26  # px, above X, and beneath it, where words have names


def attend_map() -> dict[str, Any]:
    """Give its blocks, where their numbers go, and what lies beneath them."""
    product = NAMES + BROAD + GAP
    layout = Layout("column", width=product + MATRIX + 4)
    layout.put("x", product, TITLE)
    for name, x in (("weights", NAMES), ("output", product)):
        layout.put(name, x, TITLE + TALL + APART)
    layout.height = TITLE + 2 * TALL + APART + UNDER
    blocks = [one | {"given": ""} for one in describe(BLOCKS)]  # nothing to edit
    return {"blocks": blocks, "picture": picture_of(BLOCKS, layout)}
