"""Cards for recall: each is drawn from its page, and Anki's file has all of them."""

import csv
import re
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup

from mha_book import RecallCards
from mha_book.explorers.link import read_in_order
from mha_book.site import scripts
from mha_book.teaching.cards import asked, mistakes, words
from mha_book.teaching.cards.anki import as_text
from mha_book.teaching.cards.card import KINDS
from mha_book.teaching.cards.deck import deck
from project import PROJECT

CARDS = deck()


def page(name: str) -> str:
    text = (PROJECT / "book" / f"{name}.md").read_text(encoding="utf-8")
    return " ".join(text.split())


def test_there_are_about_eighty_and_each_has_a_key_of_its_own():
    assert 75 <= len(CARDS) <= 90
    assert len({card.key for card in CARDS}) == len(CARDS)
    assert {card.kind for card in CARDS} == set(KINDS)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_a_card_reads_as_a_sentence_and_has_no_marks_left(card):
    for side in (card.front, card.back):
        assert not re.search(r"\{\w+\}|\]\(|\*\*|<|  ", side)
    assert card.front[-1] in "?"
    assert card.back[-1] in ".?"
    assert len(card.back.split()) > 4


def test_a_round_mixes_the_kinds_and_keeps_the_order_of_each():
    assert {card.kind for card in CARDS[:20]} == set(KINDS)
    for kind in KINDS:  # none comes in a heap
        places = [number for number, card in enumerate(CARDS) if card.kind == kind]
        ends = [0, *places, len(CARDS)]
        assert max(two - one for one, two in pairwise(ends)) <= 6
    chosen = [card.name for card in CARDS if card.kind == "word"]
    assert chosen[:3] == ["attention", "query", "key"]


def test_a_mistake_is_one_in_this_book_and_is_explained_once():
    fronts = [card.front for card in CARDS if card.kind == "mistake"]
    assert all(front.startswith("Somebody writes this book’s `") for front in fronts)
    assert not any("`multi_head`" in front for front in fronts)
    short = mistakes.card("attend", "The filled scores are thrown away", "truth")
    whole = mistakes.card("attend", "The filled scores are thrown away")
    assert whole.back.startswith(f"{short.back} ")
    assert short.front.endswith("Why is it not so?")


def test_backs_are_the_words_of_their_pages():
    glossary, questions = page(words.PAGE), page(asked.PAGE)
    for card in CARDS:
        if card.kind == "question":
            assert f"### {card.name} {card.back[:40]}" in questions
        if card.kind == "word":
            assert letters(f"{card.name} {card.back[:40]}") in letters(glossary)


def letters(text: str) -> str:
    """A text without marks, signs and spaces."""
    return re.sub(r"\{\w+\}|\W", "", text)


def test_a_word_is_read_without_what_the_page_does_with_it():
    text = "```{glossary}\nleak\nhole\n  A {term}`mask <as>` that {term}`fails`; also\n"
    text += "  *{index}`!spill`*. See\n  {term}`mask`, and [](hide.md).\n```\n"
    found = words.entries(text)
    assert list(found) == ["leak", "hole"]
    assert words.plain(found["hole"]) == "A mask that fails; also *spill*."


def test_what_is_no_longer_there_is_refused():
    with pytest.raises(KeyError, match="spill"):
        words.card("spill")
    with pytest.raises(KeyError, match="Why not"):
        asked.card("Why not?")
    with pytest.raises(ValueError, match="attend has no fault 'None'"):
        mistakes.card("attend", "None")


def test_the_page_without_scripts_is_a_list_of_folds():
    html = BeautifulSoup(RecallCards()._repr_html_(), "html.parser")
    items = html.select(".mha-recall > .mha-cards > li")
    assert [item["data-key"] for item in items] == [card.key for card in CARDS]
    assert all(item.select_one("details > summary").text for item in items)
    assert repr(RecallCards()).startswith(f"{len(CARDS)} cards: ")


def test_ankis_file_has_each_card_once_under_a_lasting_name():
    head, rows = [], []
    for line in as_text(CARDS).splitlines():
        (head if line.startswith("#") else rows).append(line)
    assert "#guid column:1" in head
    assert not any("columns" in line for line in head)  # named in English alone
    read = list(csv.reader(rows, delimiter="\t"))
    assert [row[0] for row in read] == [card.key for card in CARDS]
    assert all(len(row) == 4 and row[3] in KINDS.values() for row in read)
    assert not any("href" in line for line in rows)  # the site may have no address


def test_every_script_of_the_cards_is_used():
    used = read_in_order([scripts.CARDS / "recall.js"])
    own = {path for path in used if path.parent == scripts.CARDS}
    assert own == {*scripts.CARDS.glob("*.js")}
