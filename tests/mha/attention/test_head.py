"""One head: projections by hand, cross-attention, causality, and what it refuses."""

import pytest
import torch
from torch.nn import functional as F

from every_design import EXACT, normal
from mha import (
    AttentionHead,
    CausalAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    causal_mask,
    padding_mask,
)
from mha_book.examples import YOUR_JOURNEY
from wrong_masks import sees_not_itself, sees_the_next_token, upper_triangle

B, TQ, TK, D = 2, 3, 5, 7
QUERY, KEY, VALUE = 11, 13, 17


def made(kind, **options):
    torch.manual_seed(0)
    return kind(D, **options).double()


def test_one_head_by_hand():
    # Tokens 1 and 0 of width 1. Query 2x, key ln(3)·x, value 10x + 1.
    head = AttentionHead(1).double()
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
    options = {"input_dim": QUERY, "key_dim": KEY, "value_dim": VALUE, "bias": bias}
    head = made(AttentionHead, **options)
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
    names = [name for name, _ in AttentionHead(D, bias=False).named_parameters()]
    assert names == ["query_proj.weight", "key_proj.weight", "value_proj.weight"]
    torch.manual_seed(0)
    head = AttentionHead(D, input_dim=QUERY, bias=False)
    torch.manual_seed(0)
    for projection in head.children():
        drawn = torch.nn.Linear(QUERY, D, bias=False)
        assert torch.equal(projection.weight, drawn.weight)


def test_widths_default_to_the_one_before():
    head = AttentionHead(D, input_dim=QUERY, key_dim=KEY)
    assert [p.in_features for p in head.children()] == [QUERY, KEY, KEY]
    assert [p.in_features for p in AttentionHead(D).children()] == [D, D, D]
    x = normal(B, TQ, D)
    head = made(AttentionHead)
    torch.testing.assert_close(head(x), head(x, x, x))


@pytest.mark.parametrize("kind", [AttentionHead, CausalAttention])
def test_dropout_acts_in_training_alone(kind):
    head, x = made(kind, dropout=0.5), normal(B, TQ, D)
    without = made(kind)  # the same parameters
    plain, weights = head.eval()(x)
    torch.testing.assert_close(plain, without(x)[0], **EXACT)
    dropped, before = head.train()(x)
    assert not torch.allclose(dropped, plain)
    torch.testing.assert_close(before, weights, **EXACT)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"head_dim": 0}, "head_dim 0 is below 1"),
        ({"head_dim": 7, "input_dim": 0}, "input_dim 0 is below 1"),
        ({"head_dim": 7, "key_dim": -1}, "key_dim -1 is below 1"),
        ({"head_dim": 7, "value_dim": 0}, "value_dim 0 is below 1"),
        ({"head_dim": 7, "dropout": -0.1}, "dropout -0.1 is not between 0 and 1"),
    ],
)
def test_bad_arguments_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        AttentionHead(**options)


def test_a_wrong_width_is_named():
    head = AttentionHead(D, key_dim=KEY).double()
    with pytest.raises(ValueError, match=r"key has shape \(2, 5, 7\); expected .* 13"):
        head(normal(B, TQ, D), normal(B, TK, D))


def test_no_token_sees_a_later_one_in_training_or_out_of_it():
    head, x = made(CausalAttention), normal(B, TK, D)
    changed = x.clone()
    changed[:, 3:] = 9
    for mode in (True, False):
        head.train(mode)
        (output, weights), (moved, _) = head(x), head(changed)
        assert torch.equal(moved[:, :3], output[:, :3])
        assert not torch.isclose(moved[:, 3:], output[:, 3:]).any()
        assert torch.equal(weights != 0, causal_mask(TK).expand_as(weights))


@pytest.mark.parametrize(
    "wrong", [sees_the_next_token, sees_not_itself, upper_triangle]
)
def test_a_wrong_causal_mask_is_seen(wrong, monkeypatch):
    monkeypatch.setattr("mha.attention.head.causal_mask", wrong)
    with pytest.raises(AssertionError):
        test_no_token_sees_a_later_one_in_training_or_out_of_it()


def test_a_causal_head_is_a_head_with_a_causal_mask():
    head, x, y = made(CausalAttention), normal(B, TQ, D), normal(B, TK, D, seed=1)
    plain = made(AttentionHead)  # the same parameters
    lengths = padding_mask([2, 5], TK)[:, 0]  # (B, 1, Tk): no heads here
    z = normal(B, TK, D, seed=2)
    for mask in (None, lengths):
        past = causal_mask(TQ, TK)
        expected = plain(x, y, z, past if mask is None else past & mask)
        for found, other in zip(head(x, y, z, mask), expected, strict=True):
            torch.testing.assert_close(found, other, **EXACT)


def test_a_causal_head_names_what_does_not_fit():
    head = made(CausalAttention)
    with pytest.raises(ValueError, match="query_len 5 must be between 1 and key_len 3"):
        head(normal(B, TK, D), normal(B, TQ, D))
    with pytest.raises(ValueError, match=r"mask is torch\.float32"):
        head(normal(B, TK, D), mask=torch.ones(TK, TK))
    with pytest.raises(ValueError, match="3 keys but 5 values"):
        head(*(normal(B, tokens, D) for tokens in (TK, TQ, TK)))


# What Raschka 2024 prints for YOUR_JOURNEY after torch.manual_seed(123).
PUBLISHED = {"rtol": 0, "atol": 5e-5}


def journey():
    return torch.tensor(YOUR_JOURNEY.embeddings).expand(2, 6, 3)


def test_two_causal_heads_give_the_published_numbers():
    torch.manual_seed(123)
    heads = [CausalAttention(2, input_dim=3, bias=False) for _ in range(2)]
    output = torch.cat([head(journey())[0] for head in heads], dim=-1)
    expected = {
        0: [-0.4519, 0.2216, 0.4772, 0.1063],
        1: [-0.5874, 0.0058, 0.5891, 0.3257],
        5: [-0.5299, -0.1081, 0.5077, 0.3493],
    }
    for sentence in output:
        for row, numbers in expected.items():
            torch.testing.assert_close(
                sentence[row], torch.tensor(numbers), **PUBLISHED
            )
    torch.manual_seed(123)
    wrapper = MultiHeadAttentionWrapper(4, 2, input_dim=3, bias=False)
    wrapper.out_proj = torch.nn.Identity()
    again, _ = wrapper(journey(), mask=causal_mask(6))
    torch.testing.assert_close(again, output)


def test_the_weight_split_gives_the_published_numbers():
    torch.manual_seed(123)
    split = MultiHeadAttention(2, 2, input_dim=3, bias=False)
    bias = torch.empty(2).uniform_(-(2**-0.5), 2**-0.5)  # drawn last, as nn.Linear does
    split.out_proj.bias = torch.nn.Parameter(bias)
    output, _ = split(journey(), mask=causal_mask(6))
    expected = {0: [0.3190, 0.4858], 1: [0.2943, 0.3897], 5: [0.2575, 0.4028]}
    for sentence in output:
        for row, numbers in expected.items():
            torch.testing.assert_close(
                sentence[row], torch.tensor(numbers), **PUBLISHED
            )
