"""A box of keys and values: pieces go in, and all comes back."""

from collections.abc import Callable
from typing import Any

import torch

from mha.check.layouts import Layout
from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Subject, Tried

KEYS, VALUES = distinct(2, 3, 7, 4), distinct(2, 3, 7, 5, start=300)


def _cache(cache: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    """Make of a box a function that puts pieces in, and gives all that comes out."""

    def run(key, value, *sizes):
        box, lengths, at = cache(), [], 0
        lengths.append(len(box))
        for size in sizes:
            piece = slice(at, at + size)
            at += size
            all_keys, all_values = box.append(key[..., piece, :], value[..., piece, :])
            lengths.append(len(box))
        return all_keys, all_values, torch.tensor(lengths)

    return run


def _starts_empty(tried: Tried) -> str | None:
    tried(KEYS, VALUES, 3)
    length = tried(KEYS, VALUES, 3)[2][0].item()
    if length == 0:
        return None
    return f"A second, new box has {length} words before anything was put in."


def _all_in_order(tried: Tried) -> str | None:
    keys, values, _ = tried(KEYS, VALUES, 3, 1, 2)
    same = torch.equal(keys, KEYS[..., :6, :]) and torch.equal(
        values, VALUES[..., :6, :]
    )
    if same:
        return None
    return (
        "Pieces of 3, 1 and 2 words were put in, and what comes back is not the "
        "six in their order."
    )


CACHE = Subject(
    "Cache",
    "keep-keys-and-values",
    ("keys", "values", "lengths"),
    cases=(
        Case("one word", (KEYS, VALUES, 1)),
        Case("one word and another", (KEYS, VALUES, 1, 1)),
        Case("pieces of 3, 1 and 2 words", (KEYS, VALUES, 3, 1, 2)),
    ),
    probes=(
        Probe("A new box is empty", _starts_empty),
        Probe("All comes back, in order", _all_in_order),
    ),
    adapt=_cache,
    catalogue="cache",
)
