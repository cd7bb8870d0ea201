"""Shapes and strides: where a number lies, and what may be seen in another shape."""


class Size:
    """A shape: a tuple, but for its name when it is printed."""

    def __init__(self, sizes=()):
        self.sizes = tuple(sizes)

    def numel(self):
        """How many numbers there are."""
        return product(self.sizes)

    def __getitem__(self, place):
        found = self.sizes[place]
        return Size(found) if isinstance(place, slice) else found

    def __iter__(self):
        return iter(self.sizes)

    def __len__(self):
        return len(self.sizes)

    def __eq__(self, other):
        return self.sizes == tuple(other)

    def __add__(self, other):
        return Size(self.sizes + tuple(other))

    def __radd__(self, other):
        return Size(tuple(other) + self.sizes)

    def __hash__(self):
        return hash(self.sizes)

    def __repr__(self):
        return f"torch.Size({list(self.sizes)})"


def product(sizes):
    """Multiply all."""
    result = 1
    for size in sizes:
        result *= size
    return result


def contiguous_strides(sizes):
    """Give the strides of numbers that lie row after row."""
    strides, step = [], 1
    for size in reversed(list(sizes)):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def places(sizes, strides, start):
    """List where each number lies, row after row."""
    found = [start]
    for size, stride in zip(sizes, strides):
        steps = [stride * k for k in range(size)]
        found = [place + step for place in found for step in steps]
    return found


def axis(dim, count):
    """Count an axis from the left."""
    room = max(count, 1)
    if not -room <= dim < room:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-room}, {room - 1}]"
            f", but got {dim})"
        )
    return dim % room


def as_sizes(given):
    """Take (2, 3), [2, 3] or a shape where it stands alone, else the numbers."""
    if len(given) == 1 and isinstance(given[0], (tuple, list, Size)):
        given = given[0]
    return tuple(int(size) for size in given)


def fill_in(sizes, count):
    """Replace a -1 by what is left of `count` numbers."""
    said = f"shape '{list(sizes)}' is invalid for input of size {count}"
    if sizes.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    known = product([size for size in sizes if size != -1])
    if -1 in sizes:
        if not known or count % known:
            raise RuntimeError(said)
        return tuple(count // known if size == -1 else size for size in sizes)
    if known != count:
        raise RuntimeError(said)
    return tuple(sizes)


def strides_of_view(sizes, strides, new):
    """Give strides with which the same numbers are seen in another shape, or None.

    Axes that lie in one run are cut as one long axis.
    """
    if not product(sizes):
        return contiguous_strides(new)
    left, found = list(new), []
    for length, step in reversed(_runs(sizes, strides)):
        seen = 1
        while left and (seen < length or left[-1] == 1):
            found.append(seen * step)
            seen *= left.pop()
        if seen != length:
            return None
    return None if left else tuple(reversed(found))


def _runs(sizes, strides):
    """Join axes where the outer one goes on where the inner one ends."""
    runs = []
    for size, stride in zip(sizes, strides):
        if size == 1:
            continue
        if runs and runs[-1][1] == size * stride:
            runs[-1] = (runs[-1][0] * size, stride)
        else:
            runs.append((size, stride))
    return runs or [(1, strides[-1] if strides else 1)]


def broadcast(one, other):
    """Give the shape that two shapes are stretched to."""
    length = max(len(one), len(other))
    first = (1,) * (length - len(one)) + tuple(one)
    second = (1,) * (length - len(other)) + tuple(other)
    for at in reversed(range(length)):
        if first[at] != second[at] and 1 not in (first[at], second[at]):
            raise RuntimeError(
                f"The size of tensor a ({first[at]}) must match the size of tensor b "
                f"({second[at]}) at non-singleton dimension {at}"
            )
    return tuple(b if a == 1 else a for a, b in zip(first, second))


def kept_strides(sizes, operands):
    """Give a result the order of axes that its operands' numbers lie in, as torch does.

    Args:
        sizes: the result's shape.
        operands: the strides of each operand, stretched to it; 0 where it is repeated.
    """
    order = list(reversed(range(len(sizes))))  # the axis of the closest numbers first
    for at in range(1, len(order)):
        now = at
        for before in reversed(range(at)):
            decision = _compare(order[before], order[now], sizes, operands)
            if decision > 0:
                order[before], order[now] = order[now], order[before]
                now = before
            elif decision < 0:
                break
    strides, step = [0] * len(sizes), 1
    for k in order:
        strides[k] = step
        step *= max(sizes[k], 1)
    return tuple(strides)


def _compare(one, other, sizes, operands):
    for strides in operands:
        a, b = strides[one], strides[other]
        if not a or not b:
            continue
        if a != b:
            return 1 if a > b else -1
        if sizes[one] > sizes[other]:
            return 1
    return 0
