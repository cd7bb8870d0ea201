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
        assert len(scores([own[..., :2, :2] for own in weights()])) == len(weights())


OWN = weights()
SQUARES = "expected (B, H, T, T)"
PAIRS = "expected pairs of layer and head, as {(0, 1)}"
BAD = {
    "one tensor": (
        lambda: previous_token_scores(OWN[0]),
        TypeError,
        "weights is of type Tensor; expected a list of one tensor per layer",
    ),
    "no layer": (
        lambda: induction_scores([], 1),
        ValueError,
        "weights is empty; expected one tensor per layer",
    ),
    "lists": (
        lambda: previous_token_scores([[1.0]]),
        TypeError,
        "weights[0] is of type list; expected a torch.Tensor",
    ),
    "whole numbers": (
        lambda: previous_token_scores([OWN[0], OWN[1].long()]),
        ValueError,
        "weights[1] is torch.int64; expected a floating-point dtype",
    ),
    "one sentence": (
        lambda: previous_token_scores([OWN[0][0]]),
        ValueError,
        f"weights[0] has shape (3, 7, 7); {SQUARES}",
    ),
    "no sentence": (
        lambda: induction_scores([OWN[0][:0]], 3),
        ValueError,
        f"weights[0] has shape (0, 3, 7, 7); {SQUARES}",
    ),
    "more keys": (
        lambda: induction_scores([OWN[0][..., 1:, :]], 3),
        ValueError,
        f"weights[0] has shape (5, 3, 6, 7); {SQUARES}",
    ),
    "other heads": (
        lambda: previous_token_scores([OWN[0], OWN[1][:, :2]]),
        ValueError,
        "weights[1] has shape (5, 2, 7, 7) but weights[0] (5, 3, 7, 7)",
    ),
    "period, part": (
        lambda: induction_scores(OWN, 2.5),
        TypeError,
        "period is 2.5; expected a whole number",
    ),
    "period, list": (
        lambda: induction_scores(OWN, [1, 2, 3, 1, 2]),
        TypeError,
        "period is of type list; expected a whole number",
    ),
    "periods, parts": (
        lambda: induction_scores(OWN, torch.ones(B)),
        ValueError,
        "period is torch.float32; expected whole numbers, as torch.int64",
    ),
    "periods, too few": (
        lambda: induction_scores(OWN, torch.tensor([1, 2])),
        ValueError,
        "period has shape (2,); expected one for all, or (5,), one for each sequence",
    ),
    "period, below": (
        lambda: induction_scores(OWN, torch.tensor(-3)),
        ValueError,
        "period -3 is not between 1 and 6",
    ),
    "a pair alone": (
        lambda: silence((0, 1)),
        TypeError,
        f"heads is of type tuple; {PAIRS}",
    ),
    "a head alone": (lambda: silence(3), TypeError, f"heads is 3; {PAIRS}"),
    "three numbers": (
        lambda: silence([(0, 1, 2)]),
        TypeError,
        f"heads is of type list; {PAIRS}",
    ),
    "a layer's name": (
        lambda: silence([("0", 1)]),
        TypeError,
        "layer is '0'; expected a whole number",
    ),
    "a head that is true": (
        lambda: silence([(0, True)]),
        TypeError,
        "head is True; expected a whole number",
    ),
    "no blocks": (
        lambda: silence([(0, 1)], torch.nn.Linear(2, 3)),
        TypeError,
        "model is of type Linear; expected one with blocks, as LanguageModel",
    ),
}


def silence(heads, model=None):
    with without_heads(model or model_of(), heads):
        pass


@pytest.mark.parametrize(("call", "error", "sentence"), BAD.values(), ids=BAD)
def test_what_cannot_be_measured_or_silenced_is_named(call, error, sentence):
    with pytest.raises(error) as refused:
        call()
    assert str(refused.value) == sentence


def test_one_period_may_be_a_number_or_a_tensor():
    expected = induction_scores(weights(), 3)
    for three in (torch.tensor(3), torch.full((B,), 3)):
        assert torch.equal(induction_scores(weights(), three), expected)
    layers = weights()
    with torch.device("meta"):  # whatever the default device
        found = induction_scores(layers, 3)
    assert torch.equal(found, expected)


def test_periods_are_brought_to_where_the_weights_are():
    there = [torch.rand(2, 3, 8, 8, device="meta")]
    assert induction_scores(there, torch.tensor([2, 3])).device.type == "meta"
