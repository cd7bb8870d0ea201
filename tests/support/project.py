"""Where the project's files are, and what its pages are."""

from functools import cache
from pathlib import Path

import yaml

PROJECT = Path(__file__).parent.parent.parent
CHAPTERS = sorted(
    path
    for path in (PROJECT / "book").glob("*.md")
    if path.read_text(encoding="utf-8").startswith("---\njupytext")
)
# These are looked up; of the pages that run, two more are entrances; all others teach.
REFERENCE = [
    PROJECT / "book" / f"{name}.md" for name in ("mask-conventions", "notation")
]
TEACHING = [
    p for p in CHAPTERS if p not in REFERENCE and p.stem not in ("index", "map")
]


@cache
def toc():
    """The book's table of contents. Read when asked for: few tests want it."""
    return yaml.safe_load((PROJECT / "_toc.yml").read_text(encoding="utf-8"))


def listed():
    """The names of all pages but the first, in the order of the contents."""
    return [chapter["file"] for part in toc()["parts"] for chapter in part["chapters"]]


def pages():
    """The names of all pages."""
    return [toc()["root"], *listed()]
