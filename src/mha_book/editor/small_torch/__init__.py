"""As much of torch as the path's first listings use, in plain Python.

MicroPython runs it in a reader's browser, under the name ``torch``; the tests hold each
method equal to torch's. Views share their numbers, strides are real, numbers are
rounded to 32 bits, and errors have torch's words. The book itself calls nothing of it.
"""

from . import nn
from .axes import Size
from .functions import (
    allclose,
    arange,
    cat,
    e,
    equal,
    eye,
    full,
    full_like,
    inf,
    is_floating_point,
    is_tensor,
    isclose,
    linspace,
    nan,
    no_grad,
    ones,
    ones_like,
    outer,
    pi,
    stack,
    tensor,
    where,
    zeros,
    zeros_like,
)
from .kinds import BOOL, FLOAT16, FLOAT32, FLOAT64, INT32, INT64, DType
from .random_numbers import manual_seed, rand, randint, randn
from .tensor import Tensor

dtype = DType
concat = concatenate = cat
bool, int, long = BOOL, INT32, INT64
int32, int64 = INT32, INT64
half, float, double = FLOAT16, FLOAT32, FLOAT64
float16, float32, float64 = FLOAT16, FLOAT32, FLOAT64

# What torch has as a function of a tensor, too.
METHODS = """abs all amax amin any argmax argmin bmm chunk clamp clone cos cumsum
deg2rad diag diagonal dot exp flatten flip isfinite isinf isnan log log_softmax
logical_not masked_fill matmul max mean min mm movedim norm permute prod reciprocal relu
repeat_interleave reshape rsqrt sigmoid sin softmax split sqrt square squeeze std sum
swapaxes tanh transpose tril triu unbind unsqueeze var"""


def _function(name):
    def call(one, *given, **named):
        return getattr(one, name)(*given, **named)

    return call


for _name in METHODS.split():
    globals()[_name] = _function(_name)
