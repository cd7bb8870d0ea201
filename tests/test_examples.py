"""The worked example's published digits."""

import torch

from mha.attention import scaled_dot_product_attention
from mha.examples import HOW_ARE_YOU

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
