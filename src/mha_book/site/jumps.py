"""What is on the page, in one folded line below its title.

On a screen too narrow for the list in the margin; `phone.css` hides it on others.
"""

from typing import Any

from bs4 import BeautifulSoup
from sphinx.application import Sphinx

FEWEST = 3  # sections, from which on a list is worth its line
HEADS = ":scope > :is(h2, details.mha-deeper)"  # in a section


def add_jumps(app: Sphinx, page: str, body: BeautifulSoup) -> None:
    """Put the list right below the title."""
    sections = body.find_all("section", id=True)
    heads = [head for section in sections for head in section.select(HEADS)]
    if body.h1 and len(heads) >= FEWEST:
        body.h1.insert_after(list_of(heads, body))


def list_of(heads: list[Any], page: BeautifulSoup) -> Any:
    """A fold with a link to each section."""
    fold = page.new_tag("details", attrs={"class": "mha-jumps"})
    summary, links = page.new_tag("summary"), page.new_tag("ul")
    summary.string = "On this page"
    for head in heads:
        item, link = page.new_tag("li"), page.new_tag("a")
        link["href"] = f"#{head.parent['id']}"
        link.string = words_of(head)
        item.append(link)
        links.append(item)
    fold.extend([summary, links])
    return fold


def words_of(head: Any) -> str:
    """A heading without its sign for a link; of a fold, its title."""
    title = head.select_one("summary .sd-summary-text") or head
    text = " ".join(part for part in title.find_all(string=True))
    return " ".join(text.removesuffix("#").split())
