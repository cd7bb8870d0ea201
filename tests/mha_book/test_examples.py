"""The worked example's published digits."""

import torch

from mha import (
    attention_weights,
    causal_mask,
    scaled_dot_product_attention,
    split_heads,
)
from mha_book.examples import HOW_ARE_YOU, TWO_HEADS

X = torch.tensor(HOW_ARE_YOU.embeddings, dtype=torch.float64)
SCORES = torch.tensor(HOW_ARE_YOU.scores, dtype=torch.float64)


def test_the_sentence():
    assert dict(zip(HOW_ARE_YOU.tokens, HOW_ARE_YOU.ids, strict=True)) == {
        "how": 10,
        "are": 3,
        "you": 5,
    }


def test_illustrative_scores_give_the_published_sums():
    identity = torch.eye(3, dtype=torch.float64)
    output, weights = scaled_dot_product_attention(SCORES, identity, X, scale=1.0)
    published = [[0.38, 0.26, 0.35], [0.23, 0.48, 0.29], [0.38, 0.34, 0.28]]
    # Published to two digits, some of them cut off instead of rounded.
    assert (weights - torch.tensor(published)).abs().max() < 0.01
    expected = [[2.0630, 2.1630], [2.1523, 2.2523], [2.0020, 2.1020]]
    torch.testing.assert_close(
        output, torch.tensor(expected).double(), rtol=0, atol=5e-5
    )


def test_no_embeddings_give_the_illustrative_scores():
    assert SCORES[0, 2] ** 2 > SCORES[0, 0] * SCORES[2, 2]
    assert torch.linalg.eigvalsh(SCORES).min() < -0.1


# ---- the matrices of two heads, on the same words ---------------------------------

VISIBLE = 0.05  # a difference that rounding to one decimal does not hide


def weights_of_two_heads(causal: bool) -> torch.Tensor:
    """(2, 3, 3), of heads of width 1."""
    query, key = (
        split_heads(X @ torch.tensor(matrix, dtype=torch.float64).mT, 2)
        for matrix in (TWO_HEADS.query, TWO_HEADS.key)
    )
    return attention_weights(query, key, mask=causal_mask(3) if causal else None)


def test_the_two_heads_look_at_different_words_and_none_is_all_or_nothing():
    weights = weights_of_two_heads(causal=False)
    first, second = weights.argmax(-1)
    assert (first != second).all()
    assert ((weights >= 0.05) & (weights <= 0.9)).all()


def test_a_causal_mask_changes_the_weights_of_both_heads():
    full, causal = map(weights_of_two_heads, (False, True))
    assert ((full - causal).abs().amax((1, 2)) > VISIBLE).all()
    assert not causal[:, ~causal_mask(3)].any()
