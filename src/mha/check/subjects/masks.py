"""Masks: who may look where. True means *may look*."""

import torch

from mha.check.forms import broadcast_over_queries
from mha.check.subject import Case, Probe, Subject, Tried


def _sees_itself(tried: Tried) -> str | None:
    (mask,) = tried(5)
    hidden = [row for row in range(5) if not mask[row, row]]
    return f"Word {hidden[0]} may not look at itself." if hidden else None


def _sees_no_future(tried: Tried) -> str | None:
    (mask,) = tried(5)
    ahead = mask.bool().triu(diagonal=1).nonzero().tolist()
    return (
        f"Word {ahead[0][0]} may look at word {ahead[0][1]}, which comes after it."
        if ahead
        else None
    )


def _sees_all_past(tried: Tried) -> str | None:
    (mask,) = tried(5)
    missed = (~mask.bool()).tril().nonzero().tolist()
    return (
        f"Word {missed[0][0]} may not look at word {missed[0][1]}." if missed else None
    )


def _padding_is_hidden(tried: Tried) -> str | None:
    seen = _keys(tried, True)
    return seen and (
        "The first of two texts has 2 words in a row of 5, and its padding "
        f"{seen} may be seen."
    )


def _words_are_seen(tried: Tried) -> str | None:
    hidden = _keys(tried, False)
    return hidden and (
        f"The first of two texts has 2 words in a row of 5, and its word {hidden} "
        "is hidden."
    )


def _keys(tried: Tried, padding: bool) -> str | None:
    """Which keys of the first text are wrong, among its padding or its words."""
    (mask,) = tried(torch.tensor([2, 5]), 5)
    weights = mask.bool().expand(2, 3, 5, 5)[0, 0]  # (T, T)
    wrong = weights[:, 2:] if padding else ~weights[:, :2]
    keys = wrong.any(dim=0).nonzero().flatten().tolist()
    return str(keys[0] + 2 * padding) if keys else None


CAUSAL = Subject(
    "causal_mask",
    "hide-the-future",
    ("mask",),
    cases=(
        Case("2 words", (2,)),
        Case("one word", (1,)),
        Case("5 words", (5,)),
        Case("70 words", (70,)),  # more than a table made once would hold
    ),
    probes=(
        Probe("No word looks ahead", _sees_no_future),
        Probe("Each word looks at itself", _sees_itself),
        Probe("Each word looks at all before it", _sees_all_past),
    ),
)
PADDING = Subject(
    "padding_mask",
    "padding-and-packing",
    ("mask",),
    cases=(
        Case("one text of 1 word in a row of 2", (torch.tensor([1]), 2)),
        Case("texts of 2 and 5 words", (torch.tensor([2, 5]), 5)),
        Case("texts of 3, 1 and 7 words", (torch.tensor([3, 1, 7]), 7)),
        Case("texts of 3 and 70 words", (torch.tensor([3, 70]), 70)),
    ),
    probes=(
        Probe("Padding is hidden from everybody", _padding_is_hidden),
        Probe("Words are seen by everybody", _words_are_seen),
    ),
    forms=((broadcast_over_queries,),),
)
