"""What the tests of every design share: random problems, and one slow reference."""

import copy
from functools import partial

import pytest
import torch
from hypothesis import strategies as st
from torch import nn
from torch.nn import functional as F

from mha import (
    AlibiPositions,
    FusedMultiHeadAttention,
    MergedBatchMultiHeadAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    RotaryPositions,
    SequenceFirstMultiHeadAttention,
    ShawPositions,
    convert,
    to_sequence_first,
)

EXACT = {"rtol": 0, "atol": 1e-10}
DESIGNS = [
    MultiHeadAttentionWrapper,
    MultiHeadAttention,
    SequenceFirstMultiHeadAttention,
    MergedBatchMultiHeadAttention,
    FusedMultiHeadAttention,
]
# What makes relative positions; `made_for` gives those that ask for it a head's width.
SCHEMES = {
    "shaw": partial(ShawPositions, max_distance=3),
    "rotary": RotaryPositions,
    "alibi": AlibiPositions,
}
EVERY = [
    pytest.param(design, relative, id=f"{design.__name__}-{name}")
    for design in DESIGNS
    for name, relative in ({"no positions": None} | SCHEMES).items()
]
every_design = pytest.mark.parametrize(("design", "relative"), EVERY)


def made_for(relative, head_dim):
    """What a layer takes as `relative`: some schemes need the width of a head."""
    return partial(relative, head_dim) if relative is SCHEMES["shaw"] else relative


def normal(*shape, seed=0, dtype=torch.float64):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, dtype=dtype, generator=generator)


@st.composite
def problems(draw, kinds=("one", "input", "all"), mask=True):
    """A module, its inputs and a mask; all sizes are different primes.

    kinds of input width: "one" is embed_dim, "input" another, "all" three others.
    """
    H, D, B, Tq, Tk = draw(st.permutations([2, 3, 5, 7, 11]))
    torch.manual_seed(draw(st.integers(0, 2**31)))
    kind = draw(st.sampled_from(kinds))
    sizes = {"one": (H * D,) * 3, "input": (13,) * 3, "all": (13, 17, 19)}[kind]
    names = ("input_dim", "key_dim", "value_dim")
    options = dict(zip(names, sizes, strict=True)) | {"bias": draw(st.booleans())}
    module = MultiHeadAttention(H * D, H, **options).double()
    for parameter in module.parameters():  # biases start small; make errors visible
        nn.init.normal_(parameter, std=0.5)
    lengths = (Tq, Tk, Tk)
    inputs = [
        torch.randn(B, n, w, dtype=torch.float64).requires_grad_()
        for n, w in zip(lengths, sizes, strict=True)
    ]
    shapes = [(Tq, Tk), (1, Tk), (B, 1, 1, Tk), (B, H, Tq, Tk), (H, 1, Tk), (Tq, 1)]
    shape = draw(st.sampled_from(shapes))
    drawn = torch.rand(shape) > 0.3  # rows may be empty
    return module, inputs, draw(st.sampled_from([None, drawn])) if mask else None


def reference(module, query, key, value, mask):
    """One head at a time, by PyTorch's functions alone; returns output, weights."""
    state = dict(module.named_parameters())
    q, k, v = (
        F.linear(x, state[f"{n}_proj.weight"], state.get(f"{n}_proj.bias"))
        for n, x in (("query", query), ("key", key), ("value", value))
    )
    D = q.shape[-1] // module.num_heads
    full = (query.shape[0], module.num_heads, query.shape[1], key.shape[1])
    allowed = torch.ones(full).bool() if mask is None else mask.expand(full)
    outputs, weights = [], []
    for h in range(module.num_heads):
        own = slice(h * D, (h + 1) * D)
        scores = q[..., own] @ k[..., own].mT / D**0.5  # (B, Tq, Tk)
        empty = ~allowed[:, h].any(-1, keepdim=True)
        scores = scores.masked_fill(~(allowed[:, h] | empty), -torch.inf)
        weights.append(scores.softmax(-1).masked_fill(empty, 0.0))
        outputs.append(weights[-1] @ v[..., own])
    out = F.linear(
        torch.cat(outputs, -1), state["out_proj.weight"], state.get("out_proj.bias")
    )
    return out, torch.stack(weights, 1)


def run(module, query, key, value, mask):
    """A design of ours on (B, T, E) inputs and a (…, H, Tq, Tk) mask."""
    if not getattr(module, "batch_first", True):
        inputs = (t.transpose(0, 1) for t in (query, key, value))
        output, weights = module(*inputs, sequence_first_mask(mask))
        return output.transpose(0, 1), weights
    return module(query, key, value, mask)


def sequence_first_mask(mask):
    """That design has no mask by head, and takes (Tq, Tk, B)."""
    return None if mask is None else to_sequence_first(mask)


def possible(design, module, mask):
    """Whether a design has a place for these widths and this mask."""
    if design is SequenceFirstMultiHeadAttention:
        return mask is None or mask.dim() == 2 or tuple(mask.shape[1:3]) == (1, 1)
    same = module.query_proj.in_features == module.value_proj.in_features
    return design is not FusedMultiHeadAttention or same


def gradients(module, inputs, output):
    """Of a loss that weighs every output differently: inputs', then parameters'.

    The parameters' come back in MultiHeadAttention's layout: a conversion only
    moves rows, so it moves gradients alike.
    """
    weigh = normal(*output.shape, seed=1)
    parameters = list(module.parameters())
    found = torch.autograd.grad((output * weigh).sum(), [*inputs, *parameters])
    holder = copy.deepcopy(module)
    for parameter, gradient in zip(
        holder.parameters(), found[len(inputs) :], strict=True
    ):
        parameter.data = gradient
    state = convert(holder, MultiHeadAttention).state_dict()
    return dict(enumerate(found[: len(inputs)])) | state


def assert_same(module, base, inputs, mask):
    """Outputs, weights and every gradient are those of the loop over heads."""
    output, weights = run(module, *inputs, mask)
    expected, expected_weights = reference(base, *inputs, mask)
    torch.testing.assert_close(output, expected, **EXACT)
    if weights is not None:
        torch.testing.assert_close(weights, expected_weights, **EXACT)
    found = gradients(module, inputs, output)
    for name, gradient in gradients(base, inputs, expected).items():
        torch.testing.assert_close(found[name], gradient, **EXACT)
