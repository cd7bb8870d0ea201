"""Each picture as a file that stands alone, on white: its words, and its licence."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from mha_book import palette
from mha_book.pictures.kit.flat_style import SVG, flatten
from mha_book.pictures.kit.frames import Frames
from mha_book.pictures.kit.gallery import every_picture
from mha_book.teaching.on_pages import pages_of_pictures, plots_of_pages
from mha_book.your_file.contents import PROJECT, TITLE

READS = ("src/mha_book/pictures/**/*.py", "pictures")
LICENCE = f"{TITLE}, CC BY 4.0"
WHITE = "#ffffff"
PLACE = ("x", "y", "width", "height")
AROUND = 8  # px: what sticks out of a drawing is not cut off


@dataclass(frozen=True)
class PictureFile:
    """A picture as a file.

    Attributes:
        name: of the file, without its ending.
        words: what it shows.
        page: a page that shows it, or "".
        svg: as a page shows it; "" of a plot, which its page draws when it runs.
    """

    name: str
    words: str
    page: str
    svg: str = ""


@cache
def picture_list() -> tuple[PictureFile, ...]:
    """Draw all pictures, by their names; of frames each one."""
    return tuple(_drawings())


def _drawings() -> Iterator[PictureFile]:
    pages = pages_of_pictures()
    for name, draw in sorted(every_picture().items()):
        drawn, page = draw(), pages.get(name, "")
        frames = drawn.drawings if isinstance(drawn, Frames) else [drawn]
        for number, frame in enumerate(frames, 1):
            own = name if frames == [drawn] else f"{name}-{number}"
            yield PictureFile(own, frame.alt, page, frame.svg())


def plot_list(project: Path = PROJECT) -> list[PictureFile]:
    """List the plots of what was measured, by their pages."""
    return [PictureFile(*plot) for plot in plots_of_pages(project)]


def stand_alone(svg: str, words: str, around: int = AROUND) -> str:
    """Write a page's drawing as a file that no style sheet of a page belongs to.

    Args:
        svg: as it stands on a page.
        words: what it shows.
        around: px of white on each side.
    """
    inner = flatten(svg)
    x, y, *sides = map(float, inner.attrib["viewBox"].split())
    width, height = (round(side) + 2 * around for side in sides)
    inner.attrib |= dict(zip(PLACE, map(str, (x, y, *sides)), strict=True))
    drawn = ET.tostring(inner, encoding="unicode").replace(palette.GROUND, WHITE)
    return (
        f'<svg xmlns="{SVG}" width="{width}" height="{height}" '
        f'viewBox="{x - around:g} {y - around:g} {width} {height}">'
        f"<title>{escape(words)}</title><desc>{LICENCE}</desc>"
        f'<rect x="{x - around:g}" y="{y - around:g}" width="{width}" '
        f'height="{height}" fill="{WHITE}"/>'
        f"{drawn}</svg>\n"
    )


def write_files(folder: Path, project: Path) -> None:
    """Write all drawings into a folder."""
    for one in picture_list():
        svg = stand_alone(one.svg, one.words)
        (folder / f"{one.name}.svg").write_text(svg, encoding="utf-8")
