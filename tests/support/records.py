"""Records: what is drawn or said, kept as a person has read it, and compared whole.

Where something is meant to change, `RECORD=write .venv/bin/pytest tests -k
"was_seen or was_read"` writes it anew; read what `git diff` shows. Machines round
otherwise, so numbers may differ by one in their last digit; whole numbers and words
may not.
"""

import hashlib
import json
import os
import re
import textwrap
from dataclasses import dataclass
from difflib import unified_diff
from functools import cached_property
from pathlib import Path

NUMBER = re.compile(r"(\d+(?:\.\d+)?)")
NAME = re.compile(r"(?:\A|\n\n)# ")  # of a part, at its head
SAID = re.compile("“([^”]*)”")
WRITES = os.environ.get("RECORD") == "write"


@dataclass
class Record:
    """A file with a part for each name.

    Attributes:
        path: of the file.
        width: of its lines, in letters.
        hang: by how much the rest of a long line stands further right.
        exact: whether numbers, too, shall be the very same.
    """

    path: Path
    width: int = 86
    hang: int = 4
    exact: bool = False

    @cached_property
    def parts(self):
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        found = NAME.split(text)[1:]
        return dict(part.rstrip().split("\n", 1) for part in found)

    def holds(self, name, lines):
        """Fail if the lines are not those that were read under this name."""
        made = "\n".join(map(self._wrapped, lines))
        if WRITES:
            self._write(self.parts | {name: made})
        read = self.parts.get(name, "")
        same = matches if not self.exact else words_match
        if not same(made, read):
            lines = (read.split("\n"), made.split("\n"))
            found = unified_diff(*lines, "as read", "now", n=0, lineterm="")
            raise AssertionError("\n".join([f"{self.path.name}, {name}:", *found]))

    def has_only(self, names: set[str]):
        """Fail if something was read that is no longer there."""
        if WRITES:
            self._write({k: self.parts[k] for k in self.parts.keys() & names})
        assert self.parts.keys() == names, sorted(self.parts.keys() ^ names)

    def _write(self, parts):
        self.parts = parts
        text = "\n\n".join(f"# {name}\n{parts[name]}" for name in sorted(parts))
        self.path.write_text(text + "\n", encoding="utf-8")

    def _wrapped(self, line):
        indent = len(line) - len(line.lstrip())
        further = " " * (indent + self.hang) if self.hang else ""
        whole = {"break_on_hyphens": False, "break_long_words": False}
        return textwrap.fill(line, self.width, subsequent_indent=further, **whole)


def mark_of(told) -> str:
    """Eight letters that are others as soon as a word or a number of it is another."""
    words = json.dumps(told, sort_keys=True)
    return hashlib.sha256(words.encode()).hexdigest()[:8]


def words_match(made, read):
    return made.split() == read.split()


def matches(made, read):
    """Whether two texts are the same, but for last digits of numbers with a point."""
    made, read = (SAID.split(" ".join(text.split())) for text in (made, read))
    return len(made) == len(read) and all(
        _alike(*pair, said=bool(k % 2))
        for k, pair in enumerate(zip(made, read, strict=True))
    )


def _alike(made, read, said):
    made, read = NUMBER.split(made), NUMBER.split(read)
    if made[::2] != read[::2]:
        return False
    numbers = zip(made[1::2], read[1::2], strict=True)
    return all(a == b or _near(a, b, said) for a, b in numbers)


def _near(a, b, said):
    """Within a digit; what is said has as many of them, and one alone was given."""
    one, other = (len(each.partition(".")[2]) for each in (a, b))
    if said and (one != other or one < 2):
        return False
    digits = max(one, other)
    return bool(digits) and abs(float(a) - float(b)) < 1.5 * 10**-digits
