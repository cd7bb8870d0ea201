"""Every diagram of the book, by name: the kit's own list, and some drawn otherwise."""

from functools import partial
from typing import get_type_hints

from mha import LinearScaling, NTKScaling, YarnScaling
from mha_book import pictures
from mha_book.pictures.kit.frames import Frames
from mha_book.pictures.kit.gallery import every_picture

SCALINGS = {
    "no scaling": None,
    "linear": LinearScaling(4.0),
    "NTK-aware": NTKScaling(4.0),
    "YaRN": YarnScaling(4.0, 16),
}
TILES = range(4)  # drawings that a reader steps through
OTHERWISE = {
    "two_orders_placed": partial(pictures.two_orders, placed=True),
    "angles_of_scalings": partial(pictures.swept_angles, SCALINGS),
    "wider_decoder": partial(pictures.decoder, embed_dim=4),
} | {f"tile_{k}": lambda k=k: pictures.tiled_attention().drawings[k] for k in TILES}
PICTURES = OTHERWISE | {
    name: make
    for name, make in every_picture().items()
    if get_type_hints(make.func)["return"] is not Frames
}
