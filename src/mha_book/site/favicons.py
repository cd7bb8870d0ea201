"""The book's sign in every form that browsers, phones and bookmarks ask for.

`python -m mha_book.site.favicons` draws them from the SVG into ``root``, whose files
the site has in its first folder, where some are looked for without being named.
"""

import io
import json
from pathlib import Path

import cyclopts
from PIL import Image

from mha_book import palette
from mha_book.pictures.kit.raster import draw_png
from mha_book.your_file.contents import TITLE

ROOT = Path(__file__).parent / "root"
SIGN = Path(__file__).parents[3] / "book" / "favicon.svg"
PNGS = (32, 192, 512)  # pixels: a tab, a phone's screen, what a phone shows at a start
PHONE = 180  # pixels, by a name that phones look for; they cut its corners themselves
ICO = (16, 32, 48)  # pixels, in one file, for what cannot read an SVG


def draw_signs() -> dict[str, bytes]:
    """Each file's name and content."""
    svg = SIGN.read_text(encoding="utf-8")
    files = {f"favicon-{size}.png": draw_png(svg, size) for size in PNGS}
    # As its own ground, to the corners.
    files["apple-touch-icon.png"] = draw_png(svg, PHONE, palette.WEIGHTS[1])
    large, ico = Image.open(io.BytesIO(draw_png(svg, 4 * ICO[-1]))), io.BytesIO()
    large.save(ico, "ICO", sizes=[(size, size) for size in ICO])
    said = json.dumps(manifest(), indent=2)
    return files | {
        "favicon.ico": ico.getvalue(),
        "site.webmanifest": f"{said}\n".encode(),
    }


def manifest() -> dict[str, object]:
    """What a phone reads that puts the site beside its programs."""
    icons = [
        {
            "src": f"favicon-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
        }
        for size in PNGS[1:]
    ]
    return {
        "name": TITLE,
        "short_name": TITLE.split(",")[0],
        "lang": "en",
        "start_url": ".",
        "display": "minimal-ui",
        "theme_color": palette.GROUND,
        "background_color": palette.GROUND,
        "icons": icons,
    }


def main() -> None:
    """Draw each of them, where the site has it."""
    for name, content in draw_signs().items():
        (ROOT / name).write_bytes(content)


if __name__ == "__main__":
    cyclopts.run(main)
