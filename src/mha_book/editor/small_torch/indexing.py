"""What stands in square brackets: places, slices, None, dots, truth values, numbers."""

from .axes import product
from .kinds import BOOL, INT64
from .parts import Parts


class Indexed(Parts):
    """Reads and writes by an index."""

    def __getitem__(self, index):
        keys = index if isinstance(index, tuple) else (index,)
        keys = _spelled_out([_as_key(self, key) for key in keys], self.ndim)
        seen, at, lost = self, 0, 0
        picked = []
        for key in keys:
            if key is None:
                seen, at, lost = seen.unsqueeze(at), at + 1, lost
            elif isinstance(key, slice):
                seen, at = _cut(seen, at, key), at + 1
            elif isinstance(key, int):
                seen, lost = _select(seen, at, key, at + lost), lost + 1
            else:
                picked.append((at, key))
                at += max(key.ndim if key.dtype is BOOL else 1, 1)
        return _pick(seen, picked) if picked else seen

    def __setitem__(self, index, value):
        places = self.make(self.places(), self.shape, INT64)[index]
        if hasattr(value, "dtype"):
            fresh = value.expand(places.shape).values()
        else:
            fresh = [value] * places.numel()
        for place, number in zip(
            places.values(), self.make(fresh, (len(fresh),)).numbers
        ):
            self.numbers[place] = number

    def __iter__(self):
        if not self.ndim:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def nonzero(self):
        """List the places of all that is not 0, one a row."""
        found = [[]]
        for size in self.shape:
            found = [place + [k] for place in found for k in range(size)]
        kept = [place for place, value in zip(found, self.values()) if value != 0]
        flat = [number for place in kept for number in place]
        return self.make(flat, (len(kept), self.ndim), INT64)


def _as_key(tensor, key):
    if isinstance(key, list):
        kind = BOOL if key and isinstance(key[0], bool) else INT64
        return tensor.make(key, (len(key),), kind)
    if isinstance(key, bool):
        raise IndexError("This small torch takes no True or False as an index.")
    if hasattr(key, "dtype") and not key.ndim and key.dtype is not BOOL:
        return int(key)
    return key


def _spelled_out(keys, count):
    """Replace `...` by as many `:` as it stands for."""
    used = sum([_axes_of(key) for key in keys])
    if used > count:
        raise IndexError(f"too many indices for tensor of dimension {count}")
    at = [k for k, key in enumerate(keys) if key is ...]
    whole = [slice_all[:] for _ in range(count - used)]
    if not at:
        return keys + whole
    return keys[: at[0]] + whole + keys[at[0] + 1 :]


def _axes_of(key):
    if key is None or key is ...:
        return 0
    return key.ndim if hasattr(key, "dtype") and key.dtype is BOOL else 1


class _Slices:
    def __getitem__(self, key):
        return key


slice_all = _Slices()


def _cut(tensor, at, key):
    """See every so manyth place along an axis, from a first to a last."""
    length, step = tensor.shape[at], 1 if key.step is None else int(key.step)
    if step <= 0:
        raise ValueError("step must be greater than zero")
    first = _within(0 if key.start is None else int(key.start), length)
    last = _within(length if key.stop is None else int(key.stop), length)
    sizes, strides = list(tensor.shape), list(tensor.strides)
    sizes[at] = max(-(-(last - first) // step), 0)
    start = tensor.start + first * strides[at]
    strides[at] *= step
    return tensor.see(sizes, strides, start)


def _within(place, length):
    return min(max(place + length if place < 0 else place, 0), length)


def _select(tensor, at, place, told):
    """See one place along an axis, which is lost; `told` is its number in errors."""
    length = tensor.shape[at]
    if not -length <= place < length:
        raise IndexError(
            f"index {place} is out of bounds for dimension {told} with size {length}"
        )
    return tensor.unbind(at)[place]


def _pick(tensor, picked):
    """Copy what lies at places that a tensor lists."""
    if len(picked) > 1:
        raise IndexError("This small torch takes one list or tensor as an index.")
    at, key = picked[0]
    if key.dtype is BOOL:
        wide = key.ndim
        found = tuple(tensor.shape[at : at + wide])
        if tuple(key.shape) != found:
            dim = [a == b for a, b in zip(key.shape, found)].index(False)
            raise IndexError(
                f"The shape of the mask {list(key.shape)} at index {dim} does not "
                "match the shape of the indexed tensor "
                f"{list(tensor.shape)} at index {at + dim}"
            )
        order = [k for k, value in enumerate(key.values()) if value]
        shape = (len(order),)
    else:
        wide, order, shape = 1, key.values(), tuple(key.shape)
    before, after = tuple(tensor.shape[:at]), tuple(tensor.shape[at + wide :])
    length = product(tensor.shape[at : at + wide])
    inner, outer, values = product(after), product(before), tensor.values()
    result = []
    for k in range(outer):
        for place in order:
            if not -length <= place < length:
                raise IndexError(
                    f"index {place} is out of bounds for dimension 0 with size {length}"
                )
            first = (k * length + place % length) * inner
            result += values[first : first + inner]
    return tensor.make(result, before + shape + after)
