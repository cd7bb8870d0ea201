"""What is kept of a tensor: its form, and its numbers as they are at that moment."""

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import torch
from torch import Tensor

WHOLE = 4096  # numbers, up to which a tensor is kept whole
ROWS, COLUMNS, SHEETS = 8, 8, 4  # what is shown of the last two axes, and of the others


@dataclass(frozen=True)
class Sheet:
    """Rows and columns of a tensor's last two axes.

    Args:
        index: where it lies on the other axes.
        rows: the places of its rows; none where the tensor has a single axis.
        columns: the places of its columns.
        values: its numbers, a list for each row.
    """

    index: tuple[int, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    values: list[list]


@dataclass(frozen=True)
class Numbers:
    """A tensor as it was when an operation had ended.

    Args:
        shape: its sizes.
        stride: its steps in memory, in numbers.
        dtype: as "float32".
        device: as "cpu".
        whole: a copy, where it has at most `WHOLE` numbers.
        sheets: what is kept of a larger one.
        digest: of all the bytes of a larger one.
        range: its smallest and largest number, and how many are none, in words.
        unread: why its numbers cannot be read.
    """

    shape: tuple[int, ...]
    stride: tuple[int, ...] = ()
    dtype: str = ""
    device: str = "cpu"
    whole: Tensor | None = field(default=None, repr=False, compare=False)
    sheets: tuple[Sheet, ...] = field(default=(), repr=False)
    digest: bytes = field(default=b"", repr=False)
    range: str = ""
    unread: str = ""

    def shown(self, also: tuple[int, ...] | None = None) -> tuple[Sheet, ...]:
        """What a page has room for; of a tensor kept whole one place ``also``."""
        return self.sheets if self.whole is None else sheets(self.whole, also)

    @property
    def rows_sum_to_1(self) -> bool:
        """Whether each row consists of shares, as after a softmax."""
        x = self.whole
        if x is None or not x.is_floating_point() or not x.ndim or not x.numel():
            return False
        sums = x.double().sum(-1)
        shares = bool((x >= 0).all() and (sums - 1).abs().max() < 1e-2)
        return shares and x.shape[-1] > 1

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return math.prod(self.shape)


@torch.no_grad()
def read(tensor: Tensor) -> Numbers:
    """Keep a tensor's form, and its numbers or a sample of them.

    Some tensors have none to read: then it says why.
    """
    form: dict[str, Any] = {"dtype": str(tensor.dtype).removeprefix("torch.")}
    form["device"] = str(tensor.device)
    if tensor.is_nested:
        return Numbers((), **form, unread="its rows have lengths of their own")
    shape = tuple(tensor.shape)
    try:
        if tensor.layout == torch.strided:
            form["stride"] = tuple(tensor.stride())
        return Numbers(shape, **form, **_content(tensor.detach()))
    except (RuntimeError, NotImplementedError, TypeError) as error:
        why = (str(error) or type(error).__name__).split(". ")[0].splitlines()[0]
        told = f"PyTorch says “{why[:120]}”"
        inside = "inside torch.vmap a tensor stands for many"
        return Numbers(shape, **form, unread=inside if "vmap" in why else told)


def _content(tensor: Tensor) -> dict:
    if tensor.is_meta:
        return {"unread": "on the device meta a tensor has a shape and no numbers"}
    if tensor.layout != torch.strided:
        if tensor.numel() > WHOLE:
            return {"unread": "it is sparse, and large"}
        tensor = tensor.to_dense()
    if tensor.is_quantized:
        tensor = tensor.dequantize()
    if tensor.is_floating_point() and tensor.itemsize == 1:
        tensor = tensor.float()
    if tensor.numel() <= WHOLE:
        whole = tensor.to("cpu", copy=True).resolve_conj().resolve_neg()
        return {"whole": whole, "range": _range(whole)}
    plain = tensor.resolve_conj().resolve_neg().contiguous()
    data = plain.cpu().reshape(-1).view(torch.uint8).numpy().data
    digest = hashlib.blake2b(data, digest_size=16).digest()
    return {"sheets": sheets(tensor), "digest": digest, "range": _range(tensor)}


def _range(tensor: Tensor) -> str:
    if tensor.dtype == torch.bool:
        return f"{int(tensor.sum()):,} of {tensor.numel():,} are True"
    if tensor.is_complex() or not tensor.numel():
        return ""
    low, high = (one.item() for one in tensor.aminmax())
    if math.isfinite(low) and math.isfinite(high):  # most often, and in one pass
        return _between(low, high)
    plain = tensor[tensor.isfinite()]
    parts = [f"{int(tensor.isnan().sum()):,} NaN", f"{_count(tensor, math.inf)} inf"]
    parts += [f"{_count(tensor, -math.inf)} -inf"]
    parts = [part for part in parts if not part.startswith("0 ")]
    if plain.numel():
        parts.insert(0, _between(*(one.item() for one in plain.aminmax())))
    return ", ".join(parts)


def _between(low: float, high: float) -> str:
    ends = written(low), written(high)
    return f"all {ends[0]}" if low == high else " to ".join(ends)


def _count(tensor: Tensor, value: float) -> str:
    return f"{int((tensor == value).sum()):,}"


def sheets(tensor: Tensor, also: tuple[int, ...] | None = None) -> tuple[Sheet, ...]:
    """The first rows and columns, and the last, of the first tables, and of the last.

    Args:
        tensor: of any shape; a single axis is a row.
        also: a place that must be among them.
    """
    at = also or (0,) * tensor.ndim
    columns = _some(tensor.shape[-1], COLUMNS, at[-1]) if tensor.ndim else (0,)
    rows = _some(tensor.shape[-2], ROWS, at[-2]) if tensor.ndim > 1 else ()
    return tuple(
        Sheet(index, rows, columns, _cut(tensor[index], rows, columns))
        for index in _some_tables(tensor.shape[:-2], at[:-2])
    )


def _cut(table: Tensor, rows: tuple[int, ...], columns: tuple[int, ...]) -> list:
    if not table.ndim:
        return [[table.item()]]
    kept = table.index_select(-1, torch.tensor(columns, device=table.device).long())
    if not rows:
        return [kept.tolist()] if table.ndim == 1 else []
    return kept.index_select(0, torch.tensor(rows, device=table.device)).tolist()


def _some(size: int, most: int, also: int) -> tuple[int, ...]:
    if size <= most:
        return tuple(range(size))
    return tuple(sorted({*range(most - 2), also, size - 2, size - 1}))


def _some_tables(sizes: tuple[int, ...], also: tuple[int, ...]) -> Iterator[tuple]:
    """Where the tables lie that are shown, in their order."""
    count = math.prod(sizes)
    if count <= SHEETS:
        yield from product(*map(range, sizes))
        return
    place = 0
    for size, here in zip(sizes, also, strict=True):
        place = place * size + here
    for one in sorted({*range(SHEETS - 1), place, count - 1}):
        index = []
        for size in reversed(sizes):
            one, here = divmod(one, size)
            index.insert(0, here)
        yield tuple(index)


def written(value: complex) -> str:
    """A number as one reads it: four digits, a whole number with all of its own."""
    if isinstance(value, bool | int):
        return str(value)
    if isinstance(value, complex):
        return f"{value:.3g}"
    return f"{value:.4g}"
