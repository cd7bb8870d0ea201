"""The worked example's published digits."""

from dataclasses import astuple

import numpy as np
import pytest
import torch

from mha import scaled_dot_product_attention
from mha.attention.positions import sinusoidal
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


PLAIN = np.array(HOW_ARE_YOU.embeddings)
PLACED = PLAIN + sinusoidal(3, 2, dtype=torch.float64).numpy()
VISIBLE = 0.05  # a difference that rounding to one decimal does not hide


def panels(sets, x, heads, causal=False):
    """Every panel of the map for many sets (N, 4, 2, 2): each (N, heads, 3, ...)."""
    *projections, out = sets.swapaxes(0, 1)
    q, k, v = (
        (x @ w.swapaxes(-1, -2)).reshape(-1, 3, heads, 2 // heads).swapaxes(1, 2)
        for w in projections
    )
    scores = q @ k.swapaxes(-1, -2) / (2 // heads) ** 0.5
    masked = np.where(np.tri(3, dtype=bool), scores, -np.inf) if causal else scores
    weights = np.exp(masked)
    weights = weights / weights.sum(-1, keepdims=True)
    mixed = weights @ v
    joined = mixed.swapaxes(1, 2).reshape(-1, 1, 3, 2)
    output = joined @ out.swapaxes(-1, -2)[:, None]
    return {"q": q, "k": k, "v": v, "scores": scores, "weights": weights} | {
        "mixed": mixed, "output": output,
    }  # fmt: skip


def is_calm(sets, x, heads):
    weights = panels(sets, x, heads)["weights"]
    return (weights.max((1, 2, 3)) <= 0.9) & (weights.min((1, 2, 3)) >= 0.05)


def heads_differ(sets, x):
    """Each row's largest weight stands elsewhere in the other head, by a margin."""
    weights = panels(sets, x, heads=2)["weights"]
    first, second = weights.argmax(-1).swapaxes(0, 1)
    ordered = np.sort(weights, -1)
    margin = (ordered[..., 2] - ordered[..., 1]).min((1, 2))
    return (first != second).all(-1) & (margin > VISIBLE)


def is_plain(sets):
    """No zero, no nearly flat matrix, and head 0 can be computed without a minus."""
    kept = (sets != 0).all((1, 2, 3)) & (np.abs(np.linalg.det(sets)) >= 0.1).all(-1)
    return kept & (np.einsum("te,npe->ntp", PLAIN, sets[:, :3, 0]) > 0).all((1, 2))


def least_change(sets):
    """The smallest of all that mask, positions and a second head should show."""
    changes = []
    for heads in (1, 2):
        plain, placed = panels(sets, PLAIN, heads), panels(sets, PLACED, heads)
        masked = panels(sets, PLAIN, heads, causal=True)
        moved = {name: np.abs(placed[name] - plain[name]) for name in plain}
        output = moved.pop("output")
        changes += [change.max((1, 2, 3)) for change in moved.values()]
        changes.append(output.min((1, 2, 3)))
        for name in ("mixed", "output"):  # the last token sees all as before
            hidden = np.abs(masked[name] - plain[name])[:, :, :2]
            changes.append(hidden.min((1, 2, 3)))
    one, two = (panels(sets, PLAIN, heads)["output"] for heads in (1, 2))
    return np.min([*changes, np.abs(one - two).min((1, 2, 3))], axis=0)


@pytest.fixture(scope="module")
def found():
    """What is left of a million sets of four matrices with one decimal."""
    sets = np.random.default_rng(0).integers(-10, 11, (1_000_000, 4, 2, 2)) / 10
    sets = sets[is_plain(sets)]
    for x in (PLAIN, PLACED):
        sets = sets[is_calm(sets, x, 2) & heads_differ(sets, x)]
        sets = sets[is_calm(sets, x, 1)]
    return sets


def test_the_matrices_are_the_clearest_of_a_search(found):
    best = found[least_change(found).argmax()]
    assert best.tolist() == [list(map(list, matrix)) for matrix in astuple(TWO_HEADS)]
    assert least_change(best[None]) > VISIBLE


def test_a_causal_mask_changes_the_weights_of_both_heads():
    sets = np.array([astuple(TWO_HEADS)])
    full, causal = (panels(sets, PLAIN, 2, c)["weights"][0] for c in (False, True))
    assert (np.abs(full - causal).max((1, 2)) > VISIBLE).all()
    assert np.all(causal[:, ~np.tri(3, dtype=bool)] == 0)
