"""Number by number: sums, products, comparisons, and functions of one number."""

import math

from .axes import broadcast
from .indexing import Indexed
from .kinds import BOOL, FLOAT32, LARGEST, WHOLE, common

NAN, INF = float("nan"), float("inf")


def divide(a, b):
    """Divide as a processor does: by 0 there is infinity."""
    if b:
        return a / b
    if a != a or not a or b != b:
        return NAN
    return math.copysign(INF, a) * math.copysign(1.0, b)


def floor_divide(a, b):
    """Divide, and go down to a whole number."""
    if isinstance(a, float) or isinstance(b, float):
        return a // b if b else divide(a, b)
    if not b:
        raise RuntimeError("ZeroDivisionError")
    return a // b


def rest(a, b):
    """What is left of a division that goes down to a whole number."""
    if isinstance(a, float) or isinstance(b, float):
        return a % b if b and a - a == 0 else NAN
    return a - b * floor_divide(a, b)


def power(a, b):
    """Raise to a power; a root of what is below 0 is no number."""
    if not isinstance(a, float) and not isinstance(b, float):
        return a**b
    if not a and b < 0:
        return INF if b % 2 != 1 else math.copysign(INF, a)
    if a < 0 and b != b // 1:
        return NAN
    try:
        return float(a) ** b
    except OverflowError:
        return -INF if a < 0 and b % 2 == 1 else INF


def safely(function, beyond=NAN):
    """Make a function that gives no error, but what is beyond it."""

    def call(value):
        if value != value:
            return NAN
        try:
            return function(value)
        except (ValueError, OverflowError):
            return beyond

    return call


def exp(value):
    """Raise e to a power; what is beyond 64 bits is infinity."""
    return INF if value > 709 else math.exp(value)


def log(value):
    """Take the logarithm: that of 0 is minus infinity."""
    if value == INF:
        return INF
    return safely(math.log)(value) if value else -INF


def stretched(one, other):
    """Stretch two tensors, or a tensor and a number, to one shape.

    Gives the numbers of both, the shape, and the strides of each tensor.
    """
    if not hasattr(other, "dtype"):
        return one.values(), [other] * one.numel(), one.shape, [one.strides]
    shape = broadcast(one.shape, other.shape)
    first, second = one.expand(shape), other.expand(shape)
    return first.values(), second.values(), shape, [first.strides, second.strides]


def check_difference(one, other):
    """Refuse to subtract truth values."""
    truths = [
        isinstance(each, bool) or getattr(each, "dtype", None) is BOOL
        for each in (one, other)
    ]
    if all(truths):
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. "
            "Use the `^` or `logical_xor()` operator instead."
        )
    if any(truths):
        raise RuntimeError(f"Subtraction, the `-` operator, {WITH_TRUTHS}")


WITH_TRUTHS = (
    "with a bool tensor is not supported. If you are trying to invert a mask, use the "
    "`~` or `logical_not()` operator instead."
)


class Arithmetic(Indexed):
    """Operators, and functions of each number."""

    def each_pair(self, other, function, dtype=None):
        """Join with another tensor, or a number, number by number."""
        if not hasattr(other, "dtype") and not isinstance(other, (int, float)):
            return NotImplemented
        first, second, shape, strides = stretched(self, other)
        kind = dtype or common(self, other)
        found = [function(a, b) for a, b in zip(first, second)]
        return self.make_like(found, shape, strides, kind)

    def each(self, function, dtype=None):
        """Take a function of each number; of whole ones, it gives real ones."""
        kind = dtype or (self.dtype if self.is_floating_point() else FLOAT32)
        found = [function(one) for one in self.values()]
        return self.make_like(found, self.shape, [self.strides], kind)

    def turned(self, other, function):
        """Join with a number that stands on the left."""
        return self.each_pair(other, lambda a, b: function(b, a))

    def __add__(self, other):
        if self.dtype is BOOL and getattr(other, "dtype", None) is BOOL:
            return self.each_pair(other, lambda a, b: a or b)
        return self.each_pair(other, lambda a, b: a + b)

    __radd__ = __add__

    def __sub__(self, other):
        check_difference(self, other)
        return self.each_pair(other, lambda a, b: a - b)

    def __rsub__(self, other):
        check_difference(self, other)
        return self.turned(other, lambda a, b: a - b)

    def __mul__(self, other):
        return self.each_pair(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __truediv__(self, other):
        kind = common(self, other)
        return self.each_pair(other, divide, kind if kind.family == 2 else FLOAT32)

    def __rtruediv__(self, other):
        kind = common(self, other)
        real = kind if kind.family == 2 else FLOAT32
        return self.each_pair(other, lambda a, b: divide(b, a), real)

    def __floordiv__(self, other):
        return self.each_pair(other, floor_divide)

    def __rfloordiv__(self, other):
        return self.turned(other, floor_divide)

    def __mod__(self, other):
        return self.each_pair(other, rest)

    def __pow__(self, other):
        if common(self, other).family < 2 and not hasattr(other, "dtype") and other < 0:
            raise RuntimeError("Integers to negative integer powers are not allowed.")
        return self.each_pair(other, power)

    def __rpow__(self, other):
        return self.turned(other, power).contiguous()

    def __neg__(self):
        if self.dtype is BOOL:
            said = WITH_TRUTHS.replace("with", "on", 1)
            raise RuntimeError(f"Negation, the `-` operator, {said}")
        return self.each(lambda a: -a, self.dtype)

    def __abs__(self):
        return self.each(abs, self.dtype)

    def __eq__(self, other):
        return self.each_pair(other, lambda a, b: a == b, BOOL)

    def __ne__(self, other):
        return self.each_pair(other, lambda a, b: a != b, BOOL)

    def __lt__(self, other):
        return self.each_pair(other, lambda a, b: a < b, BOOL)

    def __le__(self, other):
        return self.each_pair(other, lambda a, b: a <= b, BOOL)

    def __gt__(self, other):
        return self.each_pair(other, lambda a, b: a > b, BOOL)

    def __ge__(self, other):
        return self.each_pair(other, lambda a, b: a >= b, BOOL)

    def __and__(self, other):
        return self.each_pair(other, lambda a, b: a & b)

    __rand__ = __and__

    def __or__(self, other):
        return self.each_pair(other, lambda a, b: a | b)

    __ror__ = __or__

    def __xor__(self, other):
        return self.each_pair(other, lambda a, b: a ^ b)

    __rxor__ = __xor__

    def __invert__(self):
        if self.is_floating_point():
            raise TypeError(
                "~ (operator.invert) is only implemented on integer and Boolean-type "
                "tensors"
            )
        return self.each(lambda a: not a if self.dtype is BOOL else ~a, self.dtype)

    def __hash__(self):
        return id(self)

    def masked_fill(self, mask, value):
        """Copy it with one number wherever the mask is True."""
        hides, own, shape, _ = stretched(mask, self)
        if mask.dtype is not BOOL:
            raise RuntimeError(
                "masked_fill_ only supports boolean masks, but got mask with dtype "
                f"{mask.dtype.in_c}"
            )
        number = value.item() if hasattr(value, "dtype") else value
        self.check_holds(number)
        filled = [number if hide else one for one, hide in zip(own, hides)]
        return self.make(filled, shape)

    def check_holds(self, number):
        """Refuse a number that is too large for its kind."""
        limit = LARGEST.get(self.dtype.code, INF)
        if abs(number) != INF and abs(number) >= limit:
            raise RuntimeError(
                "value cannot be converted to type c10::Half without overflow"
            )
        most, kind = WHOLE.get(self.dtype.code, (0, ""))
        if most and not -most <= number < most:  # as no NaN is
            raise RuntimeError(
                f"value cannot be converted to type {kind} without overflow"
            )


FUNCTIONS = {
    "exp": exp,
    "log": log,
    "sqrt": lambda a: INF if a == INF else safely(math.sqrt)(a),
    "rsqrt": lambda a: divide(1.0, safely(math.sqrt)(a)),
    "sin": safely(math.sin),
    "cos": safely(math.cos),
    "tanh": safely(math.tanh),
    "sigmoid": lambda a: 1 / (1 + exp(-a)) if exp(-a) < INF else 0.0,
    "reciprocal": lambda a: divide(1.0, a),
    "deg2rad": lambda a: a * math.pi / 180,
}
SAME_KIND = {
    "abs": abs,
    "relu": lambda a: a if a > 0 or a != a else 0 * a if a - a == 0 else 0.0,
    "square": lambda a: a * a,
}
TRUTHS = {
    "isnan": lambda a: a != a,
    "isinf": lambda a: abs(a) == INF,
    "isfinite": lambda a: a - a == 0,
    "logical_not": lambda a: not a,
}


def _method(function, dtype_of):
    return lambda self: self.each(function, dtype_of(self))


for _name, _one in FUNCTIONS.items():
    setattr(Arithmetic, _name, _method(_one, lambda self: None))
for _name, _one in SAME_KIND.items():
    setattr(Arithmetic, _name, _method(_one, lambda self: self.dtype))
for _name, _one in TRUTHS.items():
    setattr(Arithmetic, _name, _method(_one, lambda self: BOOL))
