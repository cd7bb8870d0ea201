"""SentenceExplorer in Python: PyTorch answers, and says what it cannot read."""

import pytest
import torch
import traitlets

from mha_book.explorers import SentenceExplorer
from mha_book.in_page import minilm

DOG = "The dog saw the other dog."


@pytest.fixture
def explorer() -> SentenceExplorer:
    return SentenceExplorer(DOG)


def test_the_chosen_heads_weights_are_minilms(explorer):
    explorer.layer, explorer.head = 3, 7
    expected = minilm.attention(DOG)[3, 7].double()
    found = torch.tensor(explorer.weights, dtype=torch.float64)
    torch.testing.assert_close(found, expected, rtol=0, atol=0.51e-4)


def test_what_has_moved_is_told_of_every_head(explorer):
    assert explorer.moved == []
    explorer.silenced = [[0, 2]]
    now, before = minilm.attention(DOG, [(0, 2)]), minilm.attention(DOG)
    expected = ((now - before).abs().sum(-1) / 2).mean(-1).double()
    found = torch.tensor(explorer.moved, dtype=torch.float64)
    torch.testing.assert_close(found, expected, rtol=0, atol=1e-3)
    assert found[0].max() == 0 < found[1:].min()
    explorer.silenced = []
    assert explorer.answer["usual"] is None


def test_the_answer_is_to_what_is_asked(explorer):
    explorer.sentence = "Hello!"
    assert explorer.answer["sentence"] == "Hello!"
    assert explorer.answer["tokens"] == ["[CLS]", "hello", "!", "[SEP]"]
    explorer.sentence = "word " * 50
    assert explorer.answer == {
        "sentence": "word " * 50,
        "silenced": [],
        "refused": "The sentence has 50 tokens, and 46 fit.",
    }
    assert explorer.weights == explorer.moved == []


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("sentence", "  ", r"sentence has 2 letters; expected 1 to 300"),
        ("sentence", "a" * 301, r"sentence has 301 letters; expected 1 to 300"),
        ("silenced", [[0, 12]], r"silenced \[\[0, 12\]\]: expected some of \[0, 0\]"),
        ("silenced", [[1, 0], [0, 1]], r"in order, each once"),
        ("silenced", [[1, 0], [1, 0]], r"in order, each once"),
        ("layer", 6, r"layer"),
        ("head", -1, r"head"),
    ],
)
def test_what_an_input_cannot_be_is_refused(explorer, name, value, told):
    before = getattr(explorer, name)
    with pytest.raises(traitlets.TraitError, match=told):
        setattr(explorer, name, value)
    assert getattr(explorer, name) == before


def test_without_scripts_one_reads_which_head_looks_back(explorer):
    told = explorer.static_tables()
    assert f"This is what one would see of “{DOG}”" in told
    assert "Layer 0, head 2: rows ask, columns answer" in told
    assert told.count("<table>") == 2
