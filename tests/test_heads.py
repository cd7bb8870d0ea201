"""One head: projections by hand, cross-attention, and what it refuses."""

import pytest
import torch
from torch.nn import functional as F

from designs import EXACT, normal
from mha.heads import SelfAttention

B, TQ, TK, D = 2, 3, 5, 7
QUERY, KEY, VALUE = 11, 13, 17


def test_one_head_by_hand():
    # Tokens 1 and 0 of width 1. Query 2x, key ln(3)·x, value 10x + 1.
    head = SelfAttention(1).double()
    for name, weight, bias in (("query", 2, 0), ("key", 3, 0), ("value", 10, 1)):
        projection = getattr(head, f"{name}_proj")
        weight = torch.tensor(3.0).double().log() / 2 if name == "key" else weight
        projection.weight.data.fill_(weight)
        projection.bias.data.fill_(bias)
    output, weights = head(torch.tensor([[1.0], [0.0]]).double())
    # Scores of token 1: ln 3 and 0, so weights 3/4 and 1/4; of token 0: all 0.
    expected = torch.tensor([[0.75, 0.25], [0.5, 0.5]]).double()
    torch.testing.assert_close(weights, expected, **EXACT)
    torch.testing.assert_close(
        output, expected @ torch.tensor([[11.0], [1.0]]).double()
    )


@pytest.mark.parametrize("bias", [False, True])
def test_cross_attention_of_other_lengths_and_widths_equals_pytorch(bias):
    head = SelfAttention(
        D, input_dim=QUERY, key_dim=KEY, value_dim=VALUE, bias=bias
    ).double()
    inputs = normal(B, TQ, QUERY), normal(B, TK, KEY), normal(B, TK, VALUE)
    mask = torch.ones(TQ, TK).bool().tril(2)
    projected = [
        F.linear(x, p.weight, p.bias)
        for x, p in zip(inputs, head.children(), strict=True)
    ]
    expected = F.scaled_dot_product_attention(*projected, attn_mask=mask)
    output, weights = head(*inputs, mask)
    torch.testing.assert_close(output, expected, **EXACT)
    assert weights.shape == (B, TQ, TK)
    assert sum(p.numel() for p in head.parameters()) == D * (
        QUERY + KEY + VALUE + 3 * bias
    )


def test_parameters_are_made_in_the_order_query_key_value():
    names = [name for name, _ in SelfAttention(D, bias=False).named_parameters()]
    assert names == ["query_proj.weight", "key_proj.weight", "value_proj.weight"]
    torch.manual_seed(0)
    head = SelfAttention(D, input_dim=QUERY, bias=False)
    torch.manual_seed(0)
    for projection in head.children():
        drawn = torch.nn.Linear(QUERY, D, bias=False)
        assert torch.equal(projection.weight, drawn.weight)


def test_widths_default_to_the_one_before():
    head = SelfAttention(D, input_dim=QUERY, key_dim=KEY)
    assert [p.in_features for p in head.children()] == [QUERY, KEY, KEY]
    assert [p.in_features for p in SelfAttention(D).children()] == [D, D, D]
    x = normal(B, TQ, D)
    head = SelfAttention(D).double()
    torch.testing.assert_close(head(x), head(x, x, x))


def test_dropout_acts_in_training_alone():
    head, x = SelfAttention(D, dropout=0.5).double(), normal(B, TQ, D)
    plain, weights = head.eval()(x)
    dropped, before = head.train()(x)
    assert not torch.allclose(dropped, plain)
    torch.testing.assert_close(before, weights)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"embed_dim": 0}, "embed_dim 0 is below 1"),
        ({"embed_dim": 7, "key_dim": -1}, "key_dim -1 is below 1"),
        ({"embed_dim": 7, "dropout": -0.1}, "dropout -0.1 is not between 0 and 1"),
    ],
)
def test_bad_arguments_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        SelfAttention(**options)


def test_a_wrong_width_is_named():
    head = SelfAttention(D, key_dim=KEY)
    with pytest.raises(ValueError, match=r"key has shape \(2, 5, 7\); expected .* 13"):
        head(normal(B, TQ, D), normal(B, TK, D))
