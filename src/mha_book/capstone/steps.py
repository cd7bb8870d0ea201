"""The steps in their order: what each asks for, and the check that opens the next."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from mha.check.subjects import subject_called
from mha_book.capstone.copying import copies
from mha_book.capstone.first_block import runs_the_first_block
from mha_book.capstone.found import Found, Space, judged
from mha_book.capstone.writing import writes

# Where no single function can be judged, parts of the file are run together.
TOGETHER: dict[str, Callable[[Space], Found]] = {
    "A model that copies": copies,
    "Write, and keep what was read": writes,
    "The first block of SmolLM2": runs_the_first_block,
}


@dataclass(frozen=True)
class Step:
    """One step.

    Attributes:
        title: what it is about, in a few words.
        page: the page of the path that writes this.
        names: what the file must define.
        task: what to write.
    """

    title: str
    page: str
    names: tuple[str, ...]
    task: str

    def look(self, space: Space) -> Found | None:
        """Check what a file has of this step; None where that is nothing yet."""
        if self.title in TOGETHER:
            missing = [name for name in self.names if name not in space]
            return None if missing else TOGETHER[self.title](space)
        written = [one for one in self.names if one in space]
        return judged(space, subject_called(written[0])) if written else None


@cache
def steps() -> tuple[Step, ...]:
    """Give all steps, the first one first."""
    text = (files("mha_book.capstone") / "tasks.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["step"]
    return tuple(Step(**row | {"names": tuple(row["names"])}) for row in rows)
