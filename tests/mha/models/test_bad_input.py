"""Bad input at the doors of modules and models: one sentence, nothing lost."""

import math
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from torch import nn

from mha import (
    MLP,
    AttentionHead,
    Block,
    CausalAttention,
    KVCache,
    LanguageModel,
    LearnedPositions,
    MultiHeadAttention,
    RotaryPositions,
    ShawPositions,
    TextClassifier,
    convert,
    from_bert,
    generate,
    next_probabilities,
)

E, H, B, T, V = 18, 3, 2, 5, 11
IDS = torch.ones(B, T).long()
X = torch.ones(B, T, E)
LAYERS = {
    "head": lambda: AttentionHead(7, input_dim=E),
    "causal head": lambda: CausalAttention(7, input_dim=E),
    "heads": lambda: MultiHeadAttention(E, H),
    "block": lambda: Block(MultiHeadAttention(E, H)),
}
INPUTS = {
    "list": ([[1.0] * E], TypeError, "is of type list; expected a torch.Tensor"),
    "array": (np.ones((T, E)), TypeError, "is of type ndarray; expected a torch.Ten"),
    "one axis": (X[0, 0], ValueError, r"has shape \(18,\); expected \(..., tokens, wi"),
    "narrow": (X[..., :7], ValueError, r"has shape \(2, 5, 7\); expected width 18"),
    "whole": (X.long(), ValueError, "is torch.int64; expected a floating-point dtype"),
    "half": (X.half(), ValueError, "is torch.float16 but the module's weights are"),
    "elsewhere": (X.to("meta"), ValueError, "is on meta but the module is on cpu"),
    "no token": (X[:, :0], ValueError, r"has shape \(2, (3, )?0, .*at least 1"),
}


@pytest.mark.parametrize("make", LAYERS.values(), ids=LAYERS)
@pytest.mark.parametrize(("given", "kind", "message"), INPUTS.values(), ids=INPUTS)
def test_what_a_layer_cannot_read_is_named(make, given, kind, message):
    with pytest.raises(kind, match=f"^(query|key|x) {message}"):
        make()(given)


MASKS = {
    "float": (
        torch.full((T, T), torch.nan),
        "mask is torch.float32; expected torch",
    ),
    "shape": (torch.ones(7, T).bool(), r"mask \(7, 5\) does not broadcast"),
    "elsewhere": (torch.ones(T, T).bool().to("meta"), "mask is on meta but"),
}


@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize(("mask", "message"), MASKS.values(), ids=MASKS)
def test_a_mask_that_does_not_fit_is_named(mask, message, need_weights):
    layer = MultiHeadAttention(E, H)
    layer.need_weights = need_weights
    with pytest.raises(ValueError, match=message):
        layer(X, mask=mask)


MADE = {
    "heads that are no number": (
        lambda: MultiHeadAttention(8, True),
        TypeError,
        "num_heads is True; expected a whole number",
    ),
    "heads of 2.0": (lambda: MultiHeadAttention(8, 2.0), TypeError, "num_heads is 2.0"),
    "a width in words": (lambda: AttentionHead("8"), TypeError, "head_dim is '8'"),
    "layers and a half": (
        lambda: LanguageModel(V, E, H, num_layers=1.5),
        TypeError,
        "num_layers is 1.5; expected a whole number",
    ),
    "no layer": (
        lambda: LanguageModel(V, E, H, 0),
        ValueError,
        "layers 0 is below",
    ),
    "dropout": (
        lambda: Block(MultiHeadAttention(E, H), dropout=1.5),
        ValueError,
        "dropout 1.5 is not between 0 and 1",
    ),
    "base": (
        lambda: RotaryPositions(base=-1.0),
        ValueError,
        "base is -1.0",
    ),
    "distance": (
        lambda: ShawPositions(6, max_distance=2.5),
        TypeError,
        "max_distance is 2.5; expected a whole number",
    ),
    "a spread that is no number": (
        lambda: TextClassifier(MultiHeadAttention(E, H), V, 7, embedding_std=math.nan),
        ValueError,
        "embedding_std is nan; expected a finite number",
    ),
    "no attention": (
        lambda: Block(None),
        ValueError,
        "attention is None",
    ),
    "a model's attention": (
        lambda: model(attention=AttentionHead),
        ValueError,
        r"attention .*AttentionHead'>: expected a design of MultiHeadBase that takes",
    ),
    "a classifier's": (
        lambda: TextClassifier(3, V, 7),
        TypeError,
        "attention is 3; expected one of the book's",
    ),
    "a classifier's, of another kind": (
        lambda: TextClassifier(nn.Linear(E, E), V, 7),
        TypeError,
        "attention is of type Linear; expected one of the book's",
    ),
    "a classifier's, a width alone": (
        lambda: TextClassifier(SimpleNamespace(embed_dim=E), V, 7),
        TypeError,
        "attention is of type SimpleNamespace; expected one of the book's",
    ),
    "a classifier's sizes": (
        lambda: TextClassifier(MultiHeadAttention(E, H), V, 0),
        ValueError,
        "num_classes 0 is below 1",
    ),
    "a linear layer": (
        lambda: convert(nn.Linear(3, 3), MultiHeadAttention),
        ValueError,
        "Linear is not one of MultiHeadAttention",
    ),
    "no bert": (lambda: from_bert(None), TypeError, "attention is None; expected"),
    "an mlp": (lambda: MLP(E, 0), ValueError, "hidden_dim 0 is below 1"),
}


@pytest.mark.parametrize(("make", "kind", "message"), MADE.values(), ids=MADE)
def test_what_no_module_can_be_made_from_is_named(make, kind, message):
    with pytest.raises(kind, match=message):
        make()


def model(**options):
    torch.manual_seed(0)
    return LanguageModel(V, E, H, 2, **options)


def nan_model():
    made = model()
    nn.init.constant_(made.norm.weight, torch.nan)
    return made


def partly_nan_model():
    """A token that no text here has is no vector, and so is one logit of all."""
    made = model()
    with torch.no_grad():
        made.embedding.weight[V - 1] = torch.nan
    return made


CALLS = {
    "a list": (
        lambda: model()([[1, 2]]),
        TypeError,
        "ids is of type list; expected a torch.Tensor",
    ),
    "floats": (
        lambda: model()(X[..., 0]),
        ValueError,
        "ids are torch.float32",
    ),
    "one axis": (
        lambda: model()(IDS[0]),
        ValueError,
        r"ids have shape \(5,\)",
    ),
    "no sentence": (lambda: model()(IDS[:0]), ValueError, r"ids have shape \(0, 5\)"),
    "unknown": (lambda: model()(IDS * V), ValueError, "id 11 must be between 0 and 10"),
    "below": (lambda: model()(-IDS), ValueError, "id -1 must be between 0 and 10"),
    "elsewhere": (
        lambda: model()(IDS.to("meta")),
        ValueError,
        "ids is on meta but the model is on cpu",
    ),
    "none to keep": (
        lambda: model()(IDS, logits_to_keep=0),
        ValueError,
        "logits_to_keep 0 is below 1",
    ),
    "no cache": (
        lambda: model()(IDS, cache={}),
        TypeError,
        "cache is of type dict; expected KVCache",
    ),
    "a classifier's ids": (
        lambda: TextClassifier(MultiHeadAttention(E, H), V, 7)(IDS * V),
        ValueError,
        "id 11 must be between 0 and 10",
    ),
    "tokens and a half": (
        lambda: generate(model(), IDS, 1.5),
        TypeError,
        "new_tokens is 1.5; expected a whole number",
    ),
    "fewer than none": (
        lambda: generate(model(), IDS, -1),
        ValueError,
        "tokens -1",
    ),
    "the k and a half": (
        lambda: generate(model(), IDS, 1, top_k=1.5),
        TypeError,
        "top_k is 1.5; expected a whole number",
    ),
    "warm": (
        lambda: generate(model(), IDS, 1, temperature="warm"),
        TypeError,
        "temperature is 'warm'; expected a number",
    ),
    "cold": (
        lambda: generate(model(), IDS, 1, temperature=float("nan")),
        ValueError,
        "temperature nan must be 0 or above",
    ),
    "no model": (
        lambda: generate(nn.Linear(3, 3), IDS, 1),
        TypeError,
        "model is of type Linear; expected a LanguageModel",
    ),
    "nan, drawn": (
        lambda: generate(nan_model(), IDS, 1),
        ValueError,
        "not finite",
    ),
    "one nan of many": (
        lambda: generate(partly_nan_model(), IDS, 1),
        ValueError,
        "the model's logits are not finite",
    ),
    "nan, greedy": (
        lambda: generate(nan_model(), IDS, 1, temperature=0),
        ValueError,
        "the model's logits are not finite: its parameters hold NaN or infinity, "
        "or torch.float32 cannot hold what it computes",
    ),
    "too long": (
        lambda: generate(model(positions=LearnedPositions(7, E)), IDS, 3),
        ValueError,
        "5 tokens and 3 new ones are more than max_len 7",
    ),
    "probabilities of a list": (
        lambda: next_probabilities([1.0, 2.0]),
        TypeError,
        "logits is of type list; expected a torch.Tensor",
    ),
}


@pytest.mark.parametrize(("call", "kind", "message"), CALLS.values(), ids=CALLS)
def test_what_a_model_cannot_read_is_named(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


def test_what_is_refused_leaves_model_and_cache_as_they_were():
    read, cache = model().train(), KVCache()
    read(IDS, cache=cache)
    kept = [layer.keys.clone() for layer in cache.layers]
    for wrong in (IDS * V, IDS[:1], IDS.float()):
        with pytest.raises(ValueError):  # noqa: PT011 - the words are asserted above
            read(wrong, cache=cache)
    with pytest.raises(ValueError, match="not finite"):
        generate(read_nan := nan_model().train(), IDS, 1)
    assert all(module.training for module in read_nan.modules())
    assert read_nan.blocks[0].attention.need_weights
    for before, layer in zip(kept, cache.layers, strict=True):
        assert torch.equal(before, layer.keys)


def test_an_empty_batch_of_vectors_gives_an_empty_output():
    for layer in (MultiHeadAttention(E, H, causal=True), AttentionHead(E)):
        assert layer(X[:0])[0].shape == (0, T, E)


@pytest.mark.parametrize("make", [partial(MultiHeadAttention, E, H)])
def test_checks_let_autocast_through(make):
    with torch.autocast("cpu", torch.bfloat16):
        assert make()(X)[0].dtype == torch.bfloat16
