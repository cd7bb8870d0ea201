"""The list of the book's pictures, which each of them joins where it is drawn."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, TypeVar

PACKAGE = "mha_book.pictures"
PICTURES: dict[str, Callable[[], Any]] = {}
Draw = TypeVar("Draw", bound=Callable[..., Any])


def picture(draw: Draw) -> Draw:
    """Put a function that draws a `Diagram` or `Frames` on the list, by its name."""
    return picture_with()(draw)


def picture_with(**example: Any) -> Callable[[Draw], Draw]:
    """The same for a function that needs arguments: with some to draw it by."""

    def join(draw: Draw) -> Draw:
        PICTURES[draw.__name__] = partial(draw, **example)
        return draw

    return join


def every_picture() -> dict[str, Callable[[], Any]]:
    """Every picture of the book by name, each ready to be drawn."""
    for module in walk_packages(import_module(PACKAGE).__path__, f"{PACKAGE}."):
        import_module(module.name)
    return dict(PICTURES)
