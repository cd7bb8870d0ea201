"""What is said of pages, where a page of the site has become a chapter of a book."""

import re
from collections.abc import Iterable

from mha_book.publish.chapter import Chapter

NUMBERED = re.compile(r"\b([Pp])age(?= \d)")  # "page 6", a page of the path
AS_TYPED = ["pre", "code", "script", "style"]
# Links whose place is known, or that stand too close together for a number each.
BARE = "nav, svg, pre, .bibtex-citation, .sd-card, .book-pointer"
NUMBERED_LINK = f"a[href^='#']:not(:is({BARE}) a, :has(> code))"


def speak_of_chapters(chapter: Chapter) -> None:
    """Call the sixth page of the path chapter 6: page 6 of a book is another."""
    for text in chapter.body.find_all(string=NUMBERED):
        if not text.find_parent(AS_TYPED):
            text.replace_with(NUMBERED.sub(called_chapter, text))


def called_chapter(found: re.Match) -> str:
    """The word instead, large or small as it was."""
    return "Chapter" if found[1] == "P" else "chapter"


def number_links(chapters: Iterable[Chapter]) -> None:
    """Give each link to another chapter the number of its page; links are turned."""
    for chapter in chapters:
        for link in chapter.body.select(NUMBERED_LINK):
            goal = str(link["href"]).removeprefix("#")
            if goal.split("--")[0] != chapter.page:
                there = chapter.new("span", " (p. ", class_="book-there")
                there.extend([chapter.new("span", class_="book-at", data_to=goal), ")"])
                link.append(there)
