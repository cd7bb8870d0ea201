"""Positions: rows to be added, and pairs to be turned."""

from collections.abc import Callable
from typing import Any

import torch

from mha.check.forms import batched
from mha.check.handover import takes
from mha.check.layouts import Layout
from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Subject, Tried


def _rotate(rotate: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    """Ask a start of who knows none: words in front are turned, and cut off."""
    knows_start = takes(rotate, "start")

    def run(x, start=0, base=10_000.0):
        if knows_start:
            return rotate(x, start=start, base=base)
        before = x[..., :1, :].expand(*x.shape[:-2], start, x.shape[-1])
        return rotate(torch.cat([before, x], dim=-2), base=base)[..., start:, :]

    return run


def _starts_at_noon(tried: Tried) -> str | None:
    (table,) = tried(3, 8)
    found = table[0].tolist()
    if found == [0, 1] * 4:
        return None
    return f"At position 0 the row is {_listed(found)}; expected 0, 1, 0, 1 …"


def _pairs_are_clocks(tried: Tried) -> str | None:
    (table,) = tried(5, 8)
    lengths = table.unflatten(-1, (-1, 2)).norm(dim=-1)
    if torch.allclose(lengths, torch.ones(()), atol=1e-4):
        return None
    return (
        "Two neighbours are sine and cosine of one angle, so their squares sum to 1; "
        f"at position 4 the first two's sum to {lengths[4, 0] ** 2:.4g}."
    )


def _distance_is_one_turn(tried: Tried) -> str | None:
    (table,) = tried(12, 8)
    products = table @ table.mT
    near, far = products[0, 3], products[7, 10]
    if abs(near - far) < 1e-3:
        return None
    return (
        f"The rows of 0 and 3 have the product {near:.4g}, those of 7 and 10, as "
        f"far apart, {far:.4g}."
    )


def _clocks_slow_down(tried: Tried) -> str | None:
    (table,) = tried(3, 8)
    turned = torch.atan2(table[1, 0::2], table[1, 1::2])
    if (turned[1:] < turned[:-1]).all():
        return None
    return (
        f"From position 0 to 1 the clocks turn by {_listed(turned.tolist())}; "
        "expected ever less."
    )


def _lengths_stay(tried: Tried) -> str | None:
    x = distinct(5, 8)
    (turned,) = tried(x)
    found, wanted = turned.norm(dim=-1)[4], x.norm(dim=-1)[4]
    if abs(found - wanted) < 1e-4:
        return None
    return f"At position 4 a row's length was {wanted:.4g}, and is {found:.4g}."


def _first_stays(tried: Tried) -> str | None:
    x = distinct(5, 8)
    (turned,) = tried(x)
    moved = (turned[0] - x[0]).abs().max()
    if moved < 1e-5:
        return None
    return f"At position 0 nothing should turn; a number moves by {moved:.4g}."


def _only_distance_counts(tried: Tried) -> str | None:
    query, key = distinct(1, 8), distinct(1, 8, start=50)
    near, far = (
        (tried(query, at)[0] @ tried(key, at + 2)[0].mT).item() for at in (3, 90)
    )
    if abs(near - far) < 1e-3:
        return None
    return (
        f"Query at 3 and key at 5 have the product {near:.4g}; at 90 and 92 it is "
        f"{far:.4g}."
    )


def _distance_counts(tried: Tried) -> str | None:
    query, key = distinct(1, 8), distinct(1, 8, start=50)
    near, far = ((tried(query, 3)[0] @ tried(key, at)[0].mT).item() for at in (3, 5))
    if abs(near - far) > 1e-3:
        return None
    return (
        f"Query at 3 and key at 3 have the product {near:.4g}, and with the key "
        "at 5 it is the same."
    )


def _pieces_as_whole(tried: Tried) -> str | None:
    x = distinct(5, 8)
    (whole,) = tried(x)
    pieces = torch.cat([tried(x[:3])[0], tried(x[3:], 3)[0]])
    moved = (whole - pieces).abs().max()
    if moved < 1e-4:
        return None
    return (
        "Five words turned at once, and in pieces of 3 and 2 with start=3, "
        f"differ by {moved:.4g}."
    )


def _listed(numbers: list[float]) -> str:
    return ", ".join(f"{one:.4g}" for one in numbers)


SINUSOIDS = Subject(
    "sinusoids",
    "tell-the-order",
    ("table",),
    cases=(
        Case("2 positions of 2 numbers", (2, 2)),
        Case("3 positions of 4 numbers", (3, 4)),
        Case("7 positions of 10 numbers", (7, 10)),
        Case("101 positions of 6 numbers", (101, 6)),
    ),
    probes=(
        Probe("Every clock starts at zero", _starts_at_noon),
        Probe("Neighbours are one clock", _pairs_are_clocks),
        Probe("Each clock is slower than the one before", _clocks_slow_down),
        Probe("The same distance is the same turn everywhere", _distance_is_one_turn),
    ),
)
ROTATE = Subject(
    "rotate",
    "tell-the-order",
    ("result",),
    cases=(
        Case("two words of two numbers", (torch.tensor([[1.0, 0.0], [1.0, 0.0]]),)),
        Case("three words of four numbers", (distinct(3, 4),)),
        Case("five words of ten numbers", (distinct(5, 10),)),
        Case("words that start at 7", (distinct(5, 10), 7)),
        Case("another base", (distinct(5, 10), 7, 100.0)),
        Case("two texts in three heads", (distinct(2, 3, 5, 8),)),
        Case("70 words", (distinct(70, 4),)),
    ),
    probes=(
        Probe("At position 0 nothing turns", _first_stays),
        Probe("Turning leaves lengths as they are", _lengths_stay),
        Probe("Only the distance counts", _only_distance_counts),
        Probe("The distance counts", _distance_counts),
        Probe("Words in pieces turn as they do at once", _pieces_as_whole),
    ),
    adapt=_rotate,
    forms=((batched(3), batched(4)),),
)
