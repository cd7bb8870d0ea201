"""Parts of a tensor, and axes that come and go; all see the same numbers."""

from .axes import as_sizes, axis
from .views import Views


class Parts(Views):
    """Axes put in and taken out, pieces along an axis, diagonals."""

    def unsqueeze(self, dim):
        """Put in an axis of size 1."""
        place = axis(dim, self.ndim + 1)
        sizes, strides = list(self.shape), list(self.strides)
        inner = place < self.ndim
        sizes.insert(place, 1)
        strides.insert(place, self.shape[place] * self.strides[place] if inner else 1)
        return self.see(sizes, strides)

    def squeeze(self, dim=None):
        """Take out axes of size 1: all, or this one."""
        out = range(self.ndim) if dim is None else [axis(dim, self.ndim)]
        kept = [k for k in range(self.ndim) if k not in out or self.shape[k] != 1]
        return self.see([self.shape[k] for k in kept], [self.strides[k] for k in kept])

    def expand(self, *shape):
        """Repeat along axes of size 1, without a copy; -1 leaves an axis as it is."""
        sizes, extra = as_sizes(shape), len(as_sizes(shape)) - self.ndim
        if extra < 0:
            raise RuntimeError(
                f"expand({self.type_name()}{{{list(self.shape)}}}, "
                f"size={list(sizes)}): the number of sizes provided ({len(sizes)}) "
                "must be greater or equal to the number of dimensions in the tensor "
                f"({self.ndim})"
            )
        own = [1] * extra + list(self.shape)
        steps = [0] * extra + list(self.strides)
        new = [o if size == -1 else size for o, size in zip(own, sizes)]
        for k, (o, size) in enumerate(zip(own, new)):
            if o != size and o != 1:
                raise RuntimeError(
                    f"The expanded size of the tensor ({size}) must match the existing "
                    f"size ({o}) at non-singleton dimension {k}.  Target sizes: "
                    f"{list(sizes)}.  Tensor sizes: {list(self.shape)}"
                )
        strides = [s if o == n else 0 for o, n, s in zip(own, new, steps)]
        return self.see(new, strides)

    def expand_as(self, other):
        """Repeat it to the shape of another."""
        return self.expand(other.shape)

    def type_name(self):
        """Its kind, as torch's errors call it."""
        word = self.dtype.word
        return "CPUBoolType" if word == "Bool" else f"torch.{word}Tensor"

    def narrow(self, dim, start, length):
        """Take so many places along an axis."""
        place = axis(dim, self.ndim)
        sizes = list(self.shape)
        sizes[place] = length
        return self.see(sizes, self.strides, self.start + start * self.strides[place])

    def check_axes(self, name):
        """Refuse a number alone, which has no axis to cut."""
        if not self.ndim:
            raise RuntimeError(f"{name} expects at least a 1-dimensional tensor")

    def split(self, size, dim=0):
        """Cut along an axis: pieces of one size, or of these sizes."""
        self.check_axes("split")
        length = self.shape[axis(dim, self.ndim)]
        sizes = size if isinstance(size, (list, tuple)) else None
        if sizes is None:
            sizes = [min(size, length - k) for k in range(0, length, size)]
        pieces, start = [], 0
        for one in sizes:
            pieces.append(self.narrow(dim, start, one))
            start += one
        return tuple(pieces)

    def chunk(self, chunks, dim=0):
        """Cut along an axis into so many pieces, or fewer."""
        self.check_axes("chunk")
        length = self.shape[axis(dim, self.ndim)]
        return self.split(-(-length // chunks), dim)

    def unbind(self, dim=0):
        """Give the parts along an axis, which they lose."""
        if not self.ndim:
            raise IndexError("Dimension specified as 0 but tensor has no dimensions")
        place = axis(dim, self.ndim)
        sizes = list(self.shape[:place]) + list(self.shape[place + 1 :])
        strides = self.strides[:place] + self.strides[place + 1 :]
        step = self.strides[place]
        return tuple(
            self.see(sizes, strides, self.start + k * step)
            for k in range(self.shape[place])
        )

    def diagonal(self, offset=0, dim1=0, dim2=1):
        """See a diagonal, as the last axis."""
        one, other = axis(dim1, self.ndim), axis(dim2, self.ndim)
        rest = [k for k in range(self.ndim) if k not in (one, other)]
        rows, columns = self.shape[one], self.shape[other]
        length = max(min(rows + min(offset, 0), columns - max(offset, 0)), 0)
        start = self.start + self.strides[other if offset > 0 else one] * abs(offset)
        step = self.strides[one] + self.strides[other]
        return self.see(
            [self.shape[k] for k in rest] + [length],
            [self.strides[k] for k in rest] + [step],
            start if length else self.start,
        )

    def flip(self, *dims):
        """Copy it with these axes the other way round."""
        order = {axis(dim, self.ndim) for dim in as_sizes(dims)}
        start, strides = self.start, list(self.strides)
        for k in order:
            start += strides[k] * (self.shape[k] - 1)
            strides[k] = -strides[k]
        values = self.see(self.shape, strides, start).values()
        return self.make_like(values, self.shape, [self.strides])

    def ravel(self):
        """Make one axis of all."""
        return self.contiguous().view(-1)
