"""Other forms of a right answer: it takes a batch only, or gives fewer results.

A form makes of a subject the one that such an answer is judged by. The catalogue's code
goes through it as well, so that faults are known in every form.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from torch import Tensor

from mha.check.guard import Stumble
from mha.check.subject import Case, Subject

Function = Callable[..., Any]
Form = Callable[[Subject], Subject]
BATCH_ONLY = (
    "It was given texts in exactly one batch axis, since it takes no others. The "
    "book's version takes any number of axes in front, also none."
)


@cache
def ways_of(subject: Subject) -> tuple[Subject, ...]:
    """Give a subject as it is, and then in each form that a right answer may have."""
    groups = ((None, *forms) for forms in subject.forms)
    return tuple(_in_forms(subject, chosen) for chosen in product(*groups))


def _in_forms(subject: Subject, chosen: tuple[Form | None, ...]) -> Subject:
    for form in chosen:
        subject = form(subject) if form else subject
    return subject


def batched(*axes: int) -> Form:
    """Make the form in which every text stands in a batch, also a single one.

    Args:
        axes: how many axes each argument has in a batch; 0 where it is left as it is.
    """

    def form(subject: Subject) -> Subject:
        return replace(
            subject,
            cases=tuple(_cases(subject.cases, axes)),
            adapt=lambda one, layout: _lifted(subject.adapt(one, layout), axes),
            also=tuple(map(form, subject.also)),
            notes=(*subject.notes, BATCH_ONLY),
        )

    return form


def _cases(cases: tuple[Case, ...], axes: tuple[int, ...]) -> Iterator[Case]:
    """The cases with a batch axis; those that have more axes are left out."""
    for case in cases:
        args, before = _lift(case.args, axes), case.args[0].dim()
        if before < axes[0]:
            yield replace(case, told=f"{case.told}, in a batch of one", args=args)
        elif before == axes[0]:
            yield replace(case, args=args)


def _lift(args: tuple[Any, ...], axes: tuple[int, ...]) -> tuple[Any, ...]:
    """Put axes of size 1 in front of each tensor that has too few."""
    wanted = dict(enumerate(axes))
    return tuple(
        one[(None,) * max(0, wanted.get(at, 0) - one.dim())]
        if isinstance(one, Tensor)
        else one
        for at, one in enumerate(args)
    )


def _lifted(function: Function, axes: tuple[int, ...]) -> Function:
    """Give one text as a batch of one, and take the batch's axis off the results."""

    def run(*args):
        given = _lift(args, axes)
        returned = function(*given)
        if given[0].dim() == args[0].dim():
            return returned
        several = isinstance(returned, tuple | list)
        return [_text(one) for one in returned] if several else _text(returned)

    return run


def _text(result: Any) -> Any:
    """The only text in a batch of one."""
    if not isinstance(result, Tensor):
        return result
    if result.dim() and len(result) == 1:
        return result[0]
    told = f"For a batch of one text, a result has the shape {tuple(result.shape)}."
    raise Stumble(told, "no batch of one")


def without(name: str) -> Form:
    """Make the form in which the last result, with this name, is not given."""

    def form(subject: Subject) -> Subject:
        kept = tuple(one for one in subject.results if one != name)
        note = (
            f"It gives no {name}, so these were not looked at; the book's gives both."
        )
        return replace(
            subject,
            results=kept,
            probes=tuple(one for one in subject.probes if one.of != name),
            also=tuple(map(form, subject.also)),
            notes=(*subject.notes, note),
        )

    return form


def broadcast_over_queries(subject: Subject) -> Subject:
    """The form in which a mask (B, 1, 1, T) is written out as (B, 1, T, T)."""

    def spread(mask: Any) -> Any:
        if not isinstance(mask, Tensor) or mask.dim() != 4:
            return mask
        length = max(mask.shape[-2:])
        fits = set(mask.shape[-2:]) <= {1, length}
        return mask.expand(-1, -1, length, length) if fits else mask

    def adapt(one, layout):
        function = subject.adapt(one, layout)
        return lambda *args: spread(function(*args))

    note = "Its mask is taken as weights take it: broadcast to (B, 1, T, T)."
    return replace(subject, adapt=adapt, notes=(*subject.notes, note))
