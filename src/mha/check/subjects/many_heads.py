"""Many heads at once: a function with its matrices, or a class that gets them."""

from dataclasses import replace

import torch

from mha.check.common import moved_by_the_last, wrong_row
from mha.check.forms import batched, without
from mha.check.handover import as_function
from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Stage, Subject, Tried

E, H = 12, 3
MATRICES = tuple(distinct(E, E, start=1000 * n, size=0.7) for n in range(1, 5))
TEXT, BATCH = distinct(5, E, size=2), distinct(2, 5, E, start=70, size=2)
CAUSAL = torch.ones(5, 5, dtype=torch.bool).tril()
LENGTHS = (torch.arange(5) < torch.tensor([[2], [4]]))[:, None, None]  # (B, 1, 1, T)
SMALL = tuple(distinct(4, 4, start=100 * n) for n in range(1, 5))


def _rows_sum_to_one(tried: Tried) -> str | None:
    for mask in (None, CAUSAL):
        weights = tried(TEXT, *MATRICES, H, mask)[1]
        if off := wrong_row(weights):
            under = "Under a mask, row" if mask is not None else "Row"
            head, row = divmod(off[0], weights.shape[-2])
            return f"{under} {row} of head {head} sums to {off[1]}."
    return None


def _no_look_ahead(tried: Tried) -> str | None:
    moved = moved_by_the_last(lambda x: tried(x, *MATRICES, H, CAUSAL)[0], TEXT)
    if moved < 1e-5:
        return None
    return (
        "Under a causal mask the last word is changed, and an earlier output "
        f"moves by {moved:.4g}."
    )


def _order_goes_along(tried: Tried) -> str | None:
    forth, back = tried(TEXT, *MATRICES, H)[0], tried(TEXT.flip(0), *MATRICES, H)[0]
    moved = (back.flip(0) - forth).abs().max()
    if moved < 1e-4:
        return None
    return (
        "The words are reversed, so the outputs should be reversed, too; "
        f"a number differs by {moved:.4g}."
    )


def _listens(tried: Tried) -> str | None:
    changed = TEXT.clone()
    changed[-1] = 3.0
    before, after = (tried(x, *MATRICES, H)[0] for x in (TEXT, changed))
    if (after - before)[:-1].abs().max() > 1e-6:
        return None
    return "The last word is changed, and no other word's output moves."


def _every_part_counts(tried: Tried) -> str | None:
    before, width = tried(TEXT, *MATRICES, H)[0], E // H
    for at, name in enumerate(("query", "key", "value", "output")):
        for part in range(H):
            others = [one.clone() for one in MATRICES]
            others[at][part * width : (part + 1) * width] *= 2
            if (tried(TEXT, *others, H)[0] - before).abs().max() < 1e-6:
                rows = f"{part * width} to {(part + 1) * width - 1}"
                return (
                    f"Rows {rows} of the matrix (in, out) of the {name} are doubled, "
                    "and no output changes."
                )
    return None


def _asks_and_is_asked(tried: Tried) -> str | None:
    changed = TEXT.clone()
    changed[-1] = 3.0
    before, after = (tried(x, *MATRICES, H)[1] for x in (TEXT, changed))
    if before.dim() < 3:
        return None
    scores = (after / after[..., :1] / (before / before[..., :1])).log()
    moved = scores[..., :-1, 1:-1].abs().max()
    if moved < 1e-3:
        return None
    return (
        "The last word is changed; for another word that asks, two others' weights "
        f"should keep their ratio; it moves by a factor of {moved.exp():.4g}."
    )


MULTI_HEAD = Subject(
    "multi_head",
    "heads-in-one-product",
    ("output", "weights"),
    cases=(
        Case("two words and one head", (distinct(2, 4), *SMALL, 1)),
        Case("two words and two heads", (distinct(2, 4), *SMALL, 2)),
        Case("five words and three heads", (TEXT, *MATRICES, H)),
        Case("five words under a causal mask", (TEXT, *MATRICES, H, CAUSAL)),
        Case("a batch of two texts", (BATCH, *MATRICES, H)),
        Case("a batch under a causal mask", (BATCH, *MATRICES, H, CAUSAL)),
        Case(
            "a batch of two texts of 2 and 4 words",
            (BATCH, *MATRICES, H, LENGTHS),
            may_stumble=True,
        ),
        Case("three words and three heads", (TEXT[:3], *MATRICES, H)),
        Case("twenty words", (distinct(20, E, start=90, size=2), *MATRICES, H)),
    ),
    probes=(
        Probe("Each row of weights sums to 1", _rows_sum_to_one, of="weights"),
        Probe("A word's output depends on the other words", _listens),
        Probe("Every part of every matrix counts", _every_part_counts),
        Probe(
            "Under a causal mask, a later word changes nothing earlier", _no_look_ahead
        ),
        Probe(
            "Who asks shares out among those who are asked",
            _asks_and_is_asked,
            of="weights",
        ),
        Probe(
            "Words in another order give their outputs in that order", _order_goes_along
        ),
    ),
    forms=(
        (batched(3), batched(3, 0, 0, 0, 0, 0, 4)),
        (without("weights"),),
    ),
    axes=(("weights", ("text", "head")), ("output", ("text",))),
    stages=(
        Stage(
            (TEXT, *MATRICES[:3], torch.eye(E), H),
            "With an output matrix that changes nothing, its output is wrong, too: "
            "look at what comes before that matrix.",
        ),
        Stage(
            (TEXT, *MATRICES, H),
            "With an output matrix that changes nothing, its output is right: look at "
            "that matrix.",
        ),
    ),
)

# A head by itself has no axis for the heads, so its mask has none.
_ALONE = replace(
    MULTI_HEAD,
    cases=tuple(one for one in MULTI_HEAD.cases if one.args[-1] is not LENGTHS),
)
HEADS_IN_A_LOOP = replace(
    _ALONE,
    name="HeadsInALoop",
    page="heads-in-a-loop",
    adapt=as_function,
    also=(_ALONE,),
    catalogue="heads_in_a_loop",
)
MULTI_HEAD_ATTENTION = replace(
    MULTI_HEAD,
    name="MultiHeadAttention",
    adapt=as_function,
    also=(MULTI_HEAD,),
    catalogue="multi_head_attention",
)
