"""Every module of a model is called, once per call: looking inside sees everything."""

from collections import Counter
from functools import partial

import pytest
import torch
from torch import nn

from every_design import DESIGNS, SCHEMES, made_for
from mha import (
    DynamicNTKScaling,
    KVCache,
    LanguageModel,
    MultiHeadAttention,
    ResidualTextClassifier,
    RotaryPositions,
    SinusoidalPositions,
    load_smollm2,
)

# Token numbers have no gradient, which PyTorch thinks worth a word.
pytestmark = pytest.mark.filterwarnings("ignore:Full backward hook is firing")

V, E, H, L, B, T = 13, 12, 3, 2, 2, 5
KINDS = {"no positions": None} | SCHEMES
KINDS["dynamic"] = partial(RotaryPositions, scaling=DynamicNTKScaling(4.0, 3))
each_kind = pytest.mark.parametrize("relative", KINDS.values(), ids=KINDS)
each_design = pytest.mark.parametrize(
    "design", [d for d in DESIGNS if d.batch_first], ids=lambda d: d.__name__
)


def names_in(model):
    """Its modules but for lists, which hold modules and are not called."""
    return [n for n, m in model.named_modules() if not isinstance(m, nn.ModuleList)]


def calls_of(model, run, backward=False):
    """How often each module's hook fires while something runs."""
    fired, handles = Counter(), []
    for name, module in model.named_modules():
        way = "register_full_backward_hook" if backward else "register_forward_hook"
        count = partial(lambda name, *_: fired.update([name]), name)
        handles.append(getattr(module, way)(count))
    run()
    for handle in handles:
        handle.remove()
    return fired


def ids_of(length=T):
    return torch.randint(V, (B, length), generator=torch.Generator().manual_seed(0))


@each_design
@each_kind
@pytest.mark.parametrize("norm_first", [True, False])
def test_each_module_of_a_language_model_is_called_once(design, relative, norm_first):
    options = {"attention": design, "norm_first": norm_first}
    options["relative"] = made_for(relative, E // H)
    model = LanguageModel(V, E, H, L, positions=SinusoidalPositions(), **options)
    once, cache = Counter(names_in(model)), KVCache()
    assert calls_of(model, lambda: model(ids_of())) == once
    for _ in range(2):  # the first tokens, and those after them
        assert calls_of(model, lambda: model(ids_of(), cache=cache)) == once
    learn = partial(lambda: model(ids_of())[0].sum().backward())
    assert calls_of(model, learn, backward=True) == once


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.__name__)
def test_each_module_of_a_classifier_is_called_once(design):
    model = ResidualTextClassifier(
        design(E, H), V, num_classes=7, positions=SinusoidalPositions()
    )
    once = Counter(names_in(model))
    assert calls_of(model, lambda: model(ids_of())) == once
    learn = partial(lambda: model(ids_of())[0].sum().backward())
    assert calls_of(model, learn, backward=True) == once


def test_each_module_of_smollm2_is_called_once():
    model, _ = load_smollm2(progress=False)
    once, cache = Counter(names_in(model)), KVCache()
    assert len(once) > 30 * 10
    for _ in range(2):
        assert calls_of(model, lambda: model(ids_of(), cache=cache)) == once


@each_design
@each_kind
def test_weights_from_a_hook_are_those_of_the_call(design, relative):
    options = {"attention": design, "relative": made_for(relative, E // H)}
    model, seen, cache = LanguageModel(V, E, H, L, **options), [], KVCache()
    for block in model.blocks:
        block.attention.register_forward_hook(lambda *call: seen.append(call[-1][1]))
    for _ in range(2):
        seen.clear()
        _, weights = model(ids_of(), cache=cache)
        assert len(seen) == L
        assert all(one is other for one, other in zip(seen, weights, strict=True))
    assert (weights[0] is None) == (not design.need_weights)


def test_a_hook_may_change_what_attention_finds():
    model, ids = LanguageModel(V, E, H, L), ids_of()
    plain, _ = model(ids)
    silence = partial(lambda *call: (0 * call[-1][0], call[-1][1]))
    with model.blocks[0].attention.register_forward_hook(silence):
        changed, _ = model(ids)
    assert not torch.allclose(plain, changed)
    torch.testing.assert_close(model(ids)[0], plain)


def test_a_layer_called_by_hand_is_seen_too():
    layer, seen = MultiHeadAttention(E, H), []
    layer.register_forward_hook(lambda *call: seen.append(call[-1][0].shape))
    layer(torch.randn(B, T, E))
    assert seen == [(B, T, E)]
