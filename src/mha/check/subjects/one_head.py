"""One head: a class whose matrices are handed over, whatever it calls them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor, nn

from mha.check.common import close, moved_by_the_last, unlike_alone, wrong_row
from mha.check.fault import listing
from mha.check.handover import give
from mha.check.layouts import Layout
from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Subject, Tried

E, D = 6, 4
MATRICES = tuple(distinct(E, D, start=1000 * n, size=0.7) for n in (1, 2, 3))
TEXT, BATCH = distinct(5, E, size=2), distinct(2, 5, E, start=70, size=2)
CAUSAL = torch.ones(5, 5, dtype=torch.bool).tril()
SMALL = tuple(distinct(4, 2, start=100 * n) for n in (1, 2, 3))
# Article, noun, verb, alive: a verb asks for a noun, and a noun for its article.
CAT = torch.tensor([[1.0, 0, 0, 0], [0, 1, 0, 1], [0, 0, 1, 0]])
FINDS = tuple(
    torch.tensor(rows, dtype=torch.float32).T
    for rows in (
        [[0, 0, 2, 0], [0, 2, 0, 0]],
        [[0, 2, 0, 0], [2, 0, 0, 0]],
        [[0, 0, 0, 1], [1, 0, 0, 0]],
    )
)


def as_head(layer: type[nn.Module], layout: Layout) -> Callable[..., object]:
    """Turn a class into ``head(x, w_q, w_k, w_v, head_dim, mask=None)``.

    It is built as ``layer(embed_dim, head_dim)``, and gets the matrices (in, out).
    """

    def head(x, w_q, w_k, w_v, head_dim, mask=None):
        built = layer(x.shape[-1], head_dim).eval()
        give(built, {"q": w_q, "k": w_k, "v": w_v}, layout, num_heads=1)
        return built(x) if mask is None else built(x, mask)

    return head


def _with_attend(attend: Callable[..., Any], layout: Layout) -> Callable[..., object]:
    """Make of an attention the head that has it inside."""
    head: Any = listing("head", "Head").solution()
    head.forward.__globals__["attend"] = attend
    return as_head(head, layout)


def _rows_sum_to_one(tried: Tried) -> str | None:
    off = wrong_row(tried(TEXT, *MATRICES, D)[1])
    return "Row {} of the weights sums to {}.".format(*off) if off else None


def _asks_and_is_found(tried: Tried) -> str | None:
    _, weights = tried(CAT, *FINDS, 2)
    words, found = ("the", "cat", "sat"), weights.argmax(dim=-1).tolist()
    if found[1:] == [0, 1]:
        return None
    return (
        "In *the cat sat*, a noun asks for its article and a verb for its noun; but "
        f"*cat* looks most at *{words[found[1]]}*, and *sat* at *{words[found[2]]}*."
    )


def _hands_over_its_values(tried: Tried) -> str | None:
    output, weights = tried(TEXT, *MATRICES, D)
    average = weights @ (TEXT @ MATRICES[2])
    if output.shape == average.shape and close(output, average, 1e-4):
        return None
    return (
        f"The first number of the output is {output[0, 0]:.4g}; with your weights the "
        f"average of the words, times the values' matrix, is {average[0, 0]:.4g}."
    )


def _every_matrix_counts(tried: Tried) -> str | None:
    before = tried(TEXT, *MATRICES, D)
    for at, name in enumerate(("queries", "keys", "values")):
        twice = [2 * one if k == at else one for k, one in enumerate(MATRICES)]
        if _same(before, tried(TEXT, *twice, D)):
            return f"The matrix of the {name} is doubled, and nothing changes."
    return None


def _same(before: tuple[Tensor, ...], after: tuple[Tensor, ...]) -> bool:
    return all(close(*both, 1e-6) for both in zip(before, after, strict=True))


def _no_look_ahead(tried: Tried) -> str | None:
    moved = moved_by_the_last(lambda x: tried(x, *MATRICES, D, CAUSAL)[0], TEXT)
    if moved < 1e-5:
        return None
    return (
        "Under a causal mask the last word is changed, and an earlier output "
        f"moves by {moved:.4g}."
    )


def _one_mask_serves_all(tried: Tried) -> str | None:
    return unlike_alone(lambda *mask: tried(BATCH, *MATRICES, D, *mask), CAUSAL)


_HEAD = Subject(
    "Head",
    "queries-keys-values",
    ("output", "weights"),
    cases=(
        Case("two words and a width of 2", (distinct(2, 4), *SMALL, 2)),
        Case("*the cat sat*", (CAT, *FINDS, 2)),
        Case("five words", (TEXT, *MATRICES, D)),
        Case("five words under a causal mask", (TEXT, *MATRICES, D, CAUSAL)),
        Case("a batch of two texts", (BATCH, *MATRICES, D), may_stumble=True),
        Case(
            "a batch of two texts under a causal mask",
            (BATCH, *MATRICES, D, CAUSAL),
            may_stumble=True,
        ),
    ),
    probes=(
        Probe("Each row of weights sums to 1", _rows_sum_to_one),
        Probe("A word asks by its query, and is found by its key", _asks_and_is_found),
        Probe("What is averaged are the values", _hands_over_its_values),
        Probe("Every matrix counts", _every_matrix_counts),
        Probe(
            "Under a causal mask, a later word changes nothing earlier", _no_look_ahead
        ),
        Probe("One mask serves all texts of a batch", _one_mask_serves_all),
    ),
    adapt=as_head,
    catalogue="head",
)
# Who writes attention inside the class makes mistakes of `attend` there.
HEAD = replace(
    _HEAD, also=(replace(_HEAD, name="attend", adapt=_with_attend, catalogue=""),)
)
