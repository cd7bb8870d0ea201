"""Each encoding against an independent formula, and by the property it is made for."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given, strategies as st
from torch.nn import functional as F
from torch.onnx.ops import rotary_embedding
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.cohere import modeling_cohere as cohere
from transformers.models.cohere.configuration_cohere import CohereConfig

from every_design import EXACT, normal
from llama import turned_by_llama
from mha import (
    LearnedPositions,
    SinusoidalPositions,
    alibi_bias,
    alibi_slopes,
    halves_to_pairs,
    pairs_to_halves,
    relative_positions,
    rotate,
    sinusoidal,
)

B, H, T, D = 2, 3, 7, 10
CLOSE = {"rtol": 0, "atol": 1e-6}


@pytest.fixture(autouse=True)
def _double():
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


@pytest.mark.parametrize(("width", "base"), [(1, 10000), (6, 100), (11, 10000)])
def test_sinusoidal_is_the_papers_formula(width, base):
    expected = np.zeros((300, width))
    for t in range(300):
        for j in range(width):
            angle = t / base ** ((j // 2 * 2) / width)
            expected[t, j] = np.cos(angle) if j % 2 else np.sin(angle)
    found = sinusoidal(300, width, base=base).double()
    torch.testing.assert_close(found, torch.from_numpy(expected), **CLOSE)


def exponent_doubled(length, width, *, base=10000.0):
    even = torch.arange(0, width, 2)
    angles = torch.arange(length)[:, None] * base ** (-2 * even / width)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)[:, :width]


def test_a_doubled_exponent_is_seen(monkeypatch):
    monkeypatch.setitem(globals(), "sinusoidal", exponent_doubled)
    with pytest.raises(AssertionError):
        test_sinusoidal_is_the_papers_formula(6, 100)


@given(st.integers(0, 500), st.integers(0, 500))
def test_an_offset_turns_every_pair_by_its_own_angle(start, offset):
    table = sinusoidal(1001, D)
    for i in range(D // 2):
        angle = offset * 10000 ** (-2 * i / D)
        turn = torch.tensor(
            [
                [math.cos(angle), math.sin(angle)],
                [-math.sin(angle), math.cos(angle)],
            ]
        )
        pair = slice(2 * i, 2 * i + 2)
        moved = turn @ table[start, pair]
        torch.testing.assert_close(table[start + offset, pair], moved, **CLOSE)


def test_sinusoids_are_added_to_any_length_in_the_tokens_dtype():
    x = normal(B, 600, 5).float()
    found = SinusoidalPositions()(x)
    assert found.dtype == torch.float32
    torch.testing.assert_close(
        (found - x).double(), sinusoidal(600, 5).expand_as(x), **CLOSE
    )


def test_double_precision_is_double():
    torch.set_default_dtype(torch.float32)
    expected = np.sin(np.arange(300.0))
    found = sinusoidal(300, 1, dtype=torch.float64)[:, 0].numpy()
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)


def test_far_positions_are_exact_in_single_precision():
    torch.set_default_dtype(torch.float32)
    place = 100_003
    found = sinusoidal(place + 1, 2)[place, 0]
    assert found.dtype == torch.float32
    assert found.item() == pytest.approx(math.sin(place), abs=1e-6)
    x, places = normal(2, D), torch.tensor([place, place + 1])
    turned = rotate(x.float(), places)
    torch.testing.assert_close(turned.double(), rotate(x, places), **CLOSE)


def test_learned_positions_are_rows_of_a_table():
    module, x = LearnedPositions(11, 5), normal(B, T, 5)
    torch.testing.assert_close(module(x), x + module.table.weight[:T])
    assert [p.shape for p in module.parameters()] == [(11, 5)]
    assert module(normal(11, 5)).shape == (11, 5)
    with pytest.raises(ValueError, match="12 tokens are more than max_len 11"):
        module(normal(12, 5))


@pytest.mark.parametrize("module", [SinusoidalPositions(), LearnedPositions(T, 5)])
@pytest.mark.parametrize("start", range(T))
def test_a_sequence_may_start_at_any_place(module, start):
    module, x = module.double(), normal(B, T, 5)
    found, expected = module(x[:, start:], start), module(x)[:, start:]
    torch.testing.assert_close(found, expected, **EXACT)


@pytest.mark.parametrize("module", [SinusoidalPositions(), LearnedPositions(11, 5)])
def test_impossible_starts_are_named(module):
    with pytest.raises(ValueError, match="start -1 is below 0"):
        module(normal(2, 5), -1)


def test_the_last_place_counts_from_the_start():
    module = LearnedPositions(11, 5)
    assert module(normal(2, 5), 9).shape == (2, 5)
    assert module(normal(11, 5)).shape == (11, 5)
    with pytest.raises(ValueError, match="12 tokens are more than max_len 11"):
        module(normal(2, 5), 10)


def test_rotary_is_llamas():
    q, k = normal(B, H, T, D), normal(B, H, T, D, seed=1)
    expected = turned_by_llama(q, k)
    for ours, theirs in zip((rotate(q), rotate(k)), expected, strict=True):
        torch.testing.assert_close(ours, theirs, **CLOSE)


def by_neighbours(x):
    """Rotary positions of a (B, H, T, D) whose neighbours are pairs."""
    return halves_to_pairs(rotate(pairs_to_halves(x)))


def test_neighbours_are_coheres():
    theta = {"rope_type": "default", "rope_theta": 10000.0}
    config = CohereConfig(
        hidden_size=H * D, num_attention_heads=H, rope_parameters=theta
    )
    q, k = normal(B, H, T, D), normal(B, H, T, D, seed=1)
    angles = cohere.CohereRotaryEmbedding(config)(q, torch.arange(T)[None])
    expected = cohere.apply_rotary_pos_emb(q, k, *angles)
    for x, theirs in zip((q, k), expected, strict=True):
        torch.testing.assert_close(by_neighbours(x), theirs, **CLOSE)
        assert not torch.allclose(rotate(x), theirs, atol=0.1)  # the other pairing


@pytest.mark.parametrize("interleaved", [False, True])
def test_both_pairings_are_those_of_onnx(interleaved):
    """PyTorch's operator for another format: it shares no line with transformers'."""
    x = normal(B, H, T, D)
    angles = torch.arange(T)[:, None] * 10000.0 ** (-torch.arange(0, D, 2) / D)
    tables = (table.expand(B, T, D // 2) for table in (angles.cos(), angles.sin()))
    expected = rotary_embedding(x, *tables, interleaved=interleaved)
    found = by_neighbours(x) if interleaved else rotate(x)
    torch.testing.assert_close(found, expected, **CLOSE)


def test_reordered_rows_of_the_matrices_change_the_pairing():
    """How parameters trained with one pairing run with the other's code."""
    x, w_q, w_k = normal(T, H), normal(D, H, seed=1), normal(D, H, seed=2)
    rows = pairs_to_halves(torch.arange(D))

    def scores(turn, w_q, w_k):
        return turn(x @ w_q.T) @ turn(x @ w_k.T).T

    expected = scores(by_neighbours, w_q, w_k)
    torch.testing.assert_close(scores(rotate, w_q[rows], w_k[rows]), expected, **EXACT)
    assert not torch.allclose(scores(rotate, w_q, w_k), expected)


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
def test_rotary_keeps_the_dtype(dtype):
    x = normal(B, T, D)
    found = rotate(x.to(dtype))
    assert found.dtype == dtype
    torch.testing.assert_close(found.double(), rotate(x), rtol=0, atol=5e-3)


def test_rotary_turns_complex_numbers():
    x = normal(T, D)
    as_complex = torch.complex(x[:, : D // 2], x[:, D // 2 :])
    angles = torch.arange(T)[:, None] * 500.0 ** (-torch.arange(0, D, 2) / D)
    turned = as_complex * torch.exp(1j * angles)
    expected = torch.cat([turned.real, turned.imag], -1)
    torch.testing.assert_close(rotate(x, base=500.0), expected, **EXACT)


@given(st.integers(0, 900), st.integers(-50, 50))
def test_rotary_scores_depend_on_the_difference_alone(start, difference):
    q, k = normal(D), normal(D, seed=1)

    def score(query_place, key_place):
        turned = rotate(torch.stack([q, k]), torch.tensor([query_place, key_place]))
        return turned[0] @ turned[1]

    base = score(50, 50 + difference)
    moved = score(start + 50, start + 50 + difference)
    torch.testing.assert_close(moved, base, rtol=0, atol=1e-9)
    assert abs(score(50, 51 + difference) - base) > 1e-6


def test_the_two_pairings_are_each_others_reordering():
    assert halves_to_pairs(torch.arange(6)).tolist() == [0, 3, 1, 4, 2, 5]
    assert pairs_to_halves(torch.arange(6)).tolist() == [0, 2, 4, 1, 3, 5]
    x = normal(B, T, D)
    assert torch.equal(pairs_to_halves(halves_to_pairs(x)), x)
    # The paper's: features 2i and 2i + 1 are one complex number.
    as_complex = torch.view_as_complex(x.unflatten(-1, (-1, 2)))
    angles = torch.arange(T)[:, None] * 10000.0 ** (-torch.arange(0, D, 2) / D)
    expected = torch.view_as_real(as_complex * torch.exp(1j * angles)).flatten(-2)
    found = halves_to_pairs(rotate(pairs_to_halves(x)))
    torch.testing.assert_close(found, expected, **EXACT)


def test_odd_widths_are_refused():
    for function in (rotate, halves_to_pairs, pairs_to_halves):
        with pytest.raises(ValueError, match="width 5 is odd"):
            function(normal(T, 5))


@pytest.mark.parametrize("heads", range(1, 34))
def test_alibis_slopes_for_any_number_of_heads_are_blooms(heads):
    ones = torch.ones(1, 5)
    theirs = build_alibi_tensor(ones, heads, torch.float64)  # slope · place of the key
    torch.testing.assert_close(alibi_slopes(heads), theirs[:, 0, 1], **CLOSE)


def test_alibi_takes_slope_times_distance():
    expected = np.zeros((2, 3, 5))
    for head, slope in enumerate((1 / 16, 1 / 256)):
        for i in range(3):
            for j in range(5):
                expected[head, i, j] = -slope * abs(i + 2 - j)
    torch.testing.assert_close(alibi_bias(2, 3, 5), torch.from_numpy(expected), **CLOSE)


def test_alibi_has_no_farthest_distance():
    (bias,) = alibi_bias(1, 1, 5003)  # (Tq, Tk); its slope is 1/256
    assert (256 * bias[0]).tolist() == [*range(-5002, 1)]


def test_the_last_query_stands_where_the_last_key_does():
    assert relative_positions(2, 3).tolist() == [[-1, 0, 1], [-2, -1, 0]]
    assert relative_positions(2).tolist() == [[0, 1], [-1, 0]]


def test_alibi_and_one_row_for_all_queries_give_the_same_through_the_fused_kernel():
    q, k, v = normal(3, B, H, T, D)
    past = torch.ones(T, T).bool().tril()
    one_row = (alibi_slopes(H)[:, None] * torch.arange(T))[:, None]  # (H, 1, Tk)
    bias = alibi_bias(H, T)
    expected = ((q @ k.mT / D**0.5 + bias).masked_fill(~past, -math.inf)).softmax(
        -1
    ) @ v
    for added in (bias, one_row):
        mask = torch.where(past, added, -math.inf)
        found = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        torch.testing.assert_close(found, expected, **EXACT)


@pytest.mark.parametrize(
    ("function", "sizes", "message"),
    [
        (sinusoidal, (0, 4), "length 0 is below 1"),
        (sinusoidal, (4, -1), "embed_dim -1 is below 1"),
        (alibi_slopes, (0,), "num_heads 0 is below 1"),
        (relative_positions, (5, 3), "query_len 5 must be between 1 and key_len 3"),
        (relative_positions, (5, 0), "query_len 5 must be between 1 and key_len 0"),
    ],
)
def test_impossible_sizes_are_named(function, sizes, message):
    with pytest.raises(ValueError, match=message):
        function(*sizes)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_alibi_is_rounded_once_at_its_end(dtype):
    """Four of the twelve slopes are no powers of two, so that every rounding shows."""
    exact = alibi_bias(12, 3, 3001, dtype=torch.float64)
    found = alibi_bias(12, 3, 3001, dtype=dtype)
    assert found.dtype == alibi_slopes(12, dtype=dtype).dtype == dtype
    # Half a step, and what single precision, in which it is computed, adds to it.
    once = torch.finfo(dtype).eps / 2 + torch.finfo(torch.float32).eps
    torch.testing.assert_close(found.double(), exact, rtol=once, atol=0)
