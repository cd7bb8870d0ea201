"""`leak`: the test that finds a layer which reads what comes later.

The layers on which it is tried use no name from outside of them.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from mha.check.layouts import Layout
from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Subject, Tried

TEXT, TEXTS = distinct(5, 4, size=2), distinct(2, 5, 4, start=90, size=2)


def alone(x):
    """Hear nobody."""
    return 2 * x, x


def hears_the_past(x):
    """Give each word the sum of all up to it."""
    return x.cumsum(dim=-2), x


def hears_the_one_before(x):
    """Give each word the one before it, and nothing of its own."""
    out = x.clone()
    out[..., 1:, :], out[..., :1, :] = x[..., :-1, :], 0.0
    return out, x


def hears_all(x):
    """Give each word the mean of all."""
    return x + x.mean(dim=-2, keepdim=True), x


def looks_two_ahead(x):
    """Let each word hear the one two places on; the last two hear nobody."""
    out = x.clone()
    out[..., :-2, :] = out[..., :-2, :] + x[..., 2:, :]
    return out, x


def one_text_looks_ahead(x):
    """Hear all in the second text of a batch, and nobody in the first one."""
    out = x.clone()
    if x.dim() > 2:
        out[1] = out[1] + out[1].sum(dim=-2, keepdim=True)
    return out, x


def _leak(leak: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    """Make of a leak, which changes a word at random, whether there is one."""

    def run(layer, x):
        torch.manual_seed(0)
        found = leak(layer, x)
        single = isinstance(found, Tensor) and found.numel() == 1
        if single or isinstance(found, bool | int | float):
            return torch.tensor(float(found) > 1e-6)
        return found

    return run


def _clean(told: str, layer: Callable[..., Any], x: Tensor) -> Probe:
    def find(tried: Tried) -> str | None:
        (found,) = tried(layer, x)
        return "It says that it leaks." if found.any() else None

    return Probe(told, find)


def _leaky(told: str, layer: Callable[..., Any], x: Tensor) -> Probe:
    def find(tried: Tried) -> str | None:
        (found,) = tried(layer, x)
        return None if found.all() else "It says that nothing leaks."

    return Probe(told, find)


LEAK = Subject(
    "leak",
    "hide-the-future",
    ("finding",),
    cases=(
        Case("a layer whose words hear nobody", (alone, TEXT)),
        Case("a layer whose words hear the past", (hears_the_past, TEXT)),
        Case("a layer whose words hear the one before", (hears_the_one_before, TEXT)),
        Case("a layer whose words hear all", (hears_all, TEXT)),
        Case("a layer whose words look two ahead", (looks_two_ahead, TEXT)),
        Case("two texts whose words hear the past", (hears_the_past, TEXTS)),
        Case("two texts, of which one looks ahead", (one_text_looks_ahead, TEXTS)),
    ),
    probes=(
        _clean("A layer whose words hear nobody is clean", alone, TEXT),
        _clean("A layer that reads only the past is clean", hears_the_past, TEXT),
        _leaky("A layer whose words hear all leaks", hears_all, TEXT),
        _leaky("A word that looks two ahead is found", looks_two_ahead, TEXT),
        _leaky("A leak in one of two texts is found", one_text_looks_ahead, TEXTS),
    ),
    adapt=_leak,
)
