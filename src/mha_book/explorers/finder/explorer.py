"""FaultFinder: a seed plants one fault or none; experiments are bought to name it."""

from functools import cache
from typing import Any

import torch
import traitlets

from mha.check.fault import Fault
from mha.check.subjects.many_heads import MULTI_HEAD
from mha_book.explorers.base import Explorer, brief_table
from mha_book.explorers.limits import among, between
from mha_book.museum.settings import CAUSAL, TWO, W_K, W_O, W_Q, W_V, WORDS, X

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
# What is run, what it costs, and what is handed over beside the matrices.
EXPERIMENTS: tuple[tuple[str, int, tuple[Any, ...]], ...] = (
    ("how are you", 0, (X, 2)),
    ("in one head", 2, (X, 1)),
    ("under a causal mask", 2, (X, 2, CAUSAL)),
    ("how and you swapped", 1, (X.flip(0), 2)),
    ("first of a batch of two", 1, (TWO, 2)),
)
START, WRONG = 10, 3  # points, and what a wrong name costs
TURN = (37, 11)  # which case a seed has: (37 · seed + 11) modulo their number
LIMITS = {
    "seed": between(1, 999),
    "bought": between(0, 2 ** (len(EXPERIMENTS) - 1) - 1),
    "guess": among(["", NONE, *FAULTS]),
}


class FaultFinder(Explorer):
    """Find out which line of multi-head attention is wrong, if one is.

    Attributes:
        seed: 1 to 999; it says which fault is planted, or that there is none.
        bought: the experiments that were paid for, each of them a binary digit.
        guess: the name of the fault, "none", or nothing yet.
        answer: result, what is planted.
        fits: result, what there may be by all that was bought.
        points: result, what is left of 10.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("finder").tag(sync=True)
    seed = traitlets.Int(1, min=1, max=999).tag(sync=True)
    bought = traitlets.Int(0, min=0, max=LIMITS["bought"]["max"]).tag(sync=True)
    guess = traitlets.Enum(LIMITS["guess"]["among"], "").tag(sync=True)
    words = traitlets.List(list(WORDS), read_only=True).tag(sync=True)
    rules = traitlets.Dict(
        {"start": START, "wrong": WRONG, "turn": list(TURN)}, read_only=True
    ).tag(sync=True)
    experiments = traitlets.List(
        [{"name": name, "cost": cost} for name, cost, _ in EXPERIMENTS],
        read_only=True,
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
        return self._case()["name"]

    @property
    def fits(self) -> list[str]:
        """The names of all cases whose numbers are those that were bought."""
        seen = [k for k in range(len(EXPERIMENTS)) if self._is_bought(k)]
        runs = self._case()["runs"]
        return [
            case["name"]
            for case in self.cases
            if all(case["runs"][k] == runs[k] for k in seen)
        ]

    @property
    def points(self) -> int:
        """10, less the experiments and a wrong name."""
        costs = [c for k, (_, c, _) in enumerate(EXPERIMENTS) if self._is_bought(k)]
        wrong = self.guess not in ("", self.answer)
        return START - sum(costs) - WRONG * wrong

    def _is_bought(self, k: int) -> bool:
        return k == 0 or bool(self.bought >> (k - 1) & 1)

    def _case(self) -> dict[str, Any]:
        # One place more than there are cases: no fault has two.
        by, more = TURN
        return self.cases[(by * self.seed + more) % (len(FAULTS) + 2) % len(self.cases)]

    def static_tables(self) -> str:
        """The layer's numbers on *how are you*, and what they should be."""
        right, given = self.cases[0]["runs"][0], self._case()["runs"][0]
        return "".join(
            brief_table(f"{name}, {title}", columns, WORDS, run[name])
            for name, columns in (("head 0", WORDS), ("head 1", WORDS))
            for title, run in (("as it should be", right), ("as it is", given))
        )


@cache
def code_lines() -> tuple[str, ...]:
    """The lines of the right function."""
    return tuple(MULTI_HEAD.listing.source.split("\n\n\n", 1)[1].splitlines())


@cache
def all_cases() -> tuple[dict[str, Any], ...]:
    """The right function, and then each fault: its name, its line, its numbers."""
    known = {fault.name: fault for fault in MULTI_HEAD.listing.faults}
    right = {"name": NONE, "line": 0, "told": "Every line is as it should be."}
    return (
        right | {"runs": runs_with()},
        *(
            {"name": name, "line": _line(known[name]), "told": known[name].told()}
            | {"runs": runs_with(known[name])}
            for name in FAULTS
        ),
    )


def _line(fault: Fault) -> int:
    """The first line that differs, counted from 1."""
    before = code_lines()
    after = MULTI_HEAD.listing.text_with(fault).split("\n\n\n", 1)[1].splitlines()
    pairs = enumerate(zip(before, after, strict=False), 1)
    return next(at for at, (one, other) in pairs if one != other)


def runs_with(*faults: Fault) -> list[dict[str, Any]]:
    """What the function gives in each experiment; of a batch, for its first text."""
    function = MULTI_HEAD.listing.with_faults(*faults)
    runs = []
    with torch.no_grad():
        for _, _, (x, *options) in EXPERIMENTS:
            output, weights = function(x, W_Q, W_K, W_V, W_O, *options)
            if x.dim() == 3:
                output, weights = output[0], weights[0]
            heads = {f"head {h}": _rounded(one) for h, one in enumerate(weights)}
            runs.append(heads | {"output": _rounded(output)})
    return runs


def _rounded(table: torch.Tensor) -> list[list[float]]:
    """Four decimals, and no negative zero: less than that is rounding."""
    return [[round(one, 4) + 0.0 for one in row] for row in table.tolist()]
