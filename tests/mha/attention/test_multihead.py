"""Every design of multi-head attention, against a loop over heads and PyTorch's."""

import copy
import shutil

import pytest
import safetensors.torch
import torch
from hypothesis import assume, given, settings
from torch import nn

from every_design import (
    DESIGNS,
    EXACT,
    assert_same,
    every_design,
    gradients,
    made_for,
    normal,
    possible,
    problems,
    reference,
    run,
)
from mha import (
    FusedMultiHeadAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    SequenceFirstMultiHeadAttention,
    causal_mask,
    convert,
    merge_heads,
    padding_mask,
    split_heads,
)

# Distinct primes, H·D = 15 = embed_dim.
B, H, D, TQ, TK = 2, 3, 5, 7, 11
each_design = pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.__name__)
each_batch_first = pytest.mark.parametrize(
    "design",
    [d for d in DESIGNS if d is not SequenceFirstMultiHeadAttention],
    ids=lambda d: d.__name__,
)


def layer(design, **options):
    torch.manual_seed(0)
    return design(H * D, H, **options).double()


@each_design
@settings(max_examples=60)
@given(problem=problems())
def test_equals_the_loop_over_heads(design, problem):
    base, inputs, mask = problem
    assume(possible(design, base, mask))
    assert_same(convert(base, design), base, inputs, mask)


@settings(max_examples=60)
@given(problems(kinds=["one"], mask=False))
def test_the_loop_equals_torchs_module(problem):
    base, inputs, _ = problem
    theirs = convert(base, nn.MultiheadAttention)
    output, weights = theirs(*inputs, average_attn_weights=False)
    expected, expected_weights = reference(base, *inputs, None)
    torch.testing.assert_close(output, expected, **EXACT)
    torch.testing.assert_close(weights, expected_weights, **EXACT)
    found = gradients(theirs, inputs, output)
    for name, gradient in gradients(base, inputs, expected).items():
        torch.testing.assert_close(found[name], gradient, **EXACT)


@each_design
def test_one_tensor_is_query_key_and_value(design):
    module, x = layer(design), normal(B, TQ, H * D)
    torch.testing.assert_close(module(x), module(x, x.clone(), x.clone()))
    y = normal(B, TQ, H * D, seed=1)
    torch.testing.assert_close(module(x, y), module(x, y, y.clone()))
    torch.testing.assert_close(module(x, x, y), module(x, x.clone(), y))
    torch.testing.assert_close(module(x, y, x), module(x, y, x.clone()))


@each_batch_first
def test_other_leading_axes(design):
    module, x = layer(design), normal(2, B, TQ, H * D)
    output, weights = module(x)
    for i in range(2):
        torch.testing.assert_close(output[i], module(x[i])[0], **EXACT)
    torch.testing.assert_close(output[1, 1], module(x[1, 1])[0], **EXACT)
    if weights is not None:
        assert weights.shape == (2, B, H, TQ, TQ)


def test_one_step_of_each_sentence_is_a_sequence_of_one():
    module = layer(SequenceFirstMultiHeadAttention)
    step, key = normal(B, H * D), normal(TK, B, H * D, seed=1)
    output, weights = module(step, key)
    whole, _ = module(step[None], key)
    assert weights.shape == (B, H, 1, TK)
    torch.testing.assert_close(output, whole[0], **EXACT)


@each_design
def test_one_key_for_every_sentence(design):
    module, query = layer(design), normal(B, TQ, H * D)
    key = normal(1, TK, H * D, seed=1)
    shared = run(module, query, key, key, None)[0]
    own = key.expand(B, -1, -1)
    torch.testing.assert_close(shared, run(module, query, own, own, None)[0], **EXACT)


@each_design
def test_values_alone_may_be_each_sentences_own(design):
    module, value = layer(design), normal(B, TK, H * D, seed=2)
    query, key = normal(1, TQ, H * D), normal(1, TK, H * D, seed=1)
    found = run(module, query, key, value, None)[0]
    each = [run(module, query, key, own[None], None)[0] for own in value]
    torch.testing.assert_close(found, torch.cat(each), **EXACT)


@each_design
@pytest.mark.parametrize("masked", [False, True])
def test_one_query_for_every_sentence(design, masked):
    module, key = layer(design), normal(B, TK, H * D, seed=1)
    query = normal(1, TQ, H * D)
    mask = padding_mask([TK, 3], TK) if masked else None  # (B, 1, 1, TK)
    shared = run(module, query, key, key, mask)
    expected = run(module, query.expand(B, -1, -1), key, key, mask)
    torch.testing.assert_close(shared, expected, **EXACT)


@each_design
@pytest.mark.parametrize("mask", [None, causal_mask(TQ)], ids=["unmasked", "masked"])
def test_dropout_in_training_alone_and_weights_before_it(design, mask):
    module, x = layer(design, dropout=0.5), normal(B, TQ, H * D)
    plain, weights = run(module.eval(), x, x, x, mask)
    without = layer(design)  # the same parameters
    torch.testing.assert_close(plain, run(without, x, x, x, mask)[0], **EXACT)
    dropped, before = run(module.train(), x, x, x, mask)
    assert not torch.allclose(dropped, plain)
    if weights is not None:
        torch.testing.assert_close(before, weights, **EXACT)


@each_design
@pytest.mark.parametrize("dropout", [0.0, 1.0])
def test_of_the_weights_dropout_may_drop_none_or_all(design, dropout):
    module, x = layer(design, dropout=dropout).train(), normal(B, TQ, H * D)
    plain, weights = run(layer(design), x, x, x, None)
    output, before = run(module, x, x, x, None)
    expected = module.out_proj.bias.expand_as(plain) if dropout else plain
    torch.testing.assert_close(output, expected, **EXACT)
    torch.testing.assert_close(before, weights, **EXACT)


# One with weights and one with the kernel; the others drop as the first does.
@pytest.mark.parametrize("design", [MultiHeadAttention, FusedMultiHeadAttention])
def test_dropout_keeps_the_mean(design):
    module, x = layer(design, dropout=0.3), normal(B, TQ, H * D)
    plain, _ = run(module.eval(), x, x, x, None)
    torch.manual_seed(0)
    many = torch.stack([run(module.train(), x, x, x, None)[0] for _ in range(200)])
    error = (many.mean(0) - plain) / (many.std(0) / 200**0.5)
    assert error.abs().mean() < 1.0  # of a standard normal it is 0.80


@each_design
def test_parameters_are_registered_and_counted(design):
    module = design(768, 12)
    assert sum(p.numel() for p in module.parameters()) == 4 * (768**2 + 768)
    bare = design(768, 12, bias=False)
    assert sum(p.numel() for p in bare.parameters()) == 4 * 768**2


@each_design
def test_state_survives_safetensors(design, tmp_path):
    torch.manual_seed(0)
    module, other = design(H * D, H), design(H * D, H)
    safetensors.torch.save_file(module.state_dict(), tmp_path / "attention.safetensors")
    state = safetensors.torch.load_file(tmp_path / "attention.safetensors")
    other.load_state_dict(state)
    x = normal(TQ, B, H * D, dtype=torch.float32)
    torch.testing.assert_close(other(x)[0], module(x)[0], rtol=0, atol=0)


@each_design
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_nearly_agrees(design, dtype):
    module, x = layer(design), normal(TQ, B, H * D)
    exact, _ = module(x)
    half, weights = copy.deepcopy(module).to(dtype)(x.to(dtype))
    assert half.dtype == dtype
    assert weights is None or weights.dtype == dtype
    torch.testing.assert_close(half.double(), exact, rtol=0, atol=0.02)


def identity(design, relative, width):
    """Every projection leaves its input as it is; heads of this width."""
    torch.manual_seed(0)
    base = MultiHeadAttention(
        H * width, H, bias=False, relative=made_for(relative, width)
    )
    for name, parameter in base.named_parameters():
        if "_proj" in name:
            nn.init.eye_(parameter)
    return convert(base, design)


@every_design
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("masked", [False, True])
def test_half_precision_survives_products_that_overflow(
    design, relative, dtype, masked
):
    # A token times itself is 300² = 90,000, over float16's 65,504; / √14 it is 24,053.
    module = identity(design, relative, 14)
    x = 300 * torch.eye(TQ, 14).repeat(1, H).expand(B, -1, -1)  # (B, T, H·14)
    inputs = [x, x, normal(B, TQ, H * 14, dtype=torch.float32)]
    mask = causal_mask(TQ) if masked else None
    expected = run(module, *inputs, mask)
    module, inputs = module.to(dtype), [t.to(dtype).requires_grad_() for t in inputs]
    found = run(module, *inputs, mask)
    for half, full in zip(found, expected, strict=True):
        if half is not None:
            assert half.dtype == dtype
            torch.testing.assert_close(half.float(), full, rtol=0.01, atol=1e-3)
    moved = torch.autograd.grad(found[0].sum(), [*inputs, *module.parameters()])
    assert all(gradient.isfinite().all() for gradient in moved)


@pytest.fixture
def compiler():
    """Forgets what was compiled: designs share functions, each compiled 8 times."""
    torch.compiler.reset()


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    "design",
    [
        pytest.param(design, marks=[] if design in DESIGNS[1:3] else pytest.mark.slow)
        for design in DESIGNS
    ],
)
@pytest.mark.parametrize("masked", [False, True])
def test_compiles_in_one_graph(design, masked):
    module, x = layer(design), normal(TQ, B, H * D).requires_grad_()
    shape = (1, TQ, 1) if design is SequenceFirstMultiHeadAttention else (1, B)
    mask = torch.ones(shape).bool() if masked else None
    compiled = torch.compile(module, fullgraph=True, backend="eager")
    expected, _ = module(x, mask=mask)
    found, _ = compiled(x, mask=mask)
    torch.testing.assert_close(found, expected, **EXACT)
    ours, theirs = (
        torch.autograd.grad(o.square().sum(), x)[0] for o in (found, expected)
    )
    torch.testing.assert_close(ours, theirs, **EXACT)


@pytest.mark.slow
# PyTorch's own compiler still imports parts that PyTorch has deprecated.
@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")
@pytest.mark.usefixtures("compiler")
@pytest.mark.skipif(not shutil.which("g++"), reason="inductor needs a C++ compiler")
@pytest.mark.parametrize("design", [MultiHeadAttention, FusedMultiHeadAttention])
def test_compiles_to_machine_code(design):
    module, x = layer(design), normal(B, TQ, H * D)
    compiled = torch.compile(module, fullgraph=True)
    torch.testing.assert_close(compiled(x)[0], module(x)[0], **EXACT)


def test_split_puts_each_tokens_features_in_its_heads():
    x = torch.arange(B * TQ * H * D).view(B, TQ, H * D)
    heads = split_heads(x, H)
    assert heads.shape == (B, H, TQ, D)
    for h in range(H):
        assert torch.equal(heads[:, h], x[..., h * D : (h + 1) * D])
    assert torch.equal(merge_heads(heads), x)


def test_an_empty_row_leaves_the_bias_alone():
    mask = torch.ones(TQ, TQ).bool()
    mask[2] = False
    for design in DESIGNS[:2]:
        module, x = layer(design), normal(B, TQ, H * D)
        output, weights = module(x, mask=mask)
        assert not weights[:, :, 2].any()
        torch.testing.assert_close(output[:, 2], module.out_proj.bias.expand(B, -1))


@each_batch_first
def test_a_mask_of_one_head_hides_nothing_from_the_others(design):
    module, x = layer(design), normal(B, TQ, H * D)
    nn.init.eye_(module.out_proj.weight)
    mask = torch.ones(H, 1, TQ).bool()
    mask[1, 0, 3] = False
    moved = (module(x, mask=mask)[0] - module(x)[0]).abs().amax((0, 1)) > 1e-9
    assert moved.tolist() == [False] * D + [True] * D + [False] * D


class OnlyTheFirst(nn.Module):
    """A scheme of one's own: all but the first key is far off."""

    keys_stay = True

    def forward(self, query, key, past=0):
        bias = torch.full((past + key.shape[-2],), -1e9, dtype=query.dtype)
        bias[0] = 0
        return query, key, bias.expand(*query.shape[-3:-1], -1)


@each_design
def test_a_scheme_of_ones_own_enters_every_design(design):
    module, x = layer(design, relative=OnlyTheFirst), normal(B, TQ, H * D)
    output, _ = run(module, x, x, x, None)
    one = run(module, x, x[:, :1], x[:, :1], None)[0]
    torch.testing.assert_close(output, one.expand(-1, TQ, -1), **EXACT)


def test_sequence_first_masks_broadcast_over_queries_and_sentences():
    module, x = (
        layer(SequenceFirstMultiHeadAttention),
        normal(TQ, B, H * D),
    )
    full = normal(TQ, TQ, B) > -0.3
    for mask in (full, full[:1], full[..., :1], full[:1, :, :1]):
        output, _ = module(x, mask=mask)
        torch.testing.assert_close(output, module(x, mask=mask.expand(full.shape))[0])
    assert not torch.allclose(module(x, mask=full)[0], module(x)[0])


BAD = {
    "divisor": (lambda d: d(10, 4), "embed_dim 10 is not divisible by num_heads 4"),
    "no head": (lambda d: d(10, 0), "num_heads 0 is below 1"),
    "no width": (lambda d: d(0, 1), "embed_dim 0 is below 1"),
    "no input": (lambda d: d(10, 2, input_dim=0), "input_dim 0 is below 1"),
    "dropout": (lambda d: d(10, 2, dropout=1.5), "dropout 1.5 is not between 0 and 1"),
    "query width": (
        lambda d: d(15, 3)(normal(7, 2, 13)),
        r"query has shape \(7, 2, 13\); expected width 15",
    ),
    "value width": (
        lambda d: d(15, 3).double()(normal(7, 2, 15), None, normal(7, 2, 13)),
        r"value has shape \(7, 2, 13\); expected width 15",
    ),
    "own width of keys": (
        lambda d: d(15, 3, key_dim=13).double()(normal(7, 2, 15)),
        r"key has shape \(7, 2, 15\); expected width 13|widths 15, 13, 13 differ",
    ),
    "own values": (
        lambda d: d(15, 3).double()(normal(7, 2, 15), None, normal(5, 3, 15)),
        "[27] keys but [35] values",
    ),
    "lengths": (
        lambda d: run(d(15, 3).double(), *(normal(2, n, 15) for n in (7, 7, 11)), None),
        "7 keys but 11 values",
    ),
    "batches": (
        lambda d: run(
            d(15, 3).double(), normal(2, 7, 15), *[normal(3, 7, 15)] * 2, None
        ),
        "do not broadcast",
    ),
    "mask": (
        lambda d: d(15, 3).double()(
            normal(7, 2, 15), mask=torch.ones(5, 5, 1, 1).bool()
        ),
        r"mask \(5, 5, 1.*does not broadcast|mask \(5, 5, 1, 1\) has 5 heads",
    ),
    "mask dtype": (
        lambda d: d(15, 3).double()(normal(7, 2, 15), mask=torch.ones(1, 1, 1)),
        "mask is torch.float32; expected torch.bool",
    ),
}


@each_design
@pytest.mark.parametrize(("make", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named(design, make, message):
    with pytest.raises(ValueError, match=message):
        make(design)


def test_a_mask_with_the_wrong_number_of_heads_is_named():
    module = layer(MultiHeadAttentionWrapper)
    mask = torch.ones(2, 1, 1).bool()
    with pytest.raises(ValueError, match=r"mask \(2, 1, 1\) has 2 heads; expected 1"):
        module(normal(B, TQ, H * D), mask=mask)


def test_a_sequence_needs_two_or_three_axes():
    module = layer(SequenceFirstMultiHeadAttention)
    with pytest.raises(ValueError, match=r"shape \(15,\); expected \(..., tokens"):
        module(normal(H * D))
    with pytest.raises(ValueError, match=r"shape \(1, 7, 2, 15\); expected \(tokens"):
        module(normal(1, TQ, B, H * D))
