"""What the textbook makes of a layer's matrices, and what each known mistake does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import torch
from torch import Tensor

from mha.check.clinic.dresses import Dress
from mha.check.clinic.projections import Projections
from mha.check.clinic.results import Result
from mha.check.fault import Fault, listing

# A table of weights may be the heads' mean; the output is then right all the same.
NO_FAULT = {"The weights are averaged over the heads"}
Book = Callable[[Tensor, Tensor | None], Result]


@dataclass(frozen=True)
class Textbook:
    """Formulas for a layer.

    Attributes:
        scale: by what scores are multiplied, where it is not 1/√D on purpose.
    """

    scale: float | None

    def books(self, one: Projections, dress: Dress) -> Iterator[tuple[Fault, Book]]:
        """Give each known mistake in a part, and the formula that makes it."""
        if not dress.told or "norms the" in dress.told:
            for fault in faults_of("multi_head"):
                yield fault, self._whole(fault, one, dress)
        for fault in faults_of("attend"):
            yield fault, self.book(attend_with(fault), one, dress)
        if one.shared:
            for fault in faults_of("repeat_kv"):
                yield fault, self._repeating(fault, one, dress)

    def book(self, attend: Any, one: Projections, dress: Dress) -> Book:
        """Give the formula of a layer, around attention of somebody's making."""

        def run(x: Tensor, allowed: Tensor | None) -> Result:
            read = dress.before(x)
            w_q, w_k, w_v, _ = self._matrices(one)
            query, key = dress.all_queries(read @ w_q), dress.all_keys(read @ w_k)
            every = (query, key, read @ w_v)
            query, key, value = (_split(each, one.heads) for each in every)
            heads, weights = attend(dress.query(query), dress.key(key), value, allowed)
            joined = heads.transpose(1, 2).flatten(2)
            output = joined if one.output is None else joined @ one.output
            return Result(dress.after(output, x), weights)

        return run

    def _matrices(self, one: Projections) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """All four; what multiplies the scores on purpose is put into the queries'."""
        width = one.query.shape[1] // one.heads
        factor = 1.0 if self.scale is None else self.scale * width**0.5
        output = one.output
        output = torch.eye(one.value.shape[1]) if output is None else output
        return one.query * factor, one.key, one.value, output

    def _whole(self, fault: Fault, one: Projections, dress: Dress) -> Book:
        multi_head = faulty("multi_head", fault)

        def run(x: Tensor, allowed: Tensor | None) -> Result:
            read = dress.before(x)
            given = (*self._matrices(one), one.heads, allowed)
            output, weights = multi_head(read, *given)
            return Result(dress.after(output, x), weights)

        return run

    def _repeating(self, fault: Fault, one: Projections, dress: Dress) -> Book:
        times = one.heads // one.groups
        shared = (faulty("repeat_kv", fault)(each, times) for each in one.shared or ())
        try:
            key, value = (each.transpose(0, 1).flatten(1) for each in shared)
        except (RuntimeError, IndexError):
            key = value = torch.zeros(1, 1)
        other = replace(one, key=key, value=value)
        return self.book(attend_with(None), other, dress)


def _split(x: Tensor, heads: int) -> Tensor:
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


@cache
def faults_of(name: str) -> tuple[Fault, ...]:
    """Give the known mistakes in a part, but for those that are none in a layer."""
    return tuple(one for one in listing(name, name).faults if one.name not in NO_FAULT)


def fault_called(name: str, part: str) -> Fault:
    """Give the known mistake of this name in a part."""
    return next(one for one in faults_of(part) if one.name == name)


@cache
def faulty(name: str, fault: Fault | None) -> Callable[..., Any]:
    """Give a part as the catalogue writes it, with a mistake or without."""
    part = listing(name, name)
    return part.with_faults(fault) if fault else part.solution()


def attend_with(fault: Fault | None) -> Callable[..., Any]:
    """Give attention itself, with a mistake or without."""
    return faulty("attend", fault)
