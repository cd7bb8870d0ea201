"""The icon fonts have what the pages show, and hardly more."""

from fontTools.ttLib import TTFont

from mha_book.site.icons import characters, unused


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


def test_what_the_pages_name_is_found(tmp_path):
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
    assert characters(tmp_path) == {0xF019, 0xF03A, 0xF0C9}


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
