"""What a layer returned: where its output is, and where its weights are."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from mha.check.guard import Stumble


@dataclass(frozen=True)
class Sizes:
    """Of one call: texts, heads, words that ask, and words that are asked."""

    batch: int
    heads: int
    words: int
    keys: int
    time_first: bool = False


@dataclass(frozen=True)
class Result:
    """What came out.

    Attributes:
        output: (B, T, E).
        weights: (B, H, T, T), or their mean over the heads, (B, T, T); or None.
    """

    output: Tensor
    weights: Tensor | None


def tensors_in(returned: Any) -> Iterator[Tensor]:
    """Give all tensors in tuples, lists, dictionaries and named results."""
    if isinstance(returned, Tensor):
        yield returned
    elif isinstance(returned, Mapping):
        yield from tensors_in(list(returned.values()))
    elif isinstance(returned, tuple | list):
        for one in returned:
            yield from tensors_in(one)
    elif hasattr(returned, "__dict__"):
        yield from tensors_in(
            [one for one in vars(returned).values() if one is not returned]
        )


def result_of(returned: Any, sizes: Sizes) -> Result:
    """Find output and weights in what a layer returned.

    Raises:
        Stumble: nothing in it has the output's shape.
    """
    found = list(tensors_in(returned))
    wanted = (sizes.batch, sizes.words)
    wanted = wanted[::-1] if sizes.time_first else wanted
    fits = (one for one in found if one.dim() == 3 and one.shape[:2] == wanted)
    output = next((one for one in fits if one.is_floating_point()), None)
    if output is None:
        shapes = ", ".join(str(tuple(one.shape)) for one in found) or "no tensor"
        expected = ", ".join(map(str, wanted))
        raise Stumble(f"It returns {shapes}; expected ({expected}, …).", "shape")
    others = [one for one in found if one is not output]
    turned = output.transpose(0, 1) if sizes.time_first else output
    return Result(turned, _weights(others, sizes))


def _weights(found: list[Tensor], sizes: Sizes) -> Tensor | None:
    """The table of weights, each row a whole; else what has its shape."""
    tables = [
        one for one in (_as_table(each, sizes) for each in found) if one is not None
    ]
    flat = [one for one in tables if one.dim() == 3]
    if sizes.heads > 1 and len(flat) == sizes.heads:  # a list, one for each head
        tables = [torch.stack(flat, dim=1)]
    shares = (one for one in tables if are_shares(one))
    return next(shares, tables[0] if tables else None)


def are_shares(weights: Tensor) -> bool:
    """Say whether each row is positive and sums to 1."""
    sums = weights.sum(dim=-1)
    return bool((weights >= 0).all()) and torch.allclose(
        sums, torch.ones_like(sums), atol=1e-3
    )


def _as_table(one: Tensor, sizes: Sizes) -> Tensor | None:
    """(B, H, T, T) or (B, T, T) of what may be that in another order."""
    table = (sizes.words, sizes.keys)
    if not one.is_floating_point() or one.dim() < 3 or one.shape[-2:] != table:
        return None
    front = tuple(one.shape[:-2])
    if front in ((sizes.batch, sizes.heads), (sizes.batch,)):
        return one
    if front == (sizes.heads, sizes.batch):
        return one.transpose(0, 1)
    if front == (sizes.batch * sizes.heads,):
        return one.unflatten(0, (sizes.batch, sizes.heads))
    return None
