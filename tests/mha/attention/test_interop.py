"""Conversions between every pair of designs, and what they refuse."""

from functools import partial

import pytest
import torch
from torch import nn
from transformers.models.bert.configuration_bert import BertConfig
from transformers.models.bert.modeling_bert import BertAttention

from every_design import DESIGNS, EXACT, gradients, normal, run
from mha import (
    FusedMultiHeadAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    SequenceFirstMultiHeadAttention,
    ShawPositions,
    convert,
    from_bert,
    from_torch,
    to_torch,
)
from mha_book import to_numpy
from mha_book.in_numpy import forward

B, TQ, TK, H, D = 2, 7, 11, 3, 5
ALL = [*DESIGNS, nn.MultiheadAttention]


def made(design, **options):
    """In float64, with biases that are not 0, where PyTorch starts its own."""
    torch.manual_seed(0)
    module = design(H * D, H, **options).double()
    for parameter in module.parameters():
        nn.init.normal_(parameter)
    return module


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
    module = made(source, bias=bias)
    inputs = [normal(B, n, H * D, seed=n) for n in (TQ, TK, TK)]
    assert_same(module, convert(module, target), inputs)


WITH_WIDTHS = [d for d in DESIGNS if d is not FusedMultiHeadAttention]


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("target", WITH_WIDTHS, ids=lambda d: d.__name__)
def test_separate_key_and_value_widths_go_there_and_back(target, bias):
    options = {"kdim": 13, "vdim": 17, "batch_first": True}
    theirs = made(nn.MultiheadAttention, bias=bias, **options)
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


@pytest.mark.parametrize("target", ALL, ids=lambda d: d.__name__)
@pytest.mark.parametrize("source", ALL, ids=lambda d: d.__name__)
@pytest.mark.parametrize("quiet", [torch.enable_grad, torch.inference_mode])
def test_what_is_frozen_stays_frozen(source, target, quiet):
    module = source(H * D, H)
    for name, parameter in module.named_parameters():
        parameter.requires_grad_(not name.startswith("out_proj"))
    with quiet():
        copy = convert(module, target)
    for name, parameter in copy.named_parameters():
        assert parameter.requires_grad != name.startswith("out_proj")
        assert not parameter.is_inference()


def test_parameters_frozen_in_part_do_not_become_one():
    module = MultiHeadAttention(H * D, H)
    module.key_proj.weight.requires_grad_(False)
    same = convert(module, SequenceFirstMultiHeadAttention)
    assert [n for n, p in same.named_parameters() if not p.requires_grad] == [
        "key_proj.weight"
    ]
    with pytest.raises(ValueError, match=r"1 of 3 parts of in_proj\.weight are frozen"):
        convert(module, FusedMultiHeadAttention)
    wrapper = MultiHeadAttentionWrapper(H * D, H)
    wrapper.heads[1].query_proj.bias.requires_grad_(False)
    with pytest.raises(ValueError, match=r"1 of 3 parts of query_proj\.bias are"):
        convert(wrapper, MultiHeadAttention)


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64])
def test_from_bert_keeps_outputs_and_state_and_draws_nothing(dtype, training):
    torch.manual_seed(0)
    options = {"hidden_size": H * D, "num_attention_heads": H}
    config = BertConfig(**options, attention_probs_dropout_prob=0.25)
    theirs = BertAttention(config).to(dtype).eval()
    theirs.self.key.weight.requires_grad_(False)
    drawn = torch.get_rng_state()
    ours = from_bert(theirs.train(training))
    assert torch.equal(torch.get_rng_state(), drawn)
    assert (ours.num_heads, ours.dropout, ours.training) == (H, 0.25, training)
    assert {p.dtype for p in ours.parameters()} == {dtype}
    frozen = [name for name, p in ours.named_parameters() if not p.requires_grad]
    assert frozen == ["key_proj.weight"]
    x = normal(B, TQ, H * D, dtype=dtype)
    expected = theirs.output.dense(theirs.eval().self(x)[0])
    close = EXACT if dtype == torch.float64 else {"rtol": 0, "atol": 0.01}
    torch.testing.assert_close(ours.eval()(x)[0], expected, **close)
    nn.init.zeros_(theirs.self.query.weight)
    assert ours.query_proj.weight.any()
    assert from_bert(theirs.to("meta")).out_proj.bias.device.type == "meta"


def test_conversion_shares_no_memory_and_draws_nothing():
    module = made(MultiHeadAttention)
    drawn = torch.get_rng_state()
    copies = [convert(module, design) for design in ALL]
    assert torch.equal(torch.get_rng_state(), drawn)
    before = [p.clone() for p in module.parameters()]
    for copy in copies:
        for parameter in copy.parameters():
            parameter.data.zero_()
    assert all(map(torch.equal, before, module.parameters()))


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.__name__)
def test_converted_positions_learn_by_themselves(design):
    keys = partial(ShawPositions, D, max_distance=3)
    module = made(MultiHeadAttention, relative=keys)
    convert(module, design).relative.distance.weight.data.zero_()
    assert module.relative.distance.weight.all()


def test_the_converted_loads_its_own_state_again():
    module = convert(made(MultiHeadAttention), nn.MultiheadAttention)
    fresh = nn.MultiheadAttention(H * D, H, batch_first=True).double()
    fresh.load_state_dict(module.state_dict())
    x = normal(B, TQ, H * D)
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
    "packed query width": (
        MultiHeadAttention(H * D, H, input_dim=13, key_dim=17),
        FusedMultiHeadAttention,
        "widths 13, 17, 17 differ",
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
    module = made(source, bias=False)
    inputs = [normal(B, n, H * D, seed=n) for n in (TQ, TK, TK)]
    expected = attend(module, *inputs).detach()
    output, _ = forward(*(t.numpy() for t in inputs), to_numpy(module))
    torch.testing.assert_close(torch.tensor(output), expected, **EXACT)


def test_numpys_weights_are_its_own():
    module = made(MultiHeadAttention, bias=False)
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


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.__name__)
def test_a_single_head_is_converted_too(design):
    module, x = design(4, 1).double(), normal(3, 3, 4)  # whichever axis is first
    there_and_back = convert(convert(module, nn.MultiheadAttention), design)
    torch.testing.assert_close(there_and_back(x)[0], module(x)[0], **EXACT)
