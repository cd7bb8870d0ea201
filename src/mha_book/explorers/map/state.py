"""All that MapExplorer's numbers follow from, and what it may be."""

from typing import Any

import traitlets

from mha_book.explorers.limits import among, between, check_range
from mha_book.pictures.kit.faults import FAULTS
from mha_book.pictures.kit.layer import WIDTH
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.steps import STEPS

MATRICES = ("embeddings", "query", "key", "value", "out")
SWITCHES = ("num_heads", "design", "causal", "placed")
STATE = (*MATRICES, *SWITCHES)  # all that the numbers follow from
LIMITS = {name: between(-10, 10) for name in MATRICES} | {
    "num_heads": among([1, 2]),
    "design": among(["wrapper", "split"]),
    "compare": among(["", *SWITCHES]),
    "fault": among(["", *FAULTS]),
    "step": between(0, len(STEPS)),
}


def tell_faults() -> dict[str, dict[str, Any]]:
    """What the script is told of each fault: its title, and where it shows."""
    return {
        name: {"title": one.title, "shows": dict(one.shows)}
        for name, one in FAULTS.items()
    }


def check_matrix(name: str, rows: list[list[float]]) -> list[list[float]]:
    """These rows; TraitError, where they are of other sizes or out of range."""
    height = len(TOKENS) if name == "embeddings" else WIDTH
    lengths = [len(row) for row in rows]
    if lengths != [WIDTH] * height:
        raise traitlets.TraitError(
            f"{name} has row lengths {lengths}; expected {height} rows of {WIDTH}"
        )
    check_range(name, rows, LIMITS[name])
    return rows


def check_held(held: dict[str, Any]) -> dict[str, Any]:
    """This; TraitError, where a matrix or a switch cannot be so, or is none."""
    for name, value in held.items():
        if name not in STATE:
            expected = ", ".join(STATE)
            raise traitlets.TraitError(
                f"held has {name!r}; expected some of {expected}"
            )
        if name in MATRICES:
            check_matrix(name, value)
        else:
            _check_switch(name, value)
    return held


def _check_switch(name: str, value: object) -> None:
    choices = LIMITS.get(name, among([False, True]))["among"]
    if value not in choices or type(value) is not type(choices[0]):  # True is 1
        raise traitlets.TraitError(
            f"held {name} is {value!r}; expected one of {choices}"
        )
