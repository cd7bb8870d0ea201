"""A page of the site as a chapter of the printed book."""

from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag

SCREEN_ONLY = "script, .headerlink, .copybtn, .mha-letters, .mha-progress"
SCREEN_ONLY += ", .sd-summary-state-marker, p:has(> a[href^='data:'])"


@dataclass(frozen=True)
class Chapter:
    """A page's name, its title without a link, and its text, a tree that changes."""

    page: str
    title: str
    body: BeautifulSoup

    @classmethod
    def read(cls, page: str, markup: str, title: str = "") -> "Chapter":
        """Parse a page's text, and leave out what only a screen has a use for.

        Args:
            page: its name.
            markup: HTML.
            title: stands in place of the page's own, where it is given.

        Raises:
            ValueError: the page has no title.
        """
        body = BeautifulSoup(markup, "html.parser")
        for node in body.select(SCREEN_ONLY):
            node.decompose()
        for fold in body.select("details:not(.hide)"):
            fold["open"] = ""  # else a screen reader is not told of it
        for figure in body.select("figure"):
            figure["role"] = "group"  # in a PDF a figure is one picture with one text
        if body.h1 is None:
            raise ValueError(f"{page} has no title: a page begins with a heading")
        if title:
            body.h1.string = title
        return cls(page, words_of(body.h1), body)

    def new(self, element: str, text: str = "", **attributes: str) -> Tag:
        """An element for this chapter; in Python's way, ``class_`` and ``data_to``."""
        named = {k.rstrip("_").replace("_", "-"): v for k, v in attributes.items()}
        made = self.body.new_tag(element, attrs=named)
        made.string = text
        return made

    def pointer(self, words: str, name: str) -> Tag:
        """A line that leads to a place of the book, with the number of its page."""
        line = self.new("p", class_="book-pointer")
        link = self.new("a", f"{words} on page ", href=f"#{name}")
        link.append(self.new("span", class_="book-at", data_to=name))
        line.append(link)
        return line

    def sections(self) -> dict[str, str]:
        """The titles of its sections, by their ids."""
        found = self.body.select("section[id]:has(> h2)")
        return {
            str(section["id"]): words_of(section.select("h2")[0]) for section in found
        }


def words_of(node: Tag) -> str:
    """What a heading says, in one line."""
    return " ".join(node.get_text().split())
