"""What a check asks for: calls, what they return, and properties that must hold."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mha.check.fault import Listing, listing
from mha.check.guard import Stumble, call
from mha.check.layouts import LAYOUTS, Layout
from mha.check.results import Values, tensors


@dataclass(frozen=True)
class Case:
    """One call.

    Attributes:
        told: what is special about it, to be read after "on": "two words".
        args: what is handed over; sizes are distinct, and so are numbers.
        may_stumble: code that raises here, or gives another shape, is told of it, and
            not wrong for it.
        differs: code that gives other numbers here is told this, and not wrong for it.
        tolerance: how far a number may be off.
    """

    told: str
    args: tuple[Any, ...]
    may_stumble: bool = False
    tolerance: float = 1e-4
    differs: str = ""


@dataclass(frozen=True)
class Probe:
    """A property that every right answer has.

    Attributes:
        told: the property as a plain sentence: "Each row of weights sums to 1".
        find: takes the reader's function, made safe, and gives back what it found
            against the property, with numbers; None where it holds.
        may_stumble: code that raises here is not wrong for it.
        of: the result that it looks at, where an answer may do without that result.
    """

    told: str
    find: Callable[["Tried"], str | None]
    may_stumble: bool = False
    of: str = ""


@dataclass(frozen=True)
class Stage:
    """A call that tells in which part a wrong output arises, its weights being right.

    Attributes:
        args: what is handed over, so that what comes after this part does nothing.
        wrong: what is told where the output of this call is wrong, and those of the
            stages before are right.
    """

    args: tuple[Any, ...]
    wrong: str


@dataclass(frozen=True)
class Subject:
    """A function of the reader's file that can be checked.

    Attributes:
        name: the function's name.
        page: the page of the book that writes it.
        results: the names of what it returns.
        cases: calls, from the smallest on.
        probes: properties, in the order in which they are told.
        adapt: makes of a reader's class a function that takes the cases' arguments.
        catalogue: the listing in the catalogue; else the one with the function's name.
        also: subjects with the same cases and probes, whose faults are looked for, too.
        forms: in groups, the other forms that a right answer may have; each makes of
            this subject the one that such an answer is judged by.
        notes: what is free, and was taken another way than the book does.
        instead: pairs of what stands in the listing, and what a form has instead.
        axes: of results with several tables, what the axes before the last two count,
            counted from the right.
        stages: calls that tell where a wrong output arises, one after the other.
    """

    name: str
    page: str
    results: tuple[str, ...]
    cases: tuple[Case, ...]
    probes: tuple[Probe, ...]
    adapt: Callable[[Any, Layout], Callable[..., Any]] = lambda one, layout: one
    catalogue: str = ""
    also: tuple["Subject", ...] = ()
    forms: tuple[tuple[Callable[["Subject"], "Subject"], ...], ...] = ()
    notes: tuple[str, ...] = ()
    instead: tuple[tuple[str, str], ...] = ()
    axes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    stages: tuple[Stage, ...] = ()

    @property
    def listing(self) -> Listing:
        """The right code, and the faults that people make in it."""
        book = listing(self.catalogue or self.name, self.name)
        return book.changed(self.instead) if self.instead else book


class Tried:
    """A reader's function, called safely: gives tensors, or raises Stumble.

    Args:
        function: the function, or the class.
        subject: what asks for the calls.
        layout: how the function's own numbers lie.
        own: it is the catalogue's, which gives all results, also where fewer will do.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        subject: Subject,
        layout: Layout = LAYOUTS[0],
        own: bool = False,
    ) -> None:
        self.function, self.subject = subject.adapt(function, layout), subject
        self.layout, self.own = layout, own
        self.endless: Stumble | None = None
        self._results: list[Values | Stumble] = []

    def __call__(self, *args: Any) -> Values:
        """Call it.

        Raises:
            Stumble: it gave nothing that one can judge.
        """
        if self.endless:  # nobody waits a second time
            raise self.endless
        names = self.subject.results
        try:
            returned = call(self.function, *args, watched=not self.own)
            if self.own and isinstance(returned, tuple | list):
                returned = returned[: len(names)]
            return tensors(returned, names)
        except Stumble as stumble:
            self.endless = stumble if stumble.kind == "endless" else None
            raise

    def calls(self) -> Iterator[tuple[Case, Values | Stumble]]:
        """Give each case with what came of it; none is called before it is asked for.

        Most faults differ on the first case already, so that the others are not needed.
        """
        for at, case in enumerate(self.subject.cases):
            if at == len(self._results):
                self._results.append(self._result(case.args))
            yield case, self._results[at]

    @property
    def on_cases(self) -> list[Values | Stumble]:
        """What came of each case."""
        return [result for _, result in self.calls()]

    def _result(self, args: Sequence[Any]) -> Values | Stumble:
        try:
            return self(*args)
        except Stumble as stumble:
            return stumble
