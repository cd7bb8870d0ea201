"""The reader's decoder for the page: its tensors, and what eight bits change."""

import pytest
import torch
from torch import nn

from mha_book.in_page.letters import LettersModel, key_of, what_rounding_changes
from small_writer import LETTERS, decoder


@pytest.fixture
def model() -> LettersModel:
    made = decoder()
    with torch.no_grad():
        for tensor in made.parameters():
            tensor.add_(0.01 * torch.randn_like(tensor))
    return LettersModel(made, LETTERS)


def test_every_tensor_is_in_the_parts_and_a_change_has_another_key(model):
    parts = model.parts()
    assert {name: tuple(part["shape"]) for name, part in parts.items()} == {
        name: tuple(tensor.shape) for name, tensor in model.model.named_parameters()
    }
    before = key_of(parts)
    assert key_of(model.parts()) == before
    with torch.no_grad():
        model.model.norm.weight += 1
    assert key_of(model.parts()) != before


@pytest.mark.parametrize("page", ["keep-keys-and-values", "run-a-real-model"])
def test_later_states_of_the_file_are_taken_too(page):
    made = decoder(page=page)
    exact = LettersModel(made, LETTERS).read("how")
    expected = LettersModel(decoder(), LETTERS).read("how")
    for one, other in zip(exact, expected, strict=True):
        torch.testing.assert_close(one, other)


def test_the_page_is_told_the_sizes_that_the_model_has():
    made = decoder(page="keep-keys-and-values", rope_base=500, num_layers=3)
    sizes = {"layers": 3, "heads": 3, "width": 12, "base": 500.0, "window": 128}
    assert LettersModel(made, LETTERS).sizes == sizes


def test_attention_that_counts_no_heads_has_one():
    made = decoder()
    del made.blocks[0].attention.num_heads
    assert LettersModel(made, LETTERS).sizes["heads"] == 1


def test_a_text_shorter_than_a_window_is_read_as_it_is(model):
    assert what_rounding_changes(model, "how are you?")["places"] == 12


def test_what_eight_bits_change_is_measured(model):
    text = "how are you? Why so? " * 13
    told = what_rounding_changes(model, text)
    exact, near = (one.read(text[:128])[0] for one in (model, model.rounded()))
    moved = (exact.softmax(-1) - near.softmax(-1)).abs()
    assert told["places"] == 256  # what is left over is not read
    assert told["worst"] >= moved.max().item() > 0
    assert 0 < told["mean"] < told["worst"] < 0.2
    assert 0.5 < told["same"] <= 1
    same = LettersModel(model.rounded().model, LETTERS)
    assert what_rounding_changes(same, text)["worst"] < 1e-5


def nobody_turned():
    model = decoder(page="keep-keys-and-values")
    for block in model.blocks:
        block.attention.rope_base = None
    return model


def nobody_attends():
    model = decoder()
    model.blocks = nn.ModuleList()
    return model


@pytest.mark.parametrize(
    ("make", "error", "told"),
    [
        (lambda: ("no", LETTERS), TypeError, "model is a str; expected a Decoder"),
        (lambda: (nn.Linear(2, 3), "abc"), ValueError, "has no embedding.weight"),
        (
            lambda: (nobody_attends(), LETTERS),
            ValueError,
            "has no blocks.0.attention_norm.weight",
        ),
        (
            lambda: (decoder(page="run-a-real-model", num_kv_heads=1), LETTERS),
            ValueError,
            "key.weight has 4 rows; expected 12",
        ),
        (
            lambda: (nobody_turned(), LETTERS),
            ValueError,
            "rope_base is None; expected a number",
        ),
        (lambda: (decoder(), "abc"), ValueError, "3 different letters of 3; expected"),
        (lambda: (decoder(letters="aa"), "aa"), ValueError, "1 different letters of 2"),
    ],
)
def test_another_model_is_refused_and_told_why(make, error, told):
    with pytest.raises(error, match=told):
        LettersModel(*make())


def test_a_letter_that_it_has_not_is_named(model):
    with pytest.raises(ValueError, match="'é' is not one of its 13 letters"):
        model.encode("é")
