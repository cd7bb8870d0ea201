"""Which masks a layer takes, found by what they hide."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from mha.check.clinic.forms import MASKS, parameters_of
from mha.check.clinic.influence import far, influence
from mha.check.clinic.masks import MaskForm, mask_forms
from mha.check.clinic.patient import Patient
from mha.check.guard import Stumble


@dataclass(frozen=True)
class Masking:
    """What came of all forms of one argument.

    Attributes:
        name: the argument.
        right: the forms that hide what they should, and nothing else.
        wrong: those that change something, and hide something else.
        idle: those that change nothing.
        told: what was raised, where nothing ran.
    """

    name: str
    right: tuple[MaskForm, ...] = ()
    wrong: tuple[MaskForm, ...] = ()
    idle: tuple[MaskForm, ...] = ()
    told: str = ""

    @property
    def odd(self) -> tuple[MaskForm, ...]:
        """Forms that ran and hide what they should not, where none of them is right.

        Another kind of mask than the right one need not do anything sensible.
        """
        ran = (*self.wrong, *self.idle)
        if not self.right:
            return ran
        kinds, sorts = (
            {one.kind for one in self.right},
            {one.sort for one in self.right},
        )
        return tuple(one for one in ran if one.kind in kinds and one.sort not in sorts)


def arguments(patient: Patient) -> list[str]:
    """Give the arguments that are masks by their names."""
    if patient.form.whole:
        return ["mask"] if patient.form.speaks_of("mask") else []
    return [name for name in parameters_of(patient.layer) if name in MASKS]


def try_masks(patient: Patient, seen: Tensor, only: str = "") -> list[Masking]:
    """Try every form of every argument.

    Args:
        patient: a layer that can be called.
        seen: (T, T), who is seen by whom without a mask.
        only: the kind of mask that is meant; else all are tried.
    """
    return [_try_one(patient, name, seen, only) for name in arguments(patient)]


def _try_one(patient: Patient, name: str, seen: Tensor, only: str) -> Masking:
    found: dict[str, list[MaskForm]] = {"right": [], "wrong": [], "idle": []}
    told = ""
    for form in mask_forms(name, patient.heads):
        settled = [one.sort for one in found["right"]]
        kinds = [only] if only else [one.kind for one in found["right"]]
        if form.sort in settled or (kinds and form.kind not in kinds):
            continue
        try:
            found[_status(patient, form, seen)].append(form)
        except Stumble as stumble:
            told = told or f"{form}: {stumble.told}"
    return Masking(name, **{how: tuple(each) for how, each in found.items()}, told=told)


def _status(patient: Patient, form: MaskForm, seen: Tensor) -> str:
    x = patient.text
    allowed = form.allowed(*x.shape[:2])
    asks = allowed.diagonal(dim1=1, dim2=2)  # a hidden word's own row is nobody's
    off = far(patient.output(x), patient.output(x, allowed, form))
    if not off[asks].any():
        return "idle"
    wanted = allowed & seen
    moves = torch.zeros_like(wanted)
    for size in (1.0, 0.2):
        moves |= influence(patient, 1, allowed, form, (size,))
        if (moves & ~wanted)[asks].any():
            return "wrong"
        if (moves & wanted)[asks].sum() >= 0.8 * wanted[asks].sum():
            return "right"
    return "wrong"


def with_masks(patient: Patient, maskings: list[Masking]) -> Patient:
    """Give the patient with the forms that hide what they should."""
    right = list(_all(maskings))
    return replace(
        patient,
        mask=next((one for one in right if not one.of_keys), None),
        key_mask=next((one for one in right if one.of_keys), None),
    )


def _all(maskings: list[Masking]) -> Iterator[MaskForm]:
    for one in maskings:
        yield from one.right


def causal(words: int) -> Tensor:
    """Give (T, T), True = may look."""
    return torch.ones(words, words, dtype=torch.bool).tril()
