"""What a second run has changed, in a sentence or two."""

import math
from collections.abc import Iterator

from mha.tracing.compare import Comparison, Moved
from mha.tracing.numbers import Numbers, written
from mha.tracing.steps import Step, Trace


def told(here: Trace, both: Comparison) -> list[tuple[str, str]]:
    """Where two runs first differ, and by how much in the end.

    Returns:
        Sentences, each with the key of the operation or origin that it names, or "".
    """
    moved = _moved(here, both)
    if not moved:
        same = "Both runs have the same numbers throughout."
        return [(one, "") for one in (same, *_alone(here, both))]
    places = dict.fromkeys([moved[0], first_number(here, both) or moved[0]])
    words = [(_first(here, both, key), key) for key in places]
    steps = [key for key in moved if key.isdigit()]
    count = f"{len(steps):,} of {len(here):,} operations have moved."
    rest = (count, *_alone(here, both), *_result(here, both))
    return words + [(one, "") for one in rest]


def first_number(here: Trace, both: Comparison) -> str:
    """The first operation or origin of which single numbers can be told to differ."""
    numbers = (
        key
        for key in _moved(here, both)
        if next(one for one in both.moved[key] if one.by).first is not None
    )
    return next(numbers, "")


def _moved(here: Trace, both: Comparison) -> list[str]:
    order = [one.key for one in here.origins] + [str(s.number) for s in here.steps]
    return [key for key in order if both.differs(key)]


def _first(here: Trace, both: Comparison, key: str) -> str:
    if key.isdigit():
        step = here.steps[int(key) - 1]
        name, tensors = f"#{key} {step.name}", [one.numbers for one in step.outputs]
    else:
        origin = next(one for one in here.origins if one.key == key)
        name, tensors = f"{origin.kind} {origin.label}", [origin.numbers]
    pairs = zip(tensors, both.moved[key], strict=False)
    numbers, moved = next(pair for pair in pairs if pair[1].by)
    if numbers.shape != moved.other.shape:
        shapes = f"{numbers.shape} here, {moved.other.shape} in the other run"
        return f"What first differs is a shape, in {name}: {shapes}."
    if moved.first is None:
        return f"The first number that differs is in {name}, among those not shown."
    here_, there_ = (_at(one, moved.first) for one in (numbers, moved.other))
    place = f", at [{', '.join(map(str, moved.first))}]" if moved.first else ""
    values = f"{here_} here, {there_} in the other run"
    return f"The first number that differs is in {name}{place}: {values}."


def _at(numbers: Numbers, place: tuple[int, ...]) -> str:
    if numbers.whole is not None:
        return written(numbers.whole[place].item())
    for sheet in numbers.sheets:
        if place[:-2] == sheet.index:
            row = sheet.rows.index(place[-2]) if sheet.rows else 0
            return written(sheet.values[row][sheet.columns.index(place[-1])])
    return ""


def _alone(here: Trace, both: Comparison) -> Iterator[str]:
    own = len(here) - len(both.pairs)
    others = sum(map(len, both.there.values()))
    if own or others:
        yield f"{own:,} operations are in this run alone, {others:,} in the other."


def _result(here: Trace, both: Comparison) -> Iterator[str]:
    moves: list[Moved] = []
    for _, ref in here.returned:
        moves += both.moved.get(ref.key, ()) if ref else ()
    apart = max((one.by for one in moves), default=0.0)
    if moves and apart < math.inf:
        yield f"What they return is up to {written(apart)} apart."


def where(step: Step) -> str:
    """Where a step was called from, in a word."""
    return step.lines[0].place if step.lines else "no line"
