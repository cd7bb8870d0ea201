"""Attention that knows distances: against slow loops, and what moving changes."""

import pytest
import torch
from torch import nn

from designs import EXACT, POSITIONED, normal
from mha.masks import causal_mask
from mha.positions import alibi_slopes, rotate
from mha.relative import (
    AlibiMultiHeadAttention,
    RelativeMultiHeadAttention,
    RotaryMultiHeadAttention,
)

B, H, D, TQ, TK = 2, 3, 4, 5, 7
E = H * D


def module_of(design, **options):
    torch.manual_seed(0)
    module = design(E, H, **options).double()
    for parameter in module.parameters():
        nn.init.normal_(parameter, std=0.5)
    return module


def projected(module, query, key):
    """Queries, keys and values as (B, H, T, D)."""
    names = ("query_proj", "key_proj", "value_proj")
    pairs = zip(names, (query, key, key), strict=True)
    tensors = [getattr(module, name)(x) for name, x in pairs]
    return [t.unflatten(-1, (H, D)).transpose(1, 2) for t in tensors]


def attend(module, scores, mask, v):
    """The output from finished scores (B, H, Tq, Tk)."""
    weights = scores.masked_fill(~mask, -torch.inf).softmax(-1)
    return module.out_proj((weights @ v).transpose(1, 2).flatten(-2)), weights


QUERY, KEY = normal(B, TQ, E), normal(B, TK, E, seed=1)
MASK = causal_mask(TQ, TK)


def by_pairs(function, q, k):
    """Scores from a function of head, query, its place, key and its place."""
    scores = torch.zeros(B, H, TQ, TK).double()
    for b, h, i, j in torch.cartesian_prod(*map(torch.arange, scores.shape)).tolist():
        place = TK - TQ + i  # the last query stands where the last key does
        scores[b, h, i, j] = function(h, q[b, h, i], place, k[b, h, j], j)
    return scores


def test_relative_adds_a_key_for_each_distance():
    module = module_of(RelativeMultiHeadAttention, max_distance=2)
    table = module.distance.weight

    def score(_, q, i, k, j):
        return q @ (k + table[min(max(j - i, -2), 2) + 2]) / D**0.5

    q, k, v = projected(module, QUERY, KEY)
    expected, weights = attend(module, by_pairs(score, q, k), MASK, v)
    turned = (x.transpose(0, 1) for x in (QUERY, KEY))
    output, found = module(*turned, mask=MASK[..., None])
    torch.testing.assert_close(output.transpose(0, 1), expected, **EXACT)
    torch.testing.assert_close(found, weights, **EXACT)
    assert table.shape == (5, D)
    moved = (torch.autograd.grad(o.square().sum(), table) for o in (output, expected))
    torch.testing.assert_close(*moved, **EXACT)


def test_rotary_turns_queries_and_keys():
    module = module_of(RotaryMultiHeadAttention)

    def score(_, q, i, k, j):
        turn = (rotate(x[None], torch.tensor([t]))[0] for x, t in ((q, i), (k, j)))
        return torch.dot(*turn) / D**0.5

    q, k, v = projected(module, QUERY, KEY)
    expected, weights = attend(module, by_pairs(score, q, k), MASK, v)
    output, found = module(QUERY, KEY, mask=MASK)
    torch.testing.assert_close(output, expected, **EXACT)
    torch.testing.assert_close(found, weights, **EXACT)


def test_alibi_takes_a_share_of_the_distance_off():
    module, slopes = module_of(AlibiMultiHeadAttention), alibi_slopes(H)

    def score(h, q, i, k, j):
        return q @ k / D**0.5 - slopes[h] * abs(i - j)

    q, k, v = projected(module, QUERY, KEY)
    expected, weights = attend(module, by_pairs(score, q, k), MASK, v)
    output, found = module(QUERY, KEY, mask=MASK)
    torch.testing.assert_close(output, expected, **EXACT)
    torch.testing.assert_close(found, weights, **EXACT)


each_design = pytest.mark.parametrize("design", POSITIONED, ids=lambda d: d.__name__)


@each_design
def test_the_last_step_alone_equals_the_last_row(design):
    """Keys of the past may be kept while one query comes at a time."""
    module = module_of(design, **POSITIONED[design])
    axis = 0 if design is RelativeMultiHeadAttention else 1
    x = KEY.transpose(0, 1) if axis == 0 else KEY
    mask = causal_mask(TK)
    whole, _ = module(x, mask=mask[..., None] if axis == 0 else mask)
    last, _ = module(x.narrow(axis, TK - 1, 1), x, x)
    torch.testing.assert_close(last, whole.narrow(axis, TK - 1, 1), **EXACT)


@each_design
def test_order_matters_now(design):
    module = module_of(design, **POSITIONED[design])
    x = KEY.transpose(0, 1) if design is RelativeMultiHeadAttention else KEY
    axis = 0 if design is RelativeMultiHeadAttention else 1
    output, _ = module(x)
    turned, _ = module(x.flip(axis))
    difference = (turned.flip(axis) - output).abs().max()
    symmetric = design is AlibiMultiHeadAttention  # both directions fade alike
    assert (difference < 1e-10) == symmetric
    moved, _ = module(x.roll(1, axis))
    assert not torch.allclose(moved.roll(-1, axis), output)


@pytest.mark.parametrize("design", [RotaryMultiHeadAttention, AlibiMultiHeadAttention])
def test_one_sentence_needs_no_batch(design):
    module = module_of(design)
    batched, _ = module(QUERY, KEY)
    alone, _ = module(QUERY[1], KEY[1])
    torch.testing.assert_close(alone, batched[1], **EXACT)


def test_the_nearest_distance_alone_may_have_a_key():
    module = module_of(RelativeMultiHeadAttention, max_distance=1)
    assert module.distance.weight.shape == (3, D)


@each_design
def test_dropout_acts_in_training_alone(design):
    module = module_of(design, dropout=0.5, **POSITIONED[design])
    plain, weights = module.eval()(KEY)
    without = module_of(design, **POSITIONED[design])  # the same parameters
    torch.testing.assert_close(without(KEY)[0], plain, **EXACT)
    dropped, before = module.train()(KEY)
    assert not torch.allclose(dropped, plain)
    torch.testing.assert_close(before, weights, **EXACT)


@each_design
def test_an_empty_row_gives_zeros_and_finite_gradients(design):
    module = module_of(design, **POSITIONED[design])
    x = KEY.clone().requires_grad_()
    output, weights = module(x, mask=torch.zeros(1, 1, 1).bool())
    assert (weights == 0).all()
    torch.testing.assert_close(output, module.out_proj.bias.expand_as(output))
    (gradient,) = torch.autograd.grad(output.sum(), x)
    assert (gradient == 0).all()


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="max_distance 0 is below 1"):
        RelativeMultiHeadAttention(E, H, max_distance=0)
    with pytest.raises(ValueError, match="width 5 is odd"):
        RotaryMultiHeadAttention(15, 3)(normal(B, TQ, 15).float())
    module, lengths = module_of(AlibiMultiHeadAttention), (TQ, TQ, TK)
    with pytest.raises(ValueError, match="5 keys but 7 values"):
        module(*(normal(B, n, E) for n in lengths))
    with pytest.raises(ValueError, match="query has shape"):
        AlibiMultiHeadAttention(E, H).double()(normal(B, TQ, 5))
