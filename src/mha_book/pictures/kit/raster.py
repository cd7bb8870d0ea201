"""Drawings as pixels, the same on every machine."""

from pathlib import Path

import matplotlib
import resvg_py

# What matplotlib brings along and figures are set in, and a type for titles.
FONTS = Path(matplotlib.get_data_path(), "fonts", "ttf")
NAMES = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "STIXGeneralBol")
SANS, MONO, SERIF = "DejaVu Sans", "DejaVu Sans Mono", "STIXGeneral"


def draw_png(svg: str, width: int, ground: str | None = None) -> bytes:
    """An SVG as a PNG, this many pixels wide, on a ground, or on none.

    Raises:
        ValueError: it is no SVG.
    """
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background=ground,
        skip_system_fonts=True,
        font_files=[str(FONTS / f"{name}.ttf") for name in NAMES],
        font_family=SANS,
        sans_serif_family=SANS,
        serif_family=SERIF,
        monospace_family=MONO,
    )
