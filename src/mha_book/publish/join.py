"""The pages of the site as one document, to be printed."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from urllib.parse import urljoin

from bs4 import BeautifulSoup

from mha_book.publish.about import LANGUAGE, Book
from mha_book.publish.chapter import Chapter
from mha_book.publish.figures import number_figures
from mha_book.publish.front import Parts, contents, cover
from mha_book.publish.ids import rename_places
from mha_book.publish.links import turn_links
from mha_book.publish.live import label_stills
from mha_book.publish.on_paper import number_links, speak_of_chapters
from mha_book.publish.running import sheet_of
from mha_book.publish.solutions import gather_solutions
from mha_book.publish.whole_file import print_once

AT_END = "At the end"  # the part of the solutions


def prepare(parts: Parts, address: str | None) -> dict[str, list[Chapter]]:
    """The chapters of each part, changed so that they can stand in one document.

    Args:
        parts: chapters as they were read, by the name of their part.
        address: where the site is; None: nowhere yet.

    Returns:
        The same, and one part more: the solutions.
    """
    whole = {part: list(chapters) for part, chapters in parts.items()}
    chapters = [chapter for part in whole.values() for chapter in part]
    for chapter in chapters:
        speak_of_chapters(chapter)
        label_stills(chapter, address)
        rename_places(chapter)
    number_figures(chapters)
    places = {str(node["id"]) for c in chapters for node in c.body.select("[id]")}
    pages = {chapter.page for chapter in chapters}
    for chapter in chapters:
        turn_links(chapter, pages, places, address)
    print_once(chapters)
    number_links(chapters)
    if solutions := gather_solutions(chapters):
        whole[AT_END] = [solutions]
    return whole


def join(book: Book, parts: Parts, site: Path, paper: str, picture: str = "") -> str:
    """One document of chapters that are prepared.

    Args:
        book: what the cover says.
        parts: as `prepare` gives them.
        site: the built site's folder, for styles and pictures; an absolute path.
        paper: "A4" or "Letter".
        picture: what the cover shows.
    """
    chapters = [chapter for part in parts.values() for chapter in part]
    for image in (image for c in chapters for image in c.body.select("img[src]")):
        image["src"] = whole_address(site, str(image["src"]))
    own = own_styles(chapters)
    sheets = "".join(styles_of(site, chapters))
    texts = "".join(map(text_of, chapters))
    return (
        f'<!DOCTYPE html><html lang="{LANGUAGE}" data-theme="light">'
        f'<head><meta charset="utf-8"><title>{escape(book.title)}</title>'
        f'<meta name="author" content="{escape(book.author)}">{sheets}'
        f"<style>{own}</style><style>{sheet_of(chapters, paper)}</style></head>"
        f'<body>{cover(book, picture)}{contents(parts)}<div class="bd-main">'
        f'<main class="bd-content">{texts}</main></div></body></html>'
    )


def own_styles(chapters: Sequence[Chapter]) -> str:
    """Each style that the pages' outputs bring along, once, taken out of them."""
    found: dict[str, None] = {}
    for chapter in chapters:
        for style in chapter.body.select("style"):
            found[style.extract().get_text()] = None
    return "\n".join(found)


def styles_of(site: Path, chapters: Sequence[Chapter]) -> list[str]:
    """The links to style sheets that the chapters' pages have, each once."""
    found: dict[str, None] = {}
    for chapter in chapters:
        page = site / f"{chapter.page}.html"
        if page.is_file():
            head = page.read_text(encoding="utf-8").partition("</head>")[0]
            links = BeautifulSoup(head, "html.parser").select("link[rel=stylesheet]")
            found |= dict.fromkeys(
                whole_address(site, str(link["href"])) for link in links
            )
    return [f'<link rel="stylesheet" href="{escape(sheet)}">' for sheet in found]


def whole_address(site: Path, href: str) -> str:
    """Where a file of the site is, so that the document may lie anywhere."""
    return urljoin(f"{site.as_uri()}/", href)


def text_of(chapter: Chapter) -> str:
    """A chapter as the theme's styles want it, under its own name."""
    return f'<article class="bd-article" id="{chapter.page}">{chapter.body}</article>'
