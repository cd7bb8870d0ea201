"""OwnSentence: each sentence goes through the model; a refusal loses nothing."""

import pytest
import torch

from mha_book.explorers import OwnSentence, Record


def read(sentence: str) -> Record:
    words = sentence.split()
    if "odd" in words:
        raise ValueError("the model cannot read odd")
    return Record("even", words, torch.full((2, 3, *2 * [len(words)]), 1 / len(words)))


def test_a_sentence_goes_through_the_model():
    own = OwnSentence(read, "one two three")
    assert own.browser.weights[0] == [0.3333] * 3
    first = own.browser
    own.box.value = "one two"
    assert own.browser.weights == [[0.5, 0.5]] * 2
    assert (first.comm, own.browser.comm is None) == (None, False)  # it was closed
    assert own.children == (own.box, own.message, own.browser)


def test_layer_and_head_stay_as_chosen():
    own = OwnSentence(read, "one two")
    own.browser.layer, own.browser.head = 1, 2
    own.box.value = "three"
    assert (own.browser.layer, own.browser.head) == (1, 2)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (" ", "Type a sentence."),
        ("one " * 49, "49 words found, at most 48 expected."),
        ("odd", "the model cannot read odd"),
    ],
)
def test_a_refusal_is_said_and_the_last_browser_stays(sentence, told):
    own = OwnSentence(read, "one two")
    before = own.browser
    own.box.value = sentence
    assert own.message.value == told
    assert own.browser is before
    own.box.value = "one " * 48
    assert own.message.value == ""


def test_a_page_without_python_says_what_stands_here():
    shown = OwnSentence(read, "one two")._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in shown
    assert "make lab" in shown["text/html"]
