"""The glossary's way in: a line of letters, each of which leads to its first term."""

from bs4 import BeautifulSoup, Tag

LEAST = 30  # terms, from which on one would rather jump than scroll


def add_letters(body: BeautifulSoup) -> None:
    """Put the letters above a page's glossary, if it is long."""
    lists = body.find_all("dl", class_="glossary")
    terms = [term for one in lists for term in one.select(":scope > dt[id]")]
    if len(terms) >= LEAST:
        lists[0].insert_before(write_letters(terms))


def write_letters(terms: list[Tag]) -> BeautifulSoup:
    """A link for each letter with which a term begins, in the order of the alphabet."""
    first: dict[str, str] = {}
    for term in terms:
        letter = next((c.upper() for c in term.get_text() if c.isalpha()), "#")
        first.setdefault(letter, str(term["id"]))
    links = "".join(
        f'<a href="#{first[letter]}">{letter}</a>' for letter in sorted(first)
    )
    line = f'<nav class="mha-letters" aria-label="Terms by letter">{links}</nav>'
    return BeautifulSoup(line, "html.parser")
