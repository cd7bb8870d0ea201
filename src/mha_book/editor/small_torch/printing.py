"""How torch prints: four decimals, columns of one width, large ones cut short."""

from .kinds import BOOL, FLOAT32, INT64

DIGITS, WIDTH = 4, 80
MANY, EDGE = 1000, 3  # of more numbers, three from either end are shown


class Format:
    """How wide numbers are, and how they are written.

    Args:
        values: all that will be shown.
        dtype: what they are.
    """

    def __init__(self, values, dtype):
        self.real = dtype.is_floating_point
        shown = [one for one in values if one - one == 0 and one] if self.real else []
        self.whole = all([one == one // 1 for one in shown])
        self.powers = _spread(shown)
        self.width = 1
        texts = [self.bare(one) for one in (shown if self.real else values)]
        self.width = max([len(text) for text in texts] + [1])

    def bare(self, value):
        """Write a number as wide as it is."""
        if not self.real:
            return str(value)
        if value != value:
            return "nan"
        if value - value != 0:
            return "inf" if value > 0 else "-inf"
        if self.powers:
            return f"{value:.{DIGITS}e}"
        return f"{value:.0f}." if self.whole else f"{value:.{DIGITS}f}"

    def __call__(self, value):
        """Write a number as wide as the widest."""
        text = self.bare(value)
        return " " * (self.width - len(text)) + text


def _spread(values):
    """Whether powers of ten are needed."""
    if not values:
        return False
    sizes = [abs(one) for one in values]
    low, high = min(sizes), max(sizes)
    return high / low > 1000 or high > 1e8 or low < 1e-4


def printed(tensor):
    """Write a tensor."""
    start = "tensor("
    short = tensor.numel() > MANY
    if not tensor.numel():
        sizes = "" if tensor.ndim == 1 else f", size={tuple(tensor.shape)}"
        kind = "" if tensor.dtype is FLOAT32 else f", dtype={tensor.dtype}"
        return f"tensor([]{sizes}{kind})"
    write = Format(_seen(tensor) if short else tensor.values(), tensor.dtype)
    text = start + _rows(tensor, write, len(start), short)
    if tensor.dtype in (FLOAT32, INT64, BOOL):
        return text + ")"
    said = f"dtype={tensor.dtype}"
    has_room = len(text.split("\n")[-1]) + len(said) + 4 <= WIDTH
    return text + ("," + (" " if has_room else "\n" + " " * len(start)) + said + ")")


def _seen(tensor):
    """The numbers that are shown of a large tensor."""
    if not tensor.ndim:
        return tensor.values()
    return [one for part in _ends(tensor) for one in _seen(part)]


def _ends(tensor):
    parts = tensor.unbind(0)
    return parts if len(parts) <= 2 * EDGE else parts[:EDGE] + parts[-EDGE:]


def _rows(tensor, write, indent, short):
    if not tensor.ndim:
        return write(tensor.item())
    cut = short and tensor.shape[0] > 2 * EDGE
    if tensor.ndim == 1:
        return _row(tensor, write, indent, cut)
    rows = [_rows(one, write, indent + 1, short) for one in _ends_if(tensor, cut)]
    if cut:
        rows.insert(EDGE, "...")
    gap = "," + "\n" * (tensor.ndim - 1) + " " * (indent + 1)
    return "[" + gap.join(rows) + "]"


def _ends_if(tensor, cut):
    return _ends(tensor) if cut else tensor.unbind(0)


def _row(tensor, write, indent, cut):
    values = tensor.values()
    if cut:
        values = values[:EDGE] + values[-EDGE:]
    words = [write(one) for one in values]
    if cut:
        words.insert(EDGE, " ...")
    each = max((WIDTH - indent) // (write.width + 2), 1)
    lines = [words[k : k + each] for k in range(0, len(words), each)]
    gap = "," + "\n" + " " * (indent + 1)
    return "[" + gap.join([", ".join(line) for line in lines]) + "]"
