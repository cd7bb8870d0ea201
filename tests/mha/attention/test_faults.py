"""Faults of widely read tutorials, planted: shapes pass, the comparison does not.

Each fault below runs without an error and returns the right shapes. What the suite
uses to compare designs must refuse it. Wrong masks, positions and
conventions are planted beside the tests that must see them.
"""

import pytest
import torch
from torch import nn

from every_design import assert_same, normal, reference
from mha import MultiHeadAttention, merge_heads
from mha.attention.head import Heads
from mha.attention.interop import CONVERTERS

B, H, D, TQ, TK = 2, 3, 5, 7, 11


class ScaledByModelWidth(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        query = heads.query * (D / self.embed_dim) ** 0.5
        return super().mix(heads._replace(query=query), mask, bias)


class ScaledTwice(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        query = heads.query / D**0.5
        return super().mix(heads._replace(query=query), mask, bias)


class SoftmaxOverQueries(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        weights = (heads.query @ heads.key.mT).softmax(-2)
        return weights @ heads.value, weights


class InvertedMask(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        return super().mix(heads, ~mask, bias)


class MaskAfterTheSoftmax(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        _, weights = super().mix(heads, None, bias)
        return (weights * mask) @ heads.value, weights * mask


class SplitByViewAlone(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        def wrong(t):  # (B, T, E) viewed as (B, H, T, D) at once
            return merge_heads(t).reshape(t.shape)

        return super().mix(Heads(*map(wrong, heads)), mask, bias)


class MergedWithoutTranspose(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        output, weights = super().mix(heads, mask, bias)
        wrong = output.reshape(B, TQ, H, D).transpose(1, 2)  # what the merge will undo
        return wrong, weights


class HeadsInReverse(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        output, weights = super().mix(heads, mask, bias)
        return output.flip(1), weights


class AveragedWeights(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        output, weights = super().mix(heads, mask, bias)
        return output, weights.mean(1, keepdim=True).expand_as(weights)


class WeightsAfterDropout(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        output, weights = super().mix(heads, mask, bias)
        return output, nn.functional.dropout(weights, 0.5)


class ValuesAsKeys(MultiHeadAttention):
    def forward(self, query, key, value, mask):
        return super().forward(query, value, key, mask)


class HalfDetachedKeys(MultiHeadAttention):
    def mix(self, heads, mask, bias):
        key = heads.key / 2 + heads.key.detach() / 2
        return super().mix(heads._replace(key=key), mask, bias)


FAULTS = [
    ScaledByModelWidth,
    ScaledTwice,
    SoftmaxOverQueries,
    InvertedMask,
    MaskAfterTheSoftmax,
    SplitByViewAlone,
    MergedWithoutTranspose,
    HeadsInReverse,
    AveragedWeights,
    WeightsAfterDropout,
    ValuesAsKeys,
    HalfDetachedKeys,
]


@pytest.fixture
def problem():
    """Inputs and a mask that hides something, never everything, from each query."""
    inputs = [normal(B, n, H * D, seed=n).requires_grad_() for n in (TQ, TK, TK)]
    inputs[2] = normal(B, TK, H * D, seed=1).requires_grad_()
    mask = normal(TQ, TK) > -0.3
    mask[:, 0], mask[:, 1] = True, False
    return inputs, mask


def module_of(design):
    torch.manual_seed(0)
    module = design(H * D, H).double()
    for parameter in module.parameters():
        nn.init.normal_(parameter, std=0.5)
    return module


def test_without_a_fault_the_comparison_passes(problem):
    module = module_of(MultiHeadAttention)
    assert_same(module, module, *problem)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_keeps_the_shapes_and_fails_the_comparison(
    fault, problem, monkeypatch
):
    module, (inputs, mask) = module_of(fault), problem
    expected = reference(module, *inputs, mask)
    found = module(*inputs, mask)
    assert [t.shape for t in found] == [t.shape for t in expected]
    # Gradients are read through a conversion, which else refuses a subclass.
    monkeypatch.setitem(CONVERTERS, fault, CONVERTERS[MultiHeadAttention])
    with pytest.raises(AssertionError, match="not close"):
        assert_same(module, module, inputs, mask)
