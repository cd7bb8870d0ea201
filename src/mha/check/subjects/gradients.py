"""Gradients by hand, held against what changes when a number is nudged."""

import torch
from torch import Tensor

from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Subject, Tried

SCORES, UP = distinct(3, 5, size=2), distinct(3, 5, start=40)
WEIGHTS = SCORES.softmax(dim=-1)
SQUARE = tuple(distinct(4, 4, start=100 * n) for n in range(1, 5))
OBLONG = (
    distinct(3, 7),
    distinct(5, 7, start=30),
    distinct(5, 11, start=90),
    distinct(3, 11, start=200),
)


def _rows_sum_to_zero(tried: Tried) -> str | None:
    sums = tried(WEIGHTS, UP)[0].sum(dim=-1)
    if sums.abs().max() < 1e-4:
        return None
    return (
        "If all scores of a row rise alike, no weight moves, so a row sums to 0; "
        f"row 0 sums to {sums[0]:.4g}."
    )


def _as_a_nudge(tried: Tried) -> str | None:
    found = tried(WEIGHTS, UP)[0][0, 0].item()
    nudged = SCORES.double()
    nudged[0, 0] += 1e-5
    moved = (nudged.softmax(dim=-1) - SCORES.double().softmax(dim=-1)) * UP
    wanted = moved.sum().item() / 1e-5
    if abs(found - wanted) < 1e-3:
        return None
    return (
        f"A nudge of the first score moves the sum by {wanted:.4g} of the nudge; "
        f"the gradient says {found:.4g}."
    )


def _of(number: int, name: str):
    """Make the property that one of three gradients is what autograd finds."""

    def find(tried: Tried) -> str | None:
        found = tried(*SQUARE)[number]
        wanted = _autograd(*SQUARE)[number]
        if found.shape == wanted.shape and torch.allclose(found, wanted, atol=1e-4):
            return None
        return (
            f"The first number of it is {found.flatten()[0]:.4g}; a nudge says "
            f"{wanted.flatten()[0]:.4g}."
        )

    return Probe(f"The gradient of the {name} is right", find)


def _autograd(query: Tensor, key: Tensor, value: Tensor, upstream: Tensor):
    inputs = [one.clone().requires_grad_() for one in (query, key, value)]
    with torch.enable_grad():
        q, k, v = inputs
        output = torch.nn.functional.scaled_dot_product_attention(q, k, v)
        return torch.autograd.grad(output, inputs, upstream)


SOFTMAX = Subject(
    "softmax_gradient",
    "walk-back",
    ("gradient",),
    cases=(
        Case(
            "two equal weights",
            (torch.tensor([[0.5, 0.5]]), torch.tensor([[1.0, 0.0]])),
        ),
        Case("three rows of five", (WEIGHTS, UP)),
        Case(
            "a batch", (distinct(2, 3, 5).softmax(dim=-1), distinct(2, 3, 5, start=70))
        ),
    ),
    probes=(
        Probe("A row of the gradient sums to 0", _rows_sum_to_zero),
        Probe("It says what a nudge does", _as_a_nudge),
    ),
)
ATTENTION = Subject(
    "attention_gradient",
    "walk-back",
    ("gradient of the query", "gradient of the key", "gradient of the value"),
    cases=(
        Case(
            "two queries and two keys",
            tuple(distinct(2, 2, start=20 * n) for n in range(1, 5)),
        ),
        Case("four queries and four keys", SQUARE),
        Case("three queries and five keys", OBLONG),
    ),
    probes=(_of(2, "values"), _of(0, "queries"), _of(1, "keys")),
)
