"""What a book says of itself: on its cover, and to programs."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from mha_book.your_file.contents import PROJECT, TITLE

LANGUAGE = "en"


@dataclass(frozen=True)
class Book:
    """Its title, what it is, who wrote it, and which edition it is."""

    title: str
    subtitle: str
    author: str
    edition: str


def about_book(alone: str = "", project: Path = PROJECT) -> Book:
    """The book, from what the project says of itself in pyproject.toml.

    Args:
        alone: what of it is in a book that does not have it all.
        project: the folder that holds pyproject.toml.
    """
    text = (project / "pyproject.toml").read_text(encoding="utf-8")
    told = tomllib.loads(text)["project"]
    (author,) = told["authors"]
    whole, _, _ = told["description"].partition(", and ")
    return Book(
        title=TITLE,
        subtitle=f"{whole}: {alone}" if alone else whole,
        author=author["name"],
        edition=f"Version {told['version']}",
    )
