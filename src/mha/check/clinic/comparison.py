"""A layer's numbers beside the textbook's, and beside those of each known mistake."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import torch
from torch import Tensor

from mha.check.clinic.calls import Call, first_apart, near, safe, same
from mha.check.clinic.copies import without_biases
from mha.check.clinic.dresses import dresses
from mha.check.clinic.masks import MaskForm
from mha.check.clinic.patient import Patient
from mha.check.clinic.projections import Projections, projections_of
from mha.check.clinic.textbook import Textbook, attend_with, faults_of, faulty
from mha.check.fault import Fault
from mha.check.guard import Stumble


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
        self.meant, self.textbook = meant, Textbook(scale)
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
                    book = self.textbook.book(attend_with(None), one, dress)
                    if all(same(each, book, strict) for each in self.plain):
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
        book = self.textbook.book(attend_with(None), one, self.dresses[0])
        for fault in faults_of("causal_mask"):
            mask = faulty("causal_mask", fault)(words)
            if mask.dtype == torch.bool and mask.shape == self.meant.shape:
                yield (
                    fault,
                    lambda each, mask=mask: same(
                        replace(each, meant=mask), book, strict=True
                    ),
                )

    def _faulty(self, one: Projections) -> Iterator[tuple[Fault, Explains]]:
        """Every other known mistake, in every dress that a layer may wear."""
        for dress in self.dresses:
            for fault, book in self.textbook.books(one, dress):
                yield fault, lambda each, book=book: same(each, book, strict=True)

    def _differs(self, calls: list[Call]) -> str:
        book = self.textbook.book(attend_with(None), self.ways[0], self.dresses[0])
        for each in calls:
            wanted = safe(book, each)
            if wanted is None or wanted.output.shape != each.result.output.shape:
                continue
            if not near(each.result.output, wanted.output):
                return first_apart(each, wanted)
        return "A table that it returns beside its output is not that of its weights."
