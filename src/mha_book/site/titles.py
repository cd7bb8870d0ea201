"""A title that has no room on its line is broken behind its colon."""

import re

from bs4 import BeautifulSoup, NavigableString

HEADS = ["h1", "h2", "h3"]
COLON = ": "
CLAUSE = "mha-clause"  # which the style sheet begins on a line of its own, if need be
ONE = f'<span class="{CLAUSE}">{{}}</span>'
PARTED = " ".join((ONE.format(r"\1:"), ONE.format(r"\2")))
TITLE = re.compile(rf"^(.*?){COLON}(.+)$", re.DOTALL)


def part_titles(body: BeautifulSoup) -> None:
    """Part the titles of a page."""
    for head in body.find_all(HEADS):
        texts = [node for node in head.children if isinstance(node, NavigableString)]
        if colon := next((text for text in texts if COLON in text), None):
            part(body, colon)


def part(body: BeautifulSoup, colon: NavigableString) -> None:
    """Put what stands before a title's colon, and what follows it, into elements."""
    first, rest = colon.split(COLON, 1)
    before, behind = [*colon.previous_siblings][::-1], [*colon.next_siblings]
    clauses = [body.new_tag("span", attrs={"class": CLAUSE}) for _ in range(2)]
    colon.replace_with(clauses[0], " ", clauses[1])
    clauses[0].extend([*before, NavigableString(first + COLON.strip())])
    clauses[1].extend([NavigableString(rest), *behind])


def parted_title(title: str) -> str:
    """The same for the HTML of a title in a link."""
    return TITLE.sub(PARTED, title)
