"""The book's colours, defined once for figures and explorers.

Query, key and value: Okabe and Ito's palette, told apart by every kind of colour
vision. Attention weights: one sequential scale, pale for 0, dark for 1. Numbers of
either sign: one diverging scale, pale for 0.
"""

from collections.abc import Sequence

QUERY = "#0072B2"  # blue
KEY = "#D55E00"  # vermilion
VALUE = "#009E73"  # bluish green
GROUPS = ("#222222", "#AA3377", "#56B4E9", "#E69F00")  # of measurements: no role
WEIGHTS = (  # ColorBrewer's nine-class BuPu; nine anchors, linear in between
    "#f7fcfd",
    "#e0ecf4",
    "#bfd3e6",
    "#9ebcda",
    "#8c96c6",
    "#8c6bb1",
    "#88419d",
    "#810f7c",
    "#4d004b",
)
SIGNED = (  # −1 to 1: ColorBrewer's eleven-class BrBG, brown, pale, green
    "#543005",
    "#8c510a",
    "#bf812d",
    "#dfc27d",
    "#f6e8c3",
    "#f5f5f5",
    "#c7eae5",
    "#80cdc1",
    "#35978f",
    "#01665e",
    "#003c30",
)


def on_weight_scale(weight: float) -> tuple[str, str]:
    """A weight's colour, and black or white, whichever reads better on it."""
    place = min(max(weight, 0.0), 1.0) * (len(WEIGHTS) - 1)
    low = min(int(place), len(WEIGHTS) - 2)
    start, end = (_channels(colour) for colour in WEIGHTS[low : low + 2])
    rgb = [round(a + (b - a) * (place - low)) for a, b in zip(start, end, strict=True)]
    return "#" + "".join(f"{c:02x}" for c in rgb), readable_on([c / 255 for c in rgb])


def readable_on(ground: Sequence[float]) -> str:
    """Black or white, whichever contrasts more (WCAG 2.2, relative luminance).

    Args:
        ground: red, green and blue, each 0 to 1.
    """
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in ground[:3]
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "black" if luminance > 0.179 else "white"


def _channels(colour: str) -> list[int]:
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
