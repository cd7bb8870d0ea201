"""Addresses without a page: one that has moved, and what a host shows for all others.

A host shows 404.html, by convention, at whatever address was asked for, however deep.
So where the site's own address is known, that page's links have it in full; else they
lead on from the site's first folder, in which all pages are.
"""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

from bs4 import BeautifulSoup
from sphinx.application import Sphinx

NAME = "404"
LINKING = ("href", "src", "action", "data-content_root")
MOVED = "mha_moved"  # in the settings: names that pages had, and those they have


def setup(app: Sphinx) -> None:
    """Register the setting and the steps."""
    app.add_config_value(MOVED, {}, "html")
    app.connect("html-collect-pages", add_pages)
    app.connect("build-finished", lead_home)


def add_pages(app: Sphinx) -> Iterator[tuple[str, dict, str]]:
    """Each page's name, its words, and the template that has the rest."""
    yield NAME, {"title": "There is no such page"}, "404.html"
    for before, now in app.config[MOVED].items():
        yield before, {"now": now}, "moved.html"


def lead_home(app: Sphinx, error: Exception | None) -> None:
    """Put the site's address before the links of the page for all others."""
    base = app.config.html_baseurl
    if error or app.builder.format != "html" or not base:
        return
    path = Path(app.outdir, f"{NAME}.html")
    page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
    for name in LINKING:
        for part in page.select(f"[{name}]"):
            if not str(part[name]).startswith("#"):
                part[name] = urljoin(base, str(part[name]))
    path.write_text(str(page), encoding="utf-8")
