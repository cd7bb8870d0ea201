"""What pictures say in words, held to what a person has read beside the picture.

Numbers are computed again by `test_diagram_numbers`; that a label belongs to what it
stands at, a reader has to judge. So all labels are kept as they were read, in the order
in which they are drawn, with their roles; `records` says how they are written anew.
"""

import re
from pathlib import Path

import pytest

from drawn import SVG, drawn, words_in
from pictures import DRAWN
from records import Record

READ = Record(Path(__file__).with_name("picture_words.txt"), hang=0, exact=True)
NUMBER = re.compile(r"[−+]?(\d[\d.,]*%?|∞)|")
ROLE = re.compile(r"mha-(query|key|value|weights|gradient|hidden|lit|code)\b")


def labels(part, roles=()):
    """Each text that is more than a number, or stands out, with the roles it has."""
    roles = (*roles, *ROLE.findall(part.get("class", "")))
    if part.tag == f"{SVG}text":
        words = words_in(part)
        if "lit" in roles or not NUMBER.fullmatch(words):
            yield " ".join([words, *(f"[{role}]" for role in dict.fromkeys(roles))])
    for child in part:
        yield from labels(child, roles)


def said(name):
    """A picture's words: for ears, and for eyes in its wide and its narrow form."""
    diagram = DRAWN[name]()
    forms = [diagram.wide, *([diagram.narrow] if diagram.narrow else [])]
    forms = [" | ".join(labels(drawn(form))) for form in forms]
    return [diagram.alt, *dict.fromkeys(forms)]


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_says_what_was_read(name):
    first, *forms = said(name)
    READ.holds(name, ["--", first, *(part for form in forms for part in ("--", form))])


def test_every_picture_that_was_read_is_still_there():
    READ.has_only({*DRAWN})


@pytest.mark.parametrize("name", DRAWN)
def test_no_picture_shows_a_caret(name):
    """A power stands above its line."""
    diagram = DRAWN[name]()
    for form in filter(None, (diagram.wide, diagram.narrow)):
        texts = drawn(form).iter(f"{SVG}text")
        assert not [words for t in texts if "^" in (words := "".join(t.itertext()))]
