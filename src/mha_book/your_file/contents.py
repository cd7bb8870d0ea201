"""The book's contents: its parts, the path's pages in their order, their titles."""

from functools import cache
from importlib.metadata import files
from pathlib import Path

import yaml

PACKAGE = "attention-number-by-number"
TITLE = "Attention, Number by Number"
PART = "The path"  # the path's caption in _toc.yml


def find_project() -> Path:
    """The folder with ``_toc.yml`` and the pages: the copy of the project that runs.

    Where there is none, it is the folder that pip made when it installed the package.
    """
    copy = Path(__file__).parents[3]
    if (copy / "_toc.yml").is_file():
        return copy
    tables = (file for file in files(PACKAGE) or () if file.name == "_toc.yml")
    return next((Path(table.locate()).resolve().parent for table in tables), copy)


PROJECT = find_project()


def parts_of(project: Path = PROJECT) -> dict[str, tuple[str, ...]]:
    """The pages of each part by its caption; none where there is no ``_toc.yml``."""
    toc = project / "_toc.yml"
    return _parts_in(toc.read_text(encoding="utf-8")) if toc.is_file() else {}


@cache
def _parts_in(toc: str) -> dict[str, tuple[str, ...]]:
    return {
        part["caption"]: tuple(chapter["file"] for chapter in part["chapters"])
        for part in yaml.safe_load(toc).get("parts", [])
    }


def path_pages(project: Path = PROJECT) -> tuple[str, ...]:
    """The pages of the path in their order; none in a book that has no path."""
    return parts_of(project).get(PART, ())


def pages_beside(project: Path = PROJECT) -> set[str]:
    """The pages that are not on the path."""
    parts = parts_of(project).items()
    return {page for caption, pages in parts if caption != PART for page in pages}


def title_of(page: str, project: Path = PROJECT) -> str:
    """A page's first heading."""
    lines = (project / "book" / f"{page}.md").read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("# ") for line in lines if line.startswith("# "))


def number_of(page: str, project: Path = PROJECT) -> int:
    """A page's place on the path, from 1.

    Raises:
        FileNotFoundError: the book's pages are not beside the package.
        ValueError: it is not on the path; names the pages that are.
    """
    pages = path_pages(project)
    if not (project / "_toc.yml").is_file():
        raise FileNotFoundError(
            f"{project / '_toc.yml'} is missing: the file grows from the book's pages, "
            "so run this in a copy of the project"
        )
    if page not in pages:
        raise ValueError(f"{page!r} is not on the path: {', '.join(pages)}")
    return pages.index(page) + 1


def page_before(page: str, project: Path = PROJECT) -> str | None:
    """The page of the path before this one; None before the first.

    A page of the shelf comes after the whole path.
    """
    if page in pages_beside(project):
        return path_pages(project)[-1]
    number = number_of(page, project)
    return path_pages(project)[number - 2] if number > 1 else None
