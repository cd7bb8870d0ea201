"""Keys and values of earlier calls: attention with a cache is attention at once."""

import pytest
import torch

from every_design import DESIGNS, EXACT, SCHEMES, made_for, normal
from mha import (
    AttentionHead,
    CausalAttention,
    KVCache,
    LanguageModel,
    LayerCache,
    MultiHeadAttention,
    RotaryPositions,
    causal_mask,
)

E, H, B, T, V = 18, 3, 2, 7, 11
D = E // H
SIZES = [(3, 1, 3), (1,) * T, (T,)]


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.__name__)
@pytest.mark.parametrize("relative", [None, *SCHEMES.values()], ids=["none", *SCHEMES])
@pytest.mark.parametrize("pieces", SIZES)
def test_in_pieces_a_layer_gives_what_it_gives_at_once(design, relative, pieces):
    layer = design(E, H, relative=made_for(relative, D), causal=True).double()
    x, cache = normal(B, T, E), LayerCache()
    axis = 1 if layer.batch_first else 0
    x = x if layer.batch_first else x.transpose(0, 1)
    whole, weights = layer(x)
    outputs = []
    for piece in x.split(pieces, dim=axis):
        output, last = layer(piece, cache=cache)
        outputs.append(output)
    torch.testing.assert_close(torch.cat(outputs, axis), whole, **EXACT)
    assert cache.length == T
    if weights is not None:
        torch.testing.assert_close(last, weights[..., -pieces[-1] :, :], **EXACT)


@pytest.mark.parametrize("kind", [CausalAttention, AttentionHead])
def test_heads_take_a_cache_as_well(kind):
    head, x, cache = kind(E).double(), normal(B, T, E), LayerCache()
    past = None if kind is CausalAttention else causal_mask(T)
    first_rows, rest_rows = (None, None) if past is None else (past[:4, :4], past[4:])
    whole, _ = head(x, mask=past)
    first, _ = head(x[:, :4], mask=first_rows, cache=cache)
    rest, _ = head(x[:, 4:], mask=rest_rows, cache=cache)
    torch.testing.assert_close(torch.cat([first, rest], 1), whole, **EXACT)


def test_gradients_pass_through_what_is_kept():
    layer = MultiHeadAttention(E, H, causal=True, relative=RotaryPositions).double()
    x, cache = normal(B, T, E).requires_grad_(), LayerCache()
    (expected,) = torch.autograd.grad(layer(x)[0][:, 4:].square().sum(), x)
    layer(x[:, :4], cache=cache)
    (found,) = torch.autograd.grad(layer(x[:, 4:], cache=cache)[0].square().sum(), x)
    torch.testing.assert_close(found, expected, **EXACT)


@pytest.mark.parametrize(
    ("dtype", "size"), [(torch.bfloat16, 2), (torch.float32, 4), (torch.float64, 8)]
)
def test_what_is_kept_is_counted_to_the_byte(dtype, size):
    layer, cache = MultiHeadAttention(E, H, num_kv_heads=1, dtype=dtype), LayerCache()
    assert (cache.length, cache.nbytes) == (0, 0)
    layer(torch.randn(B, T, E, dtype=dtype), cache=cache)
    assert cache.nbytes == 2 * B * 1 * T * D * size
    assert cache.keys.shape == cache.values.shape == (B, 1, T, D)


def test_what_is_kept_is_a_copy():
    """A view would keep, and show, whatever else lies where it was cut from."""
    (key, value), cache = torch.ones(2, B, H, T, D), LayerCache()
    kept = cache.extend(key, value)
    key.zero_()
    value.zero_()
    assert all(tensor.all() for tensor in kept)


def full(layer=None, **kind):
    """A cache of four tokens of the usual layer."""
    cache = LayerCache()
    layer = layer or MultiHeadAttention(E, H)
    layer(torch.randn(B, 4, E), cache=cache)
    return cache


OTHERS = {
    "other sentences": (
        lambda: torch.randn(B + 1, 1, E),
        r"shape \(2, 3, 'tokens', 6\)",
    ),
    "another dtype": (lambda: torch.randn(B, 1, E).double(), "dtype torch.float32"),
}


@pytest.mark.parametrize(("make", "message"), OTHERS.values(), ids=OTHERS)
def test_tokens_that_cannot_follow_are_named_and_leave_the_cache(make, message):
    cache, x = full(), make()
    layer = MultiHeadAttention(E, H).to(x.dtype)
    with pytest.raises(ValueError, match=f"the cache holds keys of {message}, but"):
        layer(x, cache=cache)
    assert cache.length == 4


def test_values_that_cannot_follow_are_named_and_leave_the_keys():
    cache, key = full(), torch.randn(B, H, 1, D)
    with pytest.raises(
        ValueError, match=r"holds values of .*'tokens', 6\), but .* 5\)"
    ):
        cache.extend(key, key[..., 1:])
    assert cache.keys.shape[-2] == cache.values.shape[-2] == 4


@pytest.mark.parametrize(
    ("layer", "scores"),
    [(MultiHeadAttention(E, H), "2, 3, 1, 5"), (AttentionHead(E), "2, 1, 5")],
    ids=["all heads", "one head"],
)
def test_a_mask_that_does_not_fit_leaves_the_cache(layer, scores):
    cache, mask = full(layer), torch.ones(1, 3).bool()
    with pytest.raises(ValueError, match=rf"mask \(1, 3\) does not .*\({scores}\)"):
        layer(torch.randn(B, 1, E), mask=mask, cache=cache)
    assert cache.length == 4


@pytest.mark.parametrize("layer", [MultiHeadAttention(E, H), AttentionHead(E)])
def test_a_mask_that_does_not_fit_the_first_tokens_leaves_nothing_kept(layer):
    cache, mask = LayerCache(), torch.ones(1, 3).bool()
    with pytest.raises(ValueError, match=r"mask \(1, 3\) does not broadcast"):
        layer(torch.randn(B, 4, E), mask=mask, cache=cache)
    assert cache.keys is cache.values is None


@pytest.mark.parametrize("wrong", [KVCache(), 3, {}], ids=["model's", "int", "dict"])
def test_what_is_no_layers_cache_is_named(wrong):
    for layer in (MultiHeadAttention(E, H), AttentionHead(E)):
        with pytest.raises(TypeError, match="expected LayerCache"):
            layer(torch.randn(B, 1, E), cache=wrong)


def test_a_cache_of_another_model_is_named():
    sizes, ids, cache = (V, 12, 3), torch.randint(V, (B, 3)), KVCache()
    LanguageModel(*sizes, num_layers=2)(ids, cache=cache)
    for layers in (1, 3):
        words = f"the cache has 2 layers; the model has {layers}"
        with pytest.raises(ValueError, match=words):
            LanguageModel(*sizes, num_layers=layers)(ids, cache=cache)
    with pytest.raises(ValueError, match=r"\(2, 3, 'tokens', 4\), but .*\(2, 3, 'tok"):
        LanguageModel(V, 24, 3, num_layers=2)(ids, cache=cache)
    with pytest.raises(TypeError, match="type LayerCache; expected KVCache"):
        LanguageModel(*sizes, num_layers=2)(ids, cache=LayerCache())
    assert cache.length == 3
    assert {layer.length for layer in cache.layers} == {3}
