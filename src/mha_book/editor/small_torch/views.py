"""The same numbers in another shape, without a copy where that can be."""

from .axes import as_sizes, axis, fill_in, product, strides_of_view
from .base import Base

NO_VIEW = (
    "view size is not compatible with input tensor's size and stride (at least one "
    "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
)


class Views(Base):
    """Shapes, axes that are exchanged, parts."""

    def view(self, *shape):
        """See the same numbers in another shape.

        Raises:
            RuntimeError: they do not lie so, or there are more or fewer.
        """
        sizes = fill_in(as_sizes(shape), self.numel())
        strides = strides_of_view(self.shape, self.strides, sizes)
        if strides is None:
            raise RuntimeError(NO_VIEW)
        return self.see(sizes, strides)

    def reshape(self, *shape):
        """Give it in another shape: a view, or a copy where none can be had."""
        sizes = fill_in(as_sizes(shape), self.numel())
        strides = strides_of_view(self.shape, self.strides, sizes)
        if strides is None:
            return self.make(self.values(), sizes)
        return self.see(sizes, strides)

    def view_as(self, other):
        """See it in the shape of another."""
        return self.view(other.shape)

    def permute(self, *dims):
        """Put the axes in another order."""
        order = [axis(dim, self.ndim) for dim in as_sizes(dims)]
        if len(order) != self.ndim:
            raise RuntimeError(
                "permute(sparse_coo): number of dimensions in the tensor input does "
                f"not match the length of the desired ordering of dimensions i.e. "
                f"input.dim() = {self.ndim} is not equal to len(dims) = {len(order)}"
            )
        return self.see(
            [self.shape[k] for k in order], [self.strides[k] for k in order]
        )

    def transpose(self, one, other):
        """Exchange two axes."""
        first, second = axis(one, self.ndim), axis(other, self.ndim)
        order = list(range(self.ndim))
        if order:
            order[first], order[second] = order[second], order[first]
        return self.permute(order)

    swapaxes = transpose

    def t(self):
        """Exchange rows and columns."""
        if self.ndim > 2:
            raise RuntimeError(
                f"t() expects a tensor with <= 2 dimensions, but self is {self.ndim}D"
            )
        return self.T

    @property
    def T(self):
        """All axes the other way round."""
        return self.permute(list(reversed(range(self.ndim))))

    @property
    def mT(self):
        """Rows and columns exchanged, in each table."""
        if self.ndim == 1:
            raise RuntimeError(
                "tensor.mT is only supported on matrices or batches of matrices. "
                f"Got {self.ndim}-D tensor."
            )
        return self.transpose(-2, -1) if self.ndim else self

    def movedim(self, source, target):
        """Move one axis to another place."""
        source, target = axis(source, self.ndim), axis(target, self.ndim)
        order = [k for k in range(self.ndim) if k != source]
        order.insert(target, source)
        return self.permute(order)

    def flatten(self, start_dim=0, end_dim=-1):
        """Make one axis of several."""
        first, last = axis(start_dim, self.ndim), axis(end_dim, self.ndim)
        if first > last:
            raise RuntimeError(
                "flatten() has invalid args: start_dim cannot come after end_dim"
            )
        sizes = list(self.shape)
        joined = product(sizes[first : last + 1])
        return self.reshape(sizes[:first] + [joined] + sizes[last + 1 :])

    def unflatten(self, dim, sizes):
        """Make several axes of one."""
        place = axis(dim, self.ndim)
        length = self.shape[place]
        try:
            parts = fill_in(tuple(sizes), length)
        except RuntimeError:
            raise RuntimeError(
                f"unflatten: Provided sizes {list(sizes)} don't multiply up to the "
                f"size of dim {place} ({length}) in the input tensor"
            ) from None
        before, after = list(self.shape[:place]), list(self.shape[place + 1 :])
        return self.view(before + list(parts) + after)
