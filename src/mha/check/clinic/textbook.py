"""A layer's numbers beside the textbook's, and beside those of each known mistake."""

import contextlib
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import torch
from torch import Tensor

from mha.check.clinic.copies import without_biases
from mha.check.clinic.dresses import Dress, dresses
from mha.check.clinic.masks import MaskForm
from mha.check.clinic.patient import Patient
from mha.check.clinic.projections import Projections, projections_of
from mha.check.clinic.results import Result
from mha.check.common import close, far_from, shown
from mha.check.fault import Fault, listing
from mha.check.guard import Stumble

# A table of weights may be the heads' mean; the output is then right all the same.
NO_FAULT = {"The weights are averaged over the heads"}
Book = Callable[[Tensor, Tensor | None], Result]


@dataclass(frozen=True)
class Call:
    """One call of a layer.

    Attributes:
        told: to be read after "on".
        x: (B, T, E).
        asked: the mask that was handed over, (B, T, T), True = may look; or None.
        meant: (T, T), who may look where without one.
        result: what the layer gave, its biases being 0.
    """

    told: str
    x: Tensor
    asked: Tensor | None
    meant: Tensor
    result: Result

    @property
    def allowed(self) -> Tensor | None:
        """(B, 1, T, T), or None where everybody may look everywhere."""
        within = self.meant if self.asked is None else self.asked & self.meant
        return None if within.all() else within.expand(len(self.x), -1, -1)[:, None]


@dataclass(frozen=True)
class Verdict:
    """What the numbers say.

    Attributes:
        found: whether matrices were found by their names.
        right: whether the output's numbers are the textbook's.
        fault: the mistake whose numbers they are.
        notes: how the matrices lie, and what else is done.
        differs: the first number that is not the textbook's.
    """

    found: bool = False
    right: bool = False
    fault: Fault | None = None
    notes: tuple[str, ...] = ()
    differs: str = ""


Explains = Callable[[Call], bool]


class Comparison:
    """A layer beside the textbook.

    Args:
        patient: a layer that can be called.
        meant: (T, T), who should be seen by whom without a mask.
        scale: by what scores are multiplied, where it is not 1/√D on purpose.
    """

    def __init__(self, patient: Patient, meant: Tensor, scale: float | None) -> None:
        self.patient = replace(patient, layer=without_biases(patient.layer))
        self.meant, self.scale = meant, scale
        self.ways = list(projections_of(self.patient.layer, patient.known.heads))
        self.dresses = list(dresses(self.patient.layer, patient.width))
        self.plain = [self._call("five words", None)]
        if patient.mask:
            self.plain.append(self._call("words under a mask", patient.mask))

    def _call(self, told: str, form: MaskForm | None) -> Call:
        x, allowed = self.patient.text, None
        if form:
            allowed = form.allowed(*x.shape[:2])
        result = self.patient(x, allowed, form)
        return Call(told, x, allowed, self.meant, result)

    def verdict(self, wrong: tuple[MaskForm, ...] = ()) -> Verdict:
        """Say whose numbers they are.

        Args:
            wrong: forms of a mask that hide nothing, or something else.
        """
        if not self.ways:
            return Verdict()
        right = self._right
        if right and not wrong:
            return right
        for calls in self._series(wrong):
            for fault, explains in self._candidates:
                if all(explains(each) for each in calls):
                    every = [*self.plain, *calls]
                    return Verdict(
                        True, bool(right), fault, differs=self._differs(every)
                    )
        return right or Verdict(True, differs=self._differs(self.plain))

    def _series(self, wrong: tuple[MaskForm, ...]) -> Iterator[list[Call]]:
        """The calls that a fault must explain, beside those without a mask."""
        if not wrong:
            yield []
        for form in wrong[:12]:
            with contextlib.suppress(Stumble):
                yield [self._call("words under a mask", form)]

    @cached_property
    def _candidates(self) -> list[tuple[Fault, Explains]]:
        """Known mistakes that give what the layer gives, as far as masks are right."""
        found = []
        for one in self.ways[:4]:
            for fault, explains in (*self._triangles(one), *self._faulty(one)):
                if all(explains(each) for each in self.plain):
                    found.append((fault, explains))
        return found

    @cached_property
    def _right(self) -> Verdict | None:
        """The way in which the layer's matrices give its numbers, if there is one."""
        for strict in (True, False):
            for one in self.ways:
                for dress in self.dresses:
                    book = self._book(attend_with(None), one, dress)
                    if all(_same(each, book, strict) for each in self.plain):
                        notes = tuple(filter(None, (one.told, dress.told)))
                        shown_too = () if strict else self._not_the_weights()
                        return Verdict(True, True, notes=(*notes, *shown_too))
        return None

    def _not_the_weights(self) -> tuple[str, ...]:
        return (
            "A table that it returns beside its output is not that of its weights.",
        )

    def _triangles(self, one: Projections) -> Iterator[tuple[Fault, Explains]]:
        """Known mistakes in a mask that hides the future, where one is meant."""
        words = len(self.meant)
        if not torch.equal(
            self.meant, torch.ones(words, words, dtype=torch.bool).tril()
        ):
            return
        book = self._book(attend_with(None), one, self.dresses[0])
        for fault in faults_of("causal_mask"):
            mask = faulty("causal_mask", fault)(words)
            if mask.dtype == torch.bool and mask.shape == self.meant.shape:
                yield (
                    fault,
                    lambda each, mask=mask: _same(
                        replace(each, meant=mask), book, strict=True
                    ),
                )

    def _faulty(self, one: Projections) -> Iterator[tuple[Fault, Explains]]:
        """Every other known mistake, in every dress that a layer may wear."""
        for dress in self.dresses:
            for fault, book in self._books(one, dress):
                yield fault, lambda each, book=book: _same(each, book, strict=True)

    def _books(self, one: Projections, dress: Dress) -> Iterator[tuple[Fault, Book]]:
        if not dress.told or "norms the" in dress.told:
            for fault in faults_of("multi_head"):
                yield fault, self._whole(fault, one, dress)
        for fault in faults_of("attend"):
            yield fault, self._book(attend_with(fault), one, dress)
        if one.shared:
            for fault in faults_of("repeat_kv"):
                yield fault, self._repeating(fault, one, dress)

    def _book(self, attend: Any, one: Projections, dress: Dress) -> Book:
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
        return self._book(attend_with(None), other, dress)

    def _differs(self, calls: list[Call]) -> str:
        book = self._book(attend_with(None), self.ways[0], self.dresses[0])
        for each in calls:
            wanted = _safe(book, each)
            if wanted is None or wanted.output.shape != each.result.output.shape:
                continue
            if not _close(each.result.output, wanted.output):
                return _first(each, wanted)
        return "A table that it returns beside its output is not that of its weights."


def _first(each: Call, wanted: Result) -> str:
    place = far_from(each.result.output, wanted.output, 1e-3)
    numbers = (shown(one.output[place]) for one in (each.result, wanted))
    found, right = numbers
    return (
        f"On {each.told}, its biases being 0, its output at {list(place)} is {found}; "
        f"with its own matrices the textbook has {right}."
    )


def _split(x: Tensor, heads: int) -> Tensor:
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


@cache
def faults_of(name: str) -> tuple[Fault, ...]:
    """Give the known mistakes in a part, but for those that are none in a layer."""
    return tuple(one for one in listing(name, name).faults if one.name not in NO_FAULT)


@cache
def faulty(name: str, fault: Fault | None) -> Callable[..., Any]:
    """Give a part as the catalogue writes it, with a mistake or without."""
    part = listing(name, name)
    return part.with_faults(fault) if fault else part.solution()


def attend_with(fault: Fault | None) -> Callable[..., Any]:
    """Give attention itself, with a mistake or without."""
    return faulty("attend", fault)


def _safe(book: Book, each: Call) -> Result | None:
    try:
        with warnings.catch_warnings(action="ignore"):
            return book(each.x.clone(), each.allowed)
    except (RuntimeError, ValueError, IndexError, TypeError):  # odd shapes
        return None


def _same(each: Call, book: Book, strict: bool) -> bool:
    """Whether a layer gave what somebody's formula gives; its weights, too."""
    wanted = _safe(book, each)
    if wanted is None or wanted.output.shape != each.result.output.shape:
        return False
    if not _close(each.result.output, wanted.output):
        return False
    found = each.result.weights
    if found is None or not strict:
        return True
    if wanted.weights is None:
        return False
    tables = [wanted.weights]
    if found.dim() == 3 and wanted.weights.dim() == 4:
        tables.append(wanted.weights.mean(dim=1))
    return any(one.shape == found.shape and _close(found, one) for one in tables)


def _close(found: Tensor, wanted: Tensor) -> bool:
    size = 1 + float(wanted.nan_to_num(0, 0, 0).abs().max())
    return close(found / size, wanted / size, 1e-4)
