"""What pictures draw, held to what a person has looked at: each mark, and its place.

Words have a record of their own. That a mark is where it belongs, a reader has to
judge: so all are kept as they were seen; `records` says how they are written anew.
"""

from pathlib import Path

import pytest

from drawn import drawn
from marks import marks
from mha_book.pictures.cards import DRAWN as CARDS, card_picture
from mha_book.pictures.kit.layer import describe, layer
from mha_book.pictures.kit.markup import Drawing
from mha_book.pictures.whole import strip
from pictures import DRAWN, EVERY, STEPPED
from records import Record

TABLES = {
    "blocks of one head": (1, "wrapper", False),
    "blocks of two heads": (2, "wrapper", True),
    "blocks of two heads, split": (2, "split", False),
}
SEEN = Record(Path(__file__).with_name("picture_marks.txt"), width=110)


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_draws_what_was_seen(name):
    diagram = DRAWN[name]()
    forms = [drawn(form) for form in (diagram.wide, diagram.narrow) if form]
    SEEN.holds(name, [*diagram.css.strip().splitlines(), *marks(*forms)])


@pytest.mark.parametrize("name", STEPPED)
def test_steps_are_named_as_was_seen(name):
    steps = EVERY[name]()
    SEEN.holds(name, [steps.name, steps.legend, *steps.titles])


def test_the_small_map_is_as_was_seen():
    small = strip(("score", "mask"), "#{}".format)
    inside = marks(drawn(Drawing([*small], 0, 0)))
    SEEN.holds("small map", [small.get("viewBox"), small.get("class"), *inside])


@pytest.mark.parametrize("page", CARDS)
def test_a_card_is_as_was_seen(page):
    card = card_picture(page)
    inside = marks(drawn(Drawing([*card], 0, 0)))
    SEEN.holds(f"card of {page}", [card.get("viewBox"), card.get("class"), *inside])


@pytest.mark.parametrize("settings", TABLES)
def test_the_live_map_has_its_blocks_as_was_seen(settings):
    blocks = describe(layer(*TABLES[settings]))
    lines = [", ".join(f"{k} {v}" for k, v in block.items()) for block in blocks]
    SEEN.holds(settings, lines)


def test_every_picture_that_was_seen_is_still_there():
    cards = {f"card of {page}" for page in CARDS}
    SEEN.has_only({*DRAWN, *STEPPED, *TABLES, *cards, "small map"})
