"""What is translated says what the page says today, with the same numbers and links."""

import re
from collections import Counter

import pytest
from babel.messages.pofile import read_po

from project import PROJECT

CATALOGUES = sorted((PROJECT / "locale").glob("*/LC_MESSAGES/*.po"))


def messages(path) -> list:
    """Each text and its translation; the first entry is the file's own head."""
    with path.open("rb") as file:
        return [message for message in read_po(file) if message.id]


def words(text: str) -> str:
    """A text as it is compared: in one line."""
    return " ".join(text.split())


EVERY = [(path, message) for path in CATALOGUES for message in messages(path)]
NAMED = [f"{p.parent.parent.name}:{p.stem}:{m.id[:30]}" for p, m in EVERY]


def test_there_are_translations():
    assert len(EVERY) > 50


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_every_text_stands_on_the_page(path):
    """After a change of the page, `make texts` says what is to be looked at again."""
    page = words((PROJECT / "book" / f"{path.stem}.md").read_text(encoding="utf-8"))
    gone = [m.id for m in messages(path) if words(m.id) not in page]
    assert gone == []


def kept(text: str) -> dict[str, Counter]:
    """What a translation takes over as it is."""
    numbers = re.findall(r"\d+(?:\.\d+)?", re.sub(r"\]\([^)]*\)", "", text))
    parts = {"code": r"`[^`]+`", "formula": r"\$[^$]+\$", "target": r"\]\(([^)]*)\)"}
    parts |= {"role": r"\{[\w:]+\}`[^`]+`", "bold": r"\*\*"}
    return {n: Counter(re.findall(p, text)) for n, p in parts.items()} | {
        "number": Counter(numbers)
    }


# In one place the German text says what an English word is in code.
ADDED = {"code": {"`water`", "`money`"}}


@pytest.mark.parametrize(("path", "message"), EVERY, ids=NAMED)
def test_a_translation_keeps_numbers_formulas_code_and_links(path, message):
    assert message.string
    assert not message.fuzzy
    english, other = kept(message.id), kept(message.string)
    for name, expected in english.items():
        more = {one for one in other[name] if one not in expected}
        assert more <= ADDED.get(name, set())
        assert all(other[name][one] == count for one, count in expected.items()), name


def test_a_changed_number_is_seen():
    text = "It is 2.38, as `a` says in [there](b.md) and $c^2$."
    for wrong in ("2.83", "`b`", "(c.md)", "$c^3$"):
        right = {"2.83": "2.38", "`b`": "`a`", "(c.md)": "(b.md)", "$c^3$": "$c^2$"}
        assert kept(text) != kept(text.replace(right[wrong], wrong))
