"""One word's attention, drawn as arcs."""

import re

import pytest
import torch
from bs4 import BeautifulSoup

from drawn import drawn, words_of
from mha_book.pictures.one_head.sentences import (
    LEAST,
    attending,
    side_by_side,
    two_sentences,
)

WORDS = ["we", "like", "the", "bank"]
WEIGHTS = [0.01, 0.5, 0.3, 0.19]


def arcs(root):
    """The thickness of each arc."""
    paths = [p for p in root.iter() if p.get("class") == "mha-strand"]
    return [float(re.search(r"width: ([\d.]+)", p.get("style"))[1]) for p in paths]


def test_every_word_stands_above_its_weight():
    root = drawn(attending(WORDS, WEIGHTS, asking=3).wide)
    assert words_of(root)[0::2] == WORDS
    assert words_of(root)[1::2] == ["0.01", "0.50", "0.30", "0.19"]


def test_arcs_are_as_thick_as_weights_and_none_leads_to_itself():
    thick = arcs(drawn(attending(WORDS, WEIGHTS, asking=3).wide))
    assert thick == [pytest.approx(1 + 9 * w, abs=0.05) for w in WEIGHTS[1:3]]
    assert WEIGHTS[0] < LEAST  # too little to draw


def test_it_says_what_is_attended_to_most():
    alt = attending(WORDS, WEIGHTS, asking=3).alt
    assert "the word bank gives 0.50 of its attention to like" in alt


def test_every_word_needs_a_weight():
    with pytest.raises(ValueError, match="4 words but 3 weights"):
        attending(WORDS, WEIGHTS[:3], asking=0)


def test_two_stand_in_one_output():
    row = side_by_side(attending(WORDS, WEIGHTS, 3), attending(WORDS, WEIGHTS, 1))
    assert row._repr_html_().count("<svg") == 2


def test_beside_each_other_letters_are_of_one_size():
    short = attending(WORDS[:2], WEIGHTS[:2], 1)
    row = side_by_side(short, attending(WORDS, WEIGHTS, 1))
    html = BeautifulSoup(row._repr_html_(), "html.parser")
    one, other = (drawing["viewbox"].split()[2] for drawing in html.find_all("svg"))
    assert one == other == f"{attending(WORDS, WEIGHTS, 1).wide.width:g}"
    left = (float(other) - short.wide.width) / 2
    assert html.svg.g["transform"] == f"translate({left},0)"


def test_two_sentences_need_a_weight_for_each_pair_of_words():
    with pytest.raises(
        ValueError, match=r"\(3, 4\); expected a row for each of 4 words"
    ):
        two_sentences(WORDS, WORDS[:3], torch.ones(3, 4))
