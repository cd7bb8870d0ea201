"""Keys and values that several heads share (GQA, MQA), against heads of their own."""

from functools import partial

import pytest
import torch
from hypothesis import given, settings, strategies as st
from torch import nn
from transformers.models.llama.configuration_llama import LlamaConfig
from transformers.models.llama.modeling_llama import (
    LlamaAttention,
    LlamaRotaryEmbedding,
)

from every_design import DESIGNS, EXACT, SCHEMES, gradients, made_for, normal
from mha import (
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    RotaryPositions,
    SequenceFirstMultiHeadAttention,
    causal_mask,
    convert,
)
from mha_book import to_numpy

B, H, D, TQ, TK = 2, 6, 4, 5, 7
E = H * D
GROUPS = [1, 2, 3, 6]
GROUPED = [d for d in DESIGNS if d.shares_keys]
RELATIVE = {"no positions": None} | SCHEMES
each_grouped = pytest.mark.parametrize("design", GROUPED, ids=lambda d: d.__name__)
each_scheme = pytest.mark.parametrize("relative", RELATIVE.values(), ids=RELATIVE)


def grouped(design=MultiHeadAttention, groups=2, **options):
    """A design whose heads share keys, with parameters large enough to see errors."""
    torch.manual_seed(0)
    base = MultiHeadAttention(E, H, num_kv_heads=groups, **options).double()
    for parameter in base.parameters():
        nn.init.normal_(parameter, std=0.5)
    return convert(base, design)


def repeated(base):
    """The same function with keys and values for each head: rows of G heads repeated.

    Query head h has the keys of head h // (H / G).
    """
    full = MultiHeadAttention(E, H, bias=base.out_proj.bias is not None).double()
    full.relative = base.relative
    own = dict(base.named_parameters())
    rows = torch.arange(H) // (H // base.num_kv_heads)  # whose keys each head has
    state = {
        name: t.unflatten(0, (-1, D))[rows].flatten(0, 1) if name[:3] in KV else t
        for name, t in own.items()
    }
    return full, state


KV = ("key", "val")


def gradients_of(output, *tensors):
    return torch.autograd.grad((output * normal(*output.shape, seed=1)).sum(), tensors)


@each_grouped
@each_scheme
@settings(max_examples=20)
@given(groups=st.sampled_from(GROUPS), bias=st.booleans(), masked=st.booleans())
def test_equals_keys_repeated_for_each_head(design, relative, groups, bias, masked):
    base = grouped(groups=groups, bias=bias, relative=made_for(relative, D))
    module = convert(base, design)
    query, key = (normal(B, t, E, seed=t).requires_grad_() for t in (TQ, TK))
    mask = normal(B, H, TQ, TK) > -0.5 if masked else None
    output, weights = module(query, key, mask=mask)
    full, state = repeated(base)
    expected, theirs = torch.func.functional_call(full, state, (query, key, None, mask))
    torch.testing.assert_close(output, expected, **EXACT)
    if weights is not None:
        torch.testing.assert_close(weights, theirs, **EXACT)
    inputs, named = (query, key), dict(base.named_parameters())
    found = gradients(module, inputs, output)
    wanted = gradients_of(expected, *inputs, *named.values())
    for name, gradient in zip((0, 1, *named), wanted, strict=True):
        torch.testing.assert_close(found[name], gradient, **EXACT)


@each_grouped
def test_as_many_key_heads_as_query_heads_change_nothing(design):
    torch.manual_seed(0)
    plain = design(E, H)
    torch.manual_seed(0)
    named = design(E, H, num_kv_heads=H)
    for one, other in zip(plain.parameters(), named.parameters(), strict=True):
        assert torch.equal(one, other)


@each_grouped
@pytest.mark.parametrize("groups", GROUPS)
def test_parameters_are_counted_by_formula(design, groups):
    module = design(E, H, num_kv_heads=groups)
    shared = groups * D
    expected = 2 * (E * E + E) + 2 * (E * shared + shared)
    assert sum(p.numel() for p in module.parameters()) == expected


@each_grouped
@each_scheme
@pytest.mark.parametrize("groups", [1, 2])
def test_other_leading_axes_and_broadcasting(design, relative, groups):
    module = grouped(design, groups, relative=made_for(relative, D))
    x, mask = normal(3, B, TQ, E), causal_mask(TQ)
    output, _ = module(x, mask=mask)
    torch.testing.assert_close(output[2, 1], module(x[2, 1], mask=mask)[0], **EXACT)
    one = module(x[0, :1], x[0], mask=mask)[0]  # one query sequence for every text
    same = module(x[0, :1].expand(B, -1, -1), x[0], mask=mask)[0]
    torch.testing.assert_close(one, same, **EXACT)


@each_grouped
def test_an_empty_row_is_zero_and_its_gradients_finite(design):
    module, x = grouped(design, bias=False), normal(B, TQ, E).requires_grad_()
    mask = causal_mask(TQ) & (torch.arange(TQ) > 0)[:, None]
    output, _ = module(x, mask=mask)
    assert not output[:, 0].any()
    assert gradients_of(output, x)[0].isfinite().all()


@each_grouped
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_nearly_agrees(design, dtype):
    module, x = grouped(design, relative=RotaryPositions), normal(B, TQ, E) / 4
    exact, _ = module(x)
    half, _ = module.to(dtype)(x.to(dtype))
    assert half.dtype == dtype
    torch.testing.assert_close(half.double(), exact, rtol=0.05, atol=0.05)


@each_grouped
def test_compiles_in_one_graph(design):
    torch.compiler.reset()
    module, x = grouped(design), normal(B, TQ, E)
    compiled = torch.compile(module, fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(x)[0], module(x)[0], **EXACT)


# ---- Llama's ----------------------------------------------------------------------

NAMES = {"q": "query_proj", "k": "key_proj", "v": "value_proj", "o": "out_proj"}


@each_grouped
@pytest.mark.parametrize("groups", GROUPS)
@pytest.mark.parametrize("base", [10_000.0, 100_000.0])
def test_equals_llamas_layer(design, groups, base):
    config = LlamaConfig(
        hidden_size=E,
        num_attention_heads=H,
        num_key_value_heads=groups,
        rope_parameters={"rope_type": "default", "rope_theta": base},
        attn_implementation="eager",
    )
    torch.manual_seed(0)
    theirs = LlamaAttention(config, layer_idx=0).double().eval()
    split = MultiHeadAttention(
        E, H, bias=False, num_kv_heads=groups, relative=rotary(base)
    )
    state = theirs.state_dict().items()
    split.load_state_dict({NAMES[n[0]] + ".weight": t for n, t in state})
    ours = convert(split.double(), design)
    x = normal(B, TK, E).requires_grad_()
    angles = LlamaRotaryEmbedding(config)(x, torch.arange(TK)[None])  # of float32
    hidden = torch.zeros(TK, TK).double().masked_fill(~causal_mask(TK), -torch.inf)
    expected, their_weights = theirs(x, angles, hidden[None, None])
    output, weights = ours(x, mask=causal_mask(TK))
    close = {"rtol": 0, "atol": 1e-6}
    torch.testing.assert_close(output, expected, **close)
    if weights is not None:
        torch.testing.assert_close(weights, their_weights, **close)
    found = gradients_of(output, x, *ours.parameters())
    wanted = gradients_of(expected, x, *theirs.parameters())
    packed = len(found) == 3  # query's, key's and value's rows in one
    wanted = [wanted[0], torch.cat(wanted[1:4]), wanted[4]] if packed else wanted
    for one, other in zip(found, wanted, strict=True):
        torch.testing.assert_close(one, other, rtol=0, atol=1e-5)


def rotary(base):
    return partial(RotaryPositions, base=base)


# ---- conversions ------------------------------------------------------------------


@pytest.mark.parametrize("source", GROUPED, ids=lambda d: d.__name__)
@each_grouped
def test_designs_that_share_convert_into_each_other(source, design):
    module = grouped(source)
    made = convert(module, design)
    assert (made.num_heads, made.num_kv_heads) == (H, 2)
    x = normal(B, TQ, E)
    torch.testing.assert_close(made(x)[0], module(x)[0], **EXACT)
    back = convert(made, source)
    for one, other in zip(back.parameters(), module.parameters(), strict=True):
        assert torch.equal(one, other)


# ---- what is refused --------------------------------------------------------------

OWN = (MultiHeadAttentionWrapper, SequenceFirstMultiHeadAttention)


def test_three_designs_share():
    names = [design.__name__.removesuffix("MultiHeadAttention") for design in GROUPED]
    assert names == ["", "MergedBatch", "Fused"]


@pytest.mark.parametrize("design", OWN, ids=lambda d: d.__name__)
def test_designs_whose_heads_have_their_own_keys_say_so(design):
    message = (
        f"num_kv_heads 2 is not num_heads 6: each head of {design.__name__} has keys"
    )
    with pytest.raises(ValueError, match=message):
        design(E, H, num_kv_heads=2)
    with pytest.raises(ValueError, match=message):
        convert(grouped(), design)
    assert design(E, H, num_kv_heads=H).num_kv_heads == H


def test_what_has_no_place_for_shared_keys_names_both_numbers():
    message = "has keys of its own for each of 6 heads; these share num_kv_heads 2"
    with pytest.raises(ValueError, match=f"torch.nn.MultiheadAttention {message}"):
        convert(grouped(), nn.MultiheadAttention)
    with pytest.raises(ValueError, match=f"in_numpy {message}"):
        to_numpy(grouped(bias=False))


@each_grouped
@pytest.mark.parametrize(
    ("groups", "message"),
    [
        (4, "num_heads 6 is no multiple of num_kv_heads 4"),
        (12, "num_heads 6 is no multiple of num_kv_heads 12"),
        (0, "num_kv_heads 0 is below 1"),
        (-2, "num_kv_heads -2 is below 1"),
    ],
)
def test_impossible_numbers_are_named(design, groups, message):
    with pytest.raises(ValueError, match=message):
        design(E, H, num_kv_heads=groups)


@each_grouped
def test_heads_that_do_not_fit_are_named(design):
    module = grouped(design)
    query, key, value = module.project(normal(B, TQ, E))
    with pytest.raises(ValueError, match=r"key has shape .*; expected 2 heads"):
        module.attend(query, query, value)
    with pytest.raises(ValueError, match=r"value has shape .*; expected 2 heads"):
        module.attend(query, key, query)
    with pytest.raises(ValueError, match="5 keys but 4 values"):
        module.attend(query, key, value[..., :4, :])
    with pytest.raises(ValueError, match=r"mask \(4, 1, 1\) does not broadcast"):
        module.attend(query, key, value, torch.ones(4, 1, 1).bool())
