"""The two functions against hand arithmetic and against float64 PyTorch."""

import math

import pytest
import torch
from hypothesis import given, strategies as st
from torch.nn import functional as F

from every_design import normal as random
from mha import attention_weights, masked_softmax, scaled_dot_product_attention

# Distinct primes: an axis mistaken for another cannot fit by luck.
B, H, TQ, TK, D, DV = 2, 3, 5, 7, 11, 13
EXACT = {"rtol": 0, "atol": 1e-12}


def test_weights_by_hand():
    # Width 1: the query √2 scores 0 with the key 0, and 1 with the key 1/√2.
    query = torch.tensor([[math.sqrt(2)]], dtype=torch.float64)
    key = torch.tensor([[0.0], [1 / math.sqrt(2)]], dtype=torch.float64)
    expected = torch.tensor([[1.0, math.e]], dtype=torch.float64) / (1 + math.e)
    torch.testing.assert_close(attention_weights(query, key), expected, **EXACT)


def test_scale_is_the_root_of_the_width_by_hand():
    # Four equal products of 1 sum to 4; divided by √4 that is 2.
    query = torch.ones(1, 4, dtype=torch.float64)
    key = torch.stack([torch.zeros(4), torch.ones(4)]).double()
    weights = attention_weights(query, key)
    assert weights[0, 1] / weights[0, 0] == pytest.approx(math.exp(2), rel=1e-12)


def test_output_by_hand():
    query = torch.tensor([[0.0]], dtype=torch.float64)
    key = torch.tensor([[1.0], [2.0]], dtype=torch.float64)
    value = torch.tensor([[10.0, 1.0], [30.0, 5.0]], dtype=torch.float64)
    output, weights = scaled_dot_product_attention(query, key, value)
    assert weights.tolist() == [[0.5, 0.5]]
    assert output.tolist() == [[20.0, 3.0]]


@st.composite
def problems(draw):
    """Query, key, value and mask of prime sizes; masks broadcast, rows may be empty."""
    q_len, k_len, width, value_width = draw(st.permutations([2, 3, 5, 7]))
    lead = draw(st.sampled_from([(), (11,), (13, 17)]))
    seed = draw(st.integers(0, 2**31))
    q, k, v = (
        random(*lead, n, w, seed=seed + i)
        for i, (n, w) in enumerate(
            [(q_len, width), (k_len, width), (k_len, value_width)]
        )
    )
    rows, columns = draw(st.sampled_from([(q_len, k_len), (1, k_len), (q_len, 1)]))
    mask = random(*draw(st.sampled_from([lead, ()])), rows, columns, seed=seed) > -0.3
    return q, k, v, draw(st.sampled_from([None, mask]))


def gradients(output, *inputs):
    return torch.autograd.grad((output * output.detach().cos()).sum(), inputs)


@given(problems(), st.sampled_from([None, 0.3]))
def test_equals_pytorch(problem, scale):
    *tensors, mask = problem
    q, k, v = (t.requires_grad_() for t in tensors)
    ours, weights = scaled_dot_product_attention(q, k, v, mask, scale=scale)
    theirs = F.scaled_dot_product_attention(q, k, v, mask, scale=scale)
    if mask is not None:  # PyTorch's kernels differ on rows with nothing to attend to
        empty = ~mask.any(-1, keepdim=True)
        theirs = theirs.masked_fill(empty, 0.0)
    torch.testing.assert_close(ours, theirs, **EXACT)
    for ours_g, theirs_g in zip(
        gradients(ours, q, k, v), gradients(theirs, q, k, v), strict=True
    ):
        torch.testing.assert_close(ours_g, theirs_g.nan_to_num(), **EXACT)
    torch.testing.assert_close(weights @ v, ours, **EXACT)
    alone = attention_weights(q, k, mask, scale=scale)
    torch.testing.assert_close(alone, weights, **EXACT)


@given(problems())
def test_rows_are_shares_and_hidden_keys_get_exactly_nothing(problem):
    query, key, _, mask = problem
    weights = attention_weights(query, key, mask)
    allowed = torch.ones(weights.shape).bool() if mask is None else mask
    allowed = allowed.expand_as(weights)
    torch.testing.assert_close(weights.sum(-1), allowed.any(-1).double(), **EXACT)
    assert (weights[~allowed] == 0).all()
    assert (weights[allowed] > 0).all()


def test_an_empty_row_gives_zeros_and_finite_gradients():
    q, k, v = (random(TK, D, seed=s).requires_grad_() for s in range(3))
    mask = torch.ones(TK, TK).bool()
    mask[2] = False
    output, weights = scaled_dot_product_attention(q, k, v, mask)
    assert not weights[2].any()
    assert not output[2].any()
    for gradient in gradients(output, q, k, v):
        assert gradient.isfinite().all()
    assert not gradients(scaled_dot_product_attention(q, k, v, mask)[0], q)[0][2].any()


@pytest.mark.filterwarnings("ignore:Anomaly Detection")
def test_an_empty_row_passes_autograds_search_for_nan():
    x = random(2, D).requires_grad_()
    mask = torch.tensor([[True, True], [False, False]])
    with torch.autograd.detect_anomaly(check_nan=True):
        scaled_dot_product_attention(x, mask=mask)[0].sum().backward()


def test_a_hidden_key_loses_to_any_allowed_one_however_small_its_score():
    query, key = torch.tensor([[1e6]]), torch.tensor([[-1e6], [1.0]])
    weights = attention_weights(query, key, torch.tensor([[True, False]]))
    assert weights.tolist() == [[1.0, 0.0]]


def test_true_means_may_attend():
    mask = torch.tensor([[True, False]])
    query, key = random(1, D), random(2, D)
    assert attention_weights(query, key, mask).tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize("axes", range(1, 5))
@pytest.mark.parametrize("dim", [*range(4), -1, -3])
def test_a_mask_of_fewer_axes_lines_up_with_the_last_of_the_scores(axes, dim):
    scores = random(B, H, TQ, TK)
    mask = random(*scores.shape[4 - axes :], seed=1) > -0.3
    powers = scores.exp() * mask
    total = powers.sum(dim, keepdim=True)
    expected = powers / total.where(total > 0, 1.0)
    torch.testing.assert_close(masked_softmax(scores, mask, dim=dim), expected, **EXACT)


def test_a_scale_of_0_makes_all_keys_alike():
    query, key = random(TQ, D), random(TK, D, seed=1)
    uniform = torch.full((TQ, TK), 1 / TK, dtype=torch.float64)
    _, weights = scaled_dot_product_attention(query, key, scale=0.0)
    torch.testing.assert_close(weights, uniform, **EXACT)


def test_leading_axes_broadcast():
    query, key = random(B, 1, TQ, D), random(H, TK, D, seed=1)
    weights = attention_weights(query, key)
    assert weights.shape == (B, H, TQ, TK)
    torch.testing.assert_close(weights[1, 2], attention_weights(query[1, 0], key[2]))


def test_key_defaults_to_query_and_value_to_key():
    x, key = random(TQ, D), random(TK, D, seed=1)
    for short, long in (((x,), (x, x, x)), ((x, key), (x, key, key))):
        torch.testing.assert_close(
            scaled_dot_product_attention(*short), scaled_dot_product_attention(*long)
        )


def test_huge_scores_do_not_overflow():
    query = torch.tensor([[1000.0]])
    weights = attention_weights(query, torch.tensor([[1000.0], [999.0], [998.0]]))
    assert weights.tolist() == [[1.0, 0.0, 0.0]]


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_keeps_its_dtype_and_nearly_the_numbers(dtype):
    q, k, v = (random(TQ, D, seed=s) for s in range(3))
    half, weights = scaled_dot_product_attention(*(t.to(dtype) for t in (q, k, v)))
    exact, _ = scaled_dot_product_attention(q, k, v)
    assert half.dtype == weights.dtype == dtype
    torch.testing.assert_close(half.double(), exact, rtol=0, atol=0.05)


def test_half_precision_survives_a_product_that_overflows():
    x = torch.full((2, 256), 60.0, dtype=torch.float16)  # x·x = 921,600, over 65,504
    assert attention_weights(x, x).tolist() == [[0.5, 0.5], [0.5, 0.5]]


def test_dropout_acts_on_the_weights_used_not_on_those_returned():
    x, value = random(TQ, D), torch.eye(TQ, dtype=torch.float64)
    torch.manual_seed(0)
    output, weights = scaled_dot_product_attention(x, x, value, dropout=0.5)
    torch.testing.assert_close(weights, attention_weights(x, x), **EXACT)
    dropped = output == 0  # the values are the identity: the output is what was used
    assert 0 < dropped.sum() < dropped.numel()
    torch.testing.assert_close(output[~dropped], 2 * weights[~dropped], **EXACT)


def test_with_a_dropout_of_1_nothing_is_used_and_the_weights_are_returned():
    query, key = random(TQ, D).requires_grad_(), random(TK, D, seed=1)
    output, weights = scaled_dot_product_attention(query, key, dropout=1.0)
    assert not output.any()
    torch.testing.assert_close(weights, attention_weights(query, key), **EXACT)
    assert not torch.autograd.grad(output.sum(), query)[0].any()


@pytest.mark.parametrize("dropout", [-0.1, 1.0000001, math.nan])
def test_a_dropout_that_is_no_chance_is_named(dropout):
    with pytest.raises(ValueError, match=f"dropout {dropout} is not between 0 and 1"):
        scaled_dot_product_attention(random(TQ, D), dropout=dropout)


F64 = torch.float64
BAD = {
    "widths": ([(5, 11), (7, 13)], {}, "query width 11 differs from key width 13"),
    "lengths": ([(5, 11), (7, 11), (3, 11)], {}, "7 keys but 3 values"),
    "no token": ([(0, 11)], {}, r"query has shape \(0, 11\): at least 1 token"),
    "no key": ([(5, 11), (0, 11)], {}, r"key has shape \(0, 11\): at least 1 token"),
    "no width": ([(5, 0)], {}, r"query has shape \(5, 0\)"),
    "a vector": (
        [(5,)],
        {},
        r"query has shape \(5,\); expected \(..., tokens, width\)",
    ),
    "batches": (
        [(2, 5, 11), (3, 5, 11)],
        {},
        r"query \(2, 5, 11\) and key \(3, 5, 11\) do not broadcast",
    ),
    "value batches": (
        [(2, 5, 11), (2, 5, 11), (3, 5, 11)],
        {},
        r"key \(2, 5, 11\) and value \(3, 5, 11\) do not broadcast",
    ),
    "query and value batches": (
        [(2, 5, 11), (1, 5, 11), (3, 5, 7)],
        {},
        r"query \(2, 5, 11\) and value \(3, 5, 7\) do not broadcast",
    ),
    "mask size": (
        [(5, 11)],
        {"mask": torch.ones(5, 7).bool()},
        r"mask \(5, 7\) does not broadcast to scores \(5, 5\)",
    ),
    "mask too wide": (
        [(5, 11)],
        {"mask": torch.ones(2, 5, 5).bool()},
        r"mask \(2, 5, 5\) does not broadcast to scores \(5, 5\)",
    ),
    "mask dtype": (
        [(5, 11)],
        {"mask": torch.ones(5, 5)},
        "mask is torch.float32; expected torch.bool",
    ),
}


@pytest.mark.parametrize(("shapes", "options", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named(shapes, options, message):
    with pytest.raises(ValueError, match=message):
        scaled_dot_product_attention(*(random(*shape) for shape in shapes), **options)


@pytest.mark.parametrize(
    ("dtypes", "message"),
    [
        ((torch.int64, F64, F64), "query is torch.int64; expected a floating-point"),
        ((F64, torch.float32, F64), "query is torch.float64 but key is torch.float32"),
        ((F64, F64, torch.float32), "key is torch.float64 but value is torch.float32"),
        ((F64, F64, torch.bool), "value is torch.bool; expected a floating-point"),
    ],
)
def test_wrong_dtypes_are_named(dtypes, message):
    with pytest.raises(ValueError, match=message):
        scaled_dot_product_attention(*(random(TQ, D).to(dtype) for dtype in dtypes))
