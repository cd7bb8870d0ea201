"""Everything is made where its inputs are; no GPU is needed to see it.

Meta is a device that every machine has. What is made without a device lands there
once it is the default, and next to inputs on the CPU it raises or shows.
"""

import functools

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

import small_models as language
from every_design import EVERY, made_for, normal, run
from mha import (
    AttentionHead,
    Block,
    CausalAttention,
    KVCache,
    LayerCache,
    LearnedPositions,
    MeanTextClassifier,
    MultiHeadAttention,
    NoAttention,
    ResidualTextClassifier,
    SinusoidalPositions,
    TextClassifier,
    alibi_bias,
    alibi_slopes,
    causal_mask,
    convert,
    generate,
    next_probabilities,
    padding_mask,
    relative_positions,
    rotate,
    scaled_dot_product_attention,
    sinusoidal,
    sliding_window_mask,
)
from mha.attention import mask_conventions as conventions
from mha.attention.interop import CONVERTERS
from mha.attention.masks import by_head

B, H, T, D = 2, 3, 5, 14
E = H * D
X = normal(B, T, E, dtype=torch.float32)
PADDED = padding_mask([T, 2], T)  # (B, 1, 1, T)
HEADS = [AttentionHead, CausalAttention]


def assert_stays(function):
    """Called where meta is the default device, it returns the same, on the CPU."""
    expected = function()
    with torch.device("meta"):
        found = function()
    torch.testing.assert_close(found, expected, rtol=0, atol=0)


class AsOnApple(TorchDispatchMode):
    """What is made is on meta, and is never float64, which Apple's GPUs have not."""

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        for tensor in filter(torch.is_tensor, tree_leaves(made)):
            assert tensor.device.type == "meta", f"{function}: {tensor.device}"
            assert tensor.dtype != torch.float64, f"{function}: float64"
        return made


def named(kind):
    return getattr(kind, "__name__", None)


def each_attention(test):
    by_mask = pytest.mark.parametrize("masked", [False, True])
    heads = [pytest.param(kind, None, id=kind.__name__) for kind in HEADS]
    kinds = pytest.mark.parametrize(("kind", "relative"), [*heads, *EVERY])
    return kinds(by_mask(test))


def problem(kind, relative, masked, device):
    """A module and the arguments of `run`."""
    torch.manual_seed(0)
    module = (
        kind(E) if kind in HEADS else kind(E, H, relative=made_for(relative, E // H))
    )
    mask = PADDED & causal_mask(T)  # (B, 1, T, T)
    mask = mask[:, 0] if kind in HEADS else mask
    inputs = [X.to(device)] * 3
    return module.to(device), *inputs, mask.to(device) if masked else None


@each_attention
def test_attention_stays_with_its_tokens(kind, relative, masked):
    arguments = problem(kind, relative, masked, "cpu")
    assert_stays(lambda: run(*arguments))


@each_attention
def test_attention_makes_all_that_it_makes_on_the_device(kind, relative, masked):
    arguments = problem(kind, relative, masked, "meta")
    with AsOnApple():
        output, weights = run(*arguments)
    assert output.shape == X.shape
    heads = () if kind in HEADS else (H,)
    assert weights is None or weights.shape == (B, *heads, T, T)


MADE = {
    "causal": lambda **where: causal_mask(T, 7, **where),
    "window": lambda **where: sliding_window_mask(T, window=2, **where),
    "sinusoidal": lambda **where: sinusoidal(T, E, start=2, **where),
    "distances": lambda **where: relative_positions(T, 7, **where),
    "slopes": lambda **where: alibi_slopes(H, **where),
    "bias": lambda **where: alibi_bias(H, T, 7, **where),
}


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_what_is_made_is_made_where_one_says(make):
    assert_stays(lambda: make(device="cpu"))
    with AsOnApple():
        found = make(device="meta")
    assert (found.shape, found.dtype) == (make().shape, make().dtype)
    with torch.device("meta"):  # by default
        assert make().device.type == "meta"


LENGTHS, LEARNED = torch.tensor([T, 2]), LearnedPositions(T, E)
BOTH_WAYS = ("additive", "torch_key_padding_mask", "huggingface_mask", "sequence_first")
FOLLOWS = {
    "padding": lambda: padding_mask(LENGTHS, T),
    "by head": lambda: by_head(PADDED, H),
    "to attn_mask": lambda: conventions.to_torch_attn_mask(PADDED, (B, H, T, T)),
    "from attn_mask": lambda: conventions.from_torch_attn_mask(PADDED[:, 0], 1),
    "an empty row": lambda: scaled_dot_product_attention(X, mask=X[..., :1] > 0),
    "rotary": lambda: rotate(X),
    "learned": lambda: LEARNED(X),
    "waves": lambda: SinusoidalPositions()(X),
    "chances": lambda: next_probabilities(X[0], 0.5, 3),
} | {name: lambda name=name: there_and_back(name) for name in BOTH_WAYS}


def there_and_back(name):
    there = getattr(conventions, f"to_{name}")(PADDED)
    return there, getattr(conventions, f"from_{name}")(there)


@pytest.mark.parametrize("function", FOLLOWS.values(), ids=FOLLOWS)
def test_what_follows_an_input_stays_with_it(function):
    assert_stays(function)


def test_padding_is_where_the_lengths_are():
    """Meta holds no lengths to check, so the CPU stands for the other device."""
    with torch.device("meta"):
        assert padding_mask(LENGTHS, T).device.type == "cpu"


@pytest.mark.parametrize(
    "positions", [SinusoidalPositions(), LearnedPositions(T, E).to("meta"), rotate]
)
def test_positions_are_made_on_the_device(positions):
    x = X.to("meta")
    with AsOnApple():
        assert positions(x).shape == x.shape


@pytest.mark.parametrize(
    ("design", "relative"), [case for case in EVERY if case.values[0].batch_first]
)
def test_a_block_and_its_cache_are_on_the_device(design, relative):
    block = Block(design(E, H, relative=made_for(relative, E // H))).to("meta")
    cache, x = LayerCache(), X.to("meta")
    with AsOnApple():
        for total in (T, 2 * T):
            mask = causal_mask(T, total, device="meta")
            output, weights = block(x, mask, cache=cache)
            assert output.shape == x.shape
            assert weights is None or weights.shape == (B, H, T, total)


@language.each_model
def test_a_language_model_stays_with_its_ids(attention, positions):
    model = language.model_of(attention, positions)
    ids, generator = language.ids_of(B, T), torch.Generator()

    def in_pieces():
        cache = KVCache()
        first, _ = model(ids[:, :2], cache=cache)
        rest, weights = model(ids[:, 2:], PADDED, cache=cache)
        return [first, rest, *weights, *language.kept_in(cache)]

    assert_stays(in_pieces)
    for cached in (False, True):
        options = {"cached": cached, "generator": generator}
        continued = functools.partial(generate, model, ids, 3, **options)
        assert_stays(lambda run=continued: (generator.manual_seed(0), run())[1])


KINDS = [TextClassifier, MeanTextClassifier, ResidualTextClassifier]


@pytest.mark.parametrize("kind", KINDS, ids=named)
@pytest.mark.parametrize("attention", [*CONVERTERS, NoAttention], ids=named)
@pytest.mark.parametrize("mask", [None, PADDED], ids=["unmasked", "masked"])
def test_a_classifier_stays_with_its_ids(kind, attention, mask):
    torch.manual_seed(0)
    base, ids = MultiHeadAttention(E, H), language.ids_of(B, T)
    inner = NoAttention(E) if attention is NoAttention else convert(base, attention)
    model = kind(inner, language.V, 3, positions=SinusoidalPositions()).eval()
    assert_stays(lambda: model(ids, mask))


@pytest.mark.parametrize("design", CONVERTERS, ids=named)
def test_a_conversion_stays_with_its_module(design):
    module = MultiHeadAttention(E, H)
    assert_stays(lambda: dict(convert(module, design).named_parameters()))
