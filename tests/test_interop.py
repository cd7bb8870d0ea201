"""Conversions between every pair of designs, and what they refuse."""

import pytest
import torch
from torch import nn

from designs import DESIGNS, EXACT, gradients, normal, run
from mha.interop import convert, from_torch, to_numpy, to_torch
from mha.multihead import MultiHeadAttention, MultiHeadAttentionWrapper
from mha.numpy_attention import forward
from mha.variants import FusedMultiHeadAttention, SequenceFirstMultiHeadAttention

B, TQ, TK, H, D = 2, 7, 11, 3, 5
ALL = [*DESIGNS, nn.MultiheadAttention]


def attend(module, *inputs):
    """Any design on (B, T, E) inputs."""
    if not isinstance(module, nn.MultiheadAttention):
        return run(module, *inputs, None)[0]
    if module.batch_first:
        return module(*inputs)[0]
    return module(*(t.transpose(0, 1) for t in inputs))[0].transpose(0, 1)


def assert_same(one, other, inputs):
    inputs = [t.requires_grad_() for t in inputs]
    expected, output = attend(one, *inputs), attend(other, *inputs)
    torch.testing.assert_close(output, expected, **EXACT)
    found = gradients(other, inputs, output)
    for name, gradient in gradients(one, inputs, expected).items():
        torch.testing.assert_close(found[name], gradient, **EXACT)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("target", ALL, ids=lambda d: d.__name__)
@pytest.mark.parametrize("source", ALL, ids=lambda d: d.__name__)
def test_every_pair_agrees(source, target, bias):
    module = source(H * D, H, bias=bias).double()
    for parameter in module.parameters():  # PyTorch starts its biases at 0
        nn.init.normal_(parameter)
    inputs = [normal(B, n, H * D, seed=n) for n in (TQ, TK, TK)]
    assert_same(module, convert(module, target), inputs)


WITH_WIDTHS = [d for d in DESIGNS if d is not FusedMultiHeadAttention]


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("target", WITH_WIDTHS, ids=lambda d: d.__name__)
def test_separate_key_and_value_widths_go_there_and_back(target, bias):
    theirs = nn.MultiheadAttention(
        H * D, H, bias=bias, kdim=13, vdim=17, batch_first=True
    )
    theirs = theirs.double()
    for parameter in theirs.parameters():
        nn.init.normal_(parameter)
    inputs = [normal(B, TQ, H * D), normal(B, TK, 13), normal(B, TK, 17)]
    ours = convert(theirs, target)
    assert_same(theirs, ours, inputs)
    assert_same(theirs, to_torch(ours), inputs)


def test_from_torch_keeps_what_is_not_a_parameter():
    theirs = nn.MultiheadAttention(H * D, H, dropout=0.25).to(torch.bfloat16).eval()
    ours = from_torch(theirs)
    assert type(ours) is MultiHeadAttention
    assert (ours.num_heads, ours.dropout, ours.training) == (H, 0.25, False)
    assert {p.dtype for p in ours.parameters()} == {torch.bfloat16}
    assert all(p.requires_grad for p in ours.parameters())
    back = to_torch(ours)
    assert (back.dropout, back.training, back.batch_first) == (0.25, False, True)
    wrapper = convert(ours, MultiHeadAttentionWrapper)
    assert (wrapper.dropout, wrapper.training) == (0.25, False)


def test_conversion_shares_no_memory_and_draws_nothing():
    module = MultiHeadAttention(H * D, H)
    drawn = torch.get_rng_state()
    copies = [convert(module, design) for design in ALL]
    assert torch.equal(torch.get_rng_state(), drawn)
    before = [p.clone() for p in module.parameters()]
    for copy in copies:
        for parameter in copy.parameters():
            parameter.data.zero_()
    assert all(map(torch.equal, before, module.parameters()))


def test_the_converted_loads_its_own_state_again():
    module = convert(MultiHeadAttention(H * D, H), nn.MultiheadAttention)
    fresh = nn.MultiheadAttention(H * D, H, batch_first=True)
    fresh.load_state_dict(module.state_dict())
    x = torch.randn(B, TQ, H * D)
    torch.testing.assert_close(fresh(x, x, x)[0], module(x, x, x)[0])


def test_sequence_first_becomes_sequence_first():
    module = SequenceFirstMultiHeadAttention(H * D, H)
    assert to_torch(module).batch_first is False


class Relative(SequenceFirstMultiHeadAttention):
    """A subclass may compute anything."""


REFUSED = {
    "query width": (
        MultiHeadAttention(H * D, H, input_dim=13),
        nn.MultiheadAttention,
        "query width 13 is not embed_dim 15: torch.nn.MultiheadAttention reads",
    ),
    "packed widths": (
        MultiHeadAttention(H * D, H, key_dim=13, value_dim=17),
        FusedMultiHeadAttention,
        "widths 15, 13, 17 differ: the packed projection",
    ),
    "value width": (
        MultiHeadAttention(H * D, H, key_dim=15, value_dim=17),
        FusedMultiHeadAttention,
        "widths 15, 15, 17 differ",
    ),
    "extra keys": (
        nn.MultiheadAttention(H * D, H, add_bias_kv=True),
        MultiHeadAttention,
        "add_bias_kv or add_zero_attn attends to keys of its own",
    ),
    "zero key": (
        nn.MultiheadAttention(H * D, H, add_zero_attn=True),
        MultiHeadAttention,
        "add_bias_kv or add_zero_attn attends to keys of its own",
    ),
    "a subclass": (Relative(H * D, H), MultiHeadAttention, "Relative is not one of"),
    "no attention": (
        MultiHeadAttention(H * D, H),
        nn.Linear,
        "Linear is not one of MultiHeadAttention, ",
    ),
}


@pytest.mark.parametrize(("module", "design", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_converted_is_named(module, design, message):
    with pytest.raises(ValueError, match=message):
        convert(module, design)


@pytest.mark.parametrize("source", ALL, ids=lambda d: d.__name__)
def test_numpy_gets_every_designs_output(source):
    module = source(H * D, H, bias=False).double()
    inputs = [normal(B, n, H * D, seed=n) for n in (TQ, TK, TK)]
    expected = attend(module, *inputs).detach()
    output, _ = forward(*(t.numpy() for t in inputs), to_numpy(module))
    torch.testing.assert_close(torch.tensor(output), expected, **EXACT)


def test_numpys_weights_are_its_own():
    module = MultiHeadAttention(H * D, H, bias=False)
    weights = to_numpy(module)
    before = weights.w_q.copy()
    nn.init.zeros_(module.query_proj.weight)
    assert (weights.w_q == before).all()


def test_numpy_has_no_place_for_biases_and_other_widths():
    with pytest.raises(
        ValueError, match=r"no biases; found query_proj\.bias, key_proj"
    ):
        to_numpy(MultiHeadAttention(H * D, H))
    module = MultiHeadAttention(H * D, H, key_dim=13, bias=False)
    with pytest.raises(ValueError, match=r"w_k .*\(3, 13, 5\); expected \(3, 15, 5\)"):
        to_numpy(module)
