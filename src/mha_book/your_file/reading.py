"""How long a page of the path takes, from its words and exercises."""

import re
from pathlib import Path

from mha_book.your_file.cells import words
from mha_book.your_file.contents import PROJECT, path_pages

WORDS_A_MINUTE = 120  # slower than a novel: digits are checked, cells are run
MINUTES_AN_EXERCISE = 5  # the listing that is written without looking is one, too
DIRECTIVE = r"^:::[^\n]*$|^:[\w-]+:[^\n]*$"
NOT_PROSE = (DIRECTIVE, r"`[^`]*`", r"\$\$.*?\$\$", r"\$[^$]*\$", r"\]\([^)]*\)")


def words_of(page: str, project: Path = PROJECT) -> int:
    """How many words of prose a page has, without code, formulas and links' targets."""
    return len(_prose(page, project).split())


def minutes_of(page: str, project: Path = PROJECT) -> int:
    """About how many minutes a page takes, its exercises included; a multiple of 5."""
    text = _markdown(page, project)
    tasks = len(re.findall(r"\{exercise\}|:class: write-now", text))
    minutes = words_of(page, project) / WORDS_A_MINUTE + tasks * MINUTES_AN_EXERCISE
    return max(5, 5 * round(minutes / 5))


def hours_of_path(project: Path = PROJECT) -> int:
    """About how many hours the whole path takes."""
    return round(sum(minutes_of(page, project) for page in path_pages(project)) / 60)


def _markdown(page: str, project: Path) -> str:
    return words((project / "book" / f"{page}.md").read_text(encoding="utf-8"))


def _prose(page: str, project: Path) -> str:
    text = _markdown(page, project)
    for noise in NOT_PROSE:
        text = re.sub(noise, " ", text, flags=re.DOTALL | re.MULTILINE)
    return text
