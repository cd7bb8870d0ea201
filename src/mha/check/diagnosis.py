"""What a check says: what is right, what is not, and which mistake it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from torch import Tensor

from mha.check.fault import Fault
from mha.check.subject import Case, Subject, Values


@dataclass(frozen=True)
class Smallest:
    """The smallest call whose result is not the right one."""

    case: Case
    expected: Values
    found: Values


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
        notes: what is no mistake, and worth knowing.
    """

    subject: Subject
    right: Sequence[str] = ()
    fails: str = ""
    found: str | None = None
    faults: tuple[Fault, ...] = ()
    behaves_like: Fault | None = None
    smallest: Smallest | None = None
    notes: Sequence[str] = ()

    @property
    def ok(self) -> bool:
        """Whether the function is right."""
        return self.found is None

    def hint(self) -> str:
        """Ask the question that leads to the mistake."""
        known = self.faults[0] if self.faults else self.behaves_like
        if self.ok:
            return "Nothing is wrong."
        return (
            known.hint if known else f"Read “{self.fails}” again, and the call above."
        )

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
        else:
            said = [(f"✗ {name}", "is not right yet.")]
            said += [("Right", "; ".join(self.right) + ".")] if self.right else []
            said += [
                (
                    "Not yet",
                    f"{self.fails}. {self.found}" if self.fails else self.found or "",
                )
            ]
            said += self._mistake() + self._look()
        return said + [("Note", note) for note in self.notes]

    def _mistake(self) -> list[tuple[str, str]]:
        if self.faults:
            return [("Which mistake", one.told()) for one in self.faults]
        if self.behaves_like:
            one = self.behaves_like
            return [("Behaves like", f"{one.name}, but its numbers are others.")]
        return []

    def _look(self) -> list[tuple[str, str]]:
        if self.smallest is None:
            return [("More", ".hint(), .page(), .solution()")]
        small = self.smallest
        names = self.subject.results
        lines = [f"{small.case.told}:"]
        for name, found, wanted in zip(names, small.found, small.expected, strict=True):
            lines += [
                f"  {name} found    {short(found)}",
                f"  {name} expected {short(wanted)}",
            ]
        return [
            ("Look at", "\n".join(lines)),
            ("More", ".hint(), .page(), .solution()"),
        ]

    def __str__(self) -> str:
        return "\n".join(
            f"{head}: {text}" if head[0] not in "✓✗" else f"{head} {text}"
            for head, text in self.parts()
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return "".join(_paragraph(head, text) for head, text in self.parts())


def _paragraph(head: str, text: str) -> str:
    """One thing to say, its heading in bold, columns of numbers as they stand."""
    first, *rest = text.split("\n")
    table = f"<pre>{escape(chr(10).join(rest))}</pre>" if rest else ""
    return f"<p><strong>{escape(head)}</strong> {escape(first)}</p>{table}"


def short(value: Tensor) -> str:
    """Write a small tensor in one line; of a large one, its first numbers."""
    numbers = value.flatten()[:12].tolist()
    written = ", ".join(
        str(one) if isinstance(one, bool | int) else f"{one:.4g}" for one in numbers
    )
    more = ", …" if value.numel() > 12 else ""
    return f"{tuple(value.shape)}: {written}{more}"
