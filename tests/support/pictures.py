"""Every diagram of the book, by name: the kit's own list, and some drawn otherwise."""

from functools import partial
from typing import get_type_hints

from mha import LinearScaling, NTKScaling, YarnScaling
from mha_book import pictures
from mha_book.pictures.kit.frames import Frames
from mha_book.pictures.kit.gallery import every_picture
from mha_book.pictures.kit.markup import Diagram
from mha_book.pictures.whole import draw_layer

SCALINGS = {
    "no scaling": None,
    "linear": LinearScaling(4.0),
    "NTK-aware": NTKScaling(4.0),
    "YaRN": YarnScaling(4.0, 16),
}
OTHERWISE = {
    "two_orders_placed": partial(pictures.two_orders, placed=True),
    "angles_of_scalings": partial(pictures.swept_angles, SCALINGS),
}
EVERY = every_picture()
STEPPED = [  # drawings that a reader steps through
    name
    for name, make in EVERY.items()
    if get_type_hints(make.func)["return"] is Frames
]
STEPS = {
    f"{name}_{k}": lambda name=name, k=k: EVERY[name]().drawings[k]
    for name in STEPPED
    for k in range(len(EVERY[name]().drawings))
}
PICTURES = OTHERWISE | STEPS
PICTURES |= {name: make for name, make in EVERY.items() if name not in STEPPED}
# The live map draws the layer otherwise, too.
LAYERS = {
    "layer_in_a_row_wrapper": {"placed": True, "causal": True},
    "layer_in_a_row_split": {"placed": True, "causal": True, "design": "split"},
    "layer_of_one_head": {"num_heads": 1},
    "layer_in_a_column_split": {"design": "split", "form": "column"},
}
DRAWN = PICTURES | {
    name: lambda options=options: Diagram(
        "the layer in one row, as the live map draws it", draw_layer(**options)
    )
    for name, options in LAYERS.items()
}
