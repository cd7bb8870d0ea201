"""One document becomes a PDF, in which the contents know the pages."""

import re
from collections.abc import Mapping
from contextlib import closing
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser
from pypdf import PdfReader
from tqdm import tqdm

PLACE = re.compile(r'(<span class="book-at" data-to="([^"]+)">)[^<]*(?=</span>)')
MOST = 600_000  # milliseconds that a browser may take for a whole book


def print_book(browser: Browser, document: str) -> bytes:
    """Print twice: which page a chapter begins on is known after the first time.

    Args:
        document: HTML, with an empty ``span.book-at`` for each number of a page.
    """
    blank = PLACE.sub(r"\g<1>000", document)
    steps = tqdm(total=2, desc="Printing", unit=" times")
    first = print_once(browser, blank)
    steps.update()
    second = print_once(browser, fill(document, pages_of(first)))
    steps.update()
    steps.close()
    return second


def fill(document: str, pages: Mapping[str, int]) -> str:
    """The document with the numbers of pages."""
    return PLACE.sub(lambda found: f"{found[1]}{pages[found[2]]}", document)


def pages_of(pdf: bytes) -> dict[str, int]:
    """On which page, from 1, each place is that something links to."""
    places = places_of(PdfReader(BytesIO(pdf)))
    return {name: number for name, (number, _, _) in places.items()}


def places_of(reader: PdfReader) -> dict[str, tuple[int, Any, Any]]:
    """The page, from 1, and what is left and top of each place, in points."""
    places = {}
    for name, goal in reader.named_destinations.items():
        number = reader.get_destination_page_number(goal)
        if number is not None:
            places[name.removeprefix("/")] = (number + 1, goal.left, goal.top)
    return places


def print_once(browser: Browser, document: str) -> bytes:
    """A tagged PDF with bookmarks, on the paper that the document asks for."""
    with (
        TemporaryDirectory() as folder,
        closing(browser.new_page(color_scheme="light")) as tab,
    ):
        file = Path(folder, "book.html")
        file.write_text(document, encoding="utf-8")
        tab.set_default_timeout(MOST)
        tab.goto(file.as_uri())
        return tab.pdf(prefer_css_page_size=True, print_background=True, tagged=True)
