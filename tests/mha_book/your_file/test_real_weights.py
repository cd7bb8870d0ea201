"""The reader's file runs SmolLM2: the logits and the text that `transformers` gives."""

import pytest
import torch

from file_states import run_file
from llama import llama_of
from mha.data.packaged import smollm2_file
from mha.models.real_model import load_smollm2
from mha_book.capstone import real_numbers

pytestmark = pytest.mark.usefixtures("quick_reader")


@pytest.fixture(scope="module")
def file() -> dict:
    """The whole file."""
    return run_file()


@pytest.fixture(scope="module")
def model(file):
    """The reader's decoder with the real numbers."""
    return file["load_smollm2"](smollm2_file()).requires_grad_(False)


@pytest.fixture(scope="module")
def loaded():
    """The same numbers as the library reads them, and their tokenizer."""
    return load_smollm2(progress=False)


@pytest.fixture(scope="module")
def theirs(loaded):
    return llama_of(loaded[0])


@pytest.fixture(scope="module")
def tokenizer(loaded):
    return loaded[1]


@pytest.mark.parametrize("text", ["Hello, how are", "how are", "def attend(query"])
def test_logits_are_those_of_transformers(model, theirs, tokenizer, text):
    ids = tokenizer(text, return_tensors="pt").input_ids
    with torch.no_grad():
        expected = theirs(ids).logits
    torch.testing.assert_close(model(ids)[0], expected, rtol=0, atol=1e-4)


def test_the_text_is_that_of_transformers(file, model, theirs, tokenizer):
    ids = tokenizer("Hello, how are", return_tensors="pt").input_ids
    cache = [file["Cache"]() for _ in model.blocks]
    ours = file["generate"](model, ids, 20, temperature=0, cache=cache)
    with torch.no_grad():
        likeliest = theirs(ours).logits.argmax(-1)
    assert ours.shape == (1, ids.shape[1] + 20)
    assert ours[:, : ids.shape[1]].tolist() == ids.tolist()
    assert ours[:, -20:].tolist() == likeliest[:, -21:-1].tolist()


def test_what_the_capstone_compares_with_is_the_first_block_of_all(theirs, tokenizer):
    """Its numbers are put in one by one; here they are those of the whole model."""
    ids = tokenizer("Hello, how are", return_tensors="pt").input_ids
    assert ids[0].tolist() == list(real_numbers.IDS)
    with torch.no_grad():
        embedded, after, *_ = theirs(ids, output_hidden_states=True).hidden_states
    words = real_numbers.words()
    torch.testing.assert_close(words, embedded[0], rtol=0, atol=1e-6)
    torch.testing.assert_close(real_numbers.theirs(words), after[0], rtol=0, atol=1e-4)


def test_every_number_has_its_place(model):
    assert sum(p.numel() for p in model.parameters()) == 134_515_008
    assert not model.training
