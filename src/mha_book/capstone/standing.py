"""Where a file stands: which steps it has passed, and what the next one asks for."""

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path

from mha.check.guard import Stumble
from mha.check.whole_file import run_file
from mha_book.capstone.found import Found
from mha_book.capstone.steps import Step, steps
from mha_book.your_file.contents import title_of

READS = ("titles",)


@dataclass(frozen=True)
class Standing:
    """How far a file is. Prints well, in a terminal and in a notebook.

    Attributes:
        file: the file's name.
        passed: what was found about each step that is passed.
        found: what is found against the next one; None where it is not begun, and
            after the last.
        remark: what to know before: that there is no file yet, or that it is empty.
        broken: why the file does not run; "" where it does.
    """

    file: str
    passed: tuple[Found, ...] = ()
    found: Found | None = None
    remark: str = ""
    broken: str = ""

    @property
    def done(self) -> bool:
        """Whether all steps are passed."""
        return len(self.passed) == len(steps())

    @property
    def step(self) -> Step | None:
        """The next step; None after the last, and while the file does not run."""
        return None if self.done or self.broken else steps()[len(self.passed)]

    def hint(self) -> str:
        """Ask the question that leads to the mistake."""
        return self.found.hint() if self.found else "Nothing is wrong so far."

    def parts(self) -> list[str]:
        """Give what there is to say, paragraph by paragraph."""
        if self.broken:
            return [
                f"✗ {self.file} does not run, so no step can be looked at.",
                self.broken,
            ]
        told = [self.remark] if self.remark else []
        if self.passed:
            titles = (step.title for step in steps()[: len(self.passed)])
            told.append("\n".join(f"✓ {k}. {t}" for k, t in enumerate(titles, 1)))
            told.append(self.passed[-1].told)
        return told + (self._next(self.step) if self.step else [self._end()])

    def _next(self, step: Step) -> list[str]:
        head = f"Step {len(self.passed) + 1} of {len(steps())}: {step.title}."
        page = f"The page that writes this is “{title_of(step.page)}”."
        against = [self.found.told] if self.found else []
        return [head, step.task, *against, page]

    def _end(self) -> str:
        return (
            f"All {len(steps())} steps are passed: {self.file} goes from one average "
            "to the first block of a real model, and you wrote all of it."
        )

    def __str__(self) -> str:
        return "\n\n".join(self.parts())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return "".join(_paragraph(part) for part in self.parts())


def _paragraph(text: str) -> str:
    """One paragraph; what stands between backticks is code, and a step's name bold."""
    lines = "<br>".join(map(escape, text.split("\n")))
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", lines)
    return (
        f"<p><strong>{html}</strong></p>"
        if html.startswith("Step ")
        else f"<p>{html}</p>"
    )


def next_step(path: str | Path = "from_scratch.py") -> Standing:
    """Run a file and all its checks, step by step, and show the first task not done.

    Nothing is remembered: whoever breaks an earlier step stands there again.

    Args:
        path: the reader's file; one that is missing counts as empty.
    """
    path = Path(path)
    empty = not path.is_file() or not path.read_text(encoding="utf-8").strip()
    if empty:
        missing = f"There is no {path.name} here yet: make an empty file of that name."
        begun = f"{path.name} is empty, as it should be in the beginning."
        return Standing(path.name, remark=begun if path.is_file() else missing)
    try:
        space = run_file(path)
    except Stumble as stumble:
        return Standing(path.name, broken=stumble.told)
    passed: list[Found] = []
    for step in steps():
        found = step.look(space)
        if found is None or not found.ok:
            return Standing(path.name, tuple(passed), found)
        passed.append(found)
    return Standing(path.name, tuple(passed))
