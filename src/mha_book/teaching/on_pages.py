"""What the pages are called, and which one shows which picture."""

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from mha_book.your_file.cells import CODE
from mha_book.your_file.contents import PROJECT, parts_of, title_of


def pages_of_pictures(project: Path = PROJECT) -> dict[str, str]:
    """Find for each picture the first page that draws it."""
    found: dict[str, str] = {}
    for path in sorted((project / "book").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"pictures\.(\w+)\(", text):
            found.setdefault(name, path.stem)
    return found


def plots_of_pages(project: Path = PROJECT) -> Iterator[tuple[str, str, str]]:
    """Find each plot in the pages' sources: its file's name, its words, its page."""
    for path in sorted((project / "book").glob("*.md")):
        for cell in CODE.finditer(path.read_text(encoding="utf-8")):
            shown = (yaml.safe_load(cell["yaml"] or "") or {}).get("mystnb", {})
            if "image" in shown:
                name = file_name(path.stem, shown["figure"]["name"])
                yield name, shown["image"]["alt"], path.stem


def titles(project: Path = PROJECT) -> dict[str, str]:
    """Give the title of every page that the table of contents has."""
    every = {page for pages in parts_of(project).values() for page in pages}
    return {page: title_of(page, project) for page in sorted(every)}


def everything(project: Path = PROJECT) -> tuple:
    """Give both, for whoever wants to know whether anything has changed."""
    return pages_of_pictures(project), [*plots_of_pages(project)]


def file_name(page: str, figure: str) -> str:
    """Give a plot a file's name, which is distinct in the whole book."""
    return f"{page}-{figure.removeprefix('fig-')}"
