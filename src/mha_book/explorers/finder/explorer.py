"""FaultFinder: a seed plants one fault or none; experiments are bought to name it."""

from dataclasses import asdict
from typing import Any

import torch
import traitlets

from mha_book.explorers.base import Explorer
from mha_book.explorers.finder.cases import (
    EXPERIMENTS,
    FAULTS,
    NONE,
    all_cases,
    all_layers,
    code_lines,
)
from mha_book.explorers.finder.drawn import SAME, as_tables, drawn, planted
from mha_book.explorers.finder.printed import printed
from mha_book.explorers.limits import among, between
from mha_book.museum.settings import WORDS

START, WRONG = 10, 3  # points, and what a wrong name costs
LIMITS = {
    "seed": between(1, 999_999),
    "bought": between(0, 2 ** (len(EXPERIMENTS) - 1) - 1),
    "guesses": among([NONE, *FAULTS]),
}


class FaultFinder(Explorer):
    """Find out which line of multi-head attention is wrong, if one is.

    Attributes:
        seed: 1 to 999,999; it says which fault is planted, or that there is none, and
            which numbers the layer is given.
        bought: the experiments that were paid for, each of them a binary digit.
        guesses: the faults that were named, or "none", the latest one last.
        answer: result, what is planted.
        fits: result, what there may be by all that was bought.
        points: result, what is left of 10.
        given: result, x (T, E) and the four matrices (in, out) that the seed has drawn.
        runs: result, what the layer gives in each experiment.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("finder").tag(sync=True)
    seed = traitlets.Int(26, min=1, max=LIMITS["seed"]["max"]).tag(sync=True)
    bought = traitlets.Int(0, min=0, max=LIMITS["bought"]["max"]).tag(sync=True)
    guesses = traitlets.List(traitlets.Enum(LIMITS["guesses"]["among"])).tag(sync=True)
    words = traitlets.List(list(WORDS), read_only=True).tag(sync=True)
    rules = traitlets.Dict({"start": START, "wrong": WRONG}, read_only=True).tag(
        sync=True
    )
    experiments = traitlets.List(
        [asdict(one) | {"rows": [*one.rows]} for one in EXPERIMENTS], read_only=True
    ).tag(sync=True)
    code = traitlets.List(read_only=True).tag(sync=True)
    cases = traitlets.List(read_only=True).tag(sync=True)

    @traitlets.default("code")
    def _code(self) -> list[str]:
        return list(code_lines())

    @traitlets.default("cases")
    def _cases(self) -> list[dict[str, Any]]:
        return list(all_cases())

    @property
    def answer(self) -> str:
        """The name of what is planted, or "none"."""
        return self.cases[self._planted]["name"]

    @property
    def fits(self) -> list[str]:
        """The names of all cases whose numbers are those that were bought."""
        return self._fits(self.bought)

    def _fits(self, buying: int) -> list[str]:
        bought = [EXPERIMENTS[k] for k in _places(buying)]
        x, *matrices = self._drawn()
        seen = [e.run(all_layers()[self._planted], x, matrices) for e in bought]
        return [
            case["name"]
            for case, layer in zip(self.cases, all_layers(), strict=True)
            if all(
                torch.allclose(e.run(layer, x, matrices), one, rtol=0, atol=SAME)
                for e, one in zip(bought, seen, strict=True)
            )
        ]

    @property
    def points(self) -> int:
        """10, less the experiments and each wrong name."""
        wrong = set(self.guesses) - {self.answer}
        return START - _cost(self.bought) - WRONG * len(wrong)

    @property
    def given(self) -> dict[str, list[list[float]]]:
        """What the layer is given, by the names that its lines have for it."""
        names = ("x", "w_q", "w_k", "w_v", "w_o")
        return {n: one.tolist() for n, one in zip(names, self._drawn(), strict=True)}

    @property
    def runs(self) -> list[dict[str, Any]]:
        """What the layer gives in each experiment, weights head by head."""
        return self.runs_of(self._planted)

    def runs_of(self, case: int) -> list[dict[str, Any]]:
        """What the layer would give with a case, by its place in `cases`."""
        x, *matrices = self._drawn()
        layer = all_layers()[case]
        return [as_tables(*e.results(layer, x, matrices)) for e in EXPERIMENTS]

    @property
    def _planted(self) -> int:
        return planted(self.seed, len(self.cases))

    def _drawn(self) -> tuple[torch.Tensor, ...]:
        return drawn(self.seed, all_layers(), EXPERIMENTS)

    def static_tables(self) -> str:
        """The bug as a question: paper has it instead of the explorer."""
        everything = range(LIMITS["bought"]["max"] + 1)
        enough = (buying for buying in everything if len(self._fits(buying)) == 1)
        return printed(self, _places(min(enough, key=_cost)))


def _places(buying: int) -> list[int]:
    """Which experiments are bought, the free one first."""
    return [k for k in range(len(EXPERIMENTS)) if k == 0 or buying >> (k - 1) & 1]


def _cost(buying: int) -> int:
    return sum(EXPERIMENTS[k].cost for k in _places(buying))
