"""What a check says: what is right, what is not, and which mistake it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import starmap

from torch import Tensor

from mha.check.fault import Fault
from mha.check.results import Values
from mha.check.subject import Case, Subject
from mha.check.tables import beside, first_apart, indented, paragraph, rows
from mha.check.whereabouts import parts_of, wrong_already

LOOK = "Look at"  # the heading of the smallest call that goes wrong
MORE = "More"  # the heading of what one can type next


@dataclass(frozen=True)
class Smallest:
    """The smallest call whose result is not the right one."""

    case: Case
    expected: Values
    found: Values

    @property
    def beside(self) -> list[tuple[Tensor, Tensor]]:
        """Each result that was found, and what it should be."""
        return list(zip(self.found, self.expected, strict=True))


@dataclass(frozen=True)
class Diagnosis:
    """What was found about a function. Prints well, in a terminal and in a notebook.

    Attributes:
        right: the properties that hold, up to the first that does not.
        fails: the first property that does not hold.
        found: what was found against it, with the function's own numbers.
        faults: the known mistake that behaves in all so, with the same numbers, or two.
        behaves_like: the known mistake that fails in the same properties, with others.
        smallest: a call to look at.
        telling: the first call in which weights are wrong, too.
        part: in which part a wrong output arises, where its weights are right.
        notes: what is no mistake, and worth knowing.
        unjudged: it may be right; the check does not know what its parts are for.
    """

    subject: Subject
    right: Sequence[str] = ()
    fails: str = ""
    found: str | None = None
    faults: tuple[Fault, ...] = ()
    behaves_like: Fault | None = None
    smallest: Smallest | None = None
    telling: Smallest | None = None
    part: str = ""
    notes: Sequence[str] = ()
    unjudged: bool = False

    @property
    def ok(self) -> bool:
        """Whether the function is right."""
        return self.found is None

    def hint(self) -> str:
        """Ask the question that leads to the mistake."""
        if self.ok:
            return "Nothing is wrong."
        if self.faults:
            return self.faults[0].hint
        small = self.smallest
        where = f"{small.case.told}, with pencil and paper" if small else "two words"
        asked = f"What should come out on {where}, and after which line is it not so?"
        return f"{self.where()} {asked}".strip()

    def where(self) -> str:
        """Say what is right where something is wrong, and which part differs first."""
        if self.telling is None:
            return self.part
        found = self.telling
        pairs = dict(zip(self.subject.results, found.beside, strict=True))
        said = parts_of(pairs, dict(self.subject.axes), found.case.tolerance)
        where = f"On {found.case.told}, {', and '.join(said)}." if said else ""
        part = "" if wrong_already(pairs, found.case.tolerance) else self.part
        return f"{where} {part}".strip()

    def page(self) -> str:
        """Name the page that writes this."""
        return f"{self.subject.page}.html"

    def solution(self) -> str:
        """Show how the book writes it."""
        return self.subject.listing.source.split("\n\n\n", 1)[-1].rstrip()

    def parts(self) -> list[tuple[str, str]]:
        """Give what there is to say, as headings and sentences."""
        name = self.subject.name
        if self.ok:
            said = [(f"✓ {name}", f"is right: {len(self.right)} properties hold.")]
        elif self.unjudged:
            said = [(f"? {name}", f"cannot be judged. {self.found}")]
        else:
            said = [(f"✗ {name}", "is not right yet.")]
            said += [("Holds", ". ".join(self.right) + ".")] if self.right else []
            fails = self.fails or "It runs"
            said += [("Does not hold", f"{fails}. {self.found}")]
            said += self._mistake() + self._look()
        return said + [("Note", note) for note in self.notes]

    def _mistake(self) -> list[tuple[str, str]]:
        if len(self.faults) == 2:
            both = [("It behaves like two mistakes together", "")]
            return both + [("Which mistake", one.told()) for one in self.faults]
        if self.faults:
            return self._one_mistake(self.faults[0])
        where = [("Where", self.where())] if self.where() else []
        if self.behaves_like:
            names = " or ".join(one.name for one in self._alike(self.behaves_like))
            text = f"{names}; but not all numbers are the same."
            return [("In part it behaves like", text), *where]
        return where

    def _one_mistake(self, fault: Fault) -> list[tuple[str, str]]:
        alike = self._alike(fault)
        if len(alike) == 1:
            return [("Which mistake", fault.told())]
        told = "One of these, or another that gives the same on every call."
        return [("Which mistake", told), *(("Either", one.told()) for one in alike)]

    def _alike(self, fault: Fault) -> list[Fault]:
        """A mistake, and all those that no input can tell from it."""
        owners = (self.subject, *self.subject.also)
        known = (one for by in owners for one in by.listing.faults)
        return [fault, *(one for one in known if one.told_with == fault.name)]

    def _look(self) -> list[tuple[str, str]]:
        more = [(MORE, ".hint(), .page(), .solution()")]
        if self.smallest is None:
            return more
        lines = [f"{self.smallest.case.told}:"]
        for name, found, wanted in self._tables():
            lines += [f"  {name}, found:", *indented(found)]
            lines += [f"  {name}, expected:", *indented(wanted)]
        return [(LOOK, "\n".join(lines)), *more]

    def _tables(self) -> Iterator[tuple[str, list[str], list[str]]]:
        """Each result of the smallest call: its name, and rows found and expected."""
        if small := self.smallest:
            names = self.subject.results
            for name, (found, wanted) in zip(names, small.beside, strict=True):
                at = first_apart(found, wanted, small.case.tolerance)
                yield name, rows(found, at), rows(wanted, at)

    def __str__(self) -> str:
        return "\n".join(
            f"{head} {text}" if head[0] in "✓✗?" else f"{head}: {text}".rstrip()
            for head, text in self.parts()
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        said = self.parts()
        sign = said[0][0][0]  # a page gives each its colour
        lines = "".join(self._in_html(head, text) for head, text in said)
        return f'<div class="mha-judged" data-sign="{sign}">{lines}</div>'

    def _in_html(self, head: str, text: str) -> str:
        if head == LOOK:
            call = text.split("\n")[0]
            return paragraph(head, call) + "".join(starmap(beside, self._tables()))
        return paragraph(head, text, "mha-to-type" if head == MORE else "")
