"""A block and a decoder: built from the reader's classes, and given numbers."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor, nn

from mha.check.common import moved_by_the_last
from mha.check.forms import batched
from mha.check.guard import Stumble
from mha.check.handover import give, takes
from mha.check.layouts import Layout
from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Stage, Subject, Tried

Adapt = Callable[[Any, Layout], Callable[..., Any]]
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
TOWER = NUMBERS | {
    "norm": GAINS.repeat(2),
    "last norm": GAINS,
    "embedding": distinct(V, E, start=900),
}
GPT2 = (
    ("self.attention_norm = nn.RMSNorm", "self.attention_norm = nn.LayerNorm"),
    ("self.mlp_norm = nn.RMSNorm", "self.mlp_norm = nn.LayerNorm"),
    ("        self.gate = nn.Linear(embed_dim, hidden_dim, bias=False)\n", ""),
    ("F.silu(self.gate(x)) * self.up(x)", "F.gelu(self.up(x))"),
)
IDLE = "idle"
LOOSE = 1e-3  # another ε in the norms makes so much in a whole decoder
EPSILON = (
    "Its norms have another ε than the book's 1e-5. That is free, and shows only in "
    "words whose numbers are tiny."
)


def _block_of(numbers: Mapping[str, Tensor]) -> Adapt:
    """Make what makes of a class a function (x, mask=None).

    What is silent has nothing to add, "o" or "down" or both of them. Asked for what is
    idle, it raises where some is.
    """

    def adapt(block: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
        def run(x, mask=None, silent=(), idle=False):
            built = block(E, H, HIDDEN).eval()
            quiet = {one: 0 * numbers[one] for one in silent}
            norms = {"norm": GAINS, "last norm": GAINS}
            give(built, {**numbers, **quiet, **norms}, layout, H)
            if idle:
                _refuse_idle(built, x)
            return built(x) if mask is None else built(x, mask)

        return run

    return adapt


def _refuse_idle(built: nn.Module, x: Tensor) -> None:
    """Refuse a layer with numbers that no output depends on.

    Raises:
        Stumble: there are some, by name.
    """
    built.requires_grad_(True)(x)[0].sum().backward()
    for name, parameter in built.named_parameters():
        if parameter.grad is None:
            told = f"`{name}` is made, and no output depends on it."
            raise Stumble(told, IDLE)


def _decoder_with(*twice: str) -> Adapt:
    """Make what makes of a class a function (ids) of logits and stacked weights.

    Positions are left out, since they come in as an option.
    """

    def adapt(decoder: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
        options = {"rope_base": None} if takes(decoder, "rope_base") else {}

        def run(ids, fresh=False):
            if fresh:
                torch.manual_seed(0)
            built = decoder(V, E, H, HIDDEN, 2, **options).eval()
            if not fresh:
                give(built, TOWER, layout, H, copies=2, twice=twice)
            logits, weights = built(ids)
            return logits, torch.stack(list(weights))

        return run

    return adapt


def _of_gpt2(subject: Subject) -> Subject:
    """The form with GPT-2's parts: LayerNorm, and an MLP of two layers without a gate.

    Who takes one of them alone mixes two designs.
    """
    numbers = {name: one for name, one in NUMBERS.items() if name != "gate"}
    note = (
        "It has GPT-2's parts: LayerNorm, and an MLP of two layers without a gate. As "
        "such it is right; the book's file, like SmolLM2, has RMSNorm and a gate."
    )
    return replace(
        subject,
        adapt=_block_of(numbers),
        instead=GPT2,
        notes=(*subject.notes, note),
    )


def _with_a_head(subject: Subject) -> Subject:
    """The form with a second table for the way out."""
    note = (
        "It has a table of its own for the way out; for the check both tables held the "
        "same numbers."
    )
    return replace(
        subject,
        adapt=_decoder_with("embedding"),
        notes=(*subject.notes, note),
    )


def _word_stays(tried: Tried) -> str | None:
    moved = (tried(TEXT, None, ("o", "down"))[0] - TEXT).abs().max()
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


def _nothing_is_idle(tried: Tried) -> str | None:
    try:
        tried(TEXT, None, (), True)
    except Stumble as stumble:
        return stumble.told if stumble.kind == IDLE else None
    return None


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
    if most < 0.5:  # a head of its own may start with larger numbers
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
        Case("one word whose numbers are tiny", (1e-3 * TEXT[:1],), differs=EPSILON),
        Case("five words", (TEXT,)),
        Case("five words under a causal mask", (TEXT, CAUSAL)),
        Case("a batch of two texts", (distinct(2, 5, E, start=30),)),
    ),
    probes=(
        Probe("The word itself is handed on", _word_stays),
        Probe(
            "Under a causal mask, a later word changes nothing earlier", _no_look_ahead
        ),
        Probe("Every part that it makes is used", _nothing_is_idle),
    ),
    adapt=_block_of(NUMBERS),
    catalogue="block",
    forms=((_of_gpt2,), (batched(3), batched(3, 4))),
    axes=(("weights", ("text", "head")), ("output", ("text",))),
    stages=(
        Stage(
            (TEXT, None, ("down",)),
            "While its MLP is made to add nothing, its output is wrong, too: look at "
            "what comes before the MLP, up to the first sum.",
        ),
        Stage(
            (TEXT,),
            "While its MLP is made to add nothing, its output is right: look at what "
            "the MLP reads, at the MLP itself, and at the second sum.",
        ),
    ),
)
DECODER = Subject(
    "Decoder",
    "assemble-a-decoder",
    ("logits", "weights"),
    cases=(
        Case("one id", (IDS[:1, :1],), tolerance=LOOSE),
        Case("a text of five ids", (IDS[:1],), tolerance=LOOSE),
        Case("two texts", (IDS,), tolerance=LOOSE),
        Case("a text of twenty ids", (IDS.repeat(1, 4)[:1],), tolerance=LOOSE),
    ),
    probes=(
        Probe("A later id changes nothing before it", _no_peeping),
        Probe("Untrained, it knows nothing", _modest),
    ),
    adapt=_decoder_with(),
    catalogue="decoder",
    forms=((_with_a_head,),),
    axes=(("weights", ("block", "text", "head")), ("logits", ("text",))),
)
