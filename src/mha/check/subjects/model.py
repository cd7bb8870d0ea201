"""A block and a decoder: built from the reader's classes, and given numbers."""

from collections.abc import Callable
from typing import Any

import torch

from mha.check.common import moved_by_the_last
from mha.check.forms import batched
from mha.check.handover import Layout, give, takes
from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Subject, Tried

E, H, HIDDEN, V = 6, 2, 10, 11
CAUSAL = torch.ones(5, 5, dtype=torch.bool).tril()
TEXT = distinct(5, E, size=2)
IDS = torch.tensor([[3, 1, 4, 1, 5], [9, 2, 6, 5, 8]])
NUMBERS = {
    **{one: distinct(E, E, start=100 * n, size=0.7) for n, one in enumerate("qkvo", 1)},
    "gate": distinct(E, HIDDEN, start=500),
    "up": distinct(E, HIDDEN, start=600),
    "down": distinct(HIDDEN, E, start=700),
}
GAINS = 1 + 0.5 * distinct(E, start=800)


def _block(block: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    """Make of a class a function (x, mask=None); silent: it has nothing to add."""

    def run(x, mask=None, silent=False):
        built = block(E, H, HIDDEN).eval()
        quiet = {one: 0 * NUMBERS[one] for one in ("o", "down")} if silent else {}
        numbers = NUMBERS | quiet | {"norm": GAINS, "last norm": GAINS}
        give(built, numbers, layout, H)
        return built(x) if mask is None else built(x, mask)

    return run


def _decoder(decoder: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    """Make of a class a function (ids) that gives logits and stacked weights.

    Positions are left out, since they come in as an option.
    """

    def run(ids, fresh=False):
        if fresh:
            torch.manual_seed(0)
        options = {"rope_base": None} if takes(decoder, "rope_base") else {}
        built = decoder(V, E, H, HIDDEN, 2, **options).eval()
        if not fresh:
            table = distinct(V, E, start=900)
            norms = {"norm": GAINS.repeat(2), "last norm": GAINS}
            numbers = NUMBERS | norms | {"embedding": table}
            give(built, numbers, layout, H, copies=2)
        logits, weights = built(ids)
        return logits, torch.stack(list(weights))

    return run


def _word_stays(tried: Tried) -> str | None:
    moved = (tried(TEXT, None, True)[0] - TEXT).abs().max()
    if moved < 1e-5:
        return None
    return (
        "Attention and MLP are made to give only zeros, and the word does not "
        f"come out as it came in: a number differs by {moved:.4g}."
    )


def _no_look_ahead(tried: Tried) -> str | None:
    moved = moved_by_the_last(lambda x: tried(x, CAUSAL)[0], TEXT)
    if moved < 1e-5:
        return None
    return (
        "Under a causal mask the last word is changed, and an earlier row moves "
        f"by {moved:.4g}."
    )


def _no_peeping(tried: Tried) -> str | None:
    changed = IDS.clone()
    changed[:, -1] = 7
    moved = (tried(changed)[0] - tried(IDS)[0])[:, :-1].abs().max()
    if moved < 1e-5:
        return None
    return f"The last id is changed, and earlier logits move by {moved:.4g}."


def _modest(tried: Tried) -> str | None:
    chances = tried(IDS, True)[0].softmax(dim=-1)
    most = chances.max().item()
    if most < 0.2:
        return None
    return (
        f"Untrained, it gives one of {V} tokens a chance of {most:.4g}; expected "
        f"about 1/{V}."
    )


BLOCK = Subject(
    "Block",
    "transformer-block",
    ("output", "weights"),
    cases=(
        Case("one word", (TEXT[:1],)),
        Case("one word whose numbers are tiny", (1e-3 * TEXT[:1],)),
        Case("five words", (TEXT,)),
        Case("five words under a causal mask", (TEXT, CAUSAL)),
        Case("a batch of two texts", (distinct(2, 5, E, start=30),)),
    ),
    probes=(
        Probe("The word itself is handed on", _word_stays),
        Probe(
            "Under a causal mask, a later word changes nothing earlier", _no_look_ahead
        ),
    ),
    adapt=_block,
    catalogue="block",
    forms=((batched(3), batched(3, 4)),),
)
DECODER = Subject(
    "Decoder",
    "assemble-a-decoder",
    ("logits", "weights"),
    cases=(
        Case("one id", (IDS[:1, :1],)),
        Case("a text of five ids", (IDS[:1],)),
        Case("two texts", (IDS,)),
        Case("a text of twenty ids", (IDS.repeat(1, 4)[:1],)),
    ),
    probes=(
        Probe("A later id changes nothing before it", _no_peeping),
        Probe("Untrained, it knows nothing", _modest),
    ),
    adapt=_decoder,
    catalogue="decoder",
)
