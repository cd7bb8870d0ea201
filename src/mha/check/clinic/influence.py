"""What moves a layer's output; and so, which of its input's axes is a text's."""

import functools
import inspect
import operator
import re
from collections.abc import Callable
from dataclasses import replace

import torch
from torch import Tensor, nn

from mha.check.clinic.copies import random
from mha.check.clinic.masks import MaskForm
from mha.check.clinic.patient import Patient
from mha.check.guard import call

Run = Callable[[Tensor], Tensor]


def influence(
    patient: Patient,
    axis: int = 1,
    allowed: Tensor | None = None,
    form: MaskForm | None = None,
    sizes: tuple[float, ...] = (1.0, 0.2),
) -> Tensor:
    """Say which outputs move when a part of the input changes.

    Args:
        patient: a layer that can be called.
        axis: 1 for words, or 0 for texts.
        allowed: a mask, (B, T, T), True = may look.
        form: how it is handed over.
        sizes: of the words' numbers; where weights are sharp, only small ones show it.

    Returns:
        (B, T, n), booleans: whether a word's output moves when place n changes.

    Raises:
        Stumble: a call raised, or did not end.
    """

    def every() -> Tensor:
        given = (one * patient.text for one in sizes)
        each = (
            _moves(lambda x: patient.run(x, allowed, form).output, x, axis)
            for x in given
        )
        return functools.reduce(operator.or_, each)

    return call(every, seconds=30.0)


def _moves(run: Run, x: Tensor, axis: int) -> Tensor:
    moves = torch.zeros(*x.shape[:2], x.shape[axis], dtype=torch.bool)
    before = run(x.clone())
    for j in range(x.shape[axis]):
        changed = x.clone()
        place = changed.select(axis, j)
        place.copy_(random(*place.shape, seed=97 + j, size=float(x.abs().max())))
        moves[..., j] = far(before, run(changed)).any(dim=-1)
    return moves


def far(before: Tensor, after: Tensor) -> Tensor:
    """Say which numbers differ by more than rounding."""
    size = 1 + before.nan_to_num(0, 0, 0).abs().max()
    return ~torch.isclose(before, after, 0, 2e-5 * float(size), equal_nan=True)


BATCH = r"(?:B|b|bs|bsz|batch\w*|n_batch|nbatches)"
TIME = r"(?:T|t|L|l|S|s|seq\w*|length|len|tgt_len|n_tokens|num_tokens|N|n)"


def says_batch_first(layer: nn.Module) -> str:
    """Give the layer's own words where it says that texts are its first axis."""
    if vars(layer).get("batch_first") is True:
        return "batch_first=True"
    try:
        source = inspect.getsource(type(layer).forward)
    except (OSError, TypeError):
        return ""
    said = re.search(rf"\b{BATCH}, {TIME}(?:, \w+)* = \w+\.(?:shape|size\(\))", source)
    return said.group() if said else ""


def with_layout(patient: Patient, said: str = "") -> Patient:
    """Find which axis is a text's: the first, or, as PyTorch once had it, the second.

    Args:
        patient: a layer that can be called.
        said: "batch" or "time" comes first; else it is found.
    """
    turned = replace(patient, time_first=True)
    if said or says_batch_first(patient.layer):
        return turned if said == "time" else patient
    mixed = mixes_texts(patient)
    words = mixes(influence(patient).any(dim=0))
    return turned if mixed and not words else patient


def mixes_texts(patient: Patient) -> bool:
    """Say whether a text moves another one's output."""
    moves = influence(patient, 0)  # (B, T, B)
    return mixes(moves.any(dim=1))


def mixes(moves: Tensor) -> bool:
    """Say whether any place moves another one: (n, n)."""
    return bool((moves & ~torch.eye(len(moves), dtype=torch.bool)).any())
