"""Products of tables, in batches."""

from .arithmetic import Arithmetic
from .axes import broadcast, product


class Products(Arithmetic):
    """`@` and its kin."""

    def __matmul__(self, other):
        if not hasattr(other, "dtype"):
            return NotImplemented
        return self.matmul(other)

    def matmul(self, other):
        """Multiply tables, all of a batch with all of another."""
        if not self.ndim or not other.ndim:
            raise RuntimeError(
                "both arguments to matmul need to be at least 1D, but they are "
                f"{self.ndim}D and {other.ndim}D"
            )
        first = self if self.ndim > 1 else self.unsqueeze(0)
        second = other if other.ndim > 1 else other.unsqueeze(1)
        _check(self, other)
        result = _tables(first, second)
        if other.ndim == 1:
            result = result.squeeze(-1)
        return (
            result.squeeze(-1 if other.ndim == 1 else -2) if self.ndim == 1 else result
        )

    mm = bmm = matmul

    def dot(self, other):
        """Multiply two rows, and add up."""
        return self.matmul(other)


def _check(one, other):
    """Refuse what does not fit, in torch's words."""
    inner = other.shape[-2] if other.ndim > 1 else other.shape[0]
    if one.shape[-1] != inner:
        raise RuntimeError(_unfit(one, other))
    if one.dtype is not other.dtype and other.ndim == 1:
        raise RuntimeError(_unlike(one, other))
    if one.dtype is not other.dtype:
        raise RuntimeError(
            "expected m1 and m2 to have the same dtype, but got: "
            f"{one.dtype.in_c} != {other.dtype.in_c}"
        )


def _unlike(one, other):
    """Say that a vector has another kind of numbers than what it is multiplied by."""
    a, b = one.dtype.word, other.dtype.word
    if one.ndim == 1:
        return f"dot : expected both vectors to have same dtype, but found {a} and {b}"
    return f"addmv input tensors must have the same dtype, but got {b}, {a}, and {b}"


def _unfit(one, other):
    """Say which sizes do not meet."""
    a, b = list(one.shape), list(other.shape)
    if one.ndim == 1 and other.ndim == 1:
        return (
            f"inconsistent tensor size, expected tensor [{a[0]}] and src [{b[0]}] to "
            f"have the same number of elements, but got {a[0]} and {b[0]} elements "
            "respectively"
        )
    if one.ndim <= 2 and other.ndim == 1:
        return f"size mismatch, got input ({a[0]}), mat ({a[0]}x{a[1]}), vec ({b[0]})"
    if other.ndim == 2:
        rows = product(a[:-1])
        sizes = f"({rows}x{a[-1]} and {b[0]}x{b[1]})"
        return f"mat1 and mat2 shapes cannot be multiplied {sizes}"
    if other.ndim == 1:
        rows = product(a[:-1])
        return f"size mismatch, got input ({rows}), mat ({rows}x{a[-1]}), vec ({b[0]})"
    batch = product(broadcast(a[:-2], b[:-2]))
    return (
        "Expected size for first two dimensions of batch2 tensor to be: "
        f"[{batch}, {a[-1]}] but got: [{batch}, {b[-2]}]."
    )


def _tables(one, other):
    """Multiply (…, M, K) with (…, K, N)."""
    batch = broadcast(one.shape[:-2], other.shape[:-2])
    rows, inner, columns = one.shape[-2], one.shape[-1], other.shape[-1]
    first = one.expand(batch + (rows, inner)).values()
    second = other.mT.expand(batch + (columns, inner)).values()
    result = []
    for k in range(product(batch)):
        start, across = k * rows * inner, k * columns * inner
        down = [second[across + n * inner :][:inner] for n in range(columns)]
        for m in range(rows):
            row = first[start + m * inner : start + (m + 1) * inner]
            result += [sum([a * b for a, b in zip(row, column)]) for column in down]
    return one.make(result, batch + (rows, columns))
