"""What can be planted, and what can be tried to find it."""

from functools import cache
from typing import Any

from mha.check.fault import Fault
from mha.check.subjects.many_heads import MULTI_HEAD
from mha_book.explorers.finder.drawn import Experiment, Layer

NONE = "none"
# Those that keep every shape, raise nothing, and can be told from each other.
FAULTS = (
    "Divided by the root of the model’s width",
    "Divided by the root of the number of heads",
    "The scores are not divided",
    "The heads are cut by one view",
    "The heads are joined without the exchange",
    "The matrices are turned round",
    "The softmax runs over the queries",
    "The mask comes after the softmax",
    "The mask is never used",
    "The queries and the keys are exchanged",
    "The queries are used as keys, too",
    "The heads come in the wrong order",
)
EXPERIMENTS = (
    Experiment("how are you", 0),
    Experiment("in one head", 2, heads=1),
    Experiment("under a causal mask", 2, causal=True),
    Experiment("how and you swapped", 1, rows=(2, 1, 0)),
    Experiment("how alone", 1, rows=(0,)),
)


@cache
def code_lines() -> tuple[str, ...]:
    """The lines of the right function."""
    return _below_imports(MULTI_HEAD.listing.source)


@cache
def all_cases() -> tuple[dict[str, Any], ...]:
    """The right function, and then each fault: its name, its line and why."""
    right = {"name": NONE, "line": 0, "told": "Every line is as it should be."}
    return (
        right,
        *(
            {"name": one.name, "line": _line(one), "told": one.why()}
            for one in _faults()
        ),
    )


@cache
def all_layers() -> tuple[Layer, ...]:
    """The right function, and then with each fault."""
    listing = MULTI_HEAD.listing
    return listing.solution(), *map(listing.with_faults, _faults())


def _below_imports(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n\n\n", 1)[1].splitlines())


def _faults() -> list[Fault]:
    known = {fault.name: fault for fault in MULTI_HEAD.listing.faults}
    return [known[name] for name in FAULTS]


def _line(fault: Fault) -> int:
    """The first line that differs, counted from 1."""
    before = code_lines()
    after = _below_imports(MULTI_HEAD.listing.text_with(fault))
    pairs = enumerate(zip(before, after, strict=False), 1)
    return next(at for at, (one, other) in pairs if one != other)
