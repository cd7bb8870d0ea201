"""Links between pages become links inside the book; none leads nowhere."""

import re
from collections.abc import Container

from bs4 import Tag

from mha_book.publish.chapter import Chapter
from mha_book.publish.ids import place

ELSEWHERE = re.compile(r"(https?|mailto):")
PAGE = re.compile(r"(?P<page>[\w.-]*?)(\.html)?(#(?P<name>.*))?")


def turn_links(
    chapter: Chapter, pages: Container[str], places: Container[str], address: str | None
) -> None:
    """Turn each link of a chapter, or take it away and leave its words.

    Args:
        chapter: its places are renamed already.
        pages: the pages that are in the book.
        places: the renamed ids of all of them.
        address: where the site is, for what is not in the book; None: nowhere.
    """
    for link in chapter.body.select("a[href]"):
        target = inside(chapter.page, link, pages, places)
        if target is None and not ELSEWHERE.match(str(link["href"])):
            target = outside(chapter.page, link, address)
        if target is not None:
            link["href"] = target
        if not link["href"]:
            del link["href"]


def inside(
    page: str, link: Tag, pages: Container[str], places: Container[str]
) -> str | None:
    """The place in the book that a link means, as a link; None for any other."""
    parts = PAGE.fullmatch(str(link["href"]))
    if parts is None or (goal := parts["page"] or page) not in pages:
        return None
    exact = place(goal, parts["name"] or "")
    return f"#{exact if exact in places else goal}"


def outside(page: str, link: Tag, address: str | None) -> str:
    """A link to the site's own file, where the site has an address; else nothing."""
    href = str(link["href"])
    if address is None or href.startswith("data:"):
        return ""
    return (
        f"{address}/{page}.html{href}" if href.startswith("#") else f"{address}/{href}"
    )
