"""The pictures' files as pixels, for programs that read no SVG."""

import io
import xml.etree.ElementTree as ET
from pathlib import Path
from shutil import copyfile

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from tqdm import tqdm

from mha_book.pictures.kit.flat_style import SVG, narrow
from mha_book.pictures.kit.raster import draw_png

SHARP = 2  # pixels for each of the drawing's own: enough for a projector


def draw_all(folder: Path, to: Path) -> list[Path]:
    """Copy each SVG, and draw it beside its copy.

    Args:
        folder: the files as the site has them.
        to: where both go.

    Returns:
        the drawn ones.

    Raises:
        FileNotFoundError: the book is not built.
    """
    files = sorted(folder.glob("*.svg"))
    if not files:
        raise FileNotFoundError(f"{folder} has no pictures: run `make book`")
    to.mkdir(parents=True, exist_ok=True)
    made = []
    for path in tqdm(files, unit="picture"):
        copyfile(path, to / path.name)
        made.append(to / f"{path.stem}.png")
        made[-1].write_bytes(as_png(path.read_text(encoding="utf-8")))
    return made


def as_png(svg: str) -> bytes:
    """Draw a file that stands alone; its title and its licence go along."""
    drawing = ET.fromstring(svg)
    width = round(float(drawing.attrib["width"]) * SHARP)
    pixels = Image.open(io.BytesIO(draw_png(narrow(svg), width)))
    told, buffer = PngInfo(), io.BytesIO()
    told.add_itxt("Title", drawing.findtext(f"{{{SVG}}}title") or "")
    told.add_itxt("Copyright", drawing.findtext(f"{{{SVG}}}desc") or "")
    pixels.convert("RGB").save(buffer, "PNG", pnginfo=told, optimize=True)
    return buffer.getvalue()
