"""A mistake is named where there is a sign of it, and no second one without a sign."""

import math

import pytest
import torch

from mha import check
from mha.check.subjects import many_heads


def attend(scores_of=None, fill=-math.inf, weights_of=None):
    """Write an `attend` with something of its own."""

    def mine(query, key, value, mask=None):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        scores = scores_of(query, key) if scores_of else scores
        if mask is not None:
            scores = scores.masked_fill(~mask, fill)
        weights = weights_of(scores) if weights_of else scores.softmax(-1)
        return weights @ value, weights

    return mine


def test_minus_a_billion_is_no_second_mistake() -> None:
    found = check.attend(attend(fill=-1e9, weights_of=lambda s: s.softmax(-2)))
    assert [one.name for one in found.faults] == ["The softmax runs over the queries"]
    assert any("−1e9" in one for one in found.notes)


def test_two_are_named_only_where_both_have_their_signs() -> None:
    # Hidden by −10 they keep a ten-thousandth, as no two known mistakes do.
    found = check.attend(attend(lambda query, key: query @ key.mT, fill=-10.0))
    assert "counts as 1; expected 1/√4 = 0.5" in str(found)
    assert not found.faults


def test_half_precision_that_is_not_taken_hides_no_mistake() -> None:
    def mine(query, key, value, mask=None):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        scores = scores if mask is None else scores * mask.float()
        weights = scores.softmax(-1)
        return weights @ value, weights

    found = check.attend(mine)
    assert [one.name for one in found.faults] == ["Hidden words have the score 0"]


def test_beside_a_stumble_the_first_wrong_number_is_told() -> None:
    found = check.attend(attend(lambda query, key: key @ query.mT))
    assert found.fails == "It runs"
    assert "Where it runs, it is not right either. On two queries and two" in str(found)
    assert found.behaves_like is None


def test_a_table_made_once_is_too_small_for_long_texts() -> None:
    table = torch.ones(8, 8, dtype=torch.bool).tril()
    found = check.causal_mask(lambda length: table[:length, :length])
    assert "On 70 words, the shape of its mask is (8, 8); expected (70, 70)." in str(
        found
    )


def test_each_text_has_its_own_mask() -> None:
    right = many_heads.MULTI_HEAD.listing.solution()

    def of_the_first(x, *rest):
        *matrices, mask = rest if len(rest) == 6 else (*rest, None)
        if mask is not None and mask.dim() == 4:
            mask = mask.flip(0)  # the texts get each other's
        return right(x, *matrices, mask)

    found = check.multi_head(of_the_first)
    assert "On a batch of two texts of 2 and 4 words" in str(found)


def test_words_that_never_meet_are_seen() -> None:
    def in_place(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
        q, k, v = (
            (x @ w).unflatten(-1, (num_heads, -1)) for w in (w_q, w_k, w_v)
        )  # words and heads are not exchanged
        return (
            torch.nn.functional.scaled_dot_product_attention(q, k, v).flatten(-2) @ w_o
        )

    found = check.multi_head(in_place)
    assert "no other word's output moves" in str(found)


@pytest.mark.parametrize(("right_at", "is_named"), [((0.3, 3), False), ((3,), True)])
def test_one_wrong_number_alike_is_no_sign_of_a_mistake(right_at, is_named) -> None:
    def mine(logits, temperature):
        divided = logits / temperature if temperature in right_at else logits
        return divided.softmax(dim=-1)

    found = check.temperature(mine)
    nearest = found.behaves_like
    assert (nearest and nearest.name) == (
        "The temperature is ignored" if is_named else None
    )
    told = "In part it behaves like: The temperature is ignored or The temperature "
    told += "cancels out or The temperature is added; but not all numbers are the same."
    assert (told in str(found).splitlines()) is is_named
