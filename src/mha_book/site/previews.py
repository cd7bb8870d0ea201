"""The picture that stands beside a page's address where somebody shares it.

It is the page's first drawing with its title, and is drawn only where the address is
known: a picture that is shared needs an address of its own.
"""

import re
import textwrap
import xml.etree.ElementTree as ET
from html import escape, unescape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from mha_book import palette
from mha_book.pictures.kit.flat_style import SVG, flatten, narrow
from mha_book.pictures.kit.markup import STYLE
from mha_book.pictures.kit.steps import STEPS
from mha_book.site.chapter_map import FIELD, draw, read_steps

WIDTH, HEIGHT = 1200, 630  # pixels, as those who show it ask for
EDGE = 60  # pixels beside what stands on it
RIGHT, LOWER = WIDTH - EDGE, HEIGHT - EDGE // 2
TITLES = "STIXGeneral"  # a type that matplotlib brings along
SIZE, LINE = 56, 66  # pixels of a title's letters, and from line to line
FIRST = 156  # pixels down to its first line
ABOVE, LEFT = 42, 18  # letters in a line above a drawing, and left of one
WORDS = 420  # letters of an alternative text, of which more is not taken
FOLDER = "previews"
# The wide form of a picture, and its words, which may stand around it.
DRAWN = re.compile(
    r'(?:aria-label="(?P<around>[^"]*)"[^>]*>)?'
    r'(?P<svg><svg\b[^>]*class="[^"]*\bmha-(?:diagram|figure)\b.*?</svg>)',
    re.DOTALL,
)
LABEL = re.compile(r'aria-label="([^"]*)"')
HERE = re.compile(r'<nav[^>]*class="mha-here-map".*?</nav>', re.DOTALL)
MAP_STYLE = Path(__file__).parent / "static" / "mha" / "chapter_map.css"
AROUND = ":is(.mha-here-map, .mha-chapters) "
PREVIEW = """<svg xmlns="{svg}" viewBox="0 0 {width} {height}">
<style>
.book {{font-size: 26px; fill: {ink}}}
.title {{font: bold {size}px {titles}; fill: {ink}}}
</style>
<rect width="100%" height="100%" fill="{ground}"/>{stripes}
<text class="book" x="{edge}" y="82">{book}</text>{title}{picture}
</svg>"""


def setup(app: Sphinx) -> None:
    """Register the step, which comes when a page's head is known."""
    app.connect("html-page-context", add_preview, priority=850)


def add_preview(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Draw a page's preview, and name it in the page's head."""
    base = app.config.html_baseurl
    if doctree is None or not base:
        return
    from mha_book.pictures.kit.raster import draw_png  # few builds do

    drawing, words = first_drawing(context["body"])
    if not drawing:
        drawing, words = draw_map(context.get("meta") or {})
    head = context["shared"]
    preview = compose(drawing, head["og:title"], head["og:site_name"])
    path = Path(app.outdir, FOLDER, f"{page}.png")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(draw_png(preview, WIDTH))
    context["shared"] = head | {
        "og:image": f"{base}{FOLDER}/{page}.png",
        "og:image:width": WIDTH,
        "og:image:height": HEIGHT,
        "og:image:alt": textwrap.shorten(words, WORDS, placeholder=" …"),
    }


def first_drawing(body: str) -> tuple[str, str]:
    """A page's first drawing but the small map, and its words; "" where it has none."""
    found = DRAWN.search(HERE.sub("", body))
    if not found:
        return "", ""
    label = LABEL.search(found["svg"])
    return found["svg"], unescape(found["around"] or (label[1] if label else ""))


def draw_map(metadata: dict) -> tuple[str, str]:
    """The small map with a page's steps lit, or all, and its words."""
    lit = read_steps(metadata) or read_steps({FIELD: "all"})
    style = STYLE + MAP_STYLE.read_text(encoding="utf-8").replace(AROUND, "")
    drawing = draw(lit).replace(">", f"><style>{escape(style)}</style>", 1)
    return drawing, f"The {len(STEPS)} steps of multi-head attention, as a small map."


def compose(drawing: str, title: str, book: str) -> str:
    """A preview as SVG: the book's name, the page's title, and near it a drawing.

    Args:
        drawing: as it stands on a page.
        title: of the page.
        book: its name.
    """
    picture = flatten(narrow(drawing))
    lines = place(picture, title)
    return PREVIEW.format(
        **{"svg": SVG, "width": WIDTH, "height": HEIGHT, "edge": EDGE, "size": SIZE},
        **{"ink": palette.INK, "ground": palette.GROUND, "titles": TITLES},
        stripes=draw_stripes(),
        book=escape(book),
        title="".join(
            f'<text class="title" x="{EDGE}" y="{y}">{escape(line)}</text>'
            for line, y in zip(lines, range(FIRST, HEIGHT, LINE), strict=False)
        ),
        picture=ET.tostring(picture, encoding="unicode"),
    )


def place(picture: ET.Element, title: str) -> list[str]:
    """Put a drawing where it gets larger; return the title, in lines that fit there."""
    _, _, wide, high = map(float, picture.attrib["viewBox"].split())
    above, left = (textwrap.wrap(title, letters) for letters in (ABOVE, LEFT))
    choices = {
        (EDGE, FIRST + LINE * len(above) - SIZE // 2): above,
        (WIDTH // 2, EDGE): left,
    }
    x, y = max(
        choices,
        key=lambda at: min((RIGHT - at[0]) / wide, (LOWER - at[1]) / high),
    )
    room = {"x": x, "y": y, "width": RIGHT - x, "height": LOWER - y}
    picture.attrib |= {name: str(value) for name, value in room.items()}
    return choices[x, y]


def draw_stripes() -> str:
    """The colours of queries, keys, values and weights along the upper edge."""
    roles = (palette.QUERY, palette.KEY, palette.VALUE, palette.WEIGHTS[6])
    wide = WIDTH // len(roles)
    return "".join(
        f'<rect x="{wide * k}" width="{wide}" height="14" fill="{colour}"/>'
        for k, colour in enumerate(roles)
    )
