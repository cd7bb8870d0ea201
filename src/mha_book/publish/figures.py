"""Figures count through the whole book, and the text calls them by these numbers."""

from collections.abc import Iterable
from itertools import count

from mha_book.publish.chapter import Chapter
from mha_book.publish.ids import place

WORD = "Figure"


def number_figures(chapters: Iterable[Chapter]) -> None:
    """Number the figures of all chapters, and the links to them; ids are renamed.

    On the site each page counts for itself, so that in a book there would be fifty
    figures of the same number.
    """
    chapters, numbers, counted = list(chapters), {}, count(1)
    for chapter in chapters:
        for figure in chapter.body.select("figure:has(.caption-number)"):
            numbers[figure["id"]] = number = next(counted)
            figure.select(".caption-number")[0].string = f"{WORD} {number} "
    for chapter in chapters:
        for link in chapter.body.select("a[href]:has(> .std-numref)"):
            page, _, name = str(link["href"]).partition("#")
            goal = place(page.removesuffix(".html") or chapter.page, name)
            link.select(".std-numref")[0].string = f"{WORD} {numbers[goal]}"
