"""The doctor's door: a layer, a class, or a name in a file."""

from typing import Any

from torch import nn

from mha.check.clinic.build import Unmade, load, made
from mha.check.clinic.exam import Wish
from mha.check.clinic.examine import examine
from mha.check.clinic.health import Health
from mha.check.subject import Subject


def doctor(
    layer: Any,
    *,
    init: str = "",
    call: str = "",
    layout: str = "",
    mask: str = "",
    scale: float | None = None,
    causal: bool = False,
) -> Health:
    """Examine an attention layer of any making, and say what was assumed and found.

    A copy of it gets other numbers, and is called in the ways that are in use, until
    one works. Then it is held to properties that any attention has, and, where names
    tell its matrices, to the textbook's numbers and those of known mistakes.

    Args:
        layer: a module; a class, which is then built with small sizes; or
            ``"file.py:Name"``.
        init: how the class is built, where that is not found: ``"MyAttention(12, 3)"``.
        call: how the module is called: ``"module(x, attn_mask=mask)"``.
        layout: which axis comes first, ``"batch"`` or ``"time"``.
        mask: what a mask means: ``"keep"`` or ``"hide"`` for True, or ``"added"``.
        scale: by what scores are multiplied, where it is meant to be another than 1/√D.
        causal: whether it is meant to hide the future without a mask.

    Returns:
        what holds, what does not, which mistake it is, and pages of the book.

    Example:
        >>> import torch
        >>> from mha import check
        >>> check.doctor(torch.nn.MultiheadAttention(12, 3, batch_first=True)).ok
        True
    """
    space: dict[str, Any] = {}
    try:
        if isinstance(layer, str):
            layer, space = load(layer)
        module = made(layer, init, space)
    except Unmade as refusal:
        return unmade(getattr(layer, "__name__", str(layer)), str(refusal))
    return examine(module, Wish(call, layout, mask, scale, causal), **space)


def unmade(name: str, why: str) -> Health:
    """Say that nobody could tell, and why."""
    subject = Subject(name, "heads-in-one-product", (), (), (), catalogue="multi_head")
    return Health(subject, found=why, unjudged=True)


def healthy(layer: nn.Module | type[nn.Module] | str, **known: Any) -> None:
    """Raise AssertionError with the diagnosis, unless a layer is healthy.

    For a test of one's own, in three lines::

        from mha.check import healthy

        def test_attention():
            healthy(MyAttention(12, 3))

    Args:
        layer: as for `doctor`.
        known: as for `doctor`.

    Raises:
        AssertionError: something is wrong, or nobody could tell.
    """
    found = doctor(layer, **known)
    if found.status:
        raise AssertionError(str(found))
