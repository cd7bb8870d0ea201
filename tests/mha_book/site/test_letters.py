"""A long glossary has a line of letters; a short one needs none."""

from bs4 import BeautifulSoup

from mha_book.site.letters import LEAST, add_letters

TERMS = ["bias", "attention", "(D) width", "Batch", "α"]


def letters_of(terms: list[str]) -> dict[str, str]:
    """A glossary's line of letters, and where they lead."""
    entries = "".join(f'<dt id="term-{k}">{t}</dt><dd/>' for k, t in enumerate(terms))
    body = BeautifulSoup(f'<dl class="glossary">{entries}</dl>', "html.parser")
    add_letters(body)
    return {link.text: link["href"] for link in body.select("nav a")}


def test_each_letter_leads_to_its_first_term():
    many = [*TERMS, *["zero"] * LEAST]
    assert letters_of(many) == {
        "A": "#term-1",
        "B": "#term-0",
        "D": "#term-2",
        "Z": "#term-5",
        "Α": "#term-4",
    }
    assert list(letters_of(many)) == sorted(letters_of(many))


def test_a_short_glossary_has_none():
    assert letters_of(TERMS) == {}
