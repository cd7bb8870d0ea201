"""What the book promises, and the tests that hold it."""

import tomllib
from pathlib import Path
from typing import Any

PROMISES = Path(__file__).with_name("promises.toml")
STORED = tomllib.loads(PROMISES.read_text(encoding="utf-8"))
NIGHTLY = STORED["nightly"]


def promises(about: str = "") -> list[dict[str, Any]]:
    """What is promised: `says`, and the `tests` that hold it, below ``tests/``.

    Args:
        about: one subject; all, unless said otherwise.
    """
    return [one for one in STORED["promise"] if about in ("", one["about"])]


def listed(about: str) -> str:
    """The promises on one subject as Markdown: a sentence each, its tests folded.

    Raises:
        ValueError: nothing is promised about it.
    """
    found = promises(about)
    if not found:
        raise ValueError(f"nothing is promised about {about!r}")
    return "\n\n".join(f"- {one['says']}\n\n{_folded(one['tests'])}" for one in found)


def _folded(tests: list[str]) -> str:
    """What opens to each test: its file below ``tests/``, and its name."""
    told = "held by one test" if len(tests) == 1 else f"held by {len(tests)} tests"
    names = "\n".join(f"  - {_told(test)}" for test in tests)
    opening = f"  <details><summary>{told}</summary>"
    return f"{opening}\n\n{names}\n\n  </details>"


def _told(test: str) -> str:
    file, _, name = test.partition("::")
    told = f"`{file}`: `{name}`" if name else f"`{file}`, all of it"
    return f"{told}, each night" if test in NIGHTLY else told
