"""WriterExplorer in Python: chances and weights are the model's, or what is stored."""

import pytest
import torch
import traitlets
from transformers import TopKLogitsWarper, TopPLogitsWarper

from mha_book.explorers import Answer, WriterExplorer
from mha_book.explorers.writer.chances import KEPT, TEMPERATURES, chances_of
from small_writer import LETTERS, decoder

SETTINGS = [(1.0, 0, 1.0), (0.3, 0, 0.9), (2.5, 5, 1.0), (1.7, 20, 0.5), (1.0, 99, 0.2)]


@pytest.fixture
def explorer() -> WriterExplorer:
    return WriterExplorer(decoder(), LETTERS)


@pytest.fixture
def stored() -> WriterExplorer:
    logits = torch.arange(200.0).flip(0) / 20
    answers = [Answer(text, logits, "t{}".format) for text in ("Hi", "Hi t1", "Ho")]
    return WriterExplorer(stored=answers, beginnings=["Hi", "Ho"], says="Parrot")


@pytest.mark.parametrize(("temperature", "top_k", "top_p"), SETTINGS)
def test_chances_are_the_librarys(temperature, top_k, top_p):
    logits = torch.randn(1, 61).double()
    scores = logits / temperature
    if top_k:
        scores = TopKLogitsWarper(top_k)(torch.tensor([[0]]), scores)
    if top_p < 1:
        scores = TopPLogitsWarper(top_p)(torch.tensor([[0]]), scores)
    found = chances_of(logits[0], temperature, top_k, top_p)
    torch.testing.assert_close(found, scores[0].softmax(dim=-1))


def test_at_zero_the_likeliest_has_all_and_ties_stay_together():
    assert chances_of(torch.tensor([1.0, 3.0, 3.0]), 0).tolist() == [0, 1, 0]
    assert chances_of(torch.tensor([1.0, 3.0, 3.0]), top_k=1).tolist() == [0, 0.5, 0.5]


def test_chances_and_weights_are_the_models(explorer):
    explorer.beginning, explorer.written = "how", " are you"
    explorer.layer, explorer.head = 1, 2
    ids = torch.tensor([[LETTERS.index(letter) for letter in "how are you"]])
    with torch.no_grad():
        logits, weights = decoder()(ids)
    expected = logits[0, -1].double().softmax(dim=-1).sort(descending=True).values
    shares = torch.tensor([share for _, share in explorer.chances]).double()
    torch.testing.assert_close(shares, expected)
    assert explorer.chances[0][0] == LETTERS[int(logits[0, -1].argmax())]
    assert explorer.weights == weights[1][0, 2].tolist()


def test_the_head_that_is_shown_first_looks_back(explorer):
    ids = torch.tensor([[LETTERS.index(letter) for letter in explorer.beginning]])
    with torch.no_grad():
        weights = torch.stack(decoder()(ids)[1])[:, 0]  # (L, H, T, T)
    back = weights.diagonal(-1, 2, 3).mean(dim=-1)
    assert back[explorer.layer, explorer.head] == back.max() > back.min()
    assert WriterExplorer(decoder(), LETTERS, layer=0).head == 0


def test_stored_sums_make_chances_exact_at_every_temperature(stored):
    answer = stored.answers[0]
    assert len(answer["next"]) == KEPT < 200
    for k, temperature in enumerate(TEMPERATURES):
        stored.temperature = temperature
        listed = torch.tensor([x for _, x in answer["next"]] + [0.0]).double()
        scores = listed / temperature
        scores[-1] = answer["others"][k]
        found = scores.softmax(dim=-1)
        expected = [share for _, share in stored.chances[:KEPT]]
        assert found[:-1].tolist() == pytest.approx(expected, abs=1e-4)


def test_of_stored_texts_alone_can_be_asked(stored):
    assert (stored.beginning, stored.weights, stored.letters) == ("Hi", [], "")
    stored.written = " t1"
    with pytest.raises(
        traitlets.TraitError, match=r"text 'Hi t2' is not stored; .* 3, as 'Hi'"
    ):
        stored.written = " t2"
    with pytest.raises(traitlets.TraitError, match=r"one of 2, as 'Hi', 'Ho'"):
        stored.beginning = "Hi t1"
    assert "expects after “Hi”" in stored.static_tables()


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("beginning", "café", "beginning: 'c' is not one of its 13 letters"),
        ("beginning", "", "beginning has 0 letters; expected 1 to 32"),
        ("written", "a" * 97, "written has 97 letters; expected 0 to 96"),
        ("temperature", 3.1, "temperature"),
        ("top_p", 0, "top_p"),
        ("layer", 2, "layer is 2; expected 0 to 1"),
        ("head", -1, "head is -1; expected 0 to 2"),
        ("seed", 1000, "seed is 1000; expected 0 to 999"),
    ],
)
def test_what_an_input_cannot_be_is_refused(explorer, name, value, told):
    before = getattr(explorer, name)
    with pytest.raises(traitlets.TraitError, match=told):
        setattr(explorer, name, value)
    assert getattr(explorer, name) == before


@pytest.mark.parametrize("letters", ["äöü", "xho are", "xhow"])
def test_other_letters_have_another_beginning(letters):
    """Also where some letters of the usual beginning are among them, and not all."""
    explorer = WriterExplorer(decoder(letters=letters), letters)
    assert explorer.beginning == letters[0]


def test_there_must_be_something_to_show():
    with pytest.raises(TypeError, match="found no model and nothing stored"):
        WriterExplorer()
    with pytest.raises(ValueError, match=r"logits have shape \(1, 5\)"):
        Answer("a", torch.zeros(1, 5), str)
