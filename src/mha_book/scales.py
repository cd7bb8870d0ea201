"""Scales of colours, what is readable on them, and their like on a dark page."""

from colorsys import hls_to_rgb, rgb_to_hls
from functools import cache

from matplotlib.colors import Colormap, LinearSegmentedColormap, to_hex, to_rgb
from matplotlib.typing import ColorType

from mha_book import palette

CALM = 0.6  # of a colour's saturation on a dark page, where all of it would glare


@cache  # each cell of each drawing asks for it
def weight_colormap() -> Colormap:
    """The scale for attention weights: the one that the explorers use."""
    return LinearSegmentedColormap.from_list("attention", palette.WEIGHTS)


def on_weight_scale(weight: float) -> tuple[str, str]:
    """A weight's colour and its ink, as CSS for both themes: 0 is nearly the ground."""
    ground = to_hex(weight_colormap()(weight))
    inks = ("#000000", "#ffffff")
    day, night = inks if readable_on(ground) == palette.ON_PALE else inks[::-1]
    return in_themes(ground, after_dark(ground)), in_themes(day, night)


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
    day = signed_colormap()
    night = LinearSegmentedColormap.from_list("night", palette.SIGNED_NIGHT, N=day.N)
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
    return palette.ON_PALE if luminance(ground) > 0.179 else palette.ON_DARK


@cache  # by halving: a drawing has hundreds of cells
def after_dark(colour: str) -> str:
    """The colour of the same hue for a dark page, where pale is dark and dark is pale.

    As the one contrasts with black, the other does with white: text can swap the two.
    """
    goal = 0.05 * 1.05 / (luminance(colour) + 0.05) - 0.05
    hue, _, saturation = rgb_to_hls(*to_rgb(colour))
    saturation *= CALM
    low, high = 0.0, 1.0
    for _ in range(20):  # the lightness that has this luminance, by halving
        lightness = (low + high) / 2
        found = hls_to_rgb(hue, lightness, saturation)
        low, high = (lightness, high) if luminance(found) < goal else (low, lightness)
    return to_hex(found)


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
