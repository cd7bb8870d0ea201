"""OwnSentence: each sentence goes through the model; a refusal loses nothing."""

import torch

from mha_book.explorers import OwnSentence, Record


def read(sentence: str) -> Record:
    words = sentence.split()
    if not words:
        raise ValueError("0 words; expected at least 1")
    return Record("even", words, torch.full((2, 3, *2 * [len(words)]), 1 / len(words)))


def test_a_sentence_goes_through_the_model():
    own = OwnSentence(read, "one two three")
    assert own.browser.weights[0] == [0.3333] * 3
    own.box.value = "one two"
    assert own.browser.weights == [[0.5, 0.5]] * 2
    assert own.children == (own.box, own.message, own.browser)


def test_layer_and_head_stay_as_chosen():
    own = OwnSentence(read, "one two")
    own.browser.layer, own.browser.head = 1, 2
    own.box.value = "three"
    assert (own.browser.layer, own.browser.head) == (1, 2)


def test_a_refusal_is_said_and_the_last_browser_stays():
    own = OwnSentence(read, "one two")
    before = own.browser
    own.box.value = " "
    assert own.message.value == "0 words; expected at least 1"
    assert own.browser is before
    own.box.value = "one"
    assert own.message.value == ""
