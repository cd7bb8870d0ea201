"""Each picture as a file that stands alone, on white: its words, and its licence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from mha_book.pictures.kit.frames import Frames
from mha_book.pictures.kit.gallery import every_picture
from mha_book.pictures.kit.markup import Diagram
from mha_book.your_file.contents import PROJECT, TITLE

LICENCE = f"{TITLE}, CC BY 4.0"
AROUND = 8  # px: what sticks out of a drawing is not cut off


@dataclass(frozen=True)
class PictureFile:
    """A picture as a file.

    Attributes:
        name: of the file, without its ending.
        words: what it shows.
        page: a page that shows it, or "".
        svg: the file's text.
        size: its width and height in px.
    """

    name: str
    words: str
    page: str
    svg: str
    size: tuple[int, int]


@cache
def picture_list() -> tuple[PictureFile, ...]:
    """Draw all pictures, by their names; of frames each one."""
    return tuple(_files())


def _files() -> Iterator[PictureFile]:
    pages = pages_of_pictures()
    for name, draw in sorted(every_picture().items()):
        drawn = draw()
        if isinstance(drawn, Frames):
            for number, frame in enumerate(drawn.drawings, 1):
                yield _file(f"{name}-{number}", frame, pages.get(name, ""))
        else:
            yield _file(name, drawn, pages.get(name, ""))


def _file(name: str, drawn: Diagram, page: str) -> PictureFile:
    width, height = (round(side) + 2 * AROUND for side in drawn.wide[1:])
    inner = drawn.svg()
    told = f"<title>{escape(drawn.alt)}</title><desc>{LICENCE}</desc>"
    frame = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{-AROUND} {-AROUND} {width} {height}">{told}'
        f'<rect x="{-AROUND}" y="{-AROUND}" width="100%" height="100%" fill="#fff"/>'
    )
    placed = re.sub(
        r"^<svg ",
        f'<svg width="{drawn.wide.width}" height="{drawn.wide.height}" ',
        inner,
    )
    return PictureFile(
        name, drawn.alt, page, f"{frame}{placed}</svg>\n", (width, height)
    )


def pages_of_pictures(project: Path = PROJECT) -> dict[str, str]:
    """Find for each picture the first page that draws it."""
    found: dict[str, str] = {}
    for path in sorted((project / "book").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"pictures\.(\w+)\(", text):
            found.setdefault(name, path.stem)
    return found


def write_pictures(folder: Path) -> list[Path]:
    """Write all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for one in picture_list():
        paths.append(folder / f"{one.name}.svg")
        paths[-1].write_text(one.svg, encoding="utf-8")
    return paths
