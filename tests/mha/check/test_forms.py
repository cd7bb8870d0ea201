"""A right answer may take a batch only, or give less; a wrong one is told so, too."""

import math

import pytest
import torch

from mha import check
from mha.check.diagnosis import Diagnosis


def split_batch(x, num_heads):
    batch, length, _ = x.shape
    return x.view(batch, length, num_heads, -1).transpose(1, 2)


def merge_batch(x):
    return x.permute(0, 2, 1, 3).flatten(2)


def stacked(x, num_heads):
    return torch.stack(x.chunk(num_heads, -1), 1)  # raises nowhere


def attend_batch(query, key, value, mask=None):
    scores = torch.bmm(query, key.transpose(1, 2)) / math.sqrt(query.shape[2])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(2)
    return torch.bmm(weights, value), weights


def attend_whose_mask_has_a_batch(query, key, value, mask=None):
    if mask is not None:
        mask = torch.stack(list(mask.expand(query.shape[0], -1, -1)))
    return attend_batch(query, key, value, mask)


def output_alone(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
    batch, length, width = x.shape
    q, k, v = (split_batch(x @ w, num_heads) for w in (w_q, w_k, w_v))
    heads = torch.nn.functional.scaled_dot_product_attention(q, k, v, mask)
    return heads.transpose(1, 2).reshape(batch, length, width) @ w_o


def full_mask(lengths, T):
    seen = torch.arange(T) < lengths[:, None]
    return seen[:, None, None].expand(-1, 1, T, T)


RIGHT = {
    "split_heads": (split_batch, stacked),
    "merge_heads": (merge_batch,),
    "repeat_kv": (lambda x, times: x.repeat_interleave(times, 1),),
    "multi_head": (output_alone,),
    "padding_mask": (full_mask,),
}


@pytest.mark.parametrize(
    ("name", "one"), [(name, one) for name in RIGHT for one in RIGHT[name]]
)
def test_it_is_right_and_its_form_is_noted(name: str, one) -> None:
    found: Diagnosis = getattr(check, name)(one)
    assert found.ok, str(found)
    assert found.notes


@pytest.mark.parametrize("one", [attend_batch, attend_whose_mask_has_a_batch])
def test_attend_must_take_a_text_alone_since_later_pages_hand_it_one(one) -> None:
    found = check.attend(one)
    assert not found.ok
    assert found.fails == "It takes a text alone"
    assert not found.faults
    assert found.behaves_like is None


def attend_batch_by_columns(query, key, value, mask=None):
    scores = torch.bmm(query, key.transpose(1, 2)) / math.sqrt(query.shape[2])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(1)
    return torch.bmm(weights, value), weights


def attend_by_columns_whose_mask_has_a_batch(query, key, value, mask=None):
    if mask is not None:
        _, _, _ = mask.shape
    return attend_batch_by_columns(query, key, value, mask)


def test_what_takes_any_number_of_axes_gets_no_note() -> None:
    assert not check.merge_heads(lambda x: x.transpose(-3, -2).flatten(-2)).notes


def cut_by_a_view(x, num_heads):
    batch, length, width = x.shape
    return x.reshape(batch, num_heads, length, width // num_heads)


def no_output_matrix(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return output_alone(x, w_q, w_k, w_v, torch.eye(len(w_o)), num_heads, mask)


def hidden_queries(lengths, T):
    seen = torch.arange(T) < lengths[:, None]
    return seen[:, None, :, None].expand(-1, 1, T, T)


@pytest.mark.parametrize(
    ("name", "one", "fault"),
    [
        ("split_heads", cut_by_a_view, "The heads are cut by one view"),
        ("merge_heads", lambda x: x.mean(dim=1), "The heads are averaged"),
        ("multi_head", no_output_matrix, "The output’s matrix is left out"),
        ("padding_mask", hidden_queries, "It hides queries, and not keys"),
        ("attend", attend_batch_by_columns, "The softmax runs over the queries"),
        (
            "attend",
            attend_by_columns_whose_mask_has_a_batch,
            "The softmax runs over the queries",
        ),
    ],
)
def test_a_mistake_is_named_in_every_form(name: str, one, fault: str) -> None:
    found: Diagnosis = getattr(check, name)(one)
    assert [each.name for each in found.faults] == [fault], str(found)
    assert found.fails != "It runs"


def test_weights_that_are_given_are_looked_at() -> None:
    def one_table(x, *rest):
        output = output_alone(x, *rest)
        return output, torch.ones(len(x), rest[4], x.shape[1], x.shape[1])

    assert "sums to 5" in str(check.multi_head(one_table))


def test_words_exchanged_with_the_batch_are_told_in_numbers() -> None:
    def time_first(x, num_heads):
        return split_batch(x.transpose(0, 1), num_heads)

    found = check.split_heads(time_first)
    assert not found.ok
    assert found.fails.startswith("Its results have the right shapes")


def test_what_raises_in_its_own_form_is_told_by_its_own_message() -> None:
    def half_heads(x, num_heads):
        batch, length, width = x.shape
        return x.view(batch, length, num_heads, width / num_heads).transpose(1, 2)

    assert "It raises TypeError" in str(check.split_heads(half_heads))
