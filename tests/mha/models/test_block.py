"""The block in all its forms, against PyTorch's and those of `transformers`."""

from functools import partial

import pytest
import torch
from torch import nn
from transformers.models.gpt2.configuration_gpt2 import GPT2Config
from transformers.models.gpt2.modeling_gpt2 import GPT2Block
from transformers.models.llama.configuration_llama import LlamaConfig
from transformers.models.llama.modeling_llama import (
    LlamaDecoderLayer,
    LlamaRotaryEmbedding,
)

from every_design import EXACT, normal
from llama import LAYER
from mha import (
    MLP,
    Block,
    FusedMultiHeadAttention,
    KVCache,
    LanguageModel,
    MultiHeadAttention,
    RotaryPositions,
    SwiGLU,
    causal_mask,
    convert,
    from_torch,
)

B, T, H, D, HIDDEN = 2, 7, 6, 4, 11
E = H * D
NORMS = {"layer": nn.LayerNorm, "rms": nn.RMSNorm}
MLPS = {"mlp": MLP, "swiglu": SwiGLU}
FORMS = [
    pytest.param({"norm": norm, "mlp": mlp, "norm_first": first}, id=f"{n}-{m}-{first}")
    for n, norm in NORMS.items()
    for m, mlp in MLPS.items()
    for first in (True, False)
]
each_form = pytest.mark.parametrize("form", FORMS)
each_design = pytest.mark.parametrize(
    "design", [MultiHeadAttention, FusedMultiHeadAttention], ids=["split", "fused"]
)


def large(module):
    """The module in float64, each parameter large enough to make errors visible."""
    torch.manual_seed(0)
    for parameter in module.double().parameters():
        nn.init.normal_(parameter, std=0.4)
    return module.eval()


def assert_same(ours, theirs, x, output, expected, pairs, **close):
    """Outputs, and gradients of inputs and of parameters that correspond."""
    torch.testing.assert_close(output, expected, **close)
    weigh = normal(*output.shape, seed=1)
    mine, other = (dict(m.named_parameters()) for m in (ours, theirs))
    own = torch.autograd.grad((output * weigh).sum(), [x, *mine.values()])
    their = torch.autograd.grad((expected * weigh).sum(), [x, *other.values()])
    found = dict(zip((None, *mine), own, strict=True))
    wanted = dict(zip((None, *other), their, strict=True))
    for name, (other_name, same) in {None: (None, equal), **pairs}.items():
        torch.testing.assert_close(found[name], same(wanted[other_name]), **close)


def equal(tensor):
    return tensor


def named(pairs, same=equal):
    """`weight` and `bias` of layers that correspond; `same` turns theirs into ours."""
    return {
        f"{ours}.{kind}": (f"{theirs}.{kind}", how)
        for ours, theirs in pairs.items()
        for kind, how in (("weight", same), ("bias", equal))
    }


def copy_into(ours, theirs, pairs):
    """Give our parameters their values; all of ours, and all of theirs."""
    state, own = theirs.state_dict(), dict(pairs)
    assert {name for name, _ in own.values()} == set(state)
    ours.load_state_dict({n: same(state[other]) for n, (other, same) in own.items()})


# ---- PyTorch's encoder layer ------------------------------------------------------

TORCH = {
    "attention_norm": "norm1",
    "mlp_norm": "norm2",
    "mlp.0": "linear1",
    "mlp.2": "linear2",
    "attention.out_proj": "self_attn.out_proj",
}
PACKED = {
    f"attention.in_proj.{kind}": (f"self_attn.in_proj_{kind}", equal)
    for kind in ("weight", "bias")
}


@pytest.mark.parametrize("norm_first", [True, False])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("mask", [None, causal_mask(T)], ids=["unmasked", "causal"])
def test_equals_torchs_encoder_layer(norm_first, activation, mask):
    options = {"batch_first": True, "norm_first": norm_first, "activation": activation}
    theirs = large(nn.TransformerEncoderLayer(E, H, HIDDEN, dropout=0.0, **options))
    act = {"relu": nn.ReLU, "gelu": nn.GELU}[activation]
    mlp = partial(MLP, hidden_dim=HIDDEN, activation=act)
    attention = FusedMultiHeadAttention(E, H)
    ours = Block(attention, norm_first=norm_first, mlp=mlp).double()
    pairs = named(TORCH) | PACKED
    copy_into(ours, theirs, pairs)
    x = normal(B, T, E).requires_grad_()
    expected = theirs.train()(x, src_mask=None if mask is None else ~mask)
    assert_same(ours, theirs, x, ours(x, mask)[0], expected, pairs, **EXACT)


def test_weights_are_those_of_torchs_attention():
    theirs = large(nn.MultiheadAttention(E, H, batch_first=True))
    ours, x = Block(from_torch(theirs)).double(), normal(B, T, E)
    read = ours.attention_norm(x)
    expected = theirs(read, read, read, average_attn_weights=False)[1]
    torch.testing.assert_close(ours(x)[1], expected, **EXACT)


# ---- GPT-2's block ----------------------------------------------------------------

GPT_LAYERS = {
    "attention.in_proj": "attn.c_attn",
    "attention.out_proj": "attn.c_proj",
    "mlp.0": "mlp.c_fc",
    "mlp.2": "mlp.c_proj",
}
GPT_NORMS = {"attention_norm": "ln_1", "mlp_norm": "ln_2"}


def test_equals_gpt2s_block():
    """Its linear layers are `Conv1D`, whose matrices are input by output."""
    config = GPT2Config(
        n_embd=E,
        n_head=H,
        n_inner=HIDDEN,
        attn_pdrop=0.0,
        resid_pdrop=0.0,
        attn_implementation="eager",
    )
    theirs = large(GPT2Block(config, layer_idx=0))
    gelu = partial(nn.GELU, approximate="tanh")
    mlp = partial(MLP, hidden_dim=HIDDEN, activation=gelu)
    ours = Block(FusedMultiHeadAttention(E, H), mlp=mlp).double()
    pairs = named(GPT_LAYERS, lambda t: t.T) | named(GPT_NORMS)
    copy_into(ours, theirs, pairs)
    x = normal(B, T, E).requires_grad_()
    expected = theirs(x, attention_mask=additive())
    close = {"rtol": 0, "atol": 1e-8}
    assert_same(ours, theirs, x, ours(x, causal_mask(T))[0], expected, pairs, **close)


# ---- Llama's layer ----------------------------------------------------------------


@pytest.mark.parametrize("groups", [1, 3, 6])
def test_equals_llamas_layer(groups):
    config = LlamaConfig(
        hidden_size=E,
        intermediate_size=HIDDEN,
        num_attention_heads=H,
        num_key_value_heads=groups,
        rms_norm_eps=1e-3,
        rope_parameters={"rope_type": "default", "rope_theta": 1e5},
        attn_implementation="eager",
    )
    theirs = large(LlamaDecoderLayer(config, layer_idx=0))
    attention = MultiHeadAttention(
        E,
        H,
        bias=False,
        num_kv_heads=groups,
        relative=partial(RotaryPositions, base=1e5),
    )
    norm = partial(nn.RMSNorm, eps=1e-3)
    mlp = partial(SwiGLU, hidden_dim=HIDDEN)
    ours = Block(attention, norm=norm, mlp=mlp).double()
    pairs = {k: v for k, v in named(LAYER).items() if k.endswith("weight")}
    copy_into(ours, theirs, pairs)
    x = normal(B, T, E).requires_grad_()
    angles = LlamaRotaryEmbedding(config)(x, torch.arange(T)[None])
    expected = theirs(x, attention_mask=additive(), position_embeddings=angles)
    close = {"rtol": 1e-5, "atol": 1e-5}  # its norms and angles are of float32
    assert_same(ours, theirs, x, ours(x, causal_mask(T))[0], expected, pairs, **close)


def additive():
    """A causal mask as `transformers` adds it."""
    hidden = torch.zeros(T, T).double().masked_fill(~causal_mask(T), -torch.inf)
    return hidden[None, None]


# ---- in all its forms -------------------------------------------------------------


def model_of(form, design=MultiHeadAttention, **options):
    torch.manual_seed(0)
    model = LanguageModel(13, E, H, 3, **form, **options).double()
    for parameter in model.parameters():
        nn.init.normal_(parameter, mean=0.3, std=0.3)
    for block in model.blocks:
        block.attention = convert(block.attention, design)
    return model


@each_form
@each_design
@pytest.mark.parametrize("groups", [None, 2])
def test_in_pieces_equals_at_once(form, design, groups):
    model = model_of(form, design, num_kv_heads=groups, bias=groups is None)
    ids = torch.randint(13, (B, T), generator=torch.Generator().manual_seed(0))
    whole, weights = model(ids)
    assert whole.std() > 0.1
    cache, pieces = KVCache(), []
    for piece in ids.split([3, 1, 3], dim=1):
        logits, last = model(piece, cache=cache)
        pieces.append(logits)
    torch.testing.assert_close(torch.cat(pieces, dim=1), whole, **EXACT)
    if design is MultiHeadAttention:
        torch.testing.assert_close(last[2], weights[2][..., 4:, :], **EXACT)


@each_form
def test_a_block_alone_reads_everything(form):
    block = large(Block(MultiHeadAttention(E, H), **form))
    x = normal(B, T, E)
    output, weights = block(x)
    assert (weights > 0).all()
    torch.testing.assert_close(block(x, torch.ones(T, T).bool())[0], output, **EXACT)
    first = block(x[:, :1])[0]  # nothing was kept of the calls before
    torch.testing.assert_close(first, block(x, causal_mask(T))[0][:, :1], **EXACT)


@each_form
def test_the_norms_stand_where_they_are_said_to(form):
    """Before: what comes in goes out, and more. After: every token has one length."""
    block = large(Block(MultiHeadAttention(E, H), **form))
    x = 1e6 * normal(B, T, E)
    output, _ = block(x)
    nn.init.ones_(block.mlp_norm.weight)
    lengths = block(x)[0].square().mean(-1).sqrt()
    if form["norm_first"]:
        torch.testing.assert_close(output, x, rtol=1e-2, atol=1e3)
    elif form["norm"] is nn.RMSNorm:
        torch.testing.assert_close(lengths, torch.ones(B, T).double())
    else:
        assert lengths.max() < 3


@each_form
def test_what_stands_before_the_scores(form):
    model = model_of(form)
    last = model.norm
    assert isinstance(last, form["norm"] if form["norm_first"] else nn.Identity)


@each_form
def test_dropout_drops_what_is_added(form):
    block = large(Block(MultiHeadAttention(E, H), dropout=1.0, **form)).train()
    x = normal(B, T, E)
    added, _ = block(x)
    if form["norm_first"]:
        assert torch.equal(added, x)
    else:
        expected = block.mlp_norm(block.attention_norm(x))
        torch.testing.assert_close(added, expected, **EXACT)


def test_without_further_arguments_the_same_numbers_are_drawn_as_ever():
    torch.manual_seed(0)
    model = LanguageModel(13, E, H, 1)
    torch.manual_seed(0)
    nn.Embedding(13, E)
    table = torch.empty(13, E).normal_(std=E**-0.5)
    layers = [nn.Linear(E, E) for _ in range(4)]
    layers += [nn.Linear(E, 4 * E), nn.Linear(4 * E, E)]
    wanted = [table, *(layer.weight for layer in layers)]
    norms = ("attention_norm", "mlp_norm", "norm")
    found = {
        name: p
        for name, p in model.named_parameters()
        if name.endswith("weight") and not name.removesuffix(".weight").endswith(norms)
    }
    assert list(found) == [
        "embedding.weight",
        *(
            f"blocks.0.attention.{name}_proj.weight"
            for name in ("query", "key", "value", "out")
        ),
        "blocks.0.mlp.0.weight",
        "blocks.0.mlp.2.weight",
    ]
    for one, other in zip(found.values(), wanted, strict=True):
        assert torch.equal(one, other)


def test_the_embedding_is_scaled_unless_told_otherwise():
    ids = torch.tensor([[3, 1]])
    read = []
    for options in ({}, {"scale_embedding": False}):
        torch.manual_seed(0)
        model = LanguageModel(13, E, H, 1, **options).double()
        model.blocks[0].register_forward_pre_hook(lambda _, args: read.append(args[0]))
        model(ids)
        table = model.embedding.weight
    torch.testing.assert_close(read[0], table[ids] * E**0.5, **EXACT)
    torch.testing.assert_close(read[1], table[ids], **EXACT)


# ---- what each token goes through -------------------------------------------------


def test_swiglu_by_hand():
    module, x = large(SwiGLU(E, HIDDEN)), normal(B, T, E)
    gate, up, down = (p.detach() for p in module.parameters())
    z = x @ gate.T
    expected = (z / (1 + (-z).exp()) * (x @ up.T)) @ down.T
    torch.testing.assert_close(module(x), expected, **EXACT)


@pytest.mark.parametrize("bias", [True, False])
def test_parameters_are_counted_by_formula(bias):
    def count(module):
        return sum(p.numel() for p in module.parameters())

    assert count(MLP(E, HIDDEN, bias=bias)) == 2 * E * HIDDEN + bias * (HIDDEN + E)
    gated = 3 * E * HIDDEN + bias * (2 * HIDDEN + E)
    assert count(SwiGLU(E, HIDDEN, bias=bias)) == gated
    assert count(SwiGLU(E)) == count(MLP(E, bias=False)) == 8 * E * E


@pytest.mark.parametrize(("width", "gate"), [(6, 16), (7, 18), (8, 21)])
def test_a_gates_width_is_rounded_down(width, gate):
    assert SwiGLU(width).gate.out_features == gate


@pytest.mark.parametrize("made", [MLP, SwiGLU])
@pytest.mark.parametrize(
    ("sizes", "message"),
    [((0,), "embed_dim 0 is below 1"), ((3, 0), "hidden_dim 0 is below 1")],
)
def test_impossible_widths_are_named(made, sizes, message):
    with pytest.raises(ValueError, match=message):
        made(*sizes)


def test_a_norm_and_an_mlp_are_told_what_was_asked_for_and_nothing_else():
    told = []

    def make(width, **factory):
        told.append((width, factory))
        return nn.Identity()

    for asked in ({}, {"dtype": torch.float64}, {"device": "meta"}):
        Block(MultiHeadAttention(E, H), norm=make, mlp=make, **asked)
        assert told == [(E, asked)] * 3
        told.clear()
