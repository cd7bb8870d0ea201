"""Multi-head attention in NumPy alone: forward, and backward by hand."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy import ndarray


@dataclass(frozen=True)
class Projections:
    """The four projections of H heads, which multiply from the right, as on paper.

    Attributes:
        w_q, w_k, w_v: (H, E, D) one projection per head.
        w_o: (E, E), E = H · D; rows h · D to (h + 1) · D − 1 meet head h's output.

    All are arrays of floating point.

    Raises:
        TypeError: one is no array.
        ValueError: the shapes do not fit each other, or one is not of floating point.
    """

    w_q: ndarray
    w_k: ndarray
    w_v: ndarray
    w_o: ndarray

    def __post_init__(self) -> None:
        for name in ("w_q", "w_k", "w_v", "w_o"):
            _check_array(name, getattr(self, name))
        shape = self.w_q.shape
        if len(shape) != 3 or shape[1] != shape[0] * shape[2] or 0 in shape:
            raise ValueError(f"w_q has shape {shape}; expected (H, E, D), E = H · D")
        for name in ("w_k", "w_v"):
            _check_shape(name, getattr(self, name), shape)
        _check_shape("w_o", self.w_o, (shape[1], shape[1]))


@dataclass(frozen=True)
class Saved:
    """What the backward pass needs of the forward pass.

    Attributes:
        inputs: query (..., Tq, E), key and value (..., Tk, E).
        projections: those of the call.
        heads: query (..., H, Tq, D), key and value (..., H, Tk, D), projected.
        weights: P, (..., H, Tq, Tk).
        joined: the heads' outputs, concatenated, (..., Tq, E).
    """

    inputs: tuple[ndarray, ndarray, ndarray]
    projections: Projections
    heads: tuple[ndarray, ndarray, ndarray]
    weights: ndarray
    joined: ndarray


def softmax(scores: ndarray, mask: ndarray | None = None) -> ndarray:
    """Each row's share of e to its scores, over the last axis.

    Args:
        scores: floating point (..., Tk), at least one key.
        mask: boolean, broadcasts to the scores; True = may attend.

    Returns:
        Shaped like the scores. Hidden keys get 0, and so do rows without any key.

    Raises:
        TypeError: the scores are no array.
        ValueError: the mask is not boolean or does not broadcast, or there is no key.
    """
    _check_array("scores", scores)
    if not scores.ndim or not scores.shape[-1]:
        raise ValueError(f"scores has shape {scores.shape}; expected at least 1 key")
    if mask is not None:
        _check_mask(mask, scores.shape)
        scores = np.where(mask, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(peak == -np.inf, 0, peak))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1, total)


def softmax_backward(grad_weights: ndarray, weights: ndarray) -> ndarray:
    """Gradient at the scores: dS = P ∘ (dP − rowsum(dP ∘ P)).

    Args:
        grad_weights: dP, (..., Tk), the loss's gradient at the weights.
        weights: P, (..., Tk), what `softmax` returned.

    Returns:
        dS, (..., Tk); 0 at hidden keys.

    Raises:
        TypeError: one of them is no array.
        ValueError: their shapes differ.

    Source: Dao et al. 2022, "FlashAttention", appendix B.2.
    """
    _check_array("weights", weights)
    _check_shape("grad_weights", grad_weights, weights.shape)
    return weights * (
        grad_weights - (grad_weights * weights).sum(axis=-1, keepdims=True)
    )


def forward(
    query: ndarray,
    key: ndarray,
    value: ndarray,
    projections: Projections,
    mask: ndarray | None = None,
) -> tuple[ndarray, Saved]:
    """Attend with every head, concatenate, project: concat(P₁V₁ … P_H V_H) W_O.

    Args:
        query: (..., Tq, E) floating point.
        key, value: (..., Tk, E), the same leading axes.
        projections: of every head.
        mask: boolean, broadcasts to (..., H, Tq, Tk); True = may attend.

    Returns:
        output (..., Tq, E), and what `backward` needs.

    Raises:
        TypeError: one of them is no array.
        ValueError: shapes or dtypes do not fit; the message names what was found.

    Source: Vaswani et al. 2017, section 3.2.2.
    """
    _check_type("projections", projections, Projections)
    inputs = (query, key, value)
    _check_inputs(*inputs, projections.w_o.shape[0])
    by_head = (projections.w_q, projections.w_k, projections.w_v)
    # (..., 1, T, E) @ (H, E, D) -> (..., H, T, D)
    q, k, v = (x[..., None, :, :] @ w for x, w in zip(inputs, by_head, strict=True))
    # A Python float keeps the arrays' dtype; np.sqrt's would turn float32 into float64.
    scores = q * q.shape[-1] ** -0.5 @ _transposed(k)  # (..., H, Tq, Tk)
    weights = softmax(scores, mask)
    joined = _merge(weights @ v)  # (..., Tq, E)
    saved = Saved(inputs, projections, (q, k, v), weights, joined)
    return joined @ projections.w_o, saved


def backward(grad_output: ndarray, saved: Saved) -> dict[str, ndarray]:
    """Gradients of a loss, from its gradient at the output.

    Args:
        grad_output: (..., Tq, E), the loss's gradient at the output of `forward`.
        saved: from the same call of `forward`.

    Returns:
        A gradient shaped like each of w_q, w_k, w_v, w_o (summed over the leading
        axes), query, key, value. Where one array was passed as several of these,
        its gradient is the sum of theirs.

    Raises:
        TypeError: grad_output is no array, or saved is not from `forward`.
        ValueError: grad_output is not shaped like the output.

    Source: Petersen and Pedersen 2012, "The Matrix Cookbook", for the products;
    `softmax_backward` for the rest.
    """
    _check_type("saved", saved, Saved)
    _check_shape("grad_output", grad_output, saved.joined.shape)
    query, key, value = saved.inputs
    q, k, v = saved.heads
    p, projections = saved.weights, saved.projections
    # (..., Tq, E) @ (E, E) -> (..., Tq, E) -> (..., H, Tq, D)
    grad_heads = _split(grad_output @ projections.w_o.T, len(projections.w_q))
    grad_p = grad_heads @ _transposed(v)  # (..., H, Tq, Tk)
    grad_products = softmax_backward(grad_p, p) * q.shape[-1] ** -0.5
    grad_q = grad_products @ k  # (..., H, Tq, D)
    grad_k = _transposed(grad_products) @ q  # (..., H, Tk, D)
    grad_v = _transposed(p) @ grad_heads  # (..., H, Tk, D)
    return {
        "w_q": _at_projection(query, grad_q),
        "w_k": _at_projection(key, grad_k),
        "w_v": _at_projection(value, grad_v),
        "w_o": _summed(_transposed(saved.joined) @ grad_output, 2),  # (E, E)
        "query": _at_input(grad_q, projections.w_q),
        "key": _at_input(grad_k, projections.w_k),
        "value": _at_input(grad_v, projections.w_v),
    }


def _at_projection(x: ndarray, grad: ndarray) -> ndarray:
    """(..., T, E), (..., H, T, D) -> (H, E, D)."""
    return _summed(_transposed(x[..., None, :, :]) @ grad, 3)


def _at_input(grad: ndarray, w: ndarray) -> ndarray:
    """(..., H, T, D), (H, E, D) -> (..., T, E): every head reads the same input."""
    return (grad @ _transposed(w)).sum(axis=-3)


def _transposed(x: ndarray) -> ndarray:
    return np.swapaxes(x, -1, -2)


def _merge(heads: ndarray) -> ndarray:
    """(..., H, T, D) -> (..., T, H · D)."""
    return np.concatenate(np.moveaxis(heads, -3, 0), axis=-1)


def _split(x: ndarray, num_heads: int) -> ndarray:
    """(..., T, H · D) -> (..., H, T, D)."""
    return np.stack(np.split(x, num_heads, axis=-1), axis=-3)


def _summed(x: ndarray, kept: int) -> ndarray:
    """Over every axis before the last `kept`."""
    return x.sum(axis=tuple(range(x.ndim - kept)))


def _check_inputs(query: ndarray, key: ndarray, value: ndarray, width: int) -> None:
    for name, x in (("query", query), ("key", key), ("value", value)):
        _check_array(name, x)
        if x.ndim < 2 or x.shape[-1] != width or 0 in x.shape:
            raise ValueError(
                f"{name} has shape {x.shape}; expected (..., tokens, {width})"
            )
    _check_shape("value", value, key.shape)
    if query.shape[:-2] != key.shape[:-2]:
        raise ValueError(
            f"leading axes of query {query.shape} and key {key.shape} differ"
        )


def _check_mask(mask: ndarray, scores_shape: tuple[int, ...]) -> None:
    _check_type("mask", mask, ndarray)
    if mask.dtype != bool:
        raise ValueError(f"mask is {mask.dtype}; expected bool, True = may attend")
    try:
        fits = np.broadcast_shapes(mask.shape, scores_shape) == scores_shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"mask {mask.shape} does not broadcast to scores {scores_shape}"
        )


def _check_shape(name: str, x: ndarray, expected: tuple[int, ...]) -> None:
    _check_array(name, x)
    if x.shape != expected:
        raise ValueError(f"{name} has shape {x.shape}; expected {expected}")


def _check_array(name: str, x: ndarray) -> None:
    _check_type(name, x, ndarray)
    if x.dtype.kind != "f":
        raise ValueError(f"{name} is {x.dtype}; expected a floating-point dtype")


def _check_type(name: str, value: object, expected: type) -> None:
    if not isinstance(value, expected):
        raise TypeError(
            f"{name} is of type {type(value).__name__}; expected {expected.__name__}"
        )


def to_numpy(module: Any) -> Projections:
    """Copy the projections of any design, or PyTorch's, into arrays.

    Raises:
        ValueError: as in `mha.convert`; or the module has biases or shared keys and
            values, which those have not.
    """
    import mha  # PyTorch, which nothing else here needs
    from mha.attention.interop import PROJECTIONS, check_own_keys

    split = mha.convert(module, mha.MultiHeadAttention)
    check_own_keys("in_numpy", split.num_heads, split.num_kv_heads)
    state = split.state_dict()
    biases = [name for name in state if name.endswith("bias")]
    if biases:
        raise ValueError(f"in_numpy has no biases; found {', '.join(biases)}")
    # Rows (H·D, E) of nn.Linear, output by input -> (H, D, E) -> (H, E, D)
    rows = (state[f"{name}.weight"] for name in PROJECTIONS)
    heads = (r.view(module.num_heads, -1, r.shape[1]).transpose(1, 2) for r in rows)
    arrays = [t.numpy(force=True) for t in (*heads, state["out_proj.weight"].T)]
    return Projections(*arrays)
