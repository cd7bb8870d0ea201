"""What MapExplorer takes from the pictures: their places, what lies beneath, an alt."""

from functools import cache
from itertools import product
from typing import Any

from torch import Tensor

from mha_book.pictures.kit.layer import WIDTH, LayerBlock, layer
from mha_book.pictures.kit.layout import CELL, FORMS, Layout, arrange
from mha_book.pictures.kit.markup import Diagram, serialise
from mha_book.pictures.kit.tiles import ROW, cell
from mha_book.pictures.whole import draw_layer, underlay

ALT = (
    "Multi-head attention on “how are you”: the embeddings X are projected to queries, "
    "keys and values in {} of width {}; scores, mask, softmax and the mix of values "
    "follow in each; the outputs are joined and projected to an output of X’s shape."
)


def settings() -> list[tuple]:
    """Every combination of heads, design and positions; each has blocks of its own."""
    return list(product((1, 2), ("wrapper", "split"), (False, True)))


def key_of(*setting: object) -> str:
    """What the script calls a setting: ``2 split true row``."""
    return " ".join(str(part).lower() for part in setting)


@cache
def list_cells(*setting: Any) -> list[str]:
    """Every number of a map, as links name it."""
    return [
        f"{block.name}:{i},{j}"
        for block in layer(*setting)
        for i, j in product(*map(range, block.shape))
    ]


def draw_pictures() -> dict[str, Any]:
    """Each setting's picture in each form, by its key, without its numbers."""
    return {
        key_of(*setting, form): draw_underlay(*setting, form)
        for setting in settings()
        for form in FORMS
    }


@cache
def draw_underlay(
    num_heads: int, design: Any, placed: bool, form: Any
) -> dict[str, Any]:
    """One setting's picture in one form."""
    layout = arrange(num_heads, design, placed, form)
    return picture_of(layer(num_heads, design, placed), layout)


def picture_of(blocks: tuple[LayerBlock, ...], layout: Layout) -> dict[str, Any]:
    """Where a picture's numbers go, and what lies beneath them."""
    places = {
        name: [place.x, place.y, place.transposed]
        for name, place in layout.places.items()
    }
    size = {"width": layout.width, "height": layout.height, "cell": [CELL, ROW]}
    beneath = underlay(blocks, layout)
    drawn = {"beneath": serialise(*beneath), "hatch": draw_hatch()}
    return size | {"places": places} | drawn


def draw_hatch() -> str:
    """The strokes across a hidden cell at 0, 0, as an SVG path has them."""
    strokes = cell(0, 0, "", class_="mha-hidden", width=CELL).find("path")
    return "" if strokes is None else strokes.get("d", "")


def draw_whole(values: dict[str, Tensor], num_heads: int, **switches: Any) -> str:
    """The picture with its numbers, as SVG, for paper and without scripts."""
    heads = f"{num_heads} head" + "s" * (num_heads > 1)
    alt = ALT.format(heads, WIDTH // num_heads)
    drawing = draw_layer(num_heads=num_heads, **switches, values=values)
    return Diagram(alt, drawing).svg()
