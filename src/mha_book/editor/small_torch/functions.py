"""Functions of torch that are no methods: new tensors, and several joined."""

import math

from .axes import as_sizes, axis, broadcast, contiguous_strides, product
from .kinds import BOOL, FLOAT32, FLOAT64, INT64, OF_FAMILY, common, family_of, rounded
from .tensor import Tensor

inf, nan, pi, e = float("inf"), float("nan"), math.pi, math.e


def made(values, shape, dtype):
    """Make a tensor of values, row after row."""
    kept = rounded(values, dtype)
    return Tensor(kept, shape, contiguous_strides(shape), 0, dtype)


def tensor(data, dtype=None):
    """Make a tensor of numbers in lists.

    Raises:
        ValueError: rows differ in length.
    """
    if hasattr(data, "dtype"):
        return data.clone().to(dtype or data.dtype)
    flat, shape = [], _shape_of(data)
    _collect(data, shape, flat)
    family = max([family_of(one) for one in flat] + [0 if flat else 2])
    kind = dtype or OF_FAMILY[family]
    return made(flat, shape, kind)


def _shape_of(data):
    if hasattr(data, "dtype"):
        return tuple(data.shape)
    if not isinstance(data, (list, tuple)):
        return ()
    return (len(data),) + (_shape_of(data[0]) if data else ())


def _collect(data, shape, flat):
    if not shape:
        flat.append(data.item() if hasattr(data, "dtype") else data)
        return
    if len(data) != shape[0]:
        raise ValueError(
            f"expected sequence of length {shape[0]} at dim 1 (got {len(data)})"
        )
    for one in data:
        _collect(one, shape[1:], flat)


def full(size, fill_value, dtype=None):
    """Make a tensor of one number."""
    kind = dtype or OF_FAMILY[family_of(fill_value)]
    return made([fill_value] * product(size), size, kind)


def zeros(*size, dtype=None):
    """Make a tensor of zeros."""
    return full(as_sizes(size), 0, dtype or FLOAT32)


def ones(*size, dtype=None):
    """Make a tensor of ones."""
    return full(as_sizes(size), 1, dtype or FLOAT32)


def full_like(other, fill_value, dtype=None):
    """Make a tensor of one number, as large as another."""
    values = [fill_value] * other.numel()
    return other.make_like(values, other.shape, [other.strides], dtype)


def zeros_like(other, dtype=None):
    """Make a tensor of zeros, as large as another."""
    return full_like(other, 0, dtype)


def ones_like(other, dtype=None):
    """Make a tensor of ones, as large as another."""
    return full_like(other, 1, dtype)


def eye(n, m=None, dtype=None):
    """Make a table with ones on its diagonal."""
    m = n if m is None else m
    values = [int(row == column) for row in range(n) for column in range(m)]
    return made(values, (n, m), dtype or FLOAT32)


def arange(start, end=None, step=1, dtype=None):
    """Count from a start to before an end."""
    first, last = (0, start) if end is None else (start, end)
    real = any([isinstance(one, float) for one in (first, last, step)])
    length = max(math.ceil((last - first) / step), 0)
    values = [first + k * step for k in range(length)]
    return made(values, (length,), dtype or (FLOAT32 if real else INT64))


def linspace(start, end, steps):
    """Give evenly spaced numbers, both ends included."""
    gap = (end - start) / max(steps - 1, 1)
    return made([start + gap * k for k in range(steps)], (steps,), FLOAT32)


def cat(tensors, dim=0):
    """Join tensors along an axis."""
    parts = list(tensors)
    if not parts:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    first = parts[0]
    for k, part in enumerate(parts):
        if not part.ndim:
            raise RuntimeError(
                f"zero-dimensional tensor (at position {k}) cannot be concatenated"
            )
    place = axis(dim, first.ndim)
    for k, part in enumerate(parts[1:], 1):
        _check_cat(first, part, place, k)
    outer = product(first.shape[:place])
    flat = [(part.values(), product(part.shape[place:])) for part in parts]
    values = [
        one
        for k in range(outer)
        for numbers, run in flat
        for one in numbers[k * run : (k + 1) * run]
    ]
    sizes = list(first.shape)
    sizes[place] = sum([part.shape[place] for part in parts])
    kind = max([part.dtype for part in parts], key=lambda one: one.rank)
    return made(values, sizes, kind)


def _check_cat(first, part, place, number):
    if part.ndim != first.ndim:
        raise RuntimeError(
            f"Tensors must have same number of dimensions: got {first.ndim} and "
            f"{part.ndim}"
        )
    for k in range(first.ndim):
        if k != place and first.shape[k] != part.shape[k]:
            raise RuntimeError(
                f"Sizes of tensors must match except in dimension {place}. Expected "
                f"size {first.shape[k]} but got size {part.shape[k]} for tensor number "
                f"{number} in the list."
            )


def stack(tensors, dim=0):
    """Lay tensors of one shape along a new axis."""
    parts = list(tensors)
    dim = axis(dim, parts[0].ndim + 1)
    for k, part in enumerate(parts):
        if part.shape != parts[0].shape:
            raise RuntimeError(
                "stack expects each tensor to be equal size, but got "
                f"{list(parts[0].shape)} at entry 0 and {list(part.shape)} at entry {k}"
            )
    return cat([part.unsqueeze(dim) for part in parts], dim)


def where(condition, one, other):
    """Take the first where a condition holds, else the second."""
    first, second = [
        each if hasattr(each, "dtype") else tensor(each) for each in (one, other)
    ]
    kind = common(first, second)
    shape = broadcast(broadcast(condition.shape, first.shape), second.shape)
    spread = [each.expand(shape) for each in (condition, first, second)]
    found = [a if c else b for c, a, b in zip(*[each.values() for each in spread])]
    return first.make_like(found, shape, [each.strides for each in spread], kind)


def equal(one, other):
    """Whether two tensors have the same shape and numbers."""
    return one.shape == other.shape and one.values() == other.values()


def allclose(one, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether all numbers are equal but for rounding."""
    return bool(isclose(one, other, rtol, atol, equal_nan).all())


def isclose(one, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Where numbers are equal but for rounding."""

    def near(a, b):
        if a != a or b != b:
            return equal_nan and a != a and b != b
        return a == b or abs(a - b) <= atol + rtol * abs(b) < inf

    return one.each_pair(other, near, BOOL)


def outer(one, other):
    """Multiply each number of a row with each of another."""
    return one[:, None] * other


def is_tensor(one):
    """Whether it is a tensor."""
    return isinstance(one, Tensor)


def is_floating_point(one):
    """Whether a tensor's numbers are real ones."""
    return one.is_floating_point()


class no_grad:
    """Here nothing follows gradients anyway."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __call__(self, function):
        """Leave a function as it is."""
        return function


DOUBLE = FLOAT64
