"""What pictures say in words, held to what a person has read beside the picture.

Numbers are computed again by `test_diagram_numbers`; that a label belongs to what it
stands at, a reader has to judge. So all labels are kept as they were read, in the order
in which they are drawn, with their roles. Where a picture is meant to change, run this
file as a script, and read what `git diff` shows.
"""

import re
import textwrap
from pathlib import Path

import pytest

from drawn import SVG, drawn
from mha_book.pictures.kit.markup import Diagram
from mha_book.pictures.whole import draw_layer
from pictures import PICTURES

# The live map draws the layer in a row, and in the other design, where it has room.
ROWS = {
    f"layer_in_a_row_{design}": lambda design=design: Diagram(
        "the layer in one row, as the live map draws it",
        draw_layer(design=design, placed=True, causal=True),
    )
    for design in ("wrapper", "split")
}
ALL = PICTURES | ROWS
READ = Path(__file__).with_name("picture_words.txt")
WRAP = textwrap.TextWrapper(86, break_on_hyphens=False, break_long_words=False)
NUMBER = re.compile(r"[−+]?(\d[\d.,]*%?|∞)|")
ROLE = re.compile(r"mha-(query|key|value|weights|gradient|hidden|lit|code)\b")


def labels(part, roles=()):
    """Each text that is more than a number, or stands out, with the roles it has."""
    roles = (*roles, *ROLE.findall(part.get("class", "")))
    if part.tag == f"{SVG}text":
        words = "".join(part.itertext())
        if "lit" in roles or not NUMBER.fullmatch(words):
            yield " ".join([words, *(f"[{role}]" for role in dict.fromkeys(roles))])
    for child in part:
        yield from labels(child, roles)


def said(name):
    """A picture's words: for ears, and for eyes in its wide and its narrow form."""
    diagram = ALL[name]()
    forms = [diagram.wide, *([diagram.narrow] if diagram.narrow else [])]
    forms = [" | ".join(labels(drawn(form))) for form in forms]
    return [diagram.alt, *dict.fromkeys(forms)]


def as_paragraphs():
    """What all pictures say, as the file keeps it."""
    parts = []
    for name in sorted(ALL):
        lines = [WRAP.fill(words) for words in said(name)]
        parts.append("\n--\n".join([f"# {name}", *lines]))
    return "\n\n".join(parts) + "\n"


def as_read():
    """The file, as a list of words for each picture."""
    text = READ.read_text(encoding="utf-8")
    parts = re.split("^# ", text, flags=re.MULTILINE)[1:]
    split = [re.split(r"\n--\n", part.strip()) for part in parts]
    return {name: [" ".join(w.split("\n")) for w in words] for name, *words in split}


@pytest.mark.parametrize("name", ALL)
def test_a_picture_says_what_was_read(name):
    assert [re.sub(r"\s+", " ", words) for words in said(name)] == as_read()[name]


def test_every_picture_that_was_read_is_still_there():
    assert set(as_read()) == set(ALL)


if __name__ == "__main__":
    READ.write_text(as_paragraphs(), encoding="utf-8")
