"""Random calls of what listings seldom use: so that no function of it is untried."""

from operator import add

from torch_calls import (
    CALLS,
    Drawn,
    along,
    in_rows,
    of_one,
    pairwise,
    some_axis,
)

WHOLE, NUMBERS = "bool int64", "float32 float32 int64"
MAKING = ("ones", "zeros")


def changed(function, kinds="float32"):
    """A call that changes a copy in place."""

    def call(lib, a, *others):
        copy = a.clone()
        given = function(lib, copy, *others)
        return [copy, given]

    return lambda rng: (Drawn(rng, 1, kinds=kinds), call)


def in_place(name):
    """A call that changes a copy by another tensor."""

    def call(lib, a, b):
        copy = a.clone()
        getattr(copy, name)(b)
        return copy

    return lambda rng: (Drawn(rng, 2, kinds="float32 float32 int64"), call)


def of_both(function, kinds="float32"):
    """A function of the library on two tensors."""
    return lambda rng: (Drawn(rng, 2, kinds=kinds), function)


def _by_number(function):
    def draw(rng):
        number = rng.choice((0, 1, 2, 3, -2, 0.5, -1.5))
        return Drawn(rng, 1, kinds=NUMBERS), lambda lib, a: function(a, number)

    return draw


def _near(name):
    """Numbers that differ by more or less than rounding, seldom by nothing."""

    def draw(rng):
        near, rtol, atol = (rng.choice((0, 1e-6, 1e-2)) for _ in range(3))
        nan = rng.random() < 0.5
        options = {"rtol": rtol, "atol": atol, "equal_nan": nan}
        factors = {"a": 1 + near, "b": 1 + 2 * near}

        def call(lib, a):
            return getattr(lib, name)(a * factors["a"], a * factors["b"], **options)

        return Drawn(rng, 1, kinds="float64"), call

    return draw


def _linspace(rng):
    start, end = rng.uniform(-2, 2), rng.uniform(-2, 2)
    steps = rng.randrange(1, 6)
    return Drawn(rng, 0), lambda lib: lib.linspace(start, end, steps)


def _made(name):
    def draw(rng):
        sizes = [rng.randrange(1, 4) for _ in range(rng.randrange(1, 4))]
        together = rng.random() < 0.5
        given = (sizes,) if together else sizes
        return Drawn(rng, 0), lambda lib: getattr(lib, name)(*given)

    return draw


def _linear(rng):
    sizes = [rng.choice((1, 2, 3)) for _ in range(3)]
    width, rows = rng.choice((1, 2, 3)), rng.choice((1, 2, 3))
    shapes = [[*sizes[: rng.randrange(1, 3)], width], [rows, width], [rows]]
    drawn, count = Drawn(rng, 3, kinds="float32"), rng.choice((2, 3))
    drawn.all = [
        (shape, "float32", drawn.values(shape, "float32"), [*range(len(shape))])
        for shape in shapes[:count]
    ]
    return drawn, lambda lib, *given: lib.nn.functional.linear(*given)


def _softmax(rng):
    dim = some_axis(rng)
    drawn = Drawn(rng, 1, kinds="float32")
    return drawn, lambda lib, a: lib.nn.functional.softmax(a, dim=dim)


def _masked_fill(rng):
    value = rng.choice((0.0, float("-inf"), 2.5))

    def call(lib, a):
        copy = a.clone()
        copy.masked_fill_(a > 0.3, value)
        return copy

    return Drawn(rng, 1, kinds="float32"), call


def _as_others(rng):
    drawn = Drawn(rng, 2)
    drawn.odd = False  # what an infinity is as a whole number, no two machines say
    for place, (shape, kind, _, order) in enumerate(drawn.all):
        drawn.all[place] = (shape, kind, drawn.values(shape, kind), order)
    return drawn, lambda lib, a, b: a.type_as(b)


def _repeat(rng):
    times = [rng.randrange(1, 3) for _ in range(4)]
    return Drawn(rng, 1), lambda lib, a: a.repeat(*times[: max(a.dim(), 1)])


def _without_slopes(lib, a):
    double = lib.no_grad()(lambda x: x * 2)
    with lib.no_grad():
        return double(a) + a


def _both(lib, a):
    """What is largest along an axis, and where it stands, as listings take it."""
    found = a.max(dim=-1)
    most, place = found
    return [len(found), found[0], found[1], most, place]


def _sizes(lib, a):
    return tuple(add((2,), a.shape)), tuple(add(a.shape, (3,))), a.shape == a.size()


CALLS |= {
    "divided down": of_both(lambda lib, a, b: a // b, NUMBERS),
    "down by number": _by_number(lambda a, n: a // n),
    "number down by": _by_number(lambda a, n: n // a),
    "rest by number": _by_number(lambda a, n: a % n),
    "rest": of_both(lambda lib, a, b: a % b, NUMBERS),
    "either": of_both(lambda lib, a, b: a ^ b, "bool int64"),
    "abs()": of_one(abs, "float32 int64"),
    "len": of_one(len),
    "item": of_one(lambda a: a.item()),
    "int()": of_one(int, WHOLE),
    "rows": of_one(lambda a: [row for row in a]),
    "size of one": of_one(lambda a: [a.size(-1), tuple(a.size())]),
    "strides": of_one(lambda a: [a[-1:].storage_offset(), a.contiguous().stride()]),
    "whole": of_one(lambda a: [a.long(), a.int()], WHOLE),
    "type_as": _as_others,
    "detach": of_one(lambda a: a.detach()),
    "linear": _linear,
    "softmax of functional": _softmax,
    "relu of functional": lambda rng: (
        Drawn(rng, 1, kinds="float32"),
        lambda lib, a: lib.nn.functional.relu(a),
    ),
    "allclose": _near("allclose"),
    "isclose": _near("isclose"),
    "equal": of_both(lambda lib, a, b: [lib.equal(a, b), lib.equal(a, a)]),
    "what it is": of_both(
        lambda lib, a, b: [lib.is_tensor(a), lib.is_floating_point(b)], ""
    ),
    "linspace": _linspace,
    **{name: _made(name) for name in MAKING},
    "like": of_both(
        lambda lib, a, b: [
            lib.ones_like(a),
            lib.zeros_like(b),
            lib.full_like(a, 2),
        ],
        "",
    ),
    "outer": of_both(lambda lib, a, b: lib.outer(a.flatten(), b.flatten())),
    "dot": of_both(lambda lib, a, b: a.flatten().dot(b.flatten())),
    "expand_as": lambda rng: (
        Drawn(rng, 1),
        lambda lib, a: a.expand_as(lib.zeros(2, *a.shape)),
    ),
    "view_as": pairwise(lambda a, b: a.view_as(b)),
    "repeat": _repeat,
    "both": lambda rng: (Drawn(rng, 1, kinds="float32"), _both),
    "sizes": lambda rng: (Drawn(rng, 1), _sizes),
    "argmin": along("argmin", "float32 int64"),
    "masked_fill_": _masked_fill,
    "fill_": changed(lambda lib, a: a.fill_(2.5)),
    "zero_": changed(lambda lib, a: a.zero_(), ""),
    **{
        name: in_place(name)
        for name in ("add_", "mul_", "__imul__", "__isub__", "__itruediv__")
    },
    "without slopes": lambda rng: (Drawn(rng, 1, kinds="float32"), _without_slopes),
}


# Each with as few arguments as it can have, or with all of them by their places.
ALONG = "sum mean prod std var amax amin argmax argmin max min all any cumsum"
BARE = {name: lambda lib, a, name=name: getattr(a, name)(0) for name in ALONG.split()}
BARE |= {
    f"{name} whole": lambda lib, a, name=name: getattr(a, name)()
    for name in [
        "unbind",
        "diagonal",
        "var",
        "std",
        "tril",
        "triu",
        "diag",
        "flatten",
        "squeeze",
    ]
}
BARE |= {
    f"{name} placed": lambda lib, a, name=name: getattr(a, name)(-1, True)
    for name in ["sum", "mean", "amax", "amin", "argmax", "max", "min", "all", "any"]
}
BARE |= {
    "norm": lambda lib, a: [a.norm(), a.norm(2, -1, True), a.norm(2, 0)],
    "cat": lambda lib, a: in_rows(lib.cat([a, a])),
    "stack": lambda lib, a: in_rows(lib.stack([a, a])),
    "split": lambda lib, a: [one.contiguous() for one in a.split(2)],
    "chunk": lambda lib, a: [one.contiguous() for one in a.chunk(2)],
    "repeated": lambda lib, a: a.repeat_interleave(2),
    "clamped": lambda lib, a: [a.clamp(0.5), a.clamp(-0.5, 0.5)],
    "flat": lambda lib, a: a.flatten(1),
    "near": lambda lib, a: [
        lib.isclose(a, a * (1 + 2e-5)),
        lib.isclose(a, a + 1e-7),
        lib.isclose(a, a / 0),
        lib.allclose(a, a / 0 * 0),
    ],
    "counted": lambda lib, a: [lib.arange(3), lib.arange(2, 5), lib.eye(2, 3)],
    "like": lambda lib, a: [lib.zeros_like(a), lib.ones_like(a), lib.full_like(a, 2)],
}
CALLS |= {
    f"bare {name}": lambda rng, call=call: (Drawn(rng, 1, kinds="float32"), call)
    for name, call in BARE.items()
}
