"""What there is to look at: wrong calls, in which part, and what is only noted."""

from collections.abc import Iterator

from mha.check.common import agree, excused
from mha.check.diagnosis import Smallest
from mha.check.guard import Stumble
from mha.check.known import right_tried
from mha.check.naming import same
from mha.check.subject import Tried
from mha.check.tries import beside_expected
from mha.check.whereabouts import has_choice


def telling_call(tried: Tried) -> Smallest | None:
    """The first wrong call whose weights are wrong, or could be; else the first one."""
    calls = list(wrong_calls(tried))
    names = tried.subject.results
    if "weights" not in names:
        return next(iter(calls), None)
    tables = [(one, one.beside[names.index("weights")]) for one in calls]
    off = (one for one, pair in tables if not agree(*pair, one.case.tolerance))
    chosen = (one for one, (_, wanted) in tables if has_choice(wanted))
    return next(off, None) or next(chosen, None) or next(iter(calls), None)


def wrong_calls(tried: Tried) -> Iterator[Smallest]:
    """The calls, from the smallest on, that do not give what they should."""
    for case, found, wanted in beside_expected(tried):
        if not isinstance(found, Stumble) and not (
            same(case, found, wanted) or case.differs
        ):
            yield Smallest(case, wanted, found)


def notes_on(tried: Tried, free: bool) -> list[str]:
    """What went wrong where it need not go right, and what was taken another way.

    Args:
        tried: the function.
        free: all else is right, so that other numbers have no reason but what is free.
    """
    said: dict[str, list[str]] = {}
    for case, result, wanted in beside_expected(tried):
        why = excused(case, result, wanted)
        if why and (free or not case.differs):
            said.setdefault(why, []).append(case.told)
    notes = [f"On {' and '.join(where)}: {told}" for told, where in said.items()]
    layout = [tried.layout.told] if tried.layout.told else []
    return [*notes, *layout, *tried.subject.notes]


def part_of(tried: Tried) -> str:
    """Say in which part a wrong output arises; nothing where no stage tells."""
    tolerance = tried.subject.cases[0].tolerance
    for stage in tried.subject.stages:
        try:
            found, *_ = tried(*stage.args)
        except Stumble:
            return ""
        if not agree(found, right_tried(tried.subject)(*stage.args)[0], tolerance):
            return stage.wrong
    return ""
