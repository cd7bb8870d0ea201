"""The language model, against PyTorch's functions, and read in pieces or at once."""

from functools import partial

import pytest
import safetensors.torch
import torch
from hypothesis import given, settings, strategies as st
from torch import nn
from torch.nn import functional as F

from every_design import DESIGNS, EXACT, SCHEMES, made_for
from mha import (
    AlibiPositions,
    AttentionHead,
    DynamicNTKScaling,
    KVCache,
    LanguageModel,
    LayerCache,
    LinearScaling,
    MultiHeadAttention,
    NTKScaling,
    RotaryPositions,
    SequenceFirstMultiHeadAttention,
    YarnScaling,
    causal_mask,
    padding_mask,
    rotate,
)
from small_models import (
    LENGTHS,
    LONGEST,
    POSITIONS,
    B,
    D,
    E,
    H,
    L,
    T,
    V,
    each_attention,
    each_bad,
    each_model,
    ids_of,
    kept_in,
    model_of,
)

each_shared = pytest.mark.parametrize(
    "design", [d for d in DESIGNS if d.shares_keys], ids=lambda d: d.__name__
)


# ---- what it computes -------------------------------------------------------------


def reference(model, ids):
    """Logits by PyTorch's functions alone, all tokens at once; of a split model."""
    state = dict(model.named_parameters())
    table = state["embedding.weight"]

    def part(name):
        return state[f"{name}.weight"], state[f"{name}.bias"]

    x = F.embedding(ids, table) * E**0.5
    x = x if model.positions is None else model.positions(x)
    for own in (f"blocks.{layer}" for layer in range(L)):
        normed = F.layer_norm(x, (E,), *part(f"{own}.attention_norm"))
        q, k, v = (
            F.linear(normed, *part(f"{own}.attention.{name}_proj"))
            .unflatten(-1, (H, D))
            .transpose(1, 2)
            for name in ("query", "key", "value")
        )
        mixed = attended(own, state, model, q, k, v).transpose(1, 2).flatten(2)
        x = x + F.linear(mixed, *part(f"{own}.attention.out_proj"))
        normed = F.layer_norm(x, (E,), *part(f"{own}.mlp_norm"))
        hidden = F.gelu(F.linear(normed, *part(f"{own}.mlp.0")))
        x = x + F.linear(hidden, *part(f"{own}.mlp.2"))
    return F.linear(F.layer_norm(x, (E,), *part("norm")), table)


def attended(block, state, model, q, k, v):
    """PyTorch's kernel, with rotations as complex numbers and the others as tables."""
    relative = model.blocks[0].attention.relative
    positions = torch.arange(q.shape[-2])
    back = positions[:, None] - positions
    bias = torch.zeros(back.shape).double()
    if isinstance(relative, AlibiPositions):
        bias = -torch.tensor([1 / 16, 1 / 256, 1 / 4])[:, None, None] * back.double()
    elif isinstance(relative, RotaryPositions):
        angles = positions[:, None] * 10000 ** (-torch.arange(0, D, 2).double() / D)
        turn = torch.exp(1j * angles)
        turned = (torch.complex(*x.chunk(2, dim=-1)) * turn for x in (q, k))
        q, k = (torch.cat([x.real, x.imag], dim=-1) for x in turned)
    elif relative is not None:
        table = state[f"{block}.attention.relative.distance.weight"]
        bias = (q[..., None, :] * table[3 - back.clamp(-3, 3)]).sum(-1) / D**0.5
    bias = bias.masked_fill(back < 0, -torch.inf)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=bias)


@each_model
def test_equals_pytorchs_functions(attention, positions):
    ids, targets = ids_of(B, T), ids_of(B, T, seed=1).flatten()
    base = model_of((MultiHeadAttention, attention[1]), positions)
    model = model_of(attention, positions)
    expected, (found, _) = reference(base, ids), model(ids)
    torch.testing.assert_close(found, expected, **EXACT)
    gradients = []
    for one, logits in ((model, found), (base, expected)):
        loss = F.cross_entropy(logits.flatten(0, 1), targets)
        tensors = torch.autograd.grad(loss, list(one.parameters()))
        gradients.append(
            {
                name: t
                for (name, _), t in zip(one.named_parameters(), tensors, strict=True)
            }
        )
    ours, theirs = gradients
    assert attention[0] is not MultiHeadAttention or ours.keys() == theirs.keys()
    for name in ours.keys() & theirs.keys():  # projections have other names elsewhere
        torch.testing.assert_close(ours[name], theirs[name], **EXACT)


@each_attention
def test_a_layers_weights_are_its_attentions(attention):
    model, ids = model_of(attention), ids_of(B, T)
    _, weights = model(ids)
    if weights == [None] * L:  # the fused kernel never holds them
        return
    assert [w.shape for w in weights] == [(B, H, T, T)] * L
    first = model.blocks[0]
    normed = first.attention_norm(model.embedding(ids) * E**0.5)
    _, expected = first.attention(normed, mask=causal_mask(T))
    torch.testing.assert_close(weights[0], expected, **EXACT)
    assert not torch.allclose(weights[1], weights[0])


@each_model
def test_a_later_token_changes_no_bit_of_an_earlier_score(attention, positions):
    model, ids = model_of(attention, positions), ids_of(B, T)
    before, _ = model(ids)
    for t in range(T):
        moved = ids.clone()
        moved[:, t] = (ids[:, t] + 1) % V
        after, _ = model(moved)
        assert torch.equal(after[:, :t], before[:, :t])
        changed = (after[:, t:] != before[:, t:]).any(-1)
        assert changed.all()


# ---- reading in pieces ------------------------------------------------------------


@each_model
@settings(max_examples=6)
@given(
    pieces=st.lists(st.integers(1, 4), min_size=1, max_size=7),
    batch=st.integers(1, 3),
    seed=st.integers(0, 999),
)
def test_in_pieces_equals_at_once(attention, positions, pieces, batch, seed):
    model, ids = model_of(attention, positions), ids_of(batch, sum(pieces), seed)
    whole, whole_weights = model(ids)
    cache, end = KVCache(), 0
    for piece in ids.split(pieces, dim=1):
        start, end = end, end + piece.shape[1]
        logits, weights = model(piece, cache=cache)
        assert cache.length == end
        torch.testing.assert_close(logits, whole[:, start:end], **EXACT)
        for own, expected in zip(weights, whole_weights, strict=True):
            rows = None if own is None else expected[..., start:end, :end]
            torch.testing.assert_close(own, rows, **EXACT)


@each_attention
def test_the_cache_holds_values_as_projected_and_keys_turned_at_most(attention):
    model, ids, cache = model_of(attention), ids_of(B, T), KVCache()
    assert cache.length == 0
    model(ids[:, :3], cache=cache)
    model(ids[:, 3:], cache=cache)
    assert len(cache.layers) == L
    assert {t.shape for t in kept_in(cache)} == {(B, H, T, D)}
    first = model.blocks[0]
    normed = first.attention_norm(model.embedding(ids) * E**0.5)
    _, key, value = first.attention.project(normed)
    key = rotate(key) if attention[1] is RotaryPositions else key
    torch.testing.assert_close(cache.layers[0].keys, key, **EXACT)
    torch.testing.assert_close(cache.layers[0].values, value, **EXACT)


class ByLength:
    """A scaling of one's own, which hangs on the text's length."""

    attention_factor = 1.0

    def __call__(self, speeds, *, base, length):
        return speeds / length


SCALINGS = {
    "linear": LinearScaling(4.0),
    "ntk": NTKScaling(4.0),
    "yarn": YarnScaling(4.0, original_max_position_embeddings=3),
    "dynamic": DynamicNTKScaling(4.0, original_max_position_embeddings=3),
    "of one's own": ByLength(),
}


@each_shared
@pytest.mark.parametrize("scaling", SCALINGS.values(), ids=SCALINGS)
def test_in_pieces_equals_at_once_however_rotary_positions_are_scaled(design, scaling):
    """Keys whose angles change as the text grows are kept as they were projected."""
    relative = partial(RotaryPositions, scaling=scaling)
    model, ids, cache = model_of((design, relative)), ids_of(B, T), KVCache()
    model.blocks = model.blocks[:1]  # a second layer reads what the first one gave then
    model(ids[:, :3], cache=cache)
    model(ids[:, 3:-1], cache=cache)
    rest, _ = model(ids[:, -1:], cache=cache)
    torch.testing.assert_close(rest, model(ids)[0][:, -1:], **EXACT)
    first = model.blocks[0]
    normed = first.attention_norm(model.embedding(ids) * E**0.5)
    _, key, _ = first.attention.project(normed)
    as_projected = torch.allclose(cache.layers[0].keys, key)
    assert as_projected == (not first.attention.relative.keys_stay)
    assert as_projected == isinstance(scaling, DynamicNTKScaling | ByLength)


@pytest.mark.parametrize("relative", [None, *SCHEMES.values()], ids=["none", *SCHEMES])
def test_one_new_token_is_masked_by_nothing_but_the_mask(relative, monkeypatch):
    model, cache, seen = model_of((MultiHeadAttention, relative)), KVCache(), []
    attention = model.blocks[0].attention
    mix = attention.mix
    monkeypatch.setattr(attention, "mix", lambda *a: (seen.append(a[1]), mix(*a))[1])
    ids, mask = ids_of(B, T), padding_mask(LENGTHS, T).flip(-1)
    model(ids[:, :-1], mask[..., :-1], cache=cache)
    model(ids[:, -1:], mask, cache=cache)
    model(ids[:, -1:], cache=cache)
    assert [None if m is None else m.shape for m in seen] == [
        (B, 1, T - 1, T - 1),
        (B, 1, 1, T),
        None,
    ]


@each_shared
@pytest.mark.parametrize("relative", [None, *SCHEMES.values()], ids=["none", *SCHEMES])
def test_shared_keys_are_cached_once(design, relative):
    """In pieces as at once; the cache is as large as its formula says, to the byte."""
    whole_bytes = 2 * L * B * H * T * D * 8
    for groups in (1, 3):
        options = {"attention": design, "num_kv_heads": groups}
        options["relative"] = made_for(relative, D)
        torch.manual_seed(0)
        model = LanguageModel(V, E, H, L, **options).double()
        ids, cache = ids_of(B, T), KVCache()
        assert cache.nbytes == 0
        expected, _ = model(ids)
        pieces = [model(ids[:, [t]], cache=cache)[0] for t in range(T)]
        torch.testing.assert_close(torch.cat(pieces, dim=1), expected, **EXACT)
        kept = kept_in(cache)
        assert {t.shape for t in kept} == {(B, groups, T, D)}
        held = sum(t.untyped_storage().nbytes() for t in kept)
        assert cache.nbytes == held == whole_bytes * groups // H


@each_shared
def test_a_prompt_is_cached_without_what_it_was_projected_with(design):
    model, cache = LanguageModel(V, E, H, L, attention=design), KVCache()
    model(ids_of(B, T), cache=cache)
    kept = {
        t.untyped_storage().data_ptr(): t.untyped_storage().nbytes()
        for t in kept_in(cache)
    }
    assert sum(kept.values()) == cache.nbytes == 2 * L * B * H * T * D * 4


# ---- padding ----------------------------------------------------------------------


@each_model
def test_padding_behind_leaves_each_sentence_its_own_scores(attention, positions):
    model, ids = model_of(attention, positions), ids_of(B, T)
    mask = padding_mask(LENGTHS, T)
    logits, weights = model(ids, mask)
    for b, length in enumerate(LENGTHS):
        alone, _ = model(ids[b : b + 1, :length])
        torch.testing.assert_close(logits[b, :length], alone[0], **EXACT)
    for own in weights:
        assert own is None or not (own * ~mask).any()


@each_attention
def test_padding_in_front_needs_the_mask(attention):
    """Distances are kept, so what comes before a sentence need only be hidden."""
    model, ids = model_of(attention), ids_of(B, T)
    mask = padding_mask(LENGTHS, T).flip(-1)
    logits, _ = model(ids, mask)
    seen, _ = model(ids)
    for b, length in enumerate(LENGTHS[1:], start=1):
        alone, _ = model(ids[b : b + 1, -length:])
        torch.testing.assert_close(logits[b, -length:], alone[0], **EXACT)
        assert not torch.allclose(seen[b, -length:], alone[0])
    cache = KVCache()
    model(ids[:, :4], mask[..., :4], cache=cache)
    rest, _ = model(ids[:, 4:], mask, cache=cache)
    torch.testing.assert_close(rest, logits[:, 4:], **EXACT)


def test_a_mask_may_differ_by_head_and_query():
    torch.manual_seed(1)
    mask = torch.rand(B, H, T, T) > 0.4
    _, weights = model_of()(ids_of(B, T), mask)
    for own in weights:
        assert torch.equal(own > 0, mask & causal_mask(T))


# ---- parameters, and dropout ------------------------------------------------------


@each_model
@pytest.mark.parametrize("num_layers", [1, 3])
def test_parameters_are_counted_by_formula(attention, positions, num_layers):
    (design, relative), added = attention, POSITIONS[positions]()
    relative_ = made_for(relative, D)
    options = {"attention": design, "relative": relative_, "positions": added}
    model = LanguageModel(V, E, H, num_layers, **options)
    mha, mlp, norm = 4 * (E**2 + E), 8 * E**2 + 5 * E, 2 * E
    expected = V * E + num_layers * (mha + mlp + 2 * norm) + norm
    expected += LONGEST * E if positions == "learned" else 0
    expected += num_layers * 7 * D if relative is SCHEMES["shaw"] else 0
    assert sum(p.numel() for p in model.parameters()) == expected


def test_one_matrix_embeds_and_scores():
    model, ids = model_of(), torch.tensor([[1, 2, 3]])
    sized = [name for name, p in model.named_parameters() if V in p.shape]
    assert sized == ["embedding.weight"]
    logits, _ = model(ids)
    # Token 9 is scored but not read; tokens 1 and 2 are read but not scored.
    (gradient,) = torch.autograd.grad(logits[0, 1, 9], model.embedding.weight)
    assert gradient.any(-1).nonzero().flatten().tolist() == [1, 2, 9]


def test_first_scores_are_moderate():
    torch.manual_seed(0)
    model = LanguageModel(1009, 64, 4, 2)
    ids = torch.randint(1009, (B, T))
    assert (model.embedding(ids) * 8).std().item() == pytest.approx(1, abs=0.1)
    assert model(ids)[0].std().item() == pytest.approx(1, abs=0.1)


@each_attention
def test_dropout_acts_in_training_alone(attention):
    ids = ids_of(B, T)
    model = model_of(attention, dropout=0.5)
    plain, _ = model_of(attention)(ids)  # the same parameters
    torch.testing.assert_close(model.eval()(ids)[0], plain, **EXACT)
    assert not torch.allclose(model.train()(ids)[0], plain)
    model.eval().blocks[0].attention.train()  # which drops weights
    assert not torch.allclose(model(ids)[0], plain)


@pytest.mark.parametrize("positions", POSITIONS)
def test_what_each_block_adds_and_the_embedding_are_dropped(positions):
    model = model_of(positions=positions, dropout=1 - 1e-12).eval()
    ids = ids_of(B, T)
    block, x = model.blocks[0], torch.randn(B, T, E).double()
    block.attention_dropout.train()
    block.mlp_dropout.train()
    assert torch.equal(block(x, cache=LayerCache())[0], x)
    block.eval()
    model.dropout.train()
    logits, _ = model(ids)  # no token is left to tell the others by
    torch.testing.assert_close(logits, logits[:1, :1].expand_as(logits), **EXACT)


@each_model
def test_state_survives_safetensors(attention, positions, tmp_path):
    model, other = model_of(attention, positions), model_of(attention, positions)
    safetensors.torch.save_file(model.state_dict(), tmp_path / "model.safetensors")
    for parameter in other.parameters():
        nn.init.zeros_(parameter)
    other.load_state_dict(safetensors.torch.load_file(tmp_path / "model.safetensors"))
    ids = ids_of(B, T)
    assert torch.equal(other(ids)[0], model(ids)[0])


@each_model
def test_half_precision_stays_half(attention, positions):
    model, ids = model_of(attention, positions).to(torch.bfloat16), ids_of(B, T)
    logits, weights = model(ids)
    made = [t for t in (logits, *weights) if t is not None]
    assert {t.dtype for t in made} == {torch.bfloat16}


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
@each_model
def test_everything_follows_the_ids_to_their_device(attention, positions):
    model, ids = model_of(attention, positions), ids_of(B, T)
    mask = padding_mask(LENGTHS, T)
    expected, _ = model(ids, mask)
    found, _ = model.cuda()(ids.cuda(), mask.cuda())
    torch.testing.assert_close(found.cpu(), expected, **EXACT)


# ---- what is refused --------------------------------------------------------------


@pytest.mark.parametrize(
    "attention",
    [SequenceFirstMultiHeadAttention, AttentionHead, nn.MultiheadAttention, None],
)
def test_attentions_without_a_place_for_the_cache_are_refused(attention):
    with pytest.raises(ValueError, match=r"attention .* that takes \(B, T, E\)$"):
        LanguageModel(V, E, H, L, attention=attention)


@pytest.mark.parametrize(
    ("sizes", "options", "message"),
    [
        ((0, E, H, L), {}, "vocab_size 0 is below 1"),
        ((V, 0, H, L), {}, "embed_dim 0 is below 1"),
        ((V, E, 0, L), {}, "num_heads 0 is below 1"),
        ((V, E, H, 0), {}, "num_layers 0 is below 1"),
        ((V, 10, 4, L), {}, "embed_dim 10 is not divisible by num_heads 4"),
        ((V, E, H, L), {"dropout": 1.5}, "dropout 1.5 is not between 0 and 1"),
    ],
)
def test_impossible_models_are_named(sizes, options, message):
    with pytest.raises(ValueError, match=message):
        LanguageModel(*sizes, **options)


@each_bad
def test_bad_ids_are_named(ids, message):
    with pytest.raises(ValueError, match=message):
        model_of()(ids)


def test_logits_of_the_last_tokens_alone():
    model, ids = model_of(), ids_of(B, T)
    expected, _ = model(ids)
    for kept in (1, 3, T):
        found, weights = model(ids, logits_to_keep=kept)
        torch.testing.assert_close(found, expected[:, -kept:], **EXACT)
        assert weights[0].shape[-2:] == (T, T)
    with pytest.raises(ValueError, match="logits_to_keep 0 is below 1"):
        model(ids, logits_to_keep=0)


@pytest.mark.parametrize(
    ("ids", "mask", "message"),
    [
        (ids_of(2, 3), None, "2 sentences, but the cache has 5"),
        (ids_of(B, 3), torch.ones(B, 1, 1, 3).bool(), r"not broadcast to .*5, 3, 3, 7"),
        (ids_of(B, 3), torch.ones(B, 1, 1, T), "mask is torch.float32; expected"),
        (ids_of(B, LONGEST), None, "33 tokens are more than max_len 29"),
    ],
)
def test_what_does_not_fit_the_cache_is_named_and_leaves_it(ids, mask, message):
    model, cache = model_of(positions="learned"), KVCache()
    model(ids_of(B, 4), cache=cache)
    with pytest.raises(ValueError, match=message):
        model(ids, mask, cache=cache)
    assert {t.shape for t in kept_in(cache)} == {(B, H, 4, D)}
