"""Scales of colours, what is readable on them, and their like on a dark page."""

from functools import cache

from matplotlib.colors import Colormap, LinearSegmentedColormap, to_hex, to_rgb
from matplotlib.typing import ColorType

from mha_book import palette


@cache  # each cell of each drawing asks for it
def weight_colormap() -> Colormap:
    """The scale for attention weights: the one that the explorers use."""
    return LinearSegmentedColormap.from_list("attention", palette.WEIGHTS)


def on_weight_scale(weight: float) -> tuple[str, str]:
    """A weight's colour and its ink, as CSS for both themes: 0 is nearly the ground."""
    day = to_hex(weight_colormap()(weight))
    grounds = (day, weight_shades()[day])
    inks = ("#000000" if _is_pale(ground) else "#ffffff" for ground in grounds)
    return in_themes(*grounds), in_themes(*inks)


@cache
def weight_shades() -> dict[str, str]:
    """Each colour of that scale, and its like on a dark page."""
    return _paired(weight_colormap(), palette.WEIGHTS_NIGHT)


def weight_ink(ground: ColorType) -> str:
    """What a figure writes on a weight's colour: white after dark, on all of them."""
    return palette.ON_PALE if _is_pale(ground) else palette.WHITE


def in_themes(day: str, night: str) -> str:
    """A colour of CSS: one on a light page, another on a dark one."""
    return f"light-dark({day}, {night})"


def signed_colormap() -> Colormap:
    """The scale for numbers from −1 to 1: the one that the explorers use."""
    # From 49 steps on, Matplotlib would draw the scale's bar as a picture of dots.
    return LinearSegmentedColormap.from_list("signed", palette.SIGNED, N=47)


@cache
def signed_shades() -> dict[str, str]:
    """Each colour of that scale, and its like on a dark page."""
    return _paired(signed_colormap(), palette.SIGNED_NIGHT)


def _paired(day: Colormap, anchors: tuple[str, ...]) -> dict[str, str]:
    night = LinearSegmentedColormap.from_list("night", anchors, N=day.N)
    return {to_hex(day(k)): to_hex(night(k)) for k in range(day.N)}


def on_signed_scale(number: float) -> tuple[str, str]:
    """The colour of a number from −1 to 1, and an ink for it by day and by night."""
    ground = to_hex(signed_colormap()((number + 1) / 2))
    ink, night = (readable_on(c) for c in (ground, signed_shades()[ground]))
    if ink == night:
        ink = palette.BLACK if ink == palette.ON_PALE else palette.WHITE
    return ground, ink


def readable_on(ground: ColorType) -> str:
    """Black or white, whichever contrasts more."""
    return palette.ON_PALE if _is_pale(ground) else palette.ON_DARK


def _is_pale(ground: ColorType) -> bool:
    return luminance(ground) > 0.179


def contrast(one: ColorType, other: ColorType) -> float:
    """How far two colours stand apart, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: ColorType) -> float:
    """Relative luminance (WCAG 2.2)."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(colour: ColorType) -> list[float]:
    return [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in to_rgb(colour)
    ]
