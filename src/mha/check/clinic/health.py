"""What the doctor says: how a layer was called, what holds, and what does not."""

from dataclasses import dataclass
from typing import Any

from mha.check.diagnosis import Diagnosis


@dataclass(frozen=True)
class Finding:
    """A property that does not hold.

    Attributes:
        told: the property.
        found: what was found against it.
        page: where the book is about it.
    """

    told: str
    found: str
    page: str


@dataclass(frozen=True)
class Health(Diagnosis):
    """What was found about a layer of any making. Prints well, like every diagnosis.

    Attributes:
        assumed: how it was called, what its axes are, and what its masks mean.
        findings: every property that does not hold, the first one first.
        tried: the calls that failed, where none was found that works.
    """

    assumed: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    tried: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """0 where nothing is wrong, 1 where something is, 2 where nobody could tell."""
        return 2 if self.unjudged else int(not self.ok)

    def page(self) -> str:
        """Name the page that is about the first thing that does not hold."""
        first = self.findings[0].page if self.findings else self.subject.page
        return f"{first}.html"

    def parts(self) -> list[tuple[str, str]]:
        """Give what there is to say, as headings and sentences."""
        name = self.subject.name
        if self.unjudged:
            return [
                (f"? {name}", f"could not be examined. {self.found}"),
                *self._ways(),
            ]
        mark = f"is healthy: {len(self.right)} properties hold."
        said = [(f"✓ {name}", mark) if self.ok else (f"✗ {name}", "is not well.")]
        said += [("Assumed", told) for told in self.assumed]
        said += [("Holds", "; ".join(self.right) + ".")] if self.right else []
        for one in self.findings:
            said.append(("Does not hold", f"{one.told}. {one.found}"))
            said.append(("Read", f"{one.page}.html"))
        said += [("Which mistake", one.told()) for one in self.faults]
        said += [("Ask yourself", self.hint())] if self.faults else []
        return said + [("Note", note) for note in self.notes]

    def _ways(self) -> list[tuple[str, str]]:
        said = [("Tried", told) for told in self.tried[:8]]
        more = "Say how it is called: --call 'module(x, attn_mask=mask)', or how it is "
        return [*said, ("Help", more + "made: --init 'MyAttention(12, 3)'.")]

    def as_dict(self) -> dict[str, Any]:
        """Give everything as what JSON can hold."""
        return {
            "name": self.subject.name,
            "status": ("healthy", "fault", "unknown")[self.status],
            "found": self.found,
            "assumed": list(self.assumed),
            "holds": list(self.right),
            "findings": [
                {"property": one.told, "found": one.found, "page": f"{one.page}.html"}
                for one in self.findings
            ],
            "faults": [
                {
                    "name": one.name,
                    "belief": one.belief,
                    "symptom": one.symptom,
                    "hint": one.hint,
                    "source": one.source,
                }
                for one in self.faults
            ],
            "notes": list(self.notes),
            "tried": list(self.tried),
        }
