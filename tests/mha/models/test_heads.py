"""Single heads: what they look at is measured right, and one alone is silenced."""

import pytest
import torch

from every_design import DESIGNS, EXACT, normal
from mha import (
    FusedMultiHeadAttention,
    induction_scores,
    previous_token_scores,
    without_heads,
)
from small_models import B, D, H, T, ids_of, model_of

L = 2
BATCH_FIRST = [design for design in DESIGNS if design.batch_first]


def weights():
    return [normal(B, H, T, T, seed=layer).softmax(dim=-1) for layer in range(L)]


def test_scores_are_means_over_the_tokens_that_count():
    before, after = previous_token_scores(weights()), induction_scores(weights(), 3)
    for layer, own in enumerate(weights()):
        for head in range(H):
            rows = own[:, head]  # (B, T, T)
            expected = sum(rows[:, t, t - 1].mean() for t in range(1, T)) / (T - 1)
            torch.testing.assert_close(before[layer, head], expected, **EXACT)
            expected = sum(rows[:, t, t - 2].mean() for t in range(3, T)) / (T - 3)
            torch.testing.assert_close(after[layer, head], expected, **EXACT)


def test_each_sequence_may_have_a_period_of_its_own():
    periods = torch.tensor([1, 2, 3, 5, T - 1])
    found, counted = 0, T - periods  # tokens that repeat another
    for row, period in enumerate(periods.tolist()):
        alone = [own[row : row + 1] for own in weights()]
        found += induction_scores(alone, period) * counted[row]
    together = induction_scores(weights(), periods)
    torch.testing.assert_close(together, found / counted.sum(), **EXACT)


@pytest.mark.parametrize("design", BATCH_FIRST, ids=lambda d: d.__name__)
def test_a_silenced_head_is_one_whose_output_is_projected_to_nothing(design):
    model, ids = model_of((design, None)), ids_of(B, T)
    whole, _ = model(ids)
    with without_heads(model, {(1, 2)}):
        found, _ = model(ids)
    torch.testing.assert_close(model(ids)[0], whole, **EXACT)
    with torch.no_grad():
        model.blocks[1].attention.out_proj.weight[:, 2 * D :] = 0
    torch.testing.assert_close(found, model(ids)[0], **EXACT)
    assert (found - whole).abs().max() > 1e-3


def test_without_any_heads_only_the_projections_bias_is_left():
    model, ids = model_of(), ids_of(B, T)
    with without_heads(model, {(0, head) for head in range(H)}):
        output, _ = model.blocks[0].attention(normal(B, T, H * D))
        model(ids)
    bias = model.blocks[0].attention.out_proj.bias
    assert torch.equal(output, bias.expand_as(output))


def test_heads_are_back_after_an_error():
    model, ids = model_of(), ids_of(B, T)
    whole, _ = model(ids)
    with pytest.raises(RuntimeError), without_heads(model, {(0, 0)}):
        raise RuntimeError
    assert torch.equal(model(ids)[0], whole)


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ({(2, 0)}, "layer 2 is not between 0 and 1"),
        ({(-1, 0)}, "layer -1 is not between 0 and 1"),
        ({(0, 0), (1, 3)}, "head 3 is not between 0 and 2"),
    ],
)
def test_a_head_that_is_not_there_is_told(heads, message):
    model, ids = model_of(), ids_of(B, T)
    whole, _ = model(ids)
    with pytest.raises(ValueError, match=message), without_heads(model, heads):
        pass
    assert torch.equal(model(ids)[0], whole)


@pytest.mark.parametrize("period", [0, T, torch.tensor([1, 2, 3, 4, T])])
def test_a_period_out_of_range_is_told(period):
    with pytest.raises(ValueError, match=f"period [07] is not between 1 and {T - 1}"):
        induction_scores(weights(), period)


def test_scores_need_weights_of_two_tokens():
    _, fused = model_of((FusedMultiHeadAttention, None))(ids_of(B, T))
    for scores in (previous_token_scores, lambda own: induction_scores(own, 1)):
        with pytest.raises(ValueError, match="layer 0 holds no weights"):
            scores(fused)
        with pytest.raises(ValueError, match="1 tokens are fewer than 2"):
            scores([own[..., :1, :1] for own in weights()])
