"""LearningExplorer: a small model learns to copy in the reader's browser."""

from html import escape
from typing import Any

import traitlets

from mha_book.explorers.base import Explorer, format_number, html_table
from mha_book.explorers.learning.script import worker_text
from mha_book.explorers.limits import among, between
from mha_book.in_page import learning

STEPS = 1000
RIGHT = "none"
TOLD = (0, 300, 600, 650, 1000)  # steps of the recorded run, where no script may run
LIMITS = {
    "fault": among(learning.FAULTS),
    "seed": between(1, 99),
    "step": between(0, STEPS),
}
FAULTS = {
    "none": "no fault",
    "no mask": "no causal mask",
    "no scale": "scores not divided by √D",
    "wrong scale": "scores multiplied by √D",
    "no positions": "no positions",
    "one layer": "one layer only",
    "heads mixed up": "heads joined without the transpose",
}
WITHOUT = (
    "Where scripts may run, the model of this page learns here, while you watch. This "
    "is what one would see: a recorded run, and how three runs with each fault end."
)


class LearningExplorer(Explorer):
    """Train the model that copies, in the browser, and plant faults while it learns.

    Attributes:
        fault: what is wrong with the model; "none", "no mask", "no scale", "wrong
            scale" (scores times √D), "no positions", "one layer" or "heads mixed up".
        seed: of the first parameters and of the letters, 1 to 99.
        step: of 1,000, which is shown, or to which the training shall go.
        recorded: a stored run without a fault, and how such a run ends.
        script: what a notebook's page runs in its worker.
        ends: result, for each stored run with this fault: its loss, its accuracy in
            the repeats, and the same without what follows, where the model sees that.

    Raises:
        traitlets.TraitError: an input is not what it can be.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("learning").tag(sync=True)
    fault = traitlets.Enum(learning.FAULTS, RIGHT).tag(sync=True)
    seed = traitlets.Int(1, **LIMITS["seed"]).tag(sync=True)
    step = traitlets.Int(0, **LIMITS["step"]).tag(sync=True)
    recorded = traitlets.Dict(read_only=True).tag(sync=True)
    script = traitlets.Unicode(read_only=True).tag(sync=True)

    @traitlets.default("recorded")
    def _recorded(self) -> dict[str, Any]:
        return learning.shown()

    @traitlets.default("script")
    def _script(self) -> str:
        return worker_text()

    @property
    def ends(self) -> list[dict[str, float | None]]:
        """One for each stored run: loss, repeats, alone."""
        return learning.ends(self.fault)

    @staticmethod
    def stored_ends() -> dict[str, list[dict[str, float | None]]]:
        """How stored runs end with each fault, by its name."""
        return {fault: learning.ends(fault) for fault in learning.FAULTS}

    def static_tables(self) -> str:
        """The recorded run at some steps, and how runs with each fault end."""
        head = "loss", "right in the repeats", "right in first periods", "induction"
        names = ("loss", "repeats", "first")
        steps = [
            (f"step {look['step']}", [*(look[n] for n in names), look["scores"][1][1]])
            for look in self.recorded["series"]
            if look["step"] in TOLD
        ]
        series = html_table(
            "A recorded run without a fault; induction: the score of head (1, 1)",
            *(head, [(name, map(_brief, row)) for name, row in steps]),
        )
        faults = [(FAULTS[fault], _spans(fault)) for fault in learning.FAULTS]
        head = "loss", "right in the repeats", "right without what follows"
        ended = html_table("After 1,000 steps, lowest to highest", head, faults)
        return f"<p>{escape(WITHOUT)}</p>{series}{ended}"


def _brief(number: float) -> str:
    return format_number(number, 2)


def _spans(fault: str) -> list[str]:
    """The least and the most of each number that runs with a fault end with."""
    return [
        _span([end[name] for end in learning.ends(fault)])
        for name in ("loss", "repeats", "alone")
    ]


def _span(numbers: list[float | None]) -> str:
    known = sorted(number for number in numbers if number is not None)
    return f"{_brief(known[0])} to {_brief(known[-1])}" if known else "the same"
