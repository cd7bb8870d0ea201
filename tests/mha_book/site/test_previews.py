"""What is drawn where an address is shared: a page's own picture, in its colours."""

import io
import re
import xml.etree.ElementTree as ET
from types import SimpleNamespace

import pytest
from matplotlib.colors import to_rgb
from PIL import Image, ImageChops

from mha_book import palette
from mha_book.pictures.kit.flat_style import SVG, flatten
from mha_book.pictures.kit.raster import draw_png
from mha_book.site import previews
from mha_book.site.favicons import ROOT, draw_signs
from pictures import DRAWN

LEFT_OVER = re.compile(
    r"var\(|color-mix\(|light-dark\(|currentColor|[{;]\s*--|: none;? }"
)


def pixel(png: bytes, x: int, y: int) -> tuple[int, ...]:
    return Image.open(io.BytesIO(png)).convert("RGB").getpixel((x, y))


def near(found: tuple[int, ...], colour: tuple[float, ...]) -> bool:
    return max(abs(a - 255 * b) for a, b in zip(found, colour, strict=True)) <= 2


@pytest.mark.parametrize("name", DRAWN)
def test_a_pictures_style_is_written_out(name):
    drawing, words = previews.first_drawing(DRAWN[name]().html())
    flat = ET.tostring(flatten(drawing), encoding="unicode")
    assert LEFT_OVER.findall(flat) == []
    assert words == DRAWN[name]().alt


def test_a_file_has_the_colours_of_the_day():
    style = "<style>.a { fill: light-dark(#123456, #fedcba); }</style>"
    drawing = f'<svg xmlns="{SVG}">{style}<rect class="a"/></svg>'
    flat = ET.tostring(flatten(drawing), encoding="unicode")
    assert "#123456" in flat
    assert "#fedcba" not in flat


def test_a_role_keeps_its_colour_in_what_is_inside_it():
    cell = '<g class="mha-cell"><rect width="10" height="10"/></g>'
    shapes = (
        f'<g class="mha-query"><g>{cell}</g></g><g transform="translate(20)">{cell}</g>'
    )
    drawing = (
        f'<svg class="mha-diagram" viewbox="0 0 30 10"><style>{previews.STYLE}</style>'
    )
    flat = ET.tostring(flatten(f"{drawing}{shapes}</svg>"), encoding="unicode")
    png = draw_png(flat, 300, palette.GROUND)
    ground = to_rgb(palette.GROUND)
    for x, ink in ((50, palette.QUERY), (250, "#555")):  # and what has none is grey
        pairs = zip(to_rgb(ink), ground, strict=True)
        assert near(pixel(png, x, 50), tuple(0.13 * a + 0.87 * b for a, b in pairs))
    assert near(pixel(png, 150, 50), ground)


FIGURE = '<svg class="i"></svg><svg aria-label="A." class="mha-figure" id="b"></svg>'
PAGE = (
    '<nav aria-label="Where" class="mha-here-map"><svg class="mha-diagram" id="map">'
    '</svg></nav><div class="mha-diagrams" aria-label="Two &amp; two" role="img">'
    '<svg class="mha-diagram mha-wide" id="wide"></svg><svg class="mha-diagram '
    'mha-narrow" id="narrow"></svg></div>'
)


@pytest.mark.parametrize(
    ("body", "drawing", "words"),
    [
        (PAGE, "wide", "Two & two"),
        (FIGURE, "b", "A."),
        (PAGE.split("<div")[0], None, ""),
    ],
)
def test_the_first_drawing_is_the_pages_own(body, drawing, words):
    found, said = previews.first_drawing(body)
    assert re.findall(r'id="(\w+)"', found) == ([drawing] if drawing else [])
    assert said == words


@pytest.mark.parametrize("size", ["600 100", "300 500"])
def test_a_preview_has_the_title_and_the_picture_beside_each_other(size):
    wide, high = size.split()
    picture = f'<rect width="{wide}" height="{high}" fill="#0f0"/>'
    drawing = f'<svg class="mha-figure" viewbox="0 0 {size}">{picture}</svg>'
    svg = previews.compose(
        drawing, "A title of many words & more, for two lines", "Book"
    )
    image = Image.open(io.BytesIO(draw_png(svg, previews.WIDTH))).convert("RGB")
    assert image.size == (1200, 630)
    drawn = ImageChops.difference(image, Image.new("RGB", image.size, palette.GROUND))
    assert drawn.crop((0, 100, previews.EDGE - 5, 630)).getbbox() is None
    assert drawn.crop((previews.RIGHT, 100, 1200, 630)).getbbox() is None
    green = [channel.point(lambda v: 255 * (v == 0)) for channel in image.split()[::2]]
    box = ImageChops.multiply(*green).getbbox()  # where neither red nor blue is
    assert (box[2] - box[0]) * (box[3] - box[1]) > 0.2 * 1200 * 630
    title = drawn.crop((60, 100, 460, 230)).getbbox()
    assert title is not None  # and the picture is not upon it:
    assert box[1] > 230 or box[0] >= 600


def test_long_words_of_a_picture_are_cut_and_brief_ones_are_not(tmp_path):
    app = SimpleNamespace(
        config=SimpleNamespace(html_baseurl="https://book.example/"), outdir=tmp_path
    )
    most = "word " * 83 + "fifth"  # 420 letters
    for words, cut in ((most, ""), (f"{most}s", " …")):
        drawing = '<svg class="mha-figure" viewbox="0 0 9 9" aria-label="{}"></svg>'
        head = {"og:title": "A page", "og:site_name": "Book"}
        context = {"body": drawing.format(words), "shared": head}
        previews.add_preview(app, "one", "", context, doctree=object())
        said = context["shared"]["og:image:alt"]
        assert said == (most.removesuffix(" fifth") + cut if cut else most)


def test_a_page_without_a_drawing_shows_the_map_with_its_steps():
    lit, words = previews.draw_map({"map_steps": "score"})
    all_lit, _ = previews.draw_map({})
    assert "8 steps" in words
    counts = [drawing.count("mha-here") for drawing in (lit, all_lit)]
    assert counts[0] < counts[1]


@pytest.mark.parametrize("name", draw_signs())
def test_each_sign_is_drawn_from_the_one_sign(name):
    """`python -m mha_book.site.favicons` draws them again."""
    stored, drawn = (ROOT / name).read_bytes(), draw_signs()[name]
    if name.endswith(".webmanifest"):
        assert stored == drawn
        return
    one, other = (Image.open(io.BytesIO(file)) for file in (stored, drawn))
    assert one.size == other.size
    assert one.info.get("sizes") == other.info.get("sizes")
    apart = ImageChops.difference(one.convert("RGBA"), other.convert("RGBA"))
    assert max(high for _, high in apart.getextrema()) <= 8  # rounded otherwise
