"""Every function becomes one graph, for any length: no check stands in its way."""

import pytest
import torch
from torch import nn

from every_design import normal
from mha import (
    MLP,
    DynamicNTKScaling,
    LearnedPositions,
    LinearScaling,
    SinusoidalPositions,
    SwiGLU,
    YarnScaling,
    alibi_bias,
    attention_weights,
    causal_mask,
    from_additive,
    from_huggingface_mask,
    from_sequence_first,
    halves_to_pairs,
    induction_scores,
    masked_softmax,
    padding_mask,
    pairs_to_halves,
    previous_token_scores,
    rotate,
    same_text,
    scaled_dot_product_attention,
    sliding_window_mask,
    to_additive,
    to_torch_attn_mask,
)
from mha.attention.checks import check_ids

B, T, E = 2, 5, 6
X, IDS = normal(B, T, E).float(), torch.tensor([[3, 1, 4, 1, 5], [2, 7, 1, 8, 2]])


def attended(x):
    length = x.shape[1]
    mask = causal_mask(length, device=x.device) & sliding_window_mask(length, window=3)
    output, _ = scaled_dot_product_attention(x, mask=mask, dropout=0.0, scale=0.3)
    return output, masked_softmax(attention_weights(x, x) + alibi_bias(B, length), mask)


def placed(x):
    length, speeds = x.shape[1], x.new_ones(E // 2)
    scalings = LinearScaling(2.0), DynamicNTKScaling(2.0, 101), YarnScaling(2.0, 101)
    slowed = [s(speeds, base=1e4, length=length) for s in scalings]
    turned = [rotate(x, torch.arange(length) + 3, speeds=s) for s in slowed]
    return turned, rotate(halves_to_pairs(pairs_to_halves(x)))


def token_wise():
    layers = LearnedPositions(101, E), MLP(E), SwiGLU(E)
    return nn.Sequential(SinusoidalPositions(), *layers)


def told_apart(ids):
    check_ids(ids, 13)
    return same_text(ids), padding_mask(ids[0], 11)


def converted(ids):
    mask = ids > 3  # (B, T)
    whole = to_torch_attn_mask(mask[:, None, None], (B, 3, 1, ids.shape[1]))
    both = from_huggingface_mask(mask.long()), from_sequence_first(mask[..., None])
    return from_additive(to_additive(mask)), whole, both


def measured(x):
    layers = [attention_weights(x, x)[:, None]]  # (B, 1, T, T) each
    return previous_token_scores(layers), induction_scores(layers, 2)


CALLS = [(attended, X), (placed, X), (token_wise(), X), (told_apart, IDS)]
CALLS += [(converted, IDS), (measured, X)]


class Called(nn.Module):
    """What is exported is a module."""

    def __init__(self, call):
        super().__init__()
        self.call = call

    def forward(self, given):
        return self.call(given)


@pytest.mark.parametrize(("call", "given"), CALLS)
@pytest.mark.parametrize("kind", ["compiled", "exported"])
def test_one_graph_serves_every_length(call, given, kind):
    torch.compiler.reset()
    if kind == "compiled":
        graph = torch.compile(call, fullgraph=True, backend="eager", dynamic=True)
    else:
        length = {1: torch.export.Dim("T", min=3, max=99)}
        shapes = {"given": length}
        exported = torch.export.export(Called(call), (given,), dynamic_shapes=shapes)
        graph = exported.module()
    for each in (given, torch.cat([given, given], dim=1)):
        torch.testing.assert_close(graph(each), call(each))
