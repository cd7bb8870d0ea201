"""Random calls of a library that is torch, or looks like it."""

import random
from collections.abc import Callable
from typing import Any

Call = Callable[..., Any]
NUMBERS = (0.0, 1.0, -1.0, 0.5, 2.0, -3.25, 100.0, float("inf"), float("-inf"))


class Drawn:
    """Tensors of random shapes and kinds, some of them views.

    Args:
        rng: where they come from.
        count: how many.
        alike: they fit each other: the same shape, but for axes of size 1.
        kinds: which kinds they can be.
    """

    odd = True

    def __init__(self, rng: random.Random, count: int, alike: bool = True, kinds=""):
        self.rng = rng
        shape = self.shape()
        self.all = []
        for _ in range(count):
            own = shape if alike and rng.random() < 0.9 else self.shape()
            own = [1 if rng.random() < 0.15 else size for size in own]
            own = own[rng.randrange(len(own)) :] if rng.random() < 0.1 else own
            kind = rng.choice(kinds.split() or ["float32"] * 6 + ["int64", "bool"])
            self.all.append((own, kind, self.values(own, kind), self.turn(own)))

    def shape(self) -> list[int]:
        rng = self.rng
        longest = rng.choice((1, 2, 2, 3, 3, 4))
        return [rng.choice((1, 2, 2, 3, 3, 4)) for _ in range(longest)]

    def values(self, shape, kind):
        count = 1
        for size in shape:
            count *= size
        rng = self.rng
        if kind == "bool":
            return [rng.random() < 0.5 for _ in range(count)]
        if kind == "int64":
            return [rng.randrange(-5, 6) for _ in range(count)]
        odd = self.odd and rng.random() < 0.2
        return [
            rng.choice(NUMBERS) if odd else rng.uniform(-2, 2) for _ in range(count)
        ]

    def turn(self, shape) -> list[int]:
        """An order in which the axes were exchanged before, mostly none."""
        order = list(range(len(shape)))
        if self.rng.random() < 0.35:
            self.rng.shuffle(order)
        return order

    def tensors(self, library):
        made = []
        for shape, kind, values, order in self.all:
            flat = library.tensor(values, dtype=getattr(library, kind))
            turned = [shape[k] for k in order]
            back = [order.index(k) for k in range(len(order))]
            made.append(flat.view(*turned).permute(*back) if turned else flat.view(()))
        return made

    def __str__(self) -> str:
        return str([(tuple(one[0]), *one[1:]) for one in self.all])


def some_axis(rng):
    return rng.choice((-1, -1, -2, -2, -3, 0, 1, 2))


def some_shape(rng, count):
    """Sizes that multiply to `count`, mostly."""
    sizes = []
    while count > 1 and len(sizes) < 4:
        divisor = rng.choice([k for k in range(1, count + 1) if count % k == 0])
        sizes.append(divisor)
        count //= divisor
    sizes.append(count if rng.random() < 0.9 else count + 1)
    rng.shuffle(sizes)
    if rng.random() < 0.3:
        sizes[rng.randrange(len(sizes))] = -1
    return sizes


def some_index(rng):
    """What stands in square brackets."""
    keys = [
        rng.choice(
            (
                0,
                1,
                -1,
                2,
                None,
                slice(None),
                slice(1, None),
                slice(None, -1),
                slice(0, 3, 2),
                slice(-2, None),
            )
        )
        for _ in range(rng.randrange(1, 4))
    ]
    if rng.random() < 0.4:
        keys.insert(rng.randrange(len(keys) + 1), ...)
    return tuple(keys) if len(keys) > 1 or rng.random() < 0.5 else keys[0]


REAL = "float32 float32 float32 float32 float32 float64 float16 int64"


def pairwise(function):
    """A call of two tensors."""
    return lambda rng: (Drawn(rng, 2), lambda lib, a, b: function(a, b))


def of_one(function, kinds=""):
    """A call of one tensor."""
    return lambda rng: (Drawn(rng, 1, kinds=kinds), lambda lib, a: function(a))


def along(name, kinds="", keep=True):
    """A call of one tensor along an axis, which may stay."""

    def draw(rng):
        dim, keepdim = some_axis(rng), rng.random() < 0.5
        options = {"keepdim": keepdim} if keep else {}
        whole = keep and rng.random() < 0.2

        def call(lib, a):
            if whole:
                return getattr(a, name)()
            return getattr(a, name)(dim=dim, **options)

        return Drawn(rng, 1, kinds=kinds), call

    return draw


def with_number(function):
    """A call of a tensor and a number."""

    def draw(rng):
        number = rng.choice((0, 1, 2, 3, -1, 0.5, 2.0, -1.5, True))
        return Drawn(rng, 1), lambda lib, a: function(a, number)

    return draw


def shaped(name):
    """A call that gives another shape."""

    def draw(rng):
        drawn = Drawn(rng, 1)
        count = 1
        for size in drawn.all[0][0]:
            count *= size
        sizes = some_shape(rng, count)
        return drawn, lambda lib, a: getattr(a, name)(*sizes)

    return draw


def two_axes(name):
    """A call with two axes."""

    def draw(rng):
        one, other = some_axis(rng), some_axis(rng)
        return Drawn(rng, 1), lambda lib, a: getattr(a, name)(one, other)

    return draw


def drawing(function):
    """A call that draws its own arguments: function(rng, tensor count) -> call."""
    return function


def _product(rng):
    """Tables that can be multiplied, mostly."""
    inner = rng.choice((1, 2, 3, 5))
    other = inner if rng.random() < 0.9 else inner + 1
    batch = [rng.choice((1, 2, 3)) for _ in range(rng.choice((0, 0, 1, 2)))]
    drawn = Drawn(rng, 2, kinds="float32")
    rows, columns = rng.choice((1, 2, 4)), rng.choice((1, 2, 4))
    second = [1 if rng.random() < 0.2 else size for size in batch]
    shapes = [[*batch, rows, inner], [*second, other, columns]]
    if rng.random() < 0.2:
        shapes[1] = shapes[1][-2:]
    if rng.random() < 0.1:
        shapes[0] = shapes[0][-1:]
    if rng.random() < 0.1:
        shapes[1] = [other]
    whole = rng.random() < 0.05 and [*map(len, shapes)] == [2, 2]
    kinds = ["float32", "int64" if whole else "float32"]
    for (place, shape), kind in zip(enumerate(shapes), kinds, strict=True):
        # Which words torch has for what does not fit depends on strides, too.
        order = drawn.turn(shape) if inner == other else [*range(len(shape))]
        drawn.all[place] = (shape, kind, drawn.values(shape, kind), order)
    return drawn, lambda lib, a, b: a @ b


def _masked_fill(rng):
    drawn = Drawn(rng, 2, kinds="float32")
    value = rng.choice((0.0, float("-inf"), -1e9, 1))
    kind = "bool" if rng.random() < 0.9 else "float32"
    shape = drawn.all[1][0]
    drawn.all[1] = (shape, kind, drawn.values(shape, kind), drawn.turn(shape))
    return drawn, lambda lib, a, b: a.masked_fill(b, value)


def _joined(name):
    def draw(rng):
        dim = some_axis(rng)
        drawn = Drawn(rng, rng.choice((1, 2, 3)))
        return drawn, lambda lib, *all_: in_rows(getattr(lib, name)(all_, dim=dim))

    return draw


def in_rows(joined):
    """What is joined; torch keeps many axes laid out as for images, colours last."""
    return joined.contiguous() if joined.ndim > 3 else joined


def _where(rng):
    drawn = Drawn(rng, 3)
    shape = drawn.all[0][0]
    drawn.all[0] = (shape, "bool", drawn.values(shape, "bool"), drawn.turn(shape))
    return drawn, lambda lib, c, a, b: lib.where(c, a, b)


def _expand(rng):
    drawn = Drawn(rng, 1)
    own = drawn.all[0][0]
    sizes = [rng.choice((size, -1, 3)) if size == 1 else size for size in own]
    if rng.random() < 0.3:
        sizes = [2, *sizes]
    if rng.random() < 0.1:
        sizes[-1] += 1
    if rng.random() < 0.1 and len(sizes) > 1:
        sizes = sizes[1:]
    return drawn, lambda lib, a: a.expand(*sizes)


def _index(rng):
    index = some_index(rng)
    return Drawn(rng, 1), lambda lib, a: a[index]


def _picked(rng):
    drawn = Drawn(rng, 1)
    places = [rng.randrange(-2, 3) for _ in range(rng.randrange(1, 4))]
    before = rng.random() < 0.3
    return drawn, lambda lib, a: (
        a[:, lib.tensor(places)] if before else a[places]
    ).contiguous()


def _picked_among(rng):
    """A list of places, or truths of one or two axes, beside other keys."""
    drawn = Drawn(rng, 1)
    others = rng.sample((0, -1, None, slice(1, None), slice(None), ...), 2)
    at, wide = rng.randrange(3), rng.choice((0, 1, 2))
    places = [rng.randrange(-1, 1) for _ in range(rng.randrange(1, 4))]

    def call(lib, a):
        before = sum(key is not None and key is not ... for key in others[:at])
        truths = a > 0
        while truths.dim() > before + wide:
            truths = truths[..., 0]
        while wide and truths.dim() > wide:
            truths = truths[0]
        keys = [*others[:at], truths if wide else places, *others[at:]]
        return a[tuple(keys)].contiguous()

    return drawn, call


def _masked(rng):
    drawn = Drawn(rng, 1, kinds="float32")
    return drawn, lambda lib, a: a[a > 0.3]


def _written(rng):
    keys, value = some_index(rng), rng.choice((0, 1.5, True))
    whole = keys if isinstance(keys, tuple) else (keys,)
    index = tuple(key for key in whole if key is not None)

    def call(lib, a):
        b = a.clone()
        b[index] = value
        return b

    return Drawn(rng, 1), call


def _arange(rng):
    start, end = rng.randrange(-3, 4), rng.randrange(4, 9)
    step = rng.choice((1, 2, 0.5))
    return Drawn(rng, 0), lambda lib: lib.arange(start, end, step)


def _triangle(name):
    def draw(rng):
        diagonal = rng.randrange(-2, 3)
        return Drawn(rng, 1), lambda lib, a: getattr(a, name)(diagonal=diagonal)

    return draw


def _cut(rng):
    chunks, dim = rng.randrange(1, 5), some_axis(rng)
    return Drawn(rng, 1), lambda lib, a: a.chunk(chunks, dim=dim)


def _split(rng):
    size, dim = rng.randrange(1, 4), some_axis(rng)
    return Drawn(rng, 1), lambda lib, a: a.split(size, dim=dim)


def _unflatten(rng):
    dim, size = some_axis(rng), rng.choice((1, 2, 3))
    return Drawn(rng, 1), lambda lib, a: a.unflatten(dim, (size, -1))


def _repeated(rng):
    times, dim = rng.randrange(1, 4), rng.choice((None, some_axis(rng)))
    return Drawn(rng, 1), lambda lib, a: a.repeat_interleave(times, dim=dim)


def _in_place(rng):
    def call(lib, a, b):
        c = a.clone()
        c += b
        return c

    return Drawn(rng, 2), call


def _scaled(rng):
    """As the listings write it."""

    def call(lib, q, k):
        scores = q @ k.mT / math_root(q.shape[-1])
        return scores.softmax(dim=-1)

    drawn, _ = _product(rng)
    shape, drawn.odd = drawn.all[0][0], False
    drawn.all = [
        (shape, "float32", drawn.values(shape, "float32"), drawn.turn(shape))
        for _ in range(2)
    ]
    return drawn, call


def math_root(number):
    return number**0.5


OF_ONE = """exp log sqrt rsqrt sin cos tanh sigmoid isnan isfinite logical_not deg2rad
clone contiguous t numel dim is_contiguous half float flatten ravel squeeze tolist bool
double reciprocal"""

CALLS: dict[str, Callable] = {
    "add": pairwise(lambda a, b: a + b),
    "sub": pairwise(lambda a, b: a - b),
    "mul": pairwise(lambda a, b: a * b),
    "div": pairwise(lambda a, b: a / b),
    "eq": pairwise(lambda a, b: a == b),
    "ne": pairwise(lambda a, b: a != b),
    "lt": pairwise(lambda a, b: a < b),
    "ge": pairwise(lambda a, b: a >= b),
    "and": lambda rng: (Drawn(rng, 2, kinds="bool"), lambda lib, a, b: a & b),
    "or": lambda rng: (Drawn(rng, 2, kinds="bool int64"), lambda lib, a, b: a | b),
    "in place": _in_place,
    "add number": with_number(lambda a, n: a + n),
    "number minus": with_number(lambda a, n: n - a),
    "times number": with_number(lambda a, n: n * a),
    "by number": with_number(lambda a, n: a / n),
    "number by": with_number(lambda a, n: n / a),
    "to a power": lambda rng: (
        Drawn(rng, 1, kinds="float32"),
        (lambda n: lambda lib, a: a**n)(rng.choice((2, 0.5, -1.0, -0.5, 3))),
    ),
    "number to": lambda rng: (
        Drawn(rng, 1, kinds="float32"),
        (lambda n: lambda lib, a: n**a)(rng.choice((2.0, 10_000.0, 0.5))),
    ),
    "above": with_number(lambda a, n: a > n),
    "at most": with_number(lambda a, n: a <= n),
    "invert": of_one(lambda a: ~a, "bool bool bool int64 float32"),
    "minus": of_one(lambda a: -a),
    **{
        name: of_one(lambda a, name=name: getattr(a, name)()) for name in OF_ONE.split()
    },
    **{
        name: of_one(lambda a, name=name: getattr(a, name)(), "float32 int64")
        for name in ("abs", "relu", "square")
    },
    "nonzero": of_one(lambda a: a.nonzero().contiguous()),
    "mT": of_one(lambda a: a.mT),
    "T": lambda rng: (Drawn(rng, 1), lambda lib, a: a.permute(*range(a.dim())[::-1])),
    "then view": of_one(lambda a: (a.mT * 2).view(-1)),
    "size": of_one(lambda a: tuple(a.shape[:-1])),
    "view": shaped("view"),
    "reshape": shaped("reshape"),
    "transpose": two_axes("transpose"),
    "movedim": two_axes("movedim"),
    "flatten some": two_axes("flatten"),
    "unsqueeze": along("unsqueeze", keep=False),
    "squeeze one": along("squeeze", keep=False),
    "unbind": along("unbind", keep=False),
    "flip": lambda rng: (
        Drawn(rng, 1),
        (lambda dim: lambda lib, a: a.flip(dim))(some_axis(rng)),
    ),
    "expand": _expand,
    "unflatten": _unflatten,
    "chunk": _cut,
    "split": _split,
    "diagonal": lambda rng: (
        Drawn(rng, 1),
        (lambda n: lambda lib, a: a.diagonal(n, -2, -1))(rng.randrange(-1, 2)),
    ),
    "diag": of_one(lambda a: a.diag() if a.dim() < 3 else a, "float32"),
    "index": _index,
    "list": _picked,
    "list among others": _picked_among,
    "truths": _masked,
    "write": _written,
    "sum": along("sum"),
    "prod": along("prod", "float32 int64"),
    "mean": along("mean"),
    "std": along("std", "float32"),
    "norm": lambda rng: (
        Drawn(rng, 1, kinds="float32"),
        (lambda d, k: lambda lib, a: a.norm(dim=d, keepdim=k))(
            some_axis(rng), rng.random() < 0.5
        ),
    ),
    "amax": along("amax", "float32 int64"),
    "amin": along("amin", "float32 int64"),
    "max": along("max", "float32"),
    "min": along("min", "float32"),
    "argmax": along("argmax", "float32 int64"),
    "all": along("all"),
    "any": along("any"),
    "softmax": along("softmax", REAL, keep=False),
    "log_softmax": along("log_softmax", "float32", keep=False),
    "cumsum": along("cumsum", keep=False),
    "tril": _triangle("tril"),
    "triu": _triangle("triu"),
    "masked_fill": _masked_fill,
    "matmul": _product,
    "scores": _scaled,
    "cat": _joined("cat"),
    "stack": _joined("stack"),
    "where": _where,
    "repeat_interleave": _repeated,
    "arange": _arange,
    "eye": lambda rng: (
        Drawn(rng, 0),
        (lambda n: lambda lib: lib.eye(n, dtype=lib.bool))(rng.randrange(1, 4)),
    ),
    "full": lambda rng: (
        Drawn(rng, 0),
        (lambda v: lambda lib: lib.full((2, 3), v))(rng.choice((1, 0.5, True))),
    ),
    "clamp": of_one(lambda a: a.clamp(min=-1, max=1), "float32"),
    "clamp of no number": of_one(
        lambda a: (a * float("inf")).clamp(min=-1, max=1), "float32"
    ),
    "functions": of_one(lambda a: (a.float() @ a.float().mT).sum(-1), "float32"),
}


def drawn_call(rng: random.Random) -> tuple[str, Call, Drawn]:
    """One call, its name, and what it is called with."""
    name = rng.choice(list(CALLS))
    drawn, call = CALLS[name](rng)
    return name, call, drawn
