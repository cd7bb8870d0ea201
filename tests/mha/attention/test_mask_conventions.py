"""One mask in every convention: the same output, and the way back."""

import math

import pytest
import torch
from hypothesis import given, settings, strategies as st
from torch.nn import functional as F

from every_design import EXACT, gradients, normal
from mha import (
    MultiHeadAttention,
    SequenceFirstMultiHeadAttention,
    causal_mask,
    convert,
    padding_mask,
    to_torch,
)
from mha.attention import mask_conventions as conventions

B, H, D, TQ, TK = 2, 3, 5, 7, 11
SIZES = (B, H, TQ, TK)
BY_KEY = padding_mask([5, 9], TK)
BOTH = BY_KEY & causal_mask(TQ, TK)  # (B, 1, TQ, TK), no row empty


@st.composite
def masks(draw, axes=((B, 1), (H, 1), (TQ, 1), (TK, 1))):
    """Any mixture, each axis whole or broadcast, and no row empty: PyTorch's are NaN.

    What this book makes of empty rows is in test_attention.py and test_multihead.py.
    """
    shape = [draw(st.sampled_from(sizes)) for sizes in axes]
    torch.manual_seed(draw(st.integers(0, 2**31)))
    mask = torch.rand(shape) > draw(st.sampled_from([0.1, 0.5, 0.9]))
    mask[..., 0] = True
    return mask


@pytest.fixture(scope="module")
def module():
    torch.manual_seed(0)
    return MultiHeadAttention(H * D, H).double()


@pytest.fixture(scope="module")
def inputs():
    return [normal(B, n, H * D, seed=n).requires_grad_() for n in (TQ, TK)]


def assert_equal(found, expected, modules, inputs):
    """Two outputs and all the gradients that follow from them."""
    torch.testing.assert_close(found, expected, **EXACT)
    theirs, ours = (
        gradients(m, inputs, out)
        for m, out in zip(modules, (found, expected), strict=True)
    )
    for name, gradient in ours.items():
        torch.testing.assert_close(theirs[name], gradient, **EXACT)


@settings(max_examples=40)
@given(mask=masks())
def test_pytorchs_module_with_its_attn_mask(mask, module, inputs):
    query, key = inputs
    torchs = to_torch(module)
    there = conventions.to_torch_attn_mask(mask, SIZES)
    assert there.shape == (B * H, TQ, TK)
    found, _ = torchs(query, key, key, attn_mask=there)
    expected, _ = module(query, key, mask=mask)
    assert_equal(found, expected, (torchs, module), inputs)
    back = conventions.from_torch_attn_mask(there, H)
    assert torch.equal(back, mask.expand(SIZES))


def test_a_sentences_heads_follow_one_another():
    there = conventions.to_torch_attn_mask(padding_mask([1, 2], 2), (2, 3, 1, 2))
    assert there.int().tolist() == 3 * [[[0, 1]]] + 3 * [[[0, 0]]]


def heads_repeated(mask, sizes):
    batch, heads, queries, keys = sizes
    by_sentence = mask.expand(batch, 1, queries, keys)[:, 0]
    return ~by_sentence.repeat(heads, 1, 1)


def test_heads_in_another_order_are_seen(monkeypatch):
    monkeypatch.setattr(conventions, "to_torch_attn_mask", heads_repeated)
    with pytest.raises(AssertionError):
        test_a_sentences_heads_follow_one_another()


@settings(max_examples=40)
@given(mask=masks())
def test_pytorchs_function_with_either_mask(mask):
    q, k, v = (normal(B, H, n, D, seed=i) for i, n in enumerate((TQ, TK, TK)))
    additive = conventions.to_additive(mask, torch.float64)
    by_truth = F.scaled_dot_product_attention(q, k, v, mask)
    by_sum = F.scaled_dot_product_attention(q, k, v, additive)
    torch.testing.assert_close(by_sum, by_truth, **EXACT)
    assert set(additive.flatten().tolist()) <= {0.0, -math.inf}
    assert torch.equal(conventions.from_additive(additive), mask)


@settings(max_examples=40)
@given(mask=masks(axes=((B, 1), (1,), (TQ, 1), (TK, 1))))
def test_sequence_first(mask, module, inputs):
    query, key = inputs
    there = conventions.to_sequence_first(mask)
    assert there.shape == tuple(mask.shape[i] for i in (2, 3, 0))
    other = convert(module, SequenceFirstMultiHeadAttention)
    turned = (x.transpose(0, 1) for x in inputs)
    found, _ = other(*turned, mask=there.bool())
    expected, _ = module(query, key, mask=mask)
    assert_equal(found.transpose(0, 1), expected, (other, module), inputs)
    assert torch.equal(conventions.from_sequence_first(there), mask)


def test_padding_as_pytorchs_module_has_it(module, inputs):
    query, key = inputs
    there = conventions.to_torch_key_padding_mask(BY_KEY)
    found, _ = to_torch(module)(query, key, key, key_padding_mask=there)
    expected, _ = module(query, key, mask=BY_KEY)
    torch.testing.assert_close(found, expected, **EXACT)
    assert torch.equal(conventions.from_torch_key_padding_mask(there), BY_KEY)


def test_padding_as_hugging_face_has_it():
    there = conventions.to_huggingface_mask(padding_mask([2, 3], 3))
    assert there.tolist() == [[1, 1, 0], [1, 1, 1]]
    assert there.dtype == torch.int64
    back = conventions.from_huggingface_mask(there)
    assert torch.equal(back, padding_mask([2, 3], 3))


def test_a_matrix_is_the_same_for_every_sentence_and_head():
    mask = causal_mask(3)
    assert torch.equal(conventions.from_torch_attn_mask(~mask, H), mask)
    there = conventions.to_sequence_first(mask)
    assert there.tolist() == [[[1], [0], [0]], [[1], [1], [0]], [[1], [1], [1]]]


@pytest.mark.parametrize("hidden", [-1e4, -1e9, torch.finfo(torch.float32).min])
def test_what_published_code_calls_minus_infinity_is_hidden(hidden):
    additive = torch.zeros(BOTH.shape).masked_fill(~BOTH, hidden)
    assert torch.equal(conventions.from_additive(additive), BOTH)


WHOLE = torch.ones(B, H, TQ, TK).bool()


@pytest.mark.parametrize(
    ("convert_mask", "argument", "message"),
    [
        ("to_additive", torch.ones(3), "mask is torch.float32; expected torch.bool"),
        ("from_additive", torch.tensor([0, -0.5]), "has -0.5; expected 0 or −inf"),
        ("from_additive", torch.tensor([0, 1.0]), "has 1; expected 0 or −inf"),
        ("from_additive", torch.tensor([torch.nan]), "has nan; expected 0 or −inf"),
        (
            "to_torch_key_padding_mask",
            BOTH,
            r"\(2, 1, 7, 11\); expected \(B, 1, 1, Tk\)",
        ),
        ("to_torch_key_padding_mask", WHOLE[:, :, :1], r"expected \(B, 1, 1, Tk\)"),
        ("to_huggingface_mask", BY_KEY[0], r"\(1, 1, 11\); expected \(B, 1, 1, Tk\)"),
        ("to_huggingface_mask", BY_KEY.long(), "mask is torch.int64"),
        ("from_torch_key_padding_mask", torch.ones(2, 3), "mask is torch.float32"),
        ("from_huggingface_mask", torch.tensor([[1, 2]]), "has 2; expected 1 or 0"),
        ("to_sequence_first", WHOLE, r"\(2, 3, 7, 11\); expected \(B, 1, Tq, Tk\)"),
        ("to_sequence_first", BOTH[0], r"\(1, 7, 11\); expected \(B, 1, Tq, Tk\)"),
        ("to_sequence_first", BOTH.long(), "mask is torch.int64"),
        ("from_sequence_first", torch.ones(3, 3), r"expected \(Tq, Tk, B\)"),
        ("from_sequence_first", -torch.ones(3, 3, 1), "has -1; expected 1 or 0"),
    ],
)
def test_what_cannot_be_converted_is_named(convert_mask, argument, message):
    with pytest.raises(ValueError, match=message):
        getattr(conventions, convert_mask)(argument)


def test_an_attn_mask_of_the_wrong_size_is_named():
    with pytest.raises(ValueError, match=r"mask \(2, 1, 7, 11\) does not broadcast"):
        conventions.to_torch_attn_mask(BOTH, (B, H, TQ, TK + 1))
    with pytest.raises(ValueError, match="5 is not divisible by num_heads 3"):
        conventions.from_torch_attn_mask(torch.ones(5, TQ, TK).bool(), H)
    with pytest.raises(ValueError, match=r"mask is torch\.float32"):
        conventions.from_torch_attn_mask(torch.ones(TQ, TK), H)
