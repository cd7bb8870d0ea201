"""Sampling: which tokens may come next, and with what chance."""

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from mha.check.layouts import Layout
from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Subject, Tried

LOGITS = torch.tensor([[2.0, -1.0, 0.5, 3.0, -2.0], [-5.0, -3.0, -4.0, -1.0, -2.5]])


def _k_are_left(tried: Tried) -> str | None:
    for k in (1, 3):
        (left,) = tried(LOGITS, k)
        counts = left.softmax(dim=-1).gt(0).sum(dim=-1).tolist()
        if counts != [k, k]:
            return (
                f"With k = {k}, {counts[0]} and {counts[1]} tokens of two rows have a "
                "chance."
            )
    return None


def _the_largest_are_left(tried: Tried) -> str | None:
    (left,) = tried(LOGITS, 1)
    best, wanted = left.argmax(dim=-1).tolist(), LOGITS.argmax(dim=-1).tolist()
    if best == wanted:
        return None
    return f"With k = 1 the tokens {best} are left of two rows; expected {wanted}."


def _kept_stay_as_they_are(tried: Tried) -> str | None:
    (left,) = tried(LOGITS, 2)
    found, wanted = left[0, 3].item(), LOGITS[0, 3].item()
    if found == wanted:
        return None
    return f"The largest logit was {wanted:.4g}, and is {found:.4g}."


def _chances_sum_to_one(tried: Tried) -> str | None:
    (chances,) = tried(LOGITS, 2.0)
    sums = chances.sum(dim=-1)
    if torch.allclose(sums, torch.ones(()), atol=1e-4):
        return None
    return f"The first row's chances sum to {sums[0]:.4g}."


def _hot_is_flatter(tried: Tried) -> str | None:
    cold, hot = (tried(LOGITS, T)[0].max().item() for T in (0.5, 2.0))
    if hot < cold:
        return None
    return (
        f"The largest chance is {cold:.4g} at 0.5, and {hot:.4g} at 2: expected less."
    )


def _divides_differences(tried: Tried) -> str | None:
    (chances,) = tried(LOGITS, 4.0)
    found = (chances[0, 3] / chances[0, 0]).log().item()
    if abs(found - 0.25) < 1e-4:
        return None
    return (
        "Two logits differ by 1; at a temperature of 4 their chances' logarithms "
        f"differ by {found:.4g}, expected 0.25."
    )


def _with_infinity(top_k: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    """Take large negative numbers, whose chance is 0 as well, as minus infinity."""

    def run(logits, k):
        kept = top_k(logits, k)
        is_float = isinstance(kept, Tensor) and kept.is_floating_point()
        return kept.masked_fill(kept < -1000.0, -math.inf) if is_float else kept

    return run


TOP_K = Subject(
    "top_k",
    "write-the-next-word",
    ("logits",),
    cases=(
        Case("three logits and k = 1", (torch.tensor([[2.0, 1.0, 0.0]]), 1)),
        Case("five logits and k = 2", (LOGITS, 2)),
        Case("as many as there are", (LOGITS, 5)),
        Case("eleven logits", (distinct(3, 11, size=4), 7)),
    ),
    probes=(
        Probe("As many tokens as asked for have a chance", _k_are_left),
        Probe("They are the likeliest", _the_largest_are_left),
        Probe("Their logits stay as they were", _kept_stay_as_they_are),
    ),
    adapt=_with_infinity,
)
TEMPERATURE = Subject(
    "temperature",
    "write-the-next-word",
    ("chances",),
    cases=(
        Case("two logits at 2", (torch.tensor([[math.log(4), 0.0]]), 2.0)),
        Case("five logits at 1", (LOGITS, 1.0)),
        Case("five logits at 0.3", (LOGITS, 0.3)),
        Case("eleven logits at 3", (distinct(3, 11, size=4), 3.0)),
    ),
    probes=(
        Probe("Chances sum to 1", _chances_sum_to_one),
        Probe("Hotter is more even", _hot_is_flatter),
        Probe(
            "Differences of logits are divided by the temperature", _divides_differences
        ),
    ),
)
