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
    seen = _wrong(tried, True)
    if not seen:
        return None
    return (
        "The first of two texts has 2 words in a row of 5, and its padding "
        f"{seen[1]} may be seen by place {seen[0]}."
    )


def _words_are_seen(tried: Tried) -> str | None:
    hidden = _wrong(tried, False)
    if not hidden:
        return None
    return (
        "The first of two texts has 2 words in a row of 5, and its word "
        f"{hidden[1]} is hidden from place {hidden[0]}."
    )


def _wrong(tried: Tried, padding: bool) -> list[int] | None:
    """Which place of the first text sees wrongly, and which padding or word there."""
    (mask,) = tried(torch.tensor([2, 5]), 5)
    weights = mask.bool().expand(2, 3, 5, 5)[0, 0]  # (T, T)
    wrong = weights.clone() if padding else ~weights
    wrong[:, :2] &= not padding
    wrong[:, 2:] &= padding
    return next(iter(wrong.nonzero().tolist()), None)


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
