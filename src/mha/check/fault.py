"""Faults that people really make: changed lines of a listing, and what they mean."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

FOLDER = files("mha.check") / "catalogue"
T = TypeVar("T", "Fault", "Belief")


@dataclass(frozen=True)
class Fault:
    """One mistake, as code that runs.

    Attributes:
        name: what the mistake is, as one would say it.
        lines: pairs of what stands in the listing, and what stands there instead.
        belief: what somebody thinks who writes this.
        symptom: what one sees of it.
        hint: a question that leads there, and does not say it.
        source: where it was really made.
        told_with: the name of a fault that no input can tell from this one.
        truth: what is so instead, to be read after "It is not so, because".
        measured: what whoever had it saw of loss, score or tests, as they told it.
    """

    name: str
    lines: tuple[tuple[str, str], ...]
    belief: str
    symptom: str
    hint: str
    source: str = ""
    told_with: str = ""
    truth: str = ""
    measured: str = ""

    def told(self) -> str:
        """Say the mistake, why one makes it, and what comes of it."""
        return f"{self.name}. {self.why()}"

    def why(self) -> str:
        """Say why one makes it, and what comes of it."""
        return f"One thinks: “{self.belief}” {self.symptom}"


@dataclass(frozen=True)
class Belief:
    """Right code that readers take for wrong.

    Attributes:
        name: what the code does, as one would say it.
        lines: pairs of what stands in the listing, and what stands there instead; none
            where it is the listing itself that is taken for wrong.
        belief: why somebody thinks that it is wrong.
        truth: what is so instead, to be read after "It is not so, because".
        source: where somebody asked, or who writes it so.
        page: the page that explains it; that of its check where it is empty.
    """

    name: str
    lines: tuple[tuple[str, str], ...]
    belief: str
    truth: str
    source: str = ""
    page: str = ""


@dataclass(frozen=True)
class Listing:
    """Code that is right, the faults that people make in it, and what is none."""

    name: str
    source: str
    faults: tuple[Fault, ...] = ()
    beliefs: tuple[Belief, ...] = ()

    def fault_called(self, name: str) -> Fault:
        """Give the fault of this name.

        Raises:
            ValueError: there is none.
        """
        for one in self.faults:
            if one.name == name:
                return one
        raise ValueError(f"{self.name} has no fault {name!r}")

    def solution(self) -> Callable[..., Any]:
        """Give the function or class as it should be."""
        return _run(self.source, self.name)

    def with_faults(self, *faults: Fault | Belief) -> Callable[..., Any]:
        """Give it with the lines of these faults, or of this belief, changed.

        Raises:
            ValueError: a line is not there exactly once; so two faults of one line do
                not go together.
        """
        return _run(self.text_with(*faults), self.name)

    def text_with(self, *faults: Fault | Belief) -> str:
        """Give the listing's text with the lines of these faults changed."""
        text = self.source
        for before, after in (pair for fault in faults for pair in fault.lines):
            if text.count(before) != 1:
                raise ValueError(
                    f"{self.name} has {text.count(before)} times {before!r}"
                )
            text = text.replace(before, after)
        return text

    def changed(self, lines: tuple[tuple[str, str], ...]) -> "Listing":
        """Give it with other lines, and with those faults that still change some."""
        text = self.text_with(Fault("", lines, "", "", ""))
        faults = [one for one in self.faults if _changes(one, text)]
        return Listing(self.name, text, tuple(faults))


def _changes(fault: Fault, text: str) -> bool:
    return all(text.count(before) == 1 for before, _ in fault.lines)


def _run(source: str, name: str) -> Callable[..., Any]:
    space: dict[str, Any] = {}
    exec(compile(source, f"<{name}>", "exec"), space)
    return space[name]


@cache
def listing(file: str, name: str, folder: Traversable = FOLDER) -> Listing:
    """Read a listing of the catalogue, what it defines, and its faults and beliefs."""
    source = (folder / f"{file}.py").read_text(encoding="utf-8")
    rows = _rows(folder / f"{file}.toml")
    beliefs = tuple(_made(Belief, row) for row in rows.get("belief", ()))
    return Listing(name, source, faults_in(folder / f"{file}.toml"), beliefs)


def faults_in(file: Traversable) -> tuple[Fault, ...]:
    """Read the faults of one file of a catalogue."""
    return tuple(_made(Fault, row) for row in _rows(file)["fault"])


def _rows(file: Traversable) -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _made(kind: type[T], row: dict[str, Any]) -> T:
    lines = tuple((before, after) for before, after in row.pop("lines"))
    return kind(lines=lines, **row)
