"""The Python half of MultiHeadExplorer."""

import math

import pytest
import torch
import traitlets
from bs4 import BeautifulSoup

from mha.attention import MultiHeadAttention
from mha.examples import THE_CAT_SAT
from mha.explorers import MultiHeadExplorer


def test_two_heads_start_with_the_arithmetic_done_by_hand():
    weights = MultiHeadExplorer().weights
    # Head 0: cat's query (0, 2) meets sat's key (0, 2): 4/√2; all else is 0.
    peak = math.exp(4 / 2**0.5)
    found = [peak / (peak + 2), 1 / (peak + 2)]
    assert weights[0][1] == pytest.approx([found[1], found[1], found[0]])
    assert weights[0][0] == pytest.approx([1 / 3] * 3)  # the asks nothing there
    assert weights[1][0] == pytest.approx([found[1], found[0], found[1]])


def test_four_heads_ask_one_question_each():
    weights = MultiHeadExplorer(num_heads=4).weights
    peak = math.exp(4)  # 2·2, and √1 divides nothing
    asks = [(h, i, j) for h in range(4) for i in range(3) for j in range(3)]
    heavy = [place for place in asks if weights[place[0]][place[1]][place[2]] > 0.5]
    assert heavy == [(0, 2, 1), (1, 1, 2), (2, 1, 0), (3, 0, 1)]
    assert weights[0][2][1] == pytest.approx(peak / (peak + 2))


def module(num_heads: int) -> MultiHeadAttention:
    """The book's module with the explorer's weights."""
    model = MultiHeadAttention(4, num_heads, bias=False).double()
    for role in ("query", "key", "value", "out"):
        rows = torch.tensor(getattr(THE_CAT_SAT, role), dtype=torch.float64)
        getattr(model, f"{role}_proj").weight.data = rows
    return model


@pytest.mark.parametrize("num_heads", [2, 4])
def test_heads_are_those_of_the_books_module(num_heads):
    x = torch.randn(3, 4, dtype=torch.float64)
    explorer = MultiHeadExplorer(num_heads=num_heads)
    explorer.embeddings = x.tolist()
    output, weights = module(num_heads)(x)
    torch.testing.assert_close(torch.tensor(explorer.output).double(), output)
    torch.testing.assert_close(torch.tensor(explorer.weights).double(), weights)


def test_head_order_is_a_convention_as_long_as_the_projection_agrees():
    explorer = MultiHeadExplorer(num_heads=4, carry_out=True)
    before = explorer.output
    explorer.order = [2, 0, 3, 1]  # not its own inverse
    for row, old in zip(explorer.output, before, strict=True):
        assert row == pytest.approx(old)
    explorer.carry_out = False
    assert explorer.output[0] != pytest.approx(before[0])
    w = torch.tensor(THE_CAT_SAT.out, dtype=torch.float64)
    model = module(4)
    model.out_proj.weight.data = w[:, torch.tensor([2, 0, 3, 1]).argsort()]
    output, _ = model(torch.tensor(explorer.embeddings, dtype=torch.float64))
    torch.testing.assert_close(torch.tensor(explorer.output).double(), output)
    explorer.order = [0, 1, 2, 3]
    assert explorer.output == before


def test_a_silenced_head_is_a_slice_of_zeros():
    explorer = MultiHeadExplorer()
    heard = explorer.weights
    explorer.silenced = [1]
    model = module(2)
    model.value_proj.weight.data = model.value_proj.weight.data.clone()
    model.value_proj.weight.data[2:] = 0  # nothing to hand over: head 1 says 0
    output, _ = model(torch.tensor(explorer.embeddings, dtype=torch.float64))
    torch.testing.assert_close(torch.tensor(explorer.output).double(), output)
    assert explorer.weights == heard


def test_another_number_of_heads_undoes_swaps_and_silence():
    explorer = MultiHeadExplorer(num_heads=4, order=[3, 2, 1, 0], silenced=[3])
    assert explorer.order == [3, 2, 1, 0]
    explorer.num_heads = 2
    assert (explorer.order, explorer.silenced) == ([0, 1], [])
    assert explorer.output == MultiHeadExplorer().output
    with explorer.hold_trait_notifications():  # as a message from the page does
        explorer.num_heads, explorer.order = 4, [1, 0, 2, 3]
        explorer.silenced = [3]
    assert (explorer.order, explorer.silenced) == ([1, 0, 2, 3], [3])


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("order", [0, 0], r"order \[0, 0\] is no permutation of \[0, 1\]"),
        ("order", [0, 1, 2], r"order \[0, 1, 2\] is no permutation"),
        ("silenced", [2], r"silenced \[2\]: expected some of \[0, 1\]"),
        ("silenced", [1, 1], r"silenced \[1, 1\]"),
        ("silenced", [-1], r"silenced \[-1\]"),
        ("num_heads", 3, "3"),
        ("embeddings", [[1.0, 2.0]] * 3, r"\[2, 2, 2\]; expected 3 rows of 4"),
        ("embeddings", [[1.0] * 4] * 2, r"\[4, 4\]; expected 3 rows of 4"),
        ("embeddings", [[-1001.0] * 4] * 3, "-1001.0 is not within ±1000"),
        ("projections", {}, "read-only"),
    ],
)
def test_bad_inputs_of_heads_are_named_and_the_old_ones_kept(name, value, message):
    explorer = MultiHeadExplorer()
    old = getattr(explorer, name)
    with pytest.raises(traitlets.TraitError, match=message):
        setattr(explorer, name, value)
    assert getattr(explorer, name) == old


def test_the_tables_show_every_heads_weights():
    tables = MultiHeadExplorer(num_heads=4, decimals=3).static_tables()
    captions = [c.text for c in BeautifulSoup(tables, "html.parser").select("caption")]
    heads = [f"Weights of head {h}" for h in range(4)]
    assert captions == ["Embeddings X", *heads, "Output"]
    assert tables.count("<td>0.965</td>") == 4
