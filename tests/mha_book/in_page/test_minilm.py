"""MiniLM for the page: its parts hold all of it, and its heads are the library's."""

import json

import pytest
import torch
import transformers

from mha.data.packaged import minilm_folder
from mha_book.in_page import minilm
from mha_book.in_page.rounding import SENTENCES, compare, what_rounding_changes

CAT = "The cat sat because it was tired."


@pytest.fixture(scope="module")
def published():
    """As `transformers` loads it."""
    return transformers.AutoModel.from_pretrained(
        minilm_folder(), attn_implementation="eager"
    ).eval()


def weights(model, sentence: str) -> torch.Tensor:
    ids = minilm.tokenizer()(sentence, return_tensors="pt")
    with torch.no_grad():
        return torch.cat(model(**ids, output_attentions=True).attentions)


@pytest.mark.parametrize("sentence", [CAT, "word " * 46])
def test_the_weights_are_those_of_the_published_model(published, sentence):
    found = minilm.attention(sentence)
    expected = weights(published, sentence)
    torch.testing.assert_close(found, expected, rtol=0, atol=1e-5)


def test_a_silenced_head_is_one_whose_columns_are_zero(published):
    usual = minilm.attention(CAT)
    silenced = minilm.attention(CAT, [(1, 3), (4, 11)])
    for layer, head in ((1, 3), (4, 11)):
        dense = published.encoder.layer[layer].attention.output.dense
        with torch.no_grad():
            dense.weight[:, 32 * head : 32 * (head + 1)] = 0
    expected = weights(published, CAT)
    torch.testing.assert_close(silenced, expected, rtol=0, atol=1e-5)
    assert (silenced[:2] == usual[:2]).all()
    assert (silenced[2:] != usual[2:]).any()
    assert (minilm.attention(CAT) == usual).all()  # no hook is left


def test_every_number_that_a_sentence_passes_is_in_a_part():
    parts = minilm.parts()
    packed = [p for name, p in parts.items() if name != "words"]
    held = sum(
        torch.tensor(tensor["shape"]).prod().item()
        for part in packed
        for tensor in part.values()
    )
    given = minilm.weights().values()
    assert held == sum(tensor.numel() for tensor in given) > 22_000_000
    words = parts["words"].split("\n")
    assert words == minilm.tokenizer().convert_ids_to_tokens(range(len(words)))
    assert len(parts) == 8 + -(-len(words) // minilm.ROWS)


def test_the_listing_says_how_many_bytes_come():
    listing, scripts = minilm.listing(), minilm.scripts()
    first = {n: s for n, s in scripts.items() if not n.startswith("rows-")}
    assert listing["first"] == {n: len(s.encode()) for n, s in first.items()}
    rows = [len(s.encode()) for n, s in scripts.items() if n.startswith("rows-")]
    assert listing["each"] == max(rows) < 300_000
    assert sum(listing["first"].values()) < 15e6
    assert json.dumps(listing)  # it goes to the page


def test_another_part_has_another_key(monkeypatch):
    """Else a browser would go on with the part that it has kept."""
    keys = set()
    for words in ("a\nb", "a\nc"):
        parts = {"words": words, "rows-0": "same"}
        monkeypatch.setattr(minilm, "scripts", lambda parts=parts: parts)
        keys.add(minilm.listing.__wrapped__()["key"])
    assert len(keys) == 2


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("", "There is no word to read. Type a sentence."),
        ("word " * 47, "The sentence has 47 tokens, and 46 fit."),
    ],
)
def test_what_is_not_read_is_told(sentence, told):
    with pytest.raises(ValueError, match=told):
        minilm.cut(sentence)


def test_what_eight_bits_change_is_measured_against_the_published_model():
    """Loaded anew: a test before may have changed what it was given."""
    exact = transformers.AutoModel.from_pretrained(
        minilm_folder(), attn_implementation="eager"
    ).eval()
    pairs = [
        (weights(exact, sentence), minilm.attention(sentence, rounded=True))
        for sentence in SENTENCES
    ]
    moved = torch.cat([(a - b).abs().flatten() for a, b in pairs])
    same = torch.cat([(a.argmax(-1) == b.argmax(-1)).flatten() for a, b in pairs])
    told = what_rounding_changes()
    assert told["sentences"] == len(SENTENCES) == 20
    assert told["worst"] == pytest.approx(moved.max().item(), abs=1e-4)
    assert told["mean"] == pytest.approx(moved.mean().item(), abs=1e-5)
    assert told["same"] == pytest.approx(same.float().mean().item(), abs=1e-3)
    assert told["worst"] < 0.12
    assert told["mean"] < 0.002
    assert told["same"] > 0.98


def test_a_moved_strongest_key_is_counted():
    exact = torch.tensor([[0.6, 0.4], [0.1, 0.9]])
    moved, same = compare(exact, torch.tensor([[0.4, 0.6], [0.1, 0.9]]))
    assert moved.tolist() == pytest.approx([0.2, 0.2, 0, 0])
    assert same.tolist() == [False, True]
