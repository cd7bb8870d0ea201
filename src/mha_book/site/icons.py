"""The theme's icon fonts and signs, with nothing but what the pages show."""

import re
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from sphinx.application import Sphinx

# In the theme's style sheet: .fa-list:before{content:"\f03a"}, and --pst-icon-…:"".
RULE = re.compile(r'((?:\.fa-[\w-]+:before,?)+)\{content:"\\([0-9a-f]+)')
NAMED = re.compile(r'--pst-icon-[\w-]+:"(.)"')
NAMES = (1, 3, 4, 6, 16)  # of a font: its family, its own, the full one, PostScript's
USED = re.compile(r"\bfa-([\w-]+)")


def setup(app: Sphinx) -> None:
    """Make the fonts small once all pages are there."""
    app.connect("build-finished", shrink)


def shrink(app: Sphinx, error: Exception | None) -> None:
    """Write each icon font again, without the icons that no page or script names."""
    site = Path(app.outdir)
    if error or app.builder.format != "html":
        return
    kept = characters(site)
    for path in site.glob("_static/vendor/fontawesome/webfonts/*.woff2"):
        with TTFont(path, recalcTimestamp=False) as font:  # as old as it was
            subsetter = Subsetter(Options(flavor="woff2"))
            subsetter.populate(unicodes=kept)
            subsetter.subset(font)
            rename(font)
            font.flavor = "woff2"
            font.save(path)
    for path in unused(site):
        path.unlink()


def rename(font: TTFont) -> None:
    """Take its authors' name off a font that is no longer as they made it.

    Their licence reserves the name; the style sheet finds a font by its file.
    """
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = "Icons"


def unused(site: Path) -> list[Path]:
    """Files of the themes' that no page names: icons as a script or for old browsers,
    which the style names only after what every browser takes, and services' signs."""
    static = site / "_static"
    kinds = ("vendor/fontawesome/webfonts/*.ttf", "scripts/fontawesome.js*")
    found = [path for kind in (*kinds, "images/logo_*") for path in static.glob(kind)]
    pages = "".join(page.read_text("utf-8") for page in site.glob("*.html"))
    return [p for p in found if p.suffix != ".txt" and p.name not in pages]


def characters(site: Path) -> set[int]:
    """The icons' characters that pages and scripts name, or the theme's style shows."""
    texts = [*site.glob("*.html"), *site.glob("_static/scripts/*theme.js")]
    names = {
        name
        for path in texts
        for name in USED.findall(path.read_text(encoding="utf-8"))
    }
    style = (site / "_static/styles/pydata-sphinx-theme.css").read_text("utf-8")
    found = {ord(character) for character in NAMED.findall(style)}
    for selectors, code in RULE.findall(style):
        if names & set(USED.findall(selectors)):
            found.add(int(code, 16))
    return found
