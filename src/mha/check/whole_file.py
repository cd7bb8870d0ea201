"""A reader's whole file: what it has, what of it is right, and what comes next."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mha.check.diagnosis import Diagnosis
from mha.check.guard import Stumble, call
from mha.check.judge import judge
from mha.check.subject import Subject
from mha.check.subjects import PATH


@dataclass(frozen=True)
class Progress:
    """How far a file is.

    Attributes:
        checked: what was found about each part that the file has, in the path's order.
        missing: the parts that it has not.
        broken: why the file does not run; empty where it does.
    """

    checked: tuple[Diagnosis, ...] = ()
    missing: tuple[Subject, ...] = ()
    broken: str = ""

    @property
    def ok(self) -> bool:
        """Whether all that the file has is right."""
        return not self.broken and all(one.ok for one in self.checked)

    def __str__(self) -> str:
        if self.broken:
            return f"✗ The file does not run. {self.broken}"
        total = len(self.checked) + len(self.missing)
        right = sum(one.ok for one in self.checked)
        told = [f"{right} of {total} parts are right."]
        told += [str(one) for one in self.checked if not one.ok]
        if self.missing:
            told += [
                f"Next: {self.missing[0].name}, on the page {self.missing[0].page}."
            ]
        return "\n".join(told)

    __repr__ = __str__


def check_file(path: Path) -> Progress:
    """Run a file and check what it defines.

    Raises:
        FileNotFoundError: there is no such file.
    """
    try:
        space = run_file(path)
    except Stumble as stumble:
        return Progress(broken=stumble.told)
    has = [one for one in PATH if one.name in space]
    return Progress(
        tuple(judge(space[one.name], one) for one in has),
        tuple(one for one in PATH if one.name not in space),
    )


def run_file(path: Path) -> dict[str, Any]:
    """Run a file from top to bottom, and give what it defines.

    Raises:
        FileNotFoundError: there is no such file.
        Stumble: it does not run; says why.
    """
    source = path.read_text(encoding="utf-8")
    space: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    call(lambda: exec(compile(source, str(path), "exec"), space), seconds=60)
    return space
