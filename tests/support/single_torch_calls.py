"""Calls of torch that no other is drawn like: most of them are refused."""

import math

MASK = [True, False]
SINGLE = {
    "ints to a negative power": lambda t: t.tensor([1, 2]) ** -1,
    "ints to ints": lambda t: t.tensor([3, 2]) ** 2,
    "a text is added": lambda t: t.ones(2) + "x",
    "a text in a product": lambda t: t.ones(2) @ "x",
    "two sizes to infer": lambda t: t.ones(6).view(-1, -1),
    "nothing in another shape": lambda t: t.ones(0, 3).reshape(3, 0),
    "how long a number is": lambda t: len(t.tensor(1.0)),
    "whether several": lambda t: bool(t.ones(2)),
    "whether none": lambda t: bool(t.ones(0)),
    "the number of several": lambda t: t.ones(2).item(),
    "a walk over a number": lambda t: list(t.tensor(1.0)),
    "rows of two lengths": lambda t: t.tensor([[1, 2], [3]]),
    "a tensor of a tensor": lambda t: t.tensor(t.ones(2)),
    "numbers joined": lambda t: t.cat([t.tensor(1.0), t.tensor(2.0)]),
    "nothing joined": lambda t: t.cat([]),
    "a number in a product": lambda t: t.ones(2, 2) @ t.tensor(2.0),
    "a table and a vector of two kinds": lambda t: t.ones(2, 2) @ t.ones(2).long(),
    "vectors of two kinds": lambda t: t.ones(2).half() @ t.ones(2),
    "a table and a vector that misfit": lambda t: t.ones(2, 3) @ t.ones(2),
    "a batch and a vector that misfit": lambda t: t.ones(2, 2, 3) @ t.ones(2),
    "too few axes in order": lambda t: t.ones(2, 3).permute(0),
    "a number flattened": lambda t: t.tensor(1.0).flatten(),
    "a number in parts": lambda t: t.tensor(1.0).unbind(0),
    "a number cut up": lambda t: t.tensor(1.0).split(1),
    "a number in chunks": lambda t: t.tensor(1.0).chunk(2),
    "at a tensor": lambda t: t.arange(4)[t.tensor(2)],
    "the largest beside NaN": lambda t: t.tensor([1.0, math.nan, 2.0]).max(0),
    "−∞ among ints": lambda t: t.ones(2).long().masked_fill(t.tensor(MASK), -math.inf),
    "NaN among ints": lambda t: t.ones(2).int().masked_fill(t.tensor(MASK), math.nan),
    "a fraction among ints": lambda t: (
        t.ones(2).long().masked_fill(t.tensor(MASK), -1.5)
    ),
    "a fraction among bools": lambda t: t.tensor(MASK).masked_fill(t.tensor(MASK), 0.5),
    "too large for 16 bits": lambda t: (
        t.ones(2).half().masked_fill(t.tensor(MASK), -1e9)
    ),
    "a size as a key": lambda t: len({t.ones(2).shape, t.zeros(2).shape}),
}
