"""What a tensor is: numbers in a row, and how they are read: shape, strides, start."""

from .axes import Size, axis, contiguous_strides, kept_strides, places
from .kinds import BOOL, FLOAT16, FLOAT32, FLOAT64, INT32, INT64, rounded


class Base:
    """Numbers, seen in a shape; several tensors can see the same numbers.

    Args:
        numbers: all of them, in the order in which they lie in memory.
        shape: the sizes of the axes.
        strides: how far apart neighbours along each axis lie.
        start: where the first number lies.
        dtype: what they are.
    """

    requires_grad = False

    def __init__(self, numbers, shape, strides, start, dtype):
        self.numbers, self.shape, self.strides = numbers, Size(shape), tuple(strides)
        self.start, self.dtype = start, dtype

    def make(self, values, shape, dtype=None):
        """Make a new tensor of values, row after row."""
        kind = dtype or self.dtype
        strides = contiguous_strides(shape)
        return type(self)(rounded(values, kind), shape, strides, 0, kind)

    def make_like(self, values, shape, operands, dtype=None):
        """Make a new tensor whose numbers lie in the order of its operands'."""
        kind = dtype or self.dtype
        strides = kept_strides(shape, operands)
        result = self.make(values, shape, kind)
        if strides == result.strides:
            return result
        target = result.see(shape, strides)
        target.numbers = list(result.numbers)
        for place, value in zip(target.places(), result.numbers):
            target.numbers[place] = value
        return target

    def see(self, shape, strides, start=None):
        """See the same numbers otherwise."""
        first = self.start if start is None else start
        return type(self)(self.numbers, shape, strides, first, self.dtype)

    def places(self):
        """Where each number lies."""
        return places(self.shape, self.strides, self.start)

    def values(self):
        """The numbers, row after row."""
        return [self.numbers[place] for place in self.places()]

    def write(self, values):
        """Write numbers in place of its own."""
        fresh = rounded(values, self.dtype)
        for place, value in zip(self.places(), fresh):
            self.numbers[place] = value
        return self

    @property
    def ndim(self):
        """How many axes it has."""
        return len(self.shape)

    def dim(self):
        """How many axes it has."""
        return len(self.shape)

    def numel(self):
        """How many numbers it has."""
        return self.shape.numel()

    def size(self, dim=None):
        """Its shape, or the size of an axis."""
        return self.shape if dim is None else self.shape[axis(dim, self.ndim)]

    def stride(self, dim=None):
        """Its strides, or that of an axis."""
        return self.strides if dim is None else self.strides[axis(dim, self.ndim)]

    def storage_offset(self):
        """Where its first number lies."""
        return self.start

    def is_contiguous(self):
        """Whether its numbers lie row after row."""
        wanted = contiguous_strides(self.shape)
        pairs = zip(self.shape, zip(self.strides, wanted))
        return not self.numel() or all(s == 1 or a == b for s, (a, b) in pairs)

    def is_floating_point(self):
        """Whether its numbers are real ones."""
        return self.dtype.is_floating_point

    def clone(self):
        """Copy it."""
        return self.make_like(self.values(), self.shape, [self.strides])

    def detach(self):
        """See the same numbers; here nothing follows gradients anyway."""
        return self.see(self.shape, self.strides)

    def contiguous(self):
        """Give it with its numbers row after row: itself, where they lie so."""
        return self if self.is_contiguous() else self.make(self.values(), self.shape)

    def to(self, other):
        """Give its numbers as another kind, or as those of another tensor."""
        kind = other.dtype if hasattr(other, "dtype") else other
        if kind is self.dtype:
            return self
        return self.make_like(self.values(), self.shape, [self.strides], kind)

    def type_as(self, other):
        """Give its numbers as those of another tensor."""
        return self.to(other)

    def float(self):
        """Give its numbers in 32 bits."""
        return self.to(FLOAT32)

    def double(self):
        """Give its numbers in 64 bits."""
        return self.to(FLOAT64)

    def half(self):
        """Give its numbers in 16 bits."""
        return self.to(FLOAT16)

    def long(self):
        """Give whole numbers, cut off."""
        return self.to(INT64)

    def int(self):
        """Give whole numbers of 32 bits, cut off."""
        return self.to(INT32)

    def bool(self):
        """Give truth values: what is not 0 is True."""
        return self.to(BOOL)

    def item(self):
        """Give its only number."""
        if self.numel() != 1:
            raise RuntimeError(
                f"a Tensor with {self.numel()} elements cannot be converted to Scalar"
            )
        return self.values()[0]

    def tolist(self):
        """Give its numbers as lists."""
        if not self.ndim:
            return self.item()
        return _in_lists(self.values(), list(self.shape))

    def __len__(self):
        if not self.ndim:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __bool__(self):
        if self.numel() != 1:
            many = "more than one value" if self.numel() else "no values"
            raise RuntimeError(f"Boolean value of Tensor with {many} is ambiguous")
        return bool(self.item() != 0)

    # No __float__: MicroPython would call it for 0.5 * x, and not __rmul__.
    def __int__(self):
        if self.numel() != 1:
            raise ValueError(
                "only one element tensors can be converted to Python scalars"
            )
        return int(self.item())

    def __hash__(self):
        return id(self)


def _in_lists(flat, sizes):
    if len(sizes) == 1:
        return flat
    step = len(flat) // sizes[0] if sizes[0] else 0
    parts = [flat[k * step : (k + 1) * step] for k in range(sizes[0])]
    return [_in_lists(part, sizes[1:]) for part in parts]
