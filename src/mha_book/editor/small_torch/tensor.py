"""The tensor, whole: all that the parts before it can do, and changes in place."""

from .axes import as_sizes, axis, broadcast
from .printing import printed
from .reductions import Reduced


class Tensor(Reduced):
    """Numbers in a shape, as torch has them; see `Base` for what it is made of."""

    def __repr__(self):
        return printed(self)

    def __str__(self):
        return printed(self)

    def __format__(self, spec):
        return printed(self) if self.ndim else format(self.item(), spec)

    def copy_(self, other):
        """Write the numbers of another in place of its own."""
        return self.write(other.expand(self.shape).values())

    def fill_(self, number):
        """Write one number everywhere."""
        return self.write([number] * self.numel())

    def zero_(self):
        """Write 0 everywhere."""
        return self.fill_(0)

    def masked_fill_(self, mask, value):
        """Write a number wherever a mask is True."""
        return self.copy_(self.masked_fill(mask, value))

    def check_fits(self, other):
        """Refuse to write real numbers where whole ones stand."""
        if self.shape != broadcast(self.shape, other.shape):
            raise RuntimeError(
                f"output with shape {list(self.shape)} doesn't match the broadcast "
                f"shape {list(other.shape)}"
            )
        if other.dtype.family > self.dtype.family:
            raise RuntimeError(
                f"result type {other.dtype.word} can't be cast to the desired output "
                f"type {self.dtype.word}"
            )
        return self.copy_(other)

    def add_(self, other):
        """Add in place."""
        return self.check_fits(self + other)

    def mul_(self, other):
        """Multiply in place."""
        return self.check_fits(self * other)

    def __iadd__(self, other):
        return self.check_fits(self + other)

    def __isub__(self, other):
        return self.check_fits(self - other)

    def __imul__(self, other):
        return self.check_fits(self * other)

    def __itruediv__(self, other):
        return self.check_fits(self / other)

    def clamp(self, min=None, max=None):
        """Hold each number between two bounds."""

        def held(one):
            if one != one:
                return one
            low = one if min is None or one > min else min
            return low if max is None or low < max else max

        return self.each(held, self.dtype)

    def tril(self, diagonal=0):
        """Put 0 above a diagonal."""
        return self.kept_where("tril", lambda row, column: column - row <= diagonal)

    def triu(self, diagonal=0):
        """Put 0 below a diagonal."""
        return self.kept_where("triu", lambda row, column: column - row >= diagonal)

    def kept_where(self, name, keeps):
        """Put 0 where a rule of row and column does not hold."""
        if self.ndim < 2:
            raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
        rows, columns = self.shape[-2], self.shape[-1]
        found = [
            one if keeps(k // columns % rows, k % columns) else 0
            for k, one in enumerate(self.values())
        ]
        return self.make(found, self.shape)

    def diag(self, diagonal=0):
        """Give the diagonal of a table, or a table with this diagonal."""
        if self.ndim not in (1, 2):
            raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {self.ndim}D")
        if self.ndim == 2:
            return self.diagonal(diagonal).clone()
        size = self.numel() + abs(diagonal)
        result = self.make([0] * (size * size), (size, size))
        result.diagonal(diagonal).copy_(self)
        return result

    def repeat_interleave(self, repeats, dim=None):
        """Repeat each part along an axis, right after itself."""
        flat = self if dim is not None else self.flatten()
        place = axis(dim or 0, flat.ndim)
        sizes = list(flat.shape)
        wide = sizes[: place + 1] + [repeats] + sizes[place + 1 :]
        sizes[place] *= repeats
        return flat.unsqueeze(place + 1).expand(wide).contiguous().view(sizes)

    def repeat(self, *repeats):
        """Lay copies beside each other, so many along each axis."""
        times = as_sizes(repeats)
        own = [1] * (len(times) - self.ndim) + list(self.shape)
        pairs = [pair for each in zip(times, own) for pair in each]
        singles = [one for size in own for one in (1, size)]
        shape = [time * size for time, size in zip(times, own)]
        return self.make(self.reshape(singles).expand(pairs).values(), shape)

    def numpy(self):
        """There is no NumPy here."""
        raise RuntimeError("This small torch has no NumPy beside it.")
