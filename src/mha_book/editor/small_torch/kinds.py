"""What numbers a tensor holds, and how they are rounded to it."""

import struct
from array import array


class DType:
    """A kind of numbers.

    Attributes:
        name: as torch calls it.
        word: as torch calls it in its errors; and in others, as C++ does.
        rank: of two kinds, the one with the higher rank is the result's.
        family: 0 truth values, 1 whole numbers, 2 real numbers.
        code: as `array` and `struct` call it.
    """

    def __init__(self, name, words, rank, family, code):
        self.name, self.rank, self.family, self.code = name, rank, family, code
        self.word, self.in_c = words

    @property
    def is_floating_point(self):
        """Whether it holds real numbers."""
        return self.family == 2

    def __repr__(self):
        return f"torch.{self.name}"


BOOL = DType("bool", ("Bool", "bool"), 0, 0, "?")
INT32 = DType("int32", ("Int", "int"), 1, 1, "i")
INT64 = DType("int64", ("Long", "long int"), 2, 1, "q")
FLOAT16 = DType("float16", ("Half", "c10::Half"), 3, 2, "e")
FLOAT32 = DType("float32", ("Float", "float"), 4, 2, "f")
FLOAT64 = DType("float64", ("Double", "double"), 5, 2, "d")
KINDS = (BOOL, INT32, INT64, FLOAT16, FLOAT32, FLOAT64)
OF_FAMILY = (BOOL, INT64, FLOAT32)  # what a number typed in Python becomes
LARGEST = {"e": 65520.0}  # from here on it is infinite
WHOLE = {"i": (2**31, "int"), "q": (2**63, "int64_t")}  # from here on it is none


def rounded(values, dtype):
    """Give numbers as this kind of tensor keeps them."""
    if dtype.code == "f":
        return list(array("f", values))
    if dtype.code == "e":
        return [_half(float(value)) for value in values]
    convert = (bool, int, float)[dtype.family]
    return [convert(value) for value in values]


def _half(value):
    if value != value or abs(value) == float("inf"):
        return value
    if abs(value) >= LARGEST["e"]:
        return float("inf") if value > 0 else float("-inf")
    return struct.unpack("e", struct.pack("e", value))[0]


def family_of(number):
    """Say of a number typed in Python whether it is a truth value, whole or real."""
    if isinstance(number, bool):
        return 0
    return 1 if isinstance(number, int) else 2


def common(one, other):
    """Give the kind of what two tensors make, or a tensor and a number.

    A tensor without axes, or a number, gives way to a tensor with axes, unless it
    belongs to a higher family.
    """
    kinds = [(_kind_of(each), _weight_of(each)) for each in (one, other)]
    (first, a), (second, b) = kinds
    if first.family != second.family and a != b:
        strong, weak = (first, second) if a > b else (second, first)
        if strong.family > weak.family:
            return strong
        both_typed = min(a, b) == 0
        return OF_FAMILY[weak.family] if both_typed else weak
    if a != b:
        return first if a > b else second
    return first if first.rank >= second.rank else second


def _kind_of(one):
    return one.dtype if hasattr(one, "dtype") else OF_FAMILY[family_of(one)]


def _weight_of(one):
    """2 for a tensor with axes, 1 for one without, 0 for a number."""
    return 1 + bool(len(one.shape)) if hasattr(one, "dtype") else 0
