"""The icon fonts have what the pages show, and hardly more."""

from types import SimpleNamespace

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

from mha_book.site.icons import characters, shrink, unused


def test_every_icon_of_a_page_is_in_the_font(site):
    with TTFont(
        site / "_static/vendor/fontawesome/webfonts/fa-solid-900.woff2"
    ) as font:
        there = set(font.getBestCmap())
    wanted = characters(site)
    assert {0xF002, 0xF0C9, 0xF019} <= there & wanted  # search, menu, download
    assert len(there) < 100
    assert there <= wanted | {0x20}


def test_a_changed_font_does_not_have_its_authors_name(site):
    fonts = [*site.glob("_static/vendor/fontawesome/webfonts/*.woff2")]
    assert len(fonts) == 3
    for path in fonts:
        with TTFont(path) as font:
            told = {n.nameID: str(n) for n in font["name"].names}
        assert "Font Awesome" in told.pop(0)  # whose work it is stays
        told.pop(5)  # so does its version
        assert "awesome" not in "".join(told.values()).lower()


@pytest.fixture
def small_site(tmp_path):
    """A page that names two icons, with a style for four."""
    styles = tmp_path / "_static" / "styles"
    styles.mkdir(parents=True)
    rules = [
        '--pst-icon-download:"\uf019";',
        '.fa-list:before{content:"\\f03a"}',
        '.fa-bars:before,.fa-navicon:before{content:"\\f0c9"}',
        '.fa-ghost:before{content:"\\f6e2"}',
    ]
    (styles / "pydata-sphinx-theme.css").write_text("".join(rules), encoding="utf-8")
    page = '<i class="fas fa-list"></i><i class="fa-navicon"></i>'
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    return tmp_path


def test_what_the_pages_name_is_found(small_site):
    assert characters(small_site) == {0xF019, 0xF03A, 0xF0C9}


def whole_font(path):
    """A font of four icons under its authors' name, in each place for a name."""
    signs = {0xF019: "download", 0xF03A: "list", 0xF0C9: "bars", 0xF6E2: "ghost"}
    glyphs = [".notdef", *signs.values()]
    made = FontBuilder(1000, isTTF=True)
    made.setupGlyphOrder(glyphs)
    made.setupCharacterMap(signs)
    made.setupGlyf({name: Glyph() for name in glyphs})
    made.setupHorizontalMetrics(dict.fromkeys(glyphs, (1000, 0)))
    made.setupHorizontalHeader()
    made.setupNameTable({})
    for number in (0, 1, 2, 3, 4, 5, 6, 16):
        made.font["name"].setName("Font Awesome", number, 3, 1, 0x409)
    made.setupPost()
    made.font.flavor = "woff2"
    made.save(path)


@pytest.mark.parametrize("error", [None, ValueError()])
def test_a_font_is_made_small_and_gives_its_reserved_name_up(small_site, error):
    folder = small_site / "_static/vendor/fontawesome/webfonts"
    folder.mkdir(parents=True)
    whole_font(folder / "a.woff2")
    builder = SimpleNamespace(format="html")
    shrink(SimpleNamespace(outdir=small_site, builder=builder), error)
    with TTFont(folder / "a.woff2") as font:
        there = set(font.getBestCmap())
        named = {n.nameID for n in font["name"].names if "Awesome" in str(n)}
    assert there == {0xF019, 0xF03A, 0xF0C9} | ({0xF6E2} if error else set())
    # Whose work it is stays, and so do its version and its style.
    assert named & {1, 3, 4, 6, 16} == ({1, 3, 4, 6, 16} if error else set())
    assert {0, 5} <= named


def test_what_no_page_names_is_deleted_and_what_one_names_is_kept(site, tmp_path):
    assert unused(site) == []
    scripts = tmp_path / "_static" / "scripts"
    scripts.mkdir(parents=True)
    for end in (".js", ".js.map", ".js.LICENSE.txt"):
        (scripts / f"fontawesome{end}").touch()
    assert len(unused(tmp_path)) == 2
    page = '<script src="_static/scripts/fontawesome.js"></script>'
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    assert [path.name for path in unused(tmp_path)] == ["fontawesome.js.map"]
