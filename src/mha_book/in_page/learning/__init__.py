"""A small model that is trained on a page, and runs of it that are stored.

The JavaScript beside this trains it: forward and backward by hand, faults on request.
"""

import functools
import json
from pathlib import Path
from typing import Any

FAULTS = (
    *("none", "no mask", "no scale", "wrong scale", "no positions"),
    *("one layer", "heads mixed up"),
)
RIGHT, STORED = FAULTS[0], Path(__file__).with_name("recorded.jsonl")
PLACES = 24  # guesses in a sequence


@functools.cache
def stored_runs() -> list[dict[str, Any]]:
    """Each fault with several seeds, as `record.js` prints them."""
    lines = STORED.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def last_looks(fault: str) -> list[dict[str, Any]]:
    """What was measured at the end of each stored run with this fault."""
    return [run["looks"][-1] for run in stored_runs() if run["fault"] == fault]


def ends(fault: str) -> list[dict[str, float | None]]:
    """How each stored run with this fault ends: loss, repeats, alone."""
    lasts = last_looks(fault)
    return [
        {
            "loss": last["loss"],
            "repeats": last["repeats"],
            "alone": last["alone"] and last["alone"]["repeats"],
        }
        for last in lasts
    ]


def usual() -> float:
    """The loss at the end of a run without a fault: the mean of the stored ones."""
    losses = [last["loss"] for last in last_looks(RIGHT)]
    return round(sum(losses) / len(losses), 3)


def shown() -> dict[str, Any]:
    """What a page has of them: one run at some steps, and how such a run ends."""
    run = next(run for run in stored_runs() if "series" in run)
    kept = {name: run[name] for name in ("series", "watched")}
    return kept | {"places": PLACES, "usual": usual()}
