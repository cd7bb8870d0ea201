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


@cache
def toc():
    """The book's table of contents; of a copy that has no book, none."""
    path = PROJECT / "_toc.yml"
    text = path.read_text(encoding="utf-8") if path.is_file() else "parts: []"
    return yaml.safe_load(text)


def of_part(caption):
    """The pages of one part of the contents."""
    parts = {part["caption"]: part["chapters"] for part in toc()["parts"]}
    chapters = parts.get(caption, [])
    return [PROJECT / "book" / f"{chapter['file']}.md" for chapter in chapters]


# Thirteen are walked, some are looked up, two are entrances; the rest is the shelf.
PATH = of_part("The path")
LOOKED_UP = ("mask-conventions", "notation", "cheat-sheet", "recall", "for-teachers")
REFERENCE = [PROJECT / "book" / f"{name}.md" for name in LOOKED_UP]
NOT_SHELVED = [*PATH, *REFERENCE, *of_part("Reference")]
SHELF = [page for page in CHAPTERS if page not in NOT_SHELVED and page.stem != "index"]
TEACHING = PATH + SHELF


def front_matter(page: Path) -> dict:
    """What stands above a page; to read all of it takes a hundred times as long."""
    return next(yaml.safe_load_all(page.read_text(encoding="utf-8")))


@cache
def notebook_of(page: Path):
    """A page as it is written, read once for all who ask; nobody changes it."""
    import jupytext  # most tests never need it

    return jupytext.read(page)


def listed():
    """The names of all pages but the first, in the order of the contents."""
    return [chapter["file"] for part in toc()["parts"] for chapter in part["chapters"]]


def pages():
    """The names of all pages."""
    return [toc()["root"], *listed()]
