"""Masks by hand."""

import pytest
import torch
from torch.nn import functional as F

from mha import (
    causal_mask,
    padding_mask,
    same_text,
    scaled_dot_product_attention,
    sliding_window_mask,
)
from mha.attention.masks import by_head
from wrong_masks import from_the_top_left, upper_triangle


def test_each_query_sees_itself_and_the_past():
    assert causal_mask(3).int().tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]


def test_the_last_query_sees_the_last_key():
    assert causal_mask(2, 5).int().tolist() == [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]
    assert causal_mask(1, 7).all()


def test_changing_the_future_leaves_the_past_unchanged():
    x = torch.randn(7, 3, generator=torch.Generator().manual_seed(0))
    changed = x.clone()
    changed[5:] += 1
    before, _ = scaled_dot_product_attention(x, mask=causal_mask(7))
    after, _ = scaled_dot_product_attention(changed, mask=causal_mask(7))
    assert torch.equal(before[:5], after[:5])
    assert not torch.equal(before[5:], after[5:])


@pytest.mark.parametrize(
    ("wrong", "test"),
    [
        (from_the_top_left, test_the_last_query_sees_the_last_key),
        (upper_triangle, test_changing_the_future_leaves_the_past_unchanged),
    ],
)
def test_a_wrong_causal_mask_is_seen(wrong, test, monkeypatch):
    monkeypatch.setitem(globals(), "causal_mask", wrong)
    with pytest.raises(AssertionError):
        test()


@pytest.mark.parametrize("sizes", [(0, 3), (5, 3), (3, 0), (-1, None)])
def test_impossible_lengths_are_named(sizes):
    query_len, key_len = sizes
    with pytest.raises(ValueError, match=f"query_len {query_len} must be between 1"):
        causal_mask(*sizes)
    with pytest.raises(ValueError, match=f"query_len {query_len} must be between 1"):
        sliding_window_mask(query_len, key_len, window=2)


def test_a_window_reaches_back_its_own_place_included():
    assert sliding_window_mask(4, window=2).int().tolist() == [
        [1, 0, 0, 0],
        [1, 1, 0, 0],
        [0, 1, 1, 0],
        [0, 0, 1, 1],
    ]
    assert sliding_window_mask(2, 5, window=3).int().tolist() == [
        [0, 1, 1, 1, 0],
        [0, 0, 1, 1, 1],
    ]
    assert torch.equal(sliding_window_mask(3, window=7), causal_mask(3))
    with pytest.raises(ValueError, match="window 0 is below 1"):
        sliding_window_mask(3, window=0)


@pytest.mark.parametrize("kind", [list, torch.tensor])
def test_padding_hides_what_follows_each_sentence(kind):
    mask = padding_mask(kind([3, 0, 2]), 3)
    assert mask.shape == (3, 1, 1, 3)
    assert mask[:, 0, 0].int().tolist() == [[1, 1, 1], [0, 0, 0], [1, 1, 0]]


@pytest.mark.parametrize(
    ("lengths", "message"),
    [
        ([2, 4], "length 4 must be between 0 and max_len 3"),
        ([-1], "length -1 must be between 0 and max_len 3"),
        ([1.5], "are torch.float32; expected a list of whole numbers"),
        ([[1]], r"shape \(1, 1\) .* expected a list of whole numbers"),
    ],
)
def test_impossible_paddings_are_named(lengths, message):
    with pytest.raises(ValueError, match=message):
        padding_mask(lengths, 3)


# What book/mask-conventions.md says of PyTorch's conventions: which value hides a key.
X = torch.randn(1, 3, 2, generator=torch.Generator().manual_seed(1))
SEEN = torch.tensor([[True, True, False]] * 3)  # the last key is hidden from all


@pytest.mark.parametrize(
    "mask",
    [SEEN, torch.zeros(3, 3).masked_fill(~SEEN, -torch.inf)],
    ids=["boolean: False hides", "float: −∞ hides"],
)
def test_polarity_of_pytorchs_function(mask):
    ours, _ = scaled_dot_product_attention(X, mask=SEEN)
    theirs = F.scaled_dot_product_attention(X, X, X, mask)
    torch.testing.assert_close(theirs, ours)


@pytest.mark.parametrize(
    "options",
    [{"attn_mask": ~SEEN}, {"key_padding_mask": ~SEEN[:1]}],
    ids=["attn_mask: True hides", "key_padding_mask: True hides"],
)
def test_polarity_of_pytorchs_module(options):
    torch.manual_seed(0)
    module = torch.nn.MultiheadAttention(2, 1, batch_first=True)
    _, weights = module(X, X, X, **options)
    assert (weights[..., 2] == 0).all()
    assert (weights[..., :2] > 0).all()


def test_each_head_gets_its_own_mask_or_the_one_for_all():
    each = torch.arange(2 * 3 * 5).view(2, 3, 1, 5) % 2 == 0  # (B, H, 1, Tk)
    found = by_head(each, 3)
    assert [tuple(mask.shape) for mask in found] == [(2, 1, 5)] * 3
    assert all(torch.equal(mask, each[:, h]) for h, mask in enumerate(found))
    alone = by_head(each[0], 3)  # (H, 1, Tk), of one sentence
    assert all(torch.equal(mask, each[0, h]) for h, mask in enumerate(alone))
    for_all = each[:, :1]
    assert all(torch.equal(m, each[:, 0]) for m in by_head(for_all, 3))
    flat = causal_mask(5)
    assert by_head(flat, 3) == [flat] * 3
    assert by_head(None, 3) == [None] * 3


def test_a_token_may_attend_within_its_own_text():
    mask = same_text(torch.tensor([[5, 5, 7], [7, 7, 7]]))
    assert mask.shape == (2, 1, 3, 3)
    assert mask[0, 0].int().tolist() == [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    assert mask[1].all()
