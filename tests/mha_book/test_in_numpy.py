"""The backward pass by hand, against autograd and finite differences."""

import subprocess
import sys
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
import torch
from hypothesis import given, settings, strategies as st

from mha import MultiHeadAttention
from mha_book import in_numpy
from mha_book.in_numpy import Projections, backward, forward, softmax, softmax_backward

PROJECTIONS = ("w_q", "w_k", "w_v", "w_o")
INPUTS = ("query", "key", "value")
NAMES = (*PROJECTIONS, *INPUTS)


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def weights_of(H, D, seed=0):
    E = H * D
    w_q, w_k, w_v = normal(3, H, E, D, seed=seed) / np.sqrt(E)
    return Projections(w_q, w_k, w_v, normal(E, E, seed=seed + 1) / np.sqrt(E))


@st.composite
def problems(draw):
    """Arrays by name, a mask that may leave rows empty, and a target."""
    Tq, Tk, H, D = draw(st.permutations([1, 2, 3, 5]))
    lead = draw(st.sampled_from([(), (2,), (3, 2)]))
    seed, E = draw(st.integers(0, 2**31)), H * D
    arrays = {name: getattr(weights_of(H, D, seed), name) for name in PROJECTIONS}
    for k, (name, T) in enumerate(zip(INPUTS, (Tq, Tk, Tk), strict=True), 2):
        arrays[name] = normal(*lead, T, E, seed=seed + k)
    shapes = [(Tq, Tk), (1, Tk), (Tq, 1), (*lead, H, Tq, Tk), (*lead, 1, 1, Tk)]
    mask = normal(*draw(st.sampled_from(shapes)), seed=seed + 5) > -0.5
    target = normal(*lead, Tq, E, seed=seed + 6)
    return arrays, draw(st.sampled_from([None, mask])), target


def run(arrays, mask):
    weights = Projections(*(arrays[name] for name in PROJECTIONS))
    return forward(*(arrays[name] for name in INPUTS), weights, mask)


def by_hand(problem):
    arrays, mask, target = problem
    output, saved = run(arrays, mask)
    return backward(output - target, saved)


def by_differences(problem, name, h=1e-5):
    """Central differences of ½ Σ (output − target)², number by number."""
    arrays, mask, target = problem

    def loss(x):
        return 0.5 * ((run(arrays | {name: x}, mask)[0] - target) ** 2).sum()

    gradient = np.zeros_like(arrays[name])
    for place in np.ndindex(gradient.shape):
        step = np.zeros_like(gradient)
        step[place] = h
        gradient[place] = (loss(arrays[name] + step) - loss(arrays[name] - step)) / 2
    return gradient / h


def through_module(arrays, mask, dtype=torch.float64):
    """The same arrays as tensors, and the output of the book's module for them."""
    H, E, _ = arrays["w_q"].shape
    x = {name: torch.tensor(arrays[name], requires_grad=True) for name in NAMES}
    rows = [x[name].transpose(1, 2).reshape(E, E) for name in PROJECTIONS[:3]]
    layers = ("query_proj", "key_proj", "value_proj", "out_proj")
    matrices = zip(layers, (*rows, x["w_o"].T), strict=True)
    state = {f"{layer}.weight": matrix for layer, matrix in matrices}
    inputs = [x[name].reshape(-1, *x[name].shape[-2:]) for name in INPUTS]  # (B, T, E)
    if mask is not None:
        full = (*arrays["query"].shape[:-2], H, inputs[0].shape[1], inputs[1].shape[1])
        mask = torch.tensor(np.broadcast_to(mask, full).copy())
        mask = mask.reshape(-1, *full[-3:])  # (B, H, Tq, Tk)
    module = MultiHeadAttention(E, H, bias=False).to(dtype)
    output, _ = torch.func.functional_call(module, state, (*inputs, mask))
    return x, output.reshape(arrays["query"].shape)


def by_autograd(problem, name, dtype=torch.float64):
    """PyTorch's gradient of the same loss."""
    arrays, mask, target = problem
    x, output = through_module(arrays, mask, dtype)
    loss = 0.5 * ((output - torch.tensor(target)) ** 2).sum()
    return torch.autograd.grad(loss, x[name])[0].numpy()


def relative_error(found, expected):
    """Of whole gradients, which where they vanish are compared with 0.01."""
    assert found.shape == expected.shape
    return np.linalg.norm(found - expected) / max(np.linalg.norm(expected), 0.01)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(problem=problems())
def test_each_gradient_is_that_of_autograd(name, problem):
    assert relative_error(by_hand(problem)[name], by_autograd(problem, name)) <= 1e-10


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15)
@given(problem=problems())
def test_each_gradient_is_that_of_finite_differences(name, problem):
    assert relative_error(by_hand(problem)[name], by_differences(problem, name)) <= 1e-7


@given(problem=problems())
def test_outputs_are_those_of_the_books_module(problem):
    arrays, mask, _ = problem
    _, output = through_module(arrays, mask)
    found, _ = run(arrays, mask)
    np.testing.assert_allclose(found, output.detach(), rtol=0, atol=1e-12)


def test_single_precision_stays_single():
    arrays, _, target = SQUARE
    mask = normal(5, 5, seed=6) > -0.5
    arrays = {name: array.astype(np.float32) for name, array in arrays.items()}
    problem = arrays, mask, target.astype(np.float32)
    output, saved = run(arrays, mask)
    assert {output.dtype, saved.weights.dtype} == {np.dtype(np.float32)}
    _, expected = through_module(arrays, mask, torch.float32)
    np.testing.assert_allclose(output, expected.detach(), rtol=0, atol=1e-6)
    found = by_hand(problem)
    for name in NAMES:
        assert found[name].dtype == np.float32
        theirs = by_autograd(problem, name, torch.float32)
        assert relative_error(found[name], theirs) < 1e-5


def test_half_precision_survives_a_product_that_overflows():
    # A token times itself is 300² = 90,000, over float16's 65,504; / √3 it is 51,962.
    w = np.eye(6, dtype=np.float16).reshape(6, 2, 3).swapaxes(0, 1)  # (H, E, D)
    x = 300 * np.tile(np.eye(3, dtype=np.float16), 2)  # (T, E)
    output, saved = forward(x, x, x, Projections(w, w, w, np.eye(6, dtype=np.float16)))
    np.testing.assert_array_equal(saved.weights, [np.eye(3)] * 2)
    np.testing.assert_array_equal(output, x)
    assert output.dtype == np.float16


SQUARE = (
    {n: getattr(weights_of(2, 3), n) for n in PROJECTIONS}
    | {n: normal(2, 5, 6, seed=k) for k, n in enumerate(INPUTS, 2)},
    None,
    normal(2, 5, 6, seed=5),
)
FAULTS = {
    "elementwise": lambda grad, p: grad * p * (1 - p),
    "multiplied": lambda grad, p: grad @ (p * (1 - p)),
    "missing": lambda grad, p: grad * p,
    "wrong way": lambda grad, p: p * ((grad * p).sum(-1, keepdims=True) - grad),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_softmax_turns_the_checks_of_queries_and_keys_red(
    name, fault, monkeypatch
):
    monkeypatch.setattr(in_numpy, "softmax_backward", fault)
    if name in ("w_q", "w_k", "query", "key"):
        for reference in (by_autograd, by_differences):
            found = relative_error(by_hand(SQUARE)[name], reference(SQUARE, name))
            assert found > 0.1
    else:  # why it stays unseen where these alone are looked at
        assert relative_error(by_hand(SQUARE)[name], by_autograd(SQUARE, name)) < 1e-10


def test_softmax_by_hand():
    scores = np.log([[1.0, 3.0, 4.0], [2.0, 2.0, 1.0]])
    np.testing.assert_allclose(
        softmax(scores), [[1 / 8, 3 / 8, 1 / 2], [0.4, 0.4, 0.2]]
    )
    mask = np.array([[True, True, False], [False, False, False]])
    np.testing.assert_allclose(softmax(scores, mask), [[0.25, 0.75, 0], [0, 0, 0]])
    np.testing.assert_allclose(softmax(scores + 1000), softmax(scores))  # no overflow


def test_the_softmaxs_gradient_is_its_jacobian_times_the_gradient_above():
    p = softmax(normal(2, 3, 5))
    above = normal(2, 3, 5, seed=1)
    jacobians = p[..., None] * (np.eye(5) - p[..., None, :])  # (2, 3, 5, 5)
    expected = (jacobians @ above[..., None])[..., 0]
    np.testing.assert_allclose(softmax_backward(above, p), expected, atol=1e-15)


def test_what_is_hidden_has_no_gradient():
    arrays, _, target = SQUARE
    mask = np.ones((5, 5), bool)
    mask[:, 3] = False  # nobody may see token 3
    mask[1] = False  # token 1 may see nobody
    output, saved = run(arrays, mask)
    found = backward(output - target, saved)
    assert (output[:, 1] == 0).all()
    for name, token in (("query", 1), ("key", 3), ("value", 3)):
        assert (found[name][:, token] == 0).all()
        assert (np.delete(found[name], token, axis=1) != 0).all()


def test_a_batchs_gradient_is_the_sum_of_its_sentences():
    arrays, mask, target = SQUARE
    both = by_hand(SQUARE)
    one, other = (
        by_hand((arrays | {n: arrays[n][b] for n in INPUTS}, mask, target[b]))
        for b in (0, 1)
    )
    for name in PROJECTIONS:
        np.testing.assert_allclose(both[name], one[name] + other[name], atol=1e-14)
    for name in INPUTS:
        np.testing.assert_allclose(both[name], [one[name], other[name]], atol=1e-14)


def test_heads_are_joined_in_order():
    arrays, _, _ = SQUARE
    for head in (0, 1):
        silent = np.zeros((6, 6))
        silent[3 * head : 3 * head + 3] = np.eye(6)[:3]  # hears one head alone
        output, saved = run(arrays | {"w_o": silent}, None)
        alone = saved.weights[:, head] @ saved.heads[2][:, head]
        np.testing.assert_allclose(output[..., :3], alone, atol=1e-15)


def test_it_is_numpy_alone():
    code = "import sys, mha_book.in_numpy; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


W = weights_of(2, 3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"w_q": normal(6, 6)}, r"w_q has shape \(6, 6\); expected \(H, E, D\)"),
        ({"w_q": normal(2, 5, 3)}, r"w_q has shape \(2, 5, 3\); expected"),
        ({"w_q": normal(2, 0, 0)}, r"w_q has shape \(2, 0, 0\); expected"),
        ({"w_k": normal(3, 6, 2)}, r"w_k .*\(3, 6, 2\); expected \(2, 6, 3\)"),
        ({"w_v": normal(2, 3, 6)}, r"w_v .*\(2, 3, 6\); expected \(2, 6, 3\)"),
        ({"w_o": normal(6, 5)}, r"w_o .*\(6, 5\); expected \(6, 6\)"),
    ],
)
def test_weights_that_do_not_fit_are_named(change, message):
    with pytest.raises(ValueError, match=message):
        Projections(**{n: getattr(W, n) for n in PROJECTIONS} | change)


def test_weights_and_cache_stay_as_they_were_made():
    saved = run(*SQUARE[:2])[1]
    for kept, name in ((W, "w_q"), (saved, "attention")):
        with pytest.raises(FrozenInstanceError):
            setattr(kept, name, None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"query": normal(2, 5, 7)}, r"query has shape \(2, 5, 7\); .*tokens, 6\)"),
        ({"key": normal(6)}, r"key has shape \(6,\); expected \(\.\.\., tokens, 6\)"),
        ({"query": normal(2, 0, 6)}, r"query has shape \(2, 0, 6\); expected"),
        (
            dict.fromkeys(("key", "value"), normal(2, 0, 6)),
            r"key has shape \(2, 0, 6\); expected \(\.\.\., tokens, 6\)",
        ),
        ({"value": normal(2, 4, 6)}, r"value .*\(2, 4, 6\); expected \(2, 5, 6\)"),
        ({"query": normal(3, 5, 6)}, r"query \(3, 5, 6\) and key \(2, 5, 6\) differ"),
        ({"mask": np.ones((5, 5))}, "mask is float64; expected bool"),
        ({"mask": np.ones((4, 5), bool)}, r"mask \(4, 5\) .* scores \(2, 2, 5, 5\)"),
        ({"mask": np.ones((3, 2, 2, 5, 5), bool)}, "does not broadcast"),
    ],
)
def test_inputs_that_do_not_fit_are_named(change, message):
    inputs = dict.fromkeys(INPUTS, normal(2, 5, 6)) | {"mask": None}
    with pytest.raises(ValueError, match=message):
        forward(**inputs | change, projections=W)


def test_a_gradient_of_another_shape_is_named():
    _, saved = run(*SQUARE[:2])
    with pytest.raises(ValueError, match=r"\(5, 6\); expected \(2, 5, 6\)"):
        backward(normal(5, 6), saved)


P = softmax(normal(2, 3, 5))
SAVED = run(*SQUARE[:2])[1]
INPUT = normal(2, 5, 6)
AN_ARRAY = "expected ndarray"
FLOATING = "expected a floating-point dtype"
BAD = {
    "a list of projections": (
        lambda: Projections(W.w_q.tolist(), W.w_k, W.w_v, W.w_o),
        TypeError,
        f"w_q is of type list; {AN_ARRAY}",
    ),
    "a tensor of projections": (
        lambda: Projections(W.w_q, W.w_k, torch.tensor(W.w_v), W.w_o),
        TypeError,
        f"w_v is of type Tensor; {AN_ARRAY}",
    ),
    "projections of whole numbers": (
        lambda: Projections(W.w_q, W.w_k, W.w_v, W.w_o.astype(int)),
        ValueError,
        f"w_o is int64; {FLOATING}",
    ),
    "scores, list": (
        lambda: softmax([1.0, 2.0]),
        TypeError,
        f"scores is of type list; {AN_ARRAY}",
    ),
    "scores of whole numbers": (
        lambda: softmax(np.arange(3)),
        ValueError,
        f"scores is int64; {FLOATING}",
    ),
    "no keys": (
        lambda: softmax(P[..., :0]),
        ValueError,
        "scores has shape (2, 3, 0); expected at least 1 key",
    ),
    "one score": (
        lambda: softmax(np.array(1.0)),
        ValueError,
        "scores has shape (); expected at least 1 key",
    ),
    "mask, list": (
        lambda: softmax(P, [[True]]),
        TypeError,
        f"mask is of type list; {AN_ARRAY}",
    ),
    "mask of NaN": (
        lambda: softmax(P, np.full(5, np.nan)),
        ValueError,
        "mask is float64; expected bool, True = may attend",
    ),
    "the softmax's gradient, list": (
        lambda: softmax_backward(P.tolist(), P),
        TypeError,
        f"grad_weights is of type list; {AN_ARRAY}",
    ),
    "the softmax's weights, tensor": (
        lambda: softmax_backward(P, torch.tensor(P)),
        TypeError,
        f"weights is of type Tensor; {AN_ARRAY}",
    ),
    "the softmax's gradient, shape": (
        lambda: softmax_backward(P[:, :1], P),
        ValueError,
        "grad_weights has shape (2, 1, 5); expected (2, 3, 5)",
    ),
    "query, tensor": (
        lambda: forward(torch.tensor(INPUT), INPUT, INPUT, W),
        TypeError,
        f"query is of type Tensor; {AN_ARRAY}",
    ),
    "value of truth": (
        lambda: forward(INPUT, INPUT, INPUT > 0, W),
        ValueError,
        f"value is bool; {FLOATING}",
    ),
    "projections, a dictionary": (
        lambda: forward(INPUT, INPUT, INPUT, vars(W)),
        TypeError,
        "projections is of type dict; expected Projections",
    ),
    "gradient, list": (
        lambda: backward(INPUT.tolist(), SAVED),
        TypeError,
        f"grad_output is of type list; {AN_ARRAY}",
    ),
    "saved, None": (
        lambda: backward(INPUT, None),
        TypeError,
        "saved is of type NoneType; expected Saved",
    ),
}


@pytest.mark.parametrize(("call", "error", "sentence"), BAD.values(), ids=BAD)
def test_what_cannot_be_taken_is_named(call, error, sentence):
    with pytest.raises(error) as refused:
        call()
    assert str(refused.value) == sentence
