"""`choose`, which draws a token, and `generate`, which writes a text with it."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from mha.check.guard import Stumble
from mha.check.layouts import Layout
from mha.check.subject import Case, Probe, Subject, Tried

DRAWS, NEAR = 4000, 0.04  # of each row; by chance a share is off by 0.008
LOGITS = torch.tensor([[2.0, -1.0, 0.5, 1.5, -2.0], [-3.0, -2.5, -4.0, -1.0, -2.0]])
IDS = torch.tensor([[3, 1, 4], [2, 6, 5]])
V = 7


def _seeded() -> None:
    """Let the same call draw the same, by whatever it draws."""
    torch.manual_seed(0)
    random.seed(0)
    np.random.seed(0)


def _choose(choose: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    """Make of what draws a token what gives how often each token is drawn, (B, V)."""

    def run(logits, temperature, k=None):
        _seeded()
        rows = logits.repeat_interleave(DRAWS, dim=0)
        ids = choose(rows, temperature, k)
        if not isinstance(ids, Tensor):
            return ids
        if ids.shape != (len(rows), 1):
            told = f"For logits (B, V) it gives {tuple(ids.shape)} with B = {len(rows)}"
            raise Stumble(f"{told}; expected (B, 1).", f"shape {ids.dim()}")
        drawn = ids.view(len(logits), DRAWS).long()
        return nn.functional.one_hot(drawn, logits.shape[-1]).float().mean(dim=1)

    return run


class _Sums(nn.Module):
    """A model that must read everything: after a text comes its sum, plus 1, in V."""

    def forward(self, ids, mask=None, cache=None):
        follows = (ids.cumsum(dim=-1) + 1) % V  # (B, T)
        logits = nn.functional.one_hot(follows, V).float()
        return logits, [logits]


def _generate(generate: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    def run(ids, length, temperature, k=None):
        _seeded()
        return generate(_Sums(), ids, length, temperature, k)

    return run


def _by_their_chances(tried: Tried) -> str | None:
    (shares,) = tried(torch.tensor([[0.0, 0.0, 0.0, 0.0]]), 1.0)
    if (shares - 0.25).abs().max() < NEAR:
        return None
    return (
        "Four tokens are equally likely, and the first one is drawn "
        f"{100 * shares[0, 0].item():.0f} times out of 100."
    )


def _sure_at_0(tried: Tried) -> str | None:
    (shares,) = tried(LOGITS, 0)
    found = shares.argmax(dim=-1).tolist()
    if found == [0, 3] and shares.max(dim=-1).values.min() == 1:
        return None
    return (
        f"At 0, of two rows tokens 0 and 3 should be taken; mostly taken are {found}."
    )


def _hotter_is_bolder(tried: Tried) -> str | None:
    cold, hot = (tried(LOGITS, T)[0][0, 0].item() for T in (0.5, 3.0))
    if hot < cold - NEAR:
        return None
    return (
        f"The likeliest token is drawn {100 * cold:.0f} times out of 100 at 0.5, and "
        f"{100 * hot:.0f} times at 3: expected fewer."
    )


def _only_k(tried: Tried) -> str | None:
    (shares,) = tried(LOGITS, 3.0, 2)
    counts = shares.gt(0).sum(dim=-1).tolist()
    if counts == [2, 2]:
        return None
    return f"With k = 2, {counts[0]} and {counts[1]} tokens of two rows are drawn."


def _begins_as_it_began(tried: Tried) -> str | None:
    (found,) = tried(IDS, 4, 0)
    if found.shape == (2, 7) and torch.equal(found[:, :3], IDS):
        return None
    return (
        "Two texts of 3 tokens go on for 4; expected (2, 7) with the texts in front, "
        f"found {tuple(found.shape)}, which begins with {found.flatten()[:3].tolist()}."
    )


def _reads_it_all(tried: Tried) -> str | None:
    (one,), (two,) = tried(IDS, 1, 0), tried(IDS + torch.tensor([1, 0, 0]), 1, 0)
    if not torch.equal(one[:, -1], two[:, -1]):
        return None
    return "The first token is changed, and what follows the text stays the same."


def _likeliest_follow(temperature: float, k: int | None):
    def find(tried: Tried) -> str | None:
        (found,) = tried(IDS, 2, temperature, k)
        text = found[0].tolist()
        if text[3:] == [(sum(text[:3]) + 1) % V, (sum(text[:4]) + 1) % V]:
            return None
        return f"After {text[:3]} the likeliest are 2 and 4; it writes {text[3:]}."

    return find


def _many_ways(tried: Tried) -> str | None:
    (found,) = tried(IDS[:1].repeat(200, 1), 1, 5.0)
    if len(set(found[:, -1].tolist())) > 1:
        return None
    return "At a temperature of 5, 200 copies of one text all go on with one token."


CHOOSE = Subject(
    "choose",
    "write-the-next-word",
    ("shares",),
    cases=(
        Case("two logits", (torch.tensor([[1.0, 0.0]]), 1.0), tolerance=NEAR),
        Case("two rows of five logits", (LOGITS, 1.0), tolerance=NEAR),
        Case("two rows at 0.5", (LOGITS, 0.5), tolerance=NEAR),
        Case("two rows at 3", (LOGITS, 3.0), tolerance=NEAR),
        Case("two rows at 0", (LOGITS, 0), tolerance=NEAR),
        Case("two rows at 3 with k = 2", (LOGITS, 3.0, 2), tolerance=NEAR),
        Case("two rows at 2 with k = 1", (LOGITS, 2.0, 1), tolerance=NEAR),
    ),
    probes=(
        Probe("Tokens are drawn by their chances", _by_their_chances),
        Probe("At a temperature of 0 the likeliest is taken", _sure_at_0),
        Probe("Hotter is bolder", _hotter_is_bolder),
        Probe("Only the k likeliest are drawn", _only_k),
    ),
    adapt=_choose,
)
GENERATE = Subject(
    "generate",
    "write-the-next-word",
    ("ids",),
    cases=(
        Case("one more token", (IDS[:1], 1, 0)),
        Case("four more tokens", (IDS[:1], 4, 0)),
        Case("two texts and four more tokens", (IDS, 4, 0)),
        Case("the likeliest by k = 1", (IDS, 4, 1.5, 1)),
        Case("no more tokens", (IDS, 0, 0)),
    ),
    probes=(
        Probe("The text stands in front, and is as long as asked", _begins_as_it_began),
        Probe("What follows depends on the whole text", _reads_it_all),
        Probe("At 0, the likeliest follow", _likeliest_follow(0, None)),
        Probe("With k = 1, the likeliest follow", _likeliest_follow(1.5, 1)),
        Probe("At a high temperature a text goes on in many ways", _many_ways),
    ),
    adapt=_generate,
)
