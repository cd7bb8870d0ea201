"""A task about order alone: what is learned, and what is measured."""

from itertools import combinations

import pytest
import torch
from torch import nn

from mha import AlibiPositions, RotaryPositions, SinusoidalPositions
from mha_book.experiments.token_before import (
    TokenBefore,
    scores_by_distance,
    token_before_accuracy as accuracy,
    train_token_before as train,
    unseen_texts,
)


class Knows(nn.Module):
    """Names the token before, up to a position; beyond it, the next of the eight."""

    def forward(self, tokens, until):
        assert not torch.is_grad_enabled()  # it is measured, not trained
        answer = tokens.roll(1, dims=1)
        wrong = torch.arange(tokens.shape[1]) > until
        return nn.functional.one_hot((answer + wrong) % 8, 8).float()


def test_texts_are_the_same_at_each_call():
    texts = unseen_texts(7, 11)
    assert texts.shape == (7, 11)
    assert torch.equal(texts, unseen_texts(7, 11))
    assert set(unseen_texts().unique().tolist()) == set(range(8))


def test_accuracy_is_by_position():
    found = accuracy(Knows(), unseen_texts(7, 11), until=3)
    assert found.tolist() == [1.0] * 3 + [0.0] * 7


def test_a_trained_model_names_the_token_before():
    torch.manual_seed(0)
    model = train(TokenBefore(relative=RotaryPositions), length=8)
    texts = unseen_texts(50, 8)
    assert accuracy(model, texts).min() > 0.95
    untrained = TokenBefore(relative=RotaryPositions)
    assert accuracy(untrained, texts).max() < 0.4


def test_each_token_reads_itself_and_earlier_ones_and_where_they_stand():
    plain, placed = TokenBefore(), TokenBefore(SinusoidalPositions())
    placed.load_state_dict(plain.state_dict())
    texts = unseen_texts(5, 7)
    later = torch.cat([texts[:, :4], (texts[:, 4:] + 1) % 8], dim=1)
    for model in (plain, placed):
        same = torch.isclose(model(texts), model(later)).all(dim=-1)
        assert same.tolist() == [[True] * 4 + [False] * 3] * 5
    found = [plain(texts), placed(texts), placed(texts, start=3)]
    assert not any(torch.allclose(a, b) for a, b in combinations(found, 2))


@pytest.mark.parametrize("length", [8, 16])
def test_a_step_reads_512_tokens(length):
    seen, model = [], TokenBefore()
    model.register_forward_pre_hook(lambda _, given: seen.append(given[0].shape))
    train(model, steps=2, length=length)
    assert seen == [(512 // length, length)] * 2


def test_scores_by_distance_are_those_of_the_attention():
    torch.manual_seed(0)
    model, texts = TokenBefore(relative=AlibiPositions), unseen_texts(5, 7)
    x, layer = model.embedding(texts), model.attention
    q, k = (p(x).unflatten(-1, (4, 8)) for p in (layer.query_proj, layer.key_proj))
    slopes = torch.tensor([2.0 ** -(2 * h) for h in range(1, 5)])  # of four heads
    found = scores_by_distance(model, texts)
    assert not found.requires_grad
    for distance in range(7):
        pairs = (q[:, distance:] * k[:, : 7 - distance]).sum(-1) / 8**0.5
        expected = (pairs - slopes * distance).mean()
        torch.testing.assert_close(found[distance], expected)
    assert not layer.relative._forward_hooks  # the model is as it was


def test_scores_by_distance_need_relative_positions():
    with pytest.raises(TypeError, match="no relative positions"):
        scores_by_distance(TokenBefore(), unseen_texts(5, 7))
