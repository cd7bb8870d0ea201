"""Along an axis: sums, means, the largest, shares."""

import math

from .arithmetic import INF, NAN, divide, exp, log
from .axes import as_sizes, axis, product
from .kinds import BOOL, INT64
from .products import Products


class Pair:
    """The largest along an axis, and where they stand."""

    def __init__(self, values, indices):
        self.values, self.indices = values, indices

    def __iter__(self):
        return iter((self.values, self.indices))

    def __getitem__(self, place):
        return (self.values, self.indices)[place]

    def __len__(self):
        return 2

    def __repr__(self):
        return (
            f"torch.return_types.max(\nvalues={self.values},\nindices={self.indices})"
        )


def largest(row):
    """The largest of a row, where NaN is larger than all."""
    return next((one for one in row if one != one), None) or max(row)


def smallest(row):
    """The smallest of a row, where NaN is smaller than all."""
    return next((one for one in row if one != one), None) or min(row)


def shares(row):
    """e to the power of each, divided by their sum."""
    top = largest(row)
    powers = [exp(one - top) if one - top == one - top else NAN for one in row]
    total = sum(powers)
    return [divide(one, total) for one in powers]


def log_shares(row):
    """The logarithms of the shares."""
    top = largest(row)
    total = log(sum([exp(one - top) for one in row])) if top - top == 0 else NAN
    return [one - top - total for one in row]


def running(row):
    """The sum so far, at each place."""
    found, total = [], 0
    for one in row:
        total += one
        found.append(total)
    return found


class Reduced(Products):
    """What is taken along an axis, or over all numbers."""

    def over(self, dim, keepdim, function, dtype=None):
        """Take one number of each row along some axes; of all, where dim is None."""
        given = range(self.ndim) if dim is None else as_sizes((dim,))
        out = [axis(one, self.ndim) for one in given]
        out = out if self.ndim else []
        kept = [k for k in range(self.ndim) if k not in out]
        length = product([self.shape[k] for k in out])
        flat = self.permute(kept + out).values()
        outer = product([self.shape[k] for k in kept])
        found = [function(flat[k * length : (k + 1) * length]) for k in range(outer)]
        sizes = [1 if k in out else self.shape[k] for k in range(self.ndim)]
        shape = sizes if keepdim else [self.shape[k] for k in kept]
        return self.make(found, shape, dtype)

    def along(self, dim, function, dtype=None):
        """Put another row in place of each row along an axis."""
        place = axis(dim, self.ndim)
        last = self.movedim(place, self.ndim - 1) if self.ndim else self.reshape(1)
        flat, length = last.values(), last.shape[-1]
        rows = [flat[k : k + length] for k in range(0, len(flat), length or 1)]
        found = [one for row in rows for one in function(row)]
        result = self.make(found, last.shape, dtype)
        if not self.ndim:
            return result.reshape(())
        return result.movedim(self.ndim - 1, place).contiguous()

    def sum(self, dim=None, keepdim=False):
        """Add up."""
        kind = self.dtype if self.is_floating_point() else INT64
        return self.over(dim, keepdim, sum, kind)

    def prod(self, dim=None, keepdim=False):
        """Multiply."""
        kind = self.dtype if self.is_floating_point() else INT64
        return self.over(dim, keepdim, product, kind)

    def mean(self, dim=None, keepdim=False):
        """Take the average."""
        self.check_real("mean")
        return self.over(dim, keepdim, lambda row: divide(sum(row), len(row)))

    def check_real(self, name):
        """Refuse whole numbers."""
        if not self.is_floating_point():
            raise RuntimeError(
                f"{name}(): could not infer output dtype. Input dtype must be either a "
                f"floating point or complex dtype. Got: {self.dtype.word}"
            )

    def var(self, dim=None, unbiased=True, keepdim=False, correction=None):
        """Take the mean of squares around the average."""
        less = int(unbiased) if correction is None else correction

        def spread(row):
            middle = divide(sum(row), len(row))
            squares = [(one - middle) * (one - middle) for one in row]
            return divide(sum(squares), max(len(row) - less, 0))

        return self.over(dim, keepdim, spread)

    def std(self, dim=None, unbiased=True, keepdim=False, correction=None):
        """Take the root of the variance."""
        return self.var(dim, unbiased, keepdim, correction).sqrt()

    def norm(self, p=2, dim=None, keepdim=False):
        """Take the root of the sum of squares."""
        if p != 2:
            raise NotImplementedError(f"This small torch has no norm of p={p}.")
        return self.over(
            dim, keepdim, lambda row: math.sqrt(sum([one * one for one in row]))
        )

    def amax(self, dim=None, keepdim=False):
        """Take the largest."""
        return self.over(dim, keepdim, largest)

    def amin(self, dim=None, keepdim=False):
        """Take the smallest."""
        return self.over(dim, keepdim, smallest)

    def max(self, dim=None, keepdim=False):
        """Take the largest; along an axis, also where they stand."""
        if dim is None:
            return self.amax()
        return Pair(self.amax(dim, keepdim), self.argmax(dim, keepdim))

    def min(self, dim=None, keepdim=False):
        """Take the smallest; along an axis, also where they stand."""
        if dim is None:
            return self.amin()
        return Pair(self.amin(dim, keepdim), self.argmin(dim, keepdim))

    def argmax(self, dim=None, keepdim=False):
        """Say where the largest stands."""
        return self.over(dim, keepdim, lambda row: _place(row, largest(row)), INT64)

    def argmin(self, dim=None, keepdim=False):
        """Say where the smallest stands."""
        return self.over(dim, keepdim, lambda row: _place(row, smallest(row)), INT64)

    def all(self, dim=None, keepdim=False):
        """Say whether none is 0."""
        return self.over(dim, keepdim, all, BOOL)

    def any(self, dim=None, keepdim=False):
        """Say whether some are not 0."""
        return self.over(dim, keepdim, any, BOOL)

    def softmax(self, dim, dtype=None):
        """Turn each row along an axis into shares of 1."""
        self.check_softmax("softmax", dim)
        return self.along(dim, shares, dtype)

    def log_softmax(self, dim, dtype=None):
        """Take the logarithms of the shares."""
        self.check_softmax("log_softmax", dim)
        return self.along(dim, log_shares, dtype)

    def check_softmax(self, name, dim):
        """Refuse whole numbers."""
        if not self.is_floating_point():
            last = axis(dim, self.ndim) == self.ndim - 1
            kernel = f"{name}_lastdim_kernel_impl" if last else f"{name}_kernel_impl"
            raise NotImplementedError(
                f"\"{kernel}\" not implemented for '{self.dtype.word}'"
            )

    def cumsum(self, dim):
        """Add up from the first on."""
        kind = self.dtype if self.is_floating_point() else INT64
        return self.along(dim, running, kind)


def _place(row, value):
    if value != value:
        return [one != one for one in row].index(True)
    return row.index(value)


__all__ = ["INF", "Reduced"]
