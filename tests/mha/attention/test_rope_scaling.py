"""Scaled rotary positions: against transformers, and by what each is made for."""

from functools import partial

import pytest
import torch

from every_design import EXACT, normal
from llama import turned_by_llama
from mha import (
    DynamicNTKScaling,
    LinearScaling,
    MultiHeadAttention,
    NTKScaling,
    RotaryPositions,
    YarnScaling,
)
from mha.attention.positions import rotate, speeds_of

B, H, TRAINED, D = 2, 3, 5, 10
CLOSE = {"rtol": 0, "atol": 1e-6}
SPEEDS = speeds_of(D, 10000.0, torch.device("cpu"))


theirs = partial(turned_by_llama, trained=TRAINED)


def assert_turned_alike(scaling, expected_of, *, length, width=D, base=10000.0):
    # None beyond 1: transformers rounds angles to float32, which features magnify.
    query, key = (normal(B, H, length, width, seed=n).tanh() for n in (0, 1))
    ours = RotaryPositions(base=base, scaling=scaling)(query, key)
    assert ours[2] is None
    pairs = zip(ours[:2], expected_of(query, key), strict=True)
    for found, expected in pairs:
        torch.testing.assert_close(found, expected, **CLOSE)


@pytest.mark.parametrize("factor", [1.0, 3.0, 8.0])
@pytest.mark.parametrize("length", [1, TRAINED, 7, 11])
def test_linear_scaling_is_transformers(factor, length):
    expected = partial(theirs, rope_type="linear", factor=factor)
    assert_turned_alike(LinearScaling(factor), expected, length=length)


@pytest.mark.parametrize("factor", [1.0, 3.0, 8.0])
@pytest.mark.parametrize("length", [1, TRAINED, 7, 11])
def test_dynamic_ntk_scaling_is_transformers(factor, length):
    expected = partial(theirs, rope_type="dynamic", factor=factor)
    assert_turned_alike(DynamicNTKScaling(factor, TRAINED), expected, length=length)


@pytest.mark.parametrize("factor", [1.0, 3.0, 8.0])
def test_ntk_scaling_is_a_larger_rope_theta(factor):
    theta = 10000.0 * factor ** (D / (D - 2))
    expected = partial(theirs, rope_type="default", theta=theta)
    assert_turned_alike(NTKScaling(factor), expected, length=11)


@pytest.mark.parametrize("factor", [1.0, 3.0, 8.0])
@pytest.mark.parametrize("trained", [5, 41, 2048])  # L < 2π: no pair turned once
@pytest.mark.parametrize(("width", "theta"), [(10, 10000.0), (34, 500.0), (2, 7.0)])
def test_yarn_is_transformers(factor, trained, width, theta):
    options = {"factor": factor, "original_max_position_embeddings": trained}
    given = partial(theirs, rope_type="yarn", theta=theta, trained=trained, **options)
    scaling = YarnScaling(factor, trained)
    assert_turned_alike(scaling, given, length=11, width=width, base=theta)


@pytest.mark.parametrize("slow", [2.0, 5.0])
def test_yarns_betas_are_transformers(slow):
    betas = {"beta_fast": 5.0, "beta_slow": slow}
    options = {"factor": 3.0, "original_max_position_embeddings": 97, **betas}
    expected = partial(theirs, rope_type="yarn", theta=500.0, trained=97, **options)
    scaling = YarnScaling(3.0, 97, **betas)
    assert scaling != YarnScaling(3.0, 97)
    assert_turned_alike(scaling, expected, length=11, width=34, base=500.0)


def test_yarns_betas_when_omitted_are_transformers():
    """So many pairs and tokens that a beta_fast of 31 begins at another pair."""
    options = {"factor": 3.0, "original_max_position_embeddings": 4096}
    expected = partial(theirs, rope_type="yarn", theta=1e4, trained=4096, **options)
    scaling = YarnScaling(3.0, 4096)
    assert_turned_alike(scaling, expected, length=11, width=128, base=1e4)


def slowed(scaling, length=64, speeds=SPEEDS):
    """How many times slower each pair turns."""
    return speeds / scaling(speeds, base=10000.0, length=length)


def test_what_each_scaling_slows():
    same = torch.full((5,), 4.0).double()
    torch.testing.assert_close(slowed(LinearScaling(4.0)), same, **EXACT)
    grows = 4.0 ** (torch.arange(5).double() / 4)
    torch.testing.assert_close(slowed(NTKScaling(4.0)), grows, **EXACT)
    yarn = slowed(YarnScaling(4.0, 16))  # 2.5 turns, 0.4 turns, and fewer
    torch.testing.assert_close(yarn, same.index_fill(0, torch.tensor(0), 1.0), **EXACT)


def test_dynamic_scaling_starts_beyond_the_training_length():
    scaling = DynamicNTKScaling(4.0, 16)
    for length, last in ((1, 1.0), (16, 1.0), (32, 5.0), (64, 13.0)):
        found = slowed(scaling, length)
        assert found[0] == 1
        assert found[-1].item() == pytest.approx(last)


def test_linear_scaling_turns_a_position_as_its_share():
    x, places = normal(B, 12, D), torch.arange(12)
    scaled = rotate(x, places, speeds=LinearScaling(4.0)(SPEEDS, base=1e4, length=12))
    torch.testing.assert_close(scaled, rotate(x, places / 4), **EXACT)


def test_a_trained_model_takes_a_scaling_later():
    torch.manual_seed(0)
    built = MultiHeadAttention(12, 3, relative=RotaryPositions).double()
    given = partial(RotaryPositions, scaling=YarnScaling(3.0, 5))
    with_it = MultiHeadAttention(12, 3, relative=given).double()
    with_it.load_state_dict(built.state_dict())  # a scaling has no parameters
    x = normal(2, 7, 12)
    before = built(x)[0]
    built.relative.scaling = YarnScaling(3.0, 5)
    after = built(x)[0]
    torch.testing.assert_close(after, with_it(x)[0], **EXACT)
    assert not torch.allclose(before, after)
    torch.testing.assert_close(with_it(x[:, -1:], x)[0], after[:, -1:], **EXACT)


def test_a_scaling_that_does_not_say_may_follow_the_length():
    def by_length(speeds, *, base, length):
        return speeds / length

    by_length.attention_factor = 1.0
    assert not RotaryPositions(scaling=by_length).keys_stay
    assert not RotaryPositions(scaling=DynamicNTKScaling(2.0, TRAINED)).keys_stay
    assert RotaryPositions(scaling=LinearScaling(2.0)).keys_stay


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
def test_a_scaling_keeps_the_dtype(dtype):
    query, key = (normal(B, H, 7, D, seed=n) for n in (0, 1))
    turn = RotaryPositions(scaling=YarnScaling(3.0, 5))
    exact, found = turn(query, key), turn(query.to(dtype), key.to(dtype))
    for ours, expected in zip(found[:2], exact[:2], strict=True):
        assert ours.dtype == dtype
        limit = 16 * torch.finfo(dtype).eps
        torch.testing.assert_close(ours.double(), expected, rtol=limit, atol=limit)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LinearScaling(0.5), "factor 0.5 is below 1"),
        (lambda: YarnScaling(0.5, 16), "factor 0.5 is below 1"),
        (lambda: DynamicNTKScaling(2.0, 0), "original_max_position_embeddings 0 is"),
        (lambda: YarnScaling(2.0, 0), "original_max_position_embeddings 0 is below"),
        (lambda: YarnScaling(2.0, 16, 1.0, 2.0), "beta_slow 2.0 must be above 0"),
        (lambda: slowed(NTKScaling(2.0), speeds=SPEEDS[:1]), "head_dim 2 has one pair"),
    ],
)
def test_bad_arguments_are_named(make, message):
    with pytest.raises(ValueError, match=message):
        make()
