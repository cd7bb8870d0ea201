"""What any PyTorch module can do: be put somewhere, printed, copied, exported."""

import copy
import io
import pickle
from functools import partial

import pytest
import torch
from torch import nn

from every_design import DESIGNS, EXACT, SCHEMES, made_for, normal
from mha import (
    MLP,
    AttentionHead,
    Block,
    FusedMultiHeadAttention,
    LanguageModel,
    LinearScaling,
    MergedBatchMultiHeadAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    RotaryPositions,
    ShawPositions,
    SwiGLU,
    causal_mask,
    merge_heads,
)

E, H, B, T, V = 18, 3, 2, 5, 11
D = E // H
each_design = pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.__name__)
batch_first = pytest.mark.parametrize(
    "design", [d for d in DESIGNS if d.batch_first], ids=lambda d: d.__name__
)
shaw = partial(ShawPositions, D, max_distance=3)


def decoder(design=MultiHeadAttention, **options):
    return LanguageModel(V, 12, H, 2, attention=design, **options)


MADE = {
    "head": partial(AttentionHead, E),
    **{d.__name__: partial(d, E, H, relative=shaw) for d in DESIGNS},
    "mlp": partial(MLP, E),
    "gated mlp": partial(SwiGLU, E),
    "block": lambda **given: Block(MultiHeadAttention(E, H, **given), **given),
    "decoder": decoder,
    "llama": partial(decoder, norm=nn.RMSNorm, mlp=SwiGLU, bias=False),
}


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_parameters_are_made_where_and_as_one_asks(make):
    module = make(device="meta", dtype=torch.float16)
    assert {(p.device.type, p.dtype) for p in module.parameters()} == {
        ("meta", torch.float16)
    }
    with torch.device("meta"):
        module = make()
    assert {p.device.type for p in module.parameters()} == {"meta"}
    assert {p.dtype for p in make().parameters()} == {torch.float32}


@each_design
def test_what_is_printed_names_heads_and_width(design):
    shown = repr(design(E, H, dropout=0.25, causal=True))
    expected = f"embed_dim={E}, num_heads={H}, num_kv_heads={H}, dropout=0.25"
    assert f"{expected}, causal=True" in shown
    assert "head_dim=7, dropout=0.5" in repr(AttentionHead(7, dropout=0.5))
    assert "base=500.0" in repr(RotaryPositions(base=500.0))
    slower = RotaryPositions(scaling=LinearScaling(2.0))
    assert repr(slower).endswith("(base=10000.0, scaling=LinearScaling(factor=2.0))")


@batch_first
@pytest.mark.parametrize("relative", SCHEMES.values(), ids=SCHEMES)
def test_pickled_or_copied_it_computes_the_same(design, relative):
    layer = design(E, H, relative=made_for(relative, D), causal=True).double()
    x = normal(B, T, E)
    for other in (pickle.loads(pickle.dumps(layer)), copy.deepcopy(layer)):
        assert torch.equal(other(x)[0], layer(x)[0])
        other.out_proj.weight.data += 1
        assert not torch.equal(other(x)[0], layer(x)[0])
    saved = io.BytesIO()
    torch.save(layer.state_dict(), saved)
    saved.seek(0)
    again = design(E, H, relative=made_for(relative, D), causal=True).double()
    again.load_state_dict(torch.load(saved, weights_only=True))
    assert torch.equal(again(x)[0], layer(x)[0])


# ---- from matrices, and into other designs ----------------------------------------


def matrices(groups=H):
    rows = (E, groups * D, groups * D, E)
    return [normal(r, E, seed=r + k) for k, r in enumerate(rows)]


@batch_first
def test_a_layer_is_made_from_its_matrices(design):
    query, key, value, out = matrices()
    layer = design.from_matrices(query, key, value, out, num_heads=H)
    x = normal(B, T, E)
    q, k, v = ((x @ m.T).unflatten(-1, (H, D)).mT for m in (query, key, value))
    q, k, v = (t.movedim(-1, 1) for t in (q, k, v))  # (B, H, T, D)
    expected = merge_heads((q @ k.mT / D**0.5).softmax(-1) @ v) @ out.T
    torch.testing.assert_close(layer(x)[0], expected, **EXACT)
    assert all(p.requires_grad for p in layer.parameters())
    assert not [name for name, _ in layer.named_parameters() if "bias" in name]
    query += 1  # the layer has numbers of its own
    torch.testing.assert_close(layer(x)[0], expected, **EXACT)


def test_nested_numbers_make_a_layer_too_and_options_reach_it():
    rows = [[1, 0], [0, 1]]
    layer = MultiHeadAttention.from_matrices(
        rows, rows, rows, rows, num_heads=1, causal=True, relative=RotaryPositions
    )
    assert layer.query_proj.weight.dtype == torch.float32
    assert layer.causal
    assert type(layer.relative) is RotaryPositions
    shared = MultiHeadAttention.from_matrices(*matrices(1), num_heads=H)
    assert shared.num_kv_heads == 1


@pytest.fixture
def double_by_default():
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


def test_whole_numbers_become_of_the_default_dtype(double_by_default):
    layer = MultiHeadAttention.from_matrices(*[[[1, 0], [0, 1]]] * 4, num_heads=1)
    assert {p.dtype for p in layer.parameters()} == {torch.float64}


def test_from_matrices_positions_have_their_dtype():
    keys = partial(ShawPositions, D, max_distance=3)
    layer = MultiHeadAttention.from_matrices(*matrices(H), num_heads=H, relative=keys)
    assert {p.dtype for p in layer.parameters()} == {torch.float64}
    assert layer(normal(B, T, E))[0].dtype == torch.float64


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({0: normal(7, E)}, r"'query': \(7, 18\).* make no layer of 3 heads"),
        ({3: normal(E, 7)}, r"'out': \(18, 7\).* make no layer"),
        ({1: normal(7, E)}, r"'key': \(7, 18\).* a multiple of 6"),
        ({1: normal(7, E), 2: normal(7, E)}, r"'value': \(7, 18\).* a multiple of 6"),
        ({2: normal(E)}, r"value has shape \(18,\); expected a matrix"),
    ],
)
def test_matrices_that_make_no_layer_are_named(change, message):
    given = {**dict(enumerate(matrices())), **change}
    with pytest.raises(ValueError, match=message):
        MultiHeadAttention.from_matrices(*given.values(), num_heads=H)


@batch_first
def test_a_layer_becomes_another_design(design):
    layer, x = MultiHeadAttention(E, H, causal=True).double(), normal(B, T, E)
    other = layer.to_design(design)
    assert type(other) is design
    assert other.causal
    torch.testing.assert_close(other(x)[0], layer(x)[0], **EXACT)
    with pytest.raises(ValueError, match="no place for causal=True: it takes a mask"):
        other.to_design(nn.MultiheadAttention)


# ---- causal, and without weights --------------------------------------------------


def run(layer, x, mask=None):
    """Output and weights, tokens in the second axis whatever the design takes."""
    if layer.batch_first:
        return layer(x, mask=mask)
    mask = None if mask is None else mask.permute(1, 2, 0)
    output, weights = layer(x.transpose(0, 1), mask=mask)
    return output.transpose(0, 1), weights


@each_design
@pytest.mark.parametrize("relative", [None, RotaryPositions, shaw])
def test_causal_equals_the_causal_mask_at_each_call(design, relative):
    base = MultiHeadAttention(E, H, relative=relative).double()
    layer, hidden = base.to_design(design), base.to_design(design)
    hidden.causal = True
    x, own = normal(B, T, E), normal(B, T, T) > -0.5
    for mask in (None, own):
        both = causal_mask(T)[None] if mask is None else mask & causal_mask(T)
        given = None if mask is None else mask
        if layer.batch_first:  # for all heads
            both, given = both[:, None], None if mask is None else given[:, None]
        expected, weights = run(layer, x, both)
        output, found = run(hidden, x, given)
        torch.testing.assert_close(output, expected, **EXACT)
        torch.testing.assert_close(found, weights, **EXACT)


@pytest.mark.parametrize("relative", [None, RotaryPositions, shaw])
@pytest.mark.parametrize("groups", [1, H])
@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("lengths", [(T, T), (1, T), (3, T)])
def test_without_weights_the_output_is_the_same(relative, groups, causal, lengths):
    options = {"relative": relative, "num_kv_heads": groups, "causal": causal}
    layer = MultiHeadAttention(E, H, **options).double()
    query, key = (normal(B, t, E, seed=t) for t in lengths)
    mask = normal(B, H, *lengths) > -0.5
    mask[0, 1] = False  # rows that may attend to nothing
    for given in (None, mask):
        layer.need_weights = True
        expected, weights = layer(query, key, mask=given)
        layer.need_weights = False
        output, nothing = layer(query, key, mask=given)
        torch.testing.assert_close(output, expected, **EXACT)
        assert weights is not None
        assert nothing is None


# ---- exported, and compiled -------------------------------------------------------


def exported(module, example, name, other):
    """A module captured with a length that may change: equal at another length."""
    length = torch.export.Dim("length", max=64)
    program = torch.export.export(
        module.eval(), (example,), dynamic_shapes={name: {1: length}}
    )
    found, expected = program.module()(other)[0], module(other)[0]
    torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    "design",
    [
        MultiHeadAttention,
        FusedMultiHeadAttention,
        pytest.param(MultiHeadAttentionWrapper, marks=pytest.mark.slow),
        pytest.param(MergedBatchMultiHeadAttention, marks=pytest.mark.slow),
    ],
)
def test_a_layer_a_block_and_a_decoder_are_exported_with_any_length(design):
    layer = design(12, H, causal=True, relative=RotaryPositions)
    short, long = torch.randn(B, T, 12), torch.randn(B, 13, 12)
    exported(layer, short, "query", long)
    exported(Block(layer), short, "x", long)
    ids = torch.randint(V, (B, T)), torch.randint(V, (B, 13))
    exported(decoder(design), ids[0], "ids", ids[1])


@pytest.mark.parametrize("design", [MultiHeadAttention, FusedMultiHeadAttention])
def test_a_decoder_compiles_in_one_graph(design):
    torch.compiler.reset()
    model, ids = decoder(design), torch.randint(V, (B, T))
    compiled = torch.compile(model, fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(ids)[0], model(ids)[0])


# ---- relative positions, and what is refused --------------------------------------


def test_relative_is_what_makes_positions_and_not_positions():
    with pytest.raises(ValueError, match="made already; expected what makes it, as Ro"):
        MultiHeadAttention(E, H, relative=RotaryPositions())


@pytest.mark.parametrize("attention", [None, nn.Linear(3, 3), DESIGNS[2](E, H)])
def test_a_block_needs_an_attention_that_it_can_call(attention):
    with pytest.raises(ValueError, match="expected a design of MultiHeadBase"):
        Block(attention)


def test_a_wrapper_calls_each_head():
    layer, seen = MultiHeadAttentionWrapper(E, H), []
    for head in layer.heads:
        head.register_forward_hook(lambda *call: seen.append(call[-1].query.shape))
    layer(torch.randn(B, T, E))
    assert seen == [(B, T, D)] * H
